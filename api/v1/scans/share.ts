import type { Language } from "../../../domain/texts/render.ts"
import { newToken } from "../../../infra/ids.ts"
import type { Queries } from "../../../store/database.ts"
import { setShareToken } from "../../../store/scans/change.ts"
import { findCustomer } from "../../../store/scans/customers.ts"
import { findSharedScan, type Owner, type ScanState } from "../../../store/scans/read.ts"
import { found } from "../../http/errors.ts"
import { brandingOf } from "../organizations/branding.ts"
import { scanChart } from "./chart.ts"
import type { ScanContext } from "./context.ts"
import { assertCompleted, fullReport } from "./report.ts"
import type { ChartQuery, ShareAnswer, SharedScan } from "./schemas.ts"
import { findScan } from "./scope.ts"

const TOKEN_BYTES = 32
const TOKEN = /^[\w-]{43}$/

/**
 * Lets anyone who has the token read a completed scan, or ends that. Shared again, it has a new token; a scan that is
 * shared already keeps its own. Throws NotFound, Conflict.
 */
export const shareScan = async (
  context: ScanContext,
  owner: Owner,
  id: string,
  isShared: boolean,
): Promise<ShareAnswer> => {
  const { queries, publicUrl } = context
  const scan = await findScan(context, owner, id)
  if (isShared) assertCompleted(scan)
  const changed = found(await setShareToken(queries, owner, scan.id, isShared ? newToken(TOKEN_BYTES) : null), "scan")
  const { shareToken } = changed
  return { isShared, shareToken, shareUrl: shareToken && `${publicUrl}/shared/${shareToken}` }
}

/** What the holder of a share token sees. Throws NotFound. */
export const sharedScan = async (
  context: ScanContext,
  token: string,
  query: ChartQuery,
  language: Language,
): Promise<SharedScan> => {
  return shownScan(context, await findShared(context.queries, token), query, language)
}

/** The page of a completed scan as the holder of a token sees it. Throws NotFound when the scan is being deleted. */
export const shownScan = async (
  { queries, publicUrl }: ScanContext,
  scan: ScanState,
  query: ChartQuery,
  language: Language,
): Promise<SharedScan> => ({
  scanId: scan.id,
  mode: scan.mode,
  customerName: (await findCustomer(queries, scan, scan.id))?.customerDetails?.name ?? null,
  report: await fullReport(queries, scan, language),
  chartData: await scanChart(queries, scan, query),
  ...(await brandingOf(queries, publicUrl, scan.organizationId)),
})

/** The scan that a share token names. Throws NotFound. */
export const findShared = async (queries: Queries, token: string): Promise<ScanState> =>
  found(TOKEN.test(token) && (await findSharedScan(queries, token)), "shared-scan")
