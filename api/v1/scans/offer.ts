import { createHash } from "node:crypto"
import { InvalidInput } from "../../../domain/base/errors.ts"
import { SHIPPED_CURRENCY } from "../../../domain/market/currencyNames.ts"
import { acceptedText, canonicalJson } from "../../../domain/report/offer/canonical.ts"
import type { PhotoHashes } from "../../../domain/report/offer/photos.ts"
import { returnPeriodAt } from "../../../domain/report/offer/price.ts"
import { proposedLines } from "../../../domain/report/offer/proposal.ts"
import { changedContent, offerViolations, sendingViolations } from "../../../domain/report/offer/rules.ts"
import type { Offer, OfferContent, OfferInput, SentOffer, SharedOffer } from "../../../domain/report/offer/schema.ts"
import { monthlyPayment, offerTotals } from "../../../domain/report/offer/totals.ts"
import type { StoredReport } from "../../../domain/report/schema.ts"
import { unpackSeries } from "../../../domain/report/series/pack.ts"
import { offsetHoursAt, siteOf } from "../../../domain/site/geo/site.ts"
import { offerLines } from "../../../domain/texts/offerLines.ts"
import type { Language } from "../../../domain/texts/render.ts"
import type { Queries } from "../../../store/database.ts"
import { findLanguage } from "../../../store/organizations.ts"
import { hashesOfPhotos } from "../../../store/scans/offerPhotos.ts"
import {
  changeOffer,
  deleteOffer,
  findOffer,
  findSentVersion,
  type OfferChange,
  sentVersions,
  wasSent,
} from "../../../store/scans/offers.ts"
import type { OfferRow } from "../../../store/scans/offersTable.ts"
import type { Owner, ScanState } from "../../../store/scans/read.ts"
import { Conflict, NotFound, orNotFound } from "../../http/errors.ts"
import { type PricesInCurrency, readPriceList } from "../price-list/service.ts"
import type { ScanContext } from "./context.ts"
import type { SentVersions } from "./offerSchemas.ts"
import { assertCompleted, storedReport, storedSeries } from "./report.ts"
import { findScan } from "./scope.ts"

const MS_PER_HOUR = 3_600_000
const MS_PER_DAY = 24 * MS_PER_HOUR

/** The offer of a completed scan, or a proposal from its report. Throws NotFound, ScanNotCompleted, ScanFailed. */
export const readOffer = async (context: ScanContext, owner: Owner, id: string, language: Language): Promise<Offer> => {
  const scan = await findScan(context, owner, id)
  assertCompleted(scan)
  const row = await findOffer(context.queries, scan.id)
  if (row) return offerOf(context.queries, row)
  return proposalOf(await storedReport(context.queries, scan), (await readPriceList(context, owner)).list, language)
}

/**
 * Changes the offer of a completed scan. Throws InvalidInput, NotFound, ScanNotCompleted, ScanFailed, StorageUsedUp for
 * the first offer of a scan and for a version to send, and Conflict for an accepted offer.
 */
export const writeOffer = async (
  context: ScanContext,
  { owner, id, language }: { owner: Owner; id: string; language: Language },
  input: OfferInput,
): Promise<Offer> => {
  const broken = offerViolations(input)
  if (broken.length > 0) throw new InvalidInput(broken)
  const scan = await findScan(context, owner, id)
  assertCompleted(scan)
  const report = await storedReport(context.queries, scan)
  const { list } = await readPriceList(context, owner)
  const proposal = proposalOf(report, list, language)
  const basis = { report, proposal, flows: await cashflowsOf(context.queries, scan) }
  const change = (row: OfferRow | undefined, hashes: PhotoHashes) =>
    offerChange(row, input, { ...basis, hashes, now: new Date() })
  const row = await findOffer(context.queries, scan.id)
  const stored = storedBy(row, change(row, await hashesOfPhotos(context.queries, scan.id)))
  if (stored.length > 0) await context.storage.assertRoom(owner, Buffer.byteLength(JSON.stringify(stored)))
  return offerOf(context.queries, orNotFound(await changeOffer(context.queries, owner, scan.id, change), "scan"))
}

/** Cash flows of a scan, year 0 first; undefined for scans of version 0.1.0 without hours. */
const cashflowsOf = async (queries: Queries, scan: ScanState): Promise<number[] | undefined> => {
  const { series } = await storedSeries(queries, scan)
  return series && unpackSeries(series).figures.yearlyCashflows
}

/** Contents that a change adds to the stored ones: of a first offer, and of the version that is sent. */
const storedBy = (row: OfferRow | undefined, change: OfferChange | undefined): OfferContent[] => {
  if (!change) return []
  return [...(row ? [] : [change.content]), ...(change.status === "sent" ? [change.content] : [])]
}

/** Maximum number of listed versions, newest first. */
const MAX_VERSIONS_LISTED = 100
const VERSION = /^[1-9]\d{0,8}$/

/** The sent versions of an offer, newest first. Throws NotFound. */
export const listVersions = async (context: ScanContext, owner: Owner, id: string): Promise<SentVersions> => {
  const scan = await findScan(context, owner, id)
  const rows = await sentVersions(context.queries, scan.id, MAX_VERSIONS_LISTED)
  const items = rows.map(({ version, currency, content, sentAt }) => {
    const { validUntil, lines } = content
    return { version, currency, gross: offerTotals(lines).gross, validUntil, sentAt: sentAt.toISOString() }
  })
  return { items }
}

/** A version of an offer as it was sent. Throws NotFound. */
export const readVersion = async (
  context: ScanContext,
  owner: Owner,
  { id, version }: { id: string; version: string },
): Promise<SentOffer> => {
  const { queries } = context
  const scan = await findScan(context, owner, id)
  const { number } = orNotFound(await findOffer(queries, scan.id), "offer")
  const row = orNotFound(VERSION.test(version) && (await findSentVersion(queries, scan.id, Number(version))), "offer")
  return { number, version: row.version, ...partsOf(row), sentAt: row.sentAt.toISOString() }
}

/** Deletes an offer that was never sent. Throws NotFound, and Conflict for a sent offer. */
export const removeOffer = async (context: ScanContext, owner: Owner, id: string): Promise<void> => {
  const scan = await findScan(context, owner, id)
  const outcome = await deleteOffer(context.queries, owner, scan.id)
  if (outcome === "sent") throw new Conflict("offer-sent")
  orNotFound(outcome === "deleted", "offer")
}

/** Language of the lines of proposals: the organization's, by default the caller's. */
export const offerLanguage = async ({ queries }: ScanContext, caller: Owner & { language: Language }) =>
  (await findLanguage(queries, caller.organizationId)) ?? caller.language

interface Basis {
  report: StoredReport
  proposal: Offer
  flows: readonly number[] | undefined
  hashes: PhotoHashes
  now: Date
}

const missingPhoto = ({ id }: { id: string }, index: number): never => {
  throw new NotFound("named-not-found", { path: ["photos", index, "id"], id, what: "photo" })
}

/** Columns that a change gives an offer; undefined if it changes nothing. */
const offerChange = (
  row: OfferRow | undefined,
  input: OfferInput,
  { report, proposal, flows, hashes, now }: Basis,
): OfferChange | undefined => {
  const before: OfferContent = row?.content ?? contentOf(proposal)
  const content = changedContent(before, input, { hashes, missing: missingPhoto })
  const isChanged = row === undefined || canonicalJson(content) !== canonicalJson(before)
  const newStatus = input.status ?? (isChanged ? "draft" : row.status)
  const isSentAgain = input.status === "sent" && row !== undefined && statusOf(row) === "expired"
  if (row && !isChanged && newStatus === row.status && !isSentAgain) return undefined
  if (row?.status === "accepted") throw new Conflict("offer-accepted")
  const endsAt = content.validUntil === null ? null : endOfDay(content.validUntil, report)
  const broken = newStatus === "sent" ? sendingViolations(content, endsAt !== null && endsAt <= now) : []
  if (broken.length > 0) throw new InvalidInput(broken)
  return {
    version: (row?.version ?? 0) + (isChanged ? 1 : 0),
    status: newStatus,
    currency: row?.currency ?? proposal.currency,
    content,
    returnPeriod: flows
      ? (returnPeriodAt(report, flows, offerTotals(content.lines)) ?? Number.POSITIVE_INFINITY)
      : null,
    endsAt,
    sentAt: newStatus === "sent" ? now : isChanged ? null : (row?.sentAt ?? null),
  }
}

const contentOf = ({ lines, terms, payment }: Offer): OfferContent => ({
  ...{ lines, validUntil: null, terms, payment, loan: null },
})

/** Proposal from a report and a price list, before the first change. Prices of another currency do not count. */
const proposalOf = (report: StoredReport, prices: PricesInCurrency, language: Language): Offer => {
  const { currency = SHIPPED_CURRENCY } = report
  const { items, terms, payment } = prices
  const isSame = prices.currency === currency
  const lines = offerLines(proposedLines(report, isSame ? items : []), language)
  return {
    ...{ number: null, version: 0, status: "draft" as const, currency, lines },
    ...{ totals: offerTotals(lines), validUntil: null, terms, payment, loan: null },
    ...{ photos: [], sentAt: null, wasSent: false, updatedAt: null, acceptance: null },
    ...(isSame || items.length === 0 ? {} : { priceListCurrency: prices.currency }),
  }
}

/** End of a day by the clock of the report's site. */
const endOfDay = (day: string, { latitude, longitude }: Pick<StoredReport, "latitude" | "longitude">): Date => {
  const midnight = Date.parse(`${day}T00:00:00Z`) + MS_PER_DAY
  const { zone } = siteOf(latitude, longitude)
  // The offset at midnight decides, so that days with a change of the clock end correctly too.
  const offset = offsetHoursAt(zone, midnight - offsetHoursAt(zone, midnight) * MS_PER_HOUR)
  return new Date(midnight - offset * MS_PER_HOUR)
}

/** State of a stored offer: a sent offer is expired after its last day. */
export const statusOf = ({ status, endsAt }: Pick<OfferRow, "status" | "endsAt">): Offer["status"] =>
  status === "sent" && endsAt && endsAt.getTime() <= Date.now() ? "expired" : status

/** SHA-256 of the text of an offer, for its acceptance. */
export const hashOfOffer = ({ scanId, number, version, currency, content }: OfferRow): string =>
  createHash("sha256").update(acceptedText({ scanId, number, version, currency, content })).digest("hex")

const partsOf = ({ currency, content }: Pick<OfferRow, "currency" | "content">) => {
  const { lines, validUntil, terms, payment, loan, photos = [] } = content
  return {
    ...{ currency, lines, totals: offerTotals(lines), validUntil, terms, payment, photos },
    loan: loan && { ...loan, monthlyPayment: monthlyPayment(loan) },
  }
}

const acceptanceOf = ({ acceptedAt, acceptedBy, acceptedDrawing, acceptedHash }: OfferRow) =>
  acceptedAt && {
    ...{ acceptedAt: acceptedAt.toISOString(), name: acceptedBy, drawing: acceptedDrawing },
    hash: acceptedHash ?? "",
  }

const offerOf = async (queries: Queries, row: OfferRow): Promise<Offer> => {
  const acceptance = acceptanceOf(row)
  return {
    ...{ number: row.number, version: row.version, status: statusOf(row), ...partsOf(row) },
    sentAt: row.sentAt?.toISOString() ?? null,
    wasSent: await wasSent(queries, row),
    updatedAt: row.updatedAt.toISOString(),
    acceptance: acceptance && { ...acceptance, address: row.acceptedAddress },
  }
}

/** Offer of a shared scan as its customer reads it; null if it is not sent. */
export const sharedOffer = async (queries: Queries, { id }: Pick<ScanState, "id">): Promise<SharedOffer | null> => {
  const row = await findOffer(queries, id)
  return row ? sharedOfferOf(row) : null
}

/** An offer as its customer reads it; null if it is not sent. */
export const sharedOfferOf = (row: OfferRow): SharedOffer | null => {
  const status = statusOf(row)
  if (status === "draft" || status === "withdrawn") return null
  const { number, version, sentAt } = row
  const sent = sentAt?.toISOString() ?? row.updatedAt.toISOString()
  return { number, version, status, ...partsOf(row), sentAt: sent, acceptance: acceptanceOf(row) }
}
