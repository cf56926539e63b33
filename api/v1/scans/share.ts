import { createBoundedMap } from "../../../domain/base/boundedMap.ts"
import { InvalidInput } from "../../../domain/base/errors.ts"
import { rounded } from "../../../domain/base/validation/units.ts"
import { violation } from "../../../domain/base/validation/violation.ts"
import type { Acceptance } from "../../../domain/report/acceptance.ts"
import { addressOf } from "../../../domain/request/customerDetails.ts"
import type { Language } from "../../../domain/texts/render.ts"
import { newToken } from "../../../infra/ids.ts"
import type { Queries } from "../../../store/database.ts"
import { findCustomer } from "../../../store/scans/customers.ts"
import type { Owner, ScanState } from "../../../store/scans/read.ts"
import {
  type AcceptanceRow,
  findShare,
  findSharedScan,
  type SharedState,
  type ShareRow,
  setShare,
} from "../../../store/scans/sharing.ts"
import { type Encoded, encoded } from "../../http/encoded.ts"
import { LinkExpired, orNotFound } from "../../http/errors.ts"
import { readMoment } from "../../http/moment.ts"
import { brandingOf } from "../organizations/branding.ts"
import { scanChart } from "./chart.ts"
import type { ScanContext } from "./context.ts"
import { sharedOffer } from "./offer.ts"
import { assertCompleted, fullReport } from "./report.ts"
import type { ChartQuery } from "./schemas.ts"
import { findScan } from "./scope.ts"
import { type ShareAnswer, SharedScan, type ShareRequest } from "./shareSchemas.ts"

const TOKEN_BYTES = 32
const TOKEN = /^[\w-]{43}$/

/** Sharing of a scan, and the acceptance of its report. Throws NotFound. */
export const readShare = async ({ queries, publicUrl }: ScanContext, owner: Owner, id: string): Promise<ShareAnswer> =>
  shareAnswer(orNotFound(await findShare(queries, owner, id), "scan"), publicUrl)

/**
 * Lets anyone with the token read a completed scan, or ends the sharing. A scan shared again, also after the link has
 * expired, gets a new token. A shared scan keeps its token. Throws InvalidInput, NotFound, Conflict.
 */
export const shareScan = async (
  context: ScanContext,
  owner: Owner,
  id: string,
  { enabled, expiresAt }: ShareRequest,
): Promise<ShareAnswer> => {
  const { queries, publicUrl } = context
  const ends = typeof expiresAt === "string" ? expiryOf(expiresAt) : expiresAt
  const scan = await findScan(context, owner, id)
  if (enabled) assertCompleted(scan)
  const share = enabled ? { token: newToken(TOKEN_BYTES), expiresAt: ends } : null
  return shareAnswer(orNotFound(await setShare(queries, owner, scan.id, share), "scan"), publicUrl)
}

/** Throws InvalidInput for an invalid or past moment. */
const expiryOf = (text: string): Date => {
  const moment = readMoment("expiresAt", text)
  if (moment.getTime() > Date.now()) return moment
  throw new InvalidInput([violation(["expiresAt"], "not-later-than-now")])
}

const shareAnswer = (share: ShareRow, publicUrl: string): ShareAnswer => ({
  isShared: share.shareToken !== null,
  shareToken: share.shareToken,
  shareUrl: share.shareToken && `${publicUrl}/shared/${share.shareToken}`,
  expiresAt: share.shareExpiresAt?.toISOString() ?? null,
  acceptance: acceptanceOf(share),
})

/** Acceptance of a report; null without one. */
export const acceptanceOf = ({ acceptedAt, acceptedBy, acceptedPlant }: AcceptanceRow): Acceptance | null =>
  acceptedAt && acceptedPlant && { acceptedAt: acceptedAt.toISOString(), name: acceptedBy, plant: acceptedPlant }

/** The page of a completed scan as the holder of a token sees it. Throws NotFound when the scan is being deleted. */
export const shownScan = async (
  context: ScanContext,
  scan: ScanState,
  query: ChartQuery,
  language: Language,
): Promise<SharedScan> => ({
  ...(await changeableParts(context, scan)),
  report: await fullReport(context.queries, scan, language),
  chartData: await scanChart(context.queries, scan, query),
})

/** Parts of the page of a scan that may change. */
const changeableParts = async ({ queries, publicUrl }: ScanContext, scan: ScanState) => {
  const { shareUrl, expiresAt, acceptance } = shareAnswer(
    orNotFound(await findShare(queries, scan, scan.id), "scan"),
    publicUrl,
  )
  const offer = await sharedOffer(queries, scan)
  const customer = (await findCustomer(queries, scan, scan.id))?.customerDetails
  const { company, ...branding } = await brandingOf(queries, publicUrl, scan.organizationId)
  return {
    scanId: scan.id,
    mode: scan.mode,
    customerName: customer?.name ?? null,
    customerAddress: (offer && customer && addressOf(customer)) ?? null,
    shareUrl,
    expiresAt,
    acceptance,
    offer,
    ...branding,
    company: offer && company,
  }
}

/** Maximum number of characters of cached pages. */
const MAX_PAGE_CHARACTERS = 4 * 1024 * 1024
/** Lifetime of a page: its chart begins at the day of its rendering unless the query says otherwise. */
const PAGE_MS = 10_000

/**
 * Caches the pages of scans in their sent form. A stored report never changes, and all else of a page is read each time
 * and part of its key: a cached page equals a fresh one.
 */
export const createSharedPages = (context: ScanContext) => {
  const pages = createBoundedMap<{ page: Encoded<SharedScan>; atMs: number }>({
    capacity: MAX_PAGE_CHARACTERS,
    sizeOf: ({ page }) => page.text.length,
    isCurrent: ({ atMs }) => performance.now() - atMs < PAGE_MS,
  })
  return async (scan: ScanState, query: ChartQuery, language: Language): Promise<Encoded<SharedScan>> => {
    const parts = await changeableParts(context, scan)
    const name = JSON.stringify([parts, scan.isShared, query, language])
    const cached = pages.get(name)
    if (cached) return cached.page
    const page = encoded<SharedScan>(
      JSON.stringify(rounded(SharedScan, await shownScan(context, scan, query, language))),
    )
    pages.set(name, { page, atMs: performance.now() })
    return page
  }
}

/** The scan that a share token names. Throws NotFound, and LinkExpired. */
export const findShared = async (queries: Queries, token: string): Promise<SharedState> => {
  const scan = orNotFound(TOKEN.test(token) && (await findSharedScan(queries, token)), "shared-scan")
  if (!scan.isShared) throw new LinkExpired()
  return scan
}
