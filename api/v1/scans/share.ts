import { and, eq, sql } from "drizzle-orm"
import { newToken } from "../../../infra/ids.ts"
import type { Queries } from "../../../store/database.ts"
import { scans } from "../../../store/tables.ts"
import { NotFound } from "../../http/errors.ts"
import { brandingOf } from "../organizations/branding.ts"
import { scanChart } from "./chart.ts"
import type { ScanContext } from "./context.ts"
import { assertCompleted, fullReport } from "./report.ts"
import type { ChartQuery, ShareAnswer, SharedScan } from "./schemas.ts"
import { findScan, type Owner, ownedBy, type Scan } from "./scope.ts"

const TOKEN_BYTES = 32
const TOKEN = /^[\w-]{43}$/

/**
 * Lets anyone who has the token read a completed scan, or ends that. Shared again, it has a new token; a scan that is
 * shared already keeps its own. Throws NotFound, Conflict.
 */
export const shareScan = async (
  { queries, publicUrl }: ScanContext,
  owner: Owner,
  id: string,
  isShared: boolean,
): Promise<ShareAnswer> => {
  const scan = await findScan(queries, owner, id)
  if (isShared) assertCompleted(scan)
  const [changed] = await queries
    .update(scans)
    .set({ shareToken: isShared ? sql`coalesce(${scans.shareToken}, ${newToken(TOKEN_BYTES)})` : null })
    .where(and(ownedBy(owner), eq(scans.id, scan.id)))
    .returning({ shareToken: scans.shareToken })
  if (!changed) throw new NotFound("scan")
  const { shareToken } = changed
  return { isShared, shareToken, shareUrl: shareToken && `${publicUrl}/v1/scans/shared/${shareToken}` }
}

/** What the holder of a share token sees. Throws NotFound. */
export const sharedScan = async (
  { queries, publicUrl }: ScanContext,
  token: string,
  query: ChartQuery,
): Promise<SharedScan> => {
  const scan = await findShared(queries, token)
  return {
    scanId: scan.id,
    report: await fullReport(queries, scan),
    chartData: await scanChart(queries, scan, query),
    ...(await brandingOf(queries, publicUrl, scan.organizationId)),
  }
}

const findShared = async (queries: Queries, token: string): Promise<Scan> => {
  const [scan] = TOKEN.test(token) ? await queries.select().from(scans).where(eq(scans.shareToken, token)).limit(1) : []
  if (!scan) throw new NotFound("shared scan")
  return scan
}
