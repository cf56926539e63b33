import { InvalidInput } from "../../../domain/base/errors.ts"
import { type Violation, violation } from "../../../domain/base/validation/violation.ts"
import { fixtureFor, fixtureResult } from "../../../domain/report/sandbox/fixtures.ts"
import { adjustInput, adjustmentBody } from "../../../domain/request/adjust.ts"
import { ADJUSTABLE_STEPS } from "../../../domain/request/adjustableSteps.ts"
import type { CustomerDetails } from "../../../domain/request/customerDetails.ts"
import { parseScanRequest } from "../../../domain/request/input.ts"
import type { FilledRequest } from "../../../domain/request/request.ts"
import { standardProfileKeys } from "../../../domain/site/consumption/profiles.ts"
import { countryAt } from "../../../domain/site/geo/site.ts"
import { placeAt } from "../../../domain/site/places/placeAt.ts"
import { newId } from "../../../infra/ids.ts"
import type { FindCurrency } from "../../../store/currencies.ts"
import type { Queries } from "../../../store/database.ts"
import { adjustableStepsOf } from "../../../store/organizations.ts"
import type { NewScan } from "../../../store/scans/change.ts"
import { customerColumns } from "../../../store/scans/customers.ts"
import type { AskedScan, Owner } from "../../../store/scans/read.ts"
import { createPauses } from "../../http/pauses.ts"
import { withOwnCatalogue } from "../batteries/products.ts"
import { assertPriceSeries } from "../price-series/lookup.ts"
import { assertScannable } from "../profiles/lookup.ts"
import { withSite } from "../sites/service.ts"
import type { ScanContext } from "./context.ts"
import { findAskedScan } from "./scope.ts"

/** A scan that is about to be accepted: all but its cost. */
export type ScanDraft = NewScan

export type DraftContext = Pick<ScanContext, "queries" | "tasks" | "findCurrency" | "complete">

/**
 * The scan that a request body asks for. The rules are the same in both modes; only profiles do not exist in the
 * sandbox. Throws InvalidInput with all violations, TooManyRequests, and NotFound for references that the caller does
 * not have.
 */
export const draftScan = async (
  { queries, tasks, findCurrency, complete }: DraftContext,
  owner: Owner,
  requestBody: unknown,
  requestId: string,
): Promise<ScanDraft> => {
  const pause = createPauses()
  const { body, siteId } = await withSite(queries, owner, requestBody)
  const adjustment = adjustmentBody(body)
  const root = adjustment && (await rootOf(queries, owner, adjustment.copiedFromId))
  if (root) await complete(root)
  const steps = (root && (await adjustableStepsOf(queries, owner.organizationId))) ?? ADJUSTABLE_STEPS
  const inCurrency = owner.mode === "sandbox" || adjustment ? body : await inOwnCurrency(findCurrency, owner, body)
  const parse = () =>
    adjustment && root
      ? adjustInput(root.input, adjustment, steps, { knownLoadProfiles: standardProfileKeys, countryAt })
      : parseScanRequest(inCurrency, standardProfileKeys, countryAt)
  await pause()
  const request = owner.mode === "sandbox" ? withoutProfiles(body, parse) : parse()
  // The largest valid scan takes 40 ms to check, and as long to write.
  await pause()
  const original = root?.keepsInputs ? root.input : undefined
  const input = await withOwnCatalogue(queries, owner, request)
  await assertScannable(queries, owner, input, original?.customProfileId)
  await assertPriceSeries(queries, owner, input, original)
  await tasks.assertFeasible(input)
  await pause()
  const columns = { ...customerColumns(customerOf(body, root)), siteId: siteId ?? siteOfOriginal(body, root) }
  return { ...draftOf(owner, input, requestId, root?.id), ...columns }
}

/** A new scan without a currency has its organization's currency. */
const inOwnCurrency = async (find: FindCurrency, { organizationId }: Owner, body: unknown): Promise<unknown> => {
  if (typeof body !== "object" || body === null || Array.isArray(body) || "currency" in body) return body
  const currency = await find(organizationId)
  return currency === undefined ? body : { ...body, currency }
}

/** Customer of a valid body; for an adjustment without one, the original's customer. */
const customerOf = (body: unknown, root: AskedScan | undefined): CustomerDetails | null => {
  const { customerDetails } = (body ?? {}) as { customerDetails?: CustomerDetails | null }
  return customerDetails === undefined ? (root?.customerDetails ?? null) : customerDetails
}

/** Site of an adjustment that names none; null removes it. */
const siteOfOriginal = (body: unknown, root: AskedScan | undefined): string | null =>
  (body as { siteId?: null }).siteId === null ? null : (root?.siteId ?? null)

/** A scan of an input that was found sound. @param rootId original scan of an adjustment */
export const draftOf = (owner: Owner, input: FilledRequest, requestId: string, rootId?: string): ScanDraft => ({
  id: newId(),
  organizationId: owner.organizationId,
  mode: owner.mode,
  status: "pending",
  input,
  goal: input.goal,
  place: placeAt(input.location),
  dossierId: input.dossierId ?? null,
  runId: newId(),
  requestId,
  rootId: rootId ?? null,
  createdAt: new Date(),
  ...(owner.mode === "sandbox" ? sandboxResult(input) : {}),
})

/** The scan that an adjustment is laid over: the parent, or where that is an adjustment itself, its root. */
const rootOf = async (queries: Queries, owner: Owner, parentId: string): Promise<AskedScan> => {
  const parent = await findAskedScan(queries, owner, parentId, "named-not-found", {
    path: ["copiedFromId"],
    id: parentId,
    what: "scan",
  })
  if (parent.status !== "completed")
    throw new InvalidInput([violation(["copiedFromId"], "parent-not-completed", { status: parent.status })])
  if (parent.rootId === null) return parent
  return findAskedScan(queries, owner, parent.rootId, "original-not-found")
}

/** Document 1, "Errors": a body with a profile is refused in the sandbox, in addition to its other violations. */
const withoutProfiles = (body: unknown, parse: () => FilledRequest): FilledRequest => {
  const { customProfileId, inputMethod } = (body ?? {}) as { customProfileId?: unknown; inputMethod?: unknown }
  const usesProfile = (customProfileId !== undefined && customProfileId !== null) || inputMethod === "studio"
  if (!usesProfile) return parse()
  const otherViolations = violationsOf(parse).filter(({ path: [name] }) => name !== "customProfileId")
  throw new InvalidInput([violation(["customProfileId"], "sandbox-without-profiles"), ...otherViolations])
}

const violationsOf = (parse: () => FilledRequest): readonly Violation[] => {
  try {
    parse()
    return []
  } catch (error) {
    if (error instanceof InvalidInput) return error.violations
    throw error
  }
}

/** A sandbox scan has its result from the start; lists and reports show it when the scan is completed. */
const sandboxResult = (input: FilledRequest) => {
  const { name } = fixtureFor(input)
  return { fixture: name, ...fixtureResult(name).summary }
}
