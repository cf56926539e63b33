import { InvalidInput } from "../../../domain/errors.ts"
import type { ScanStatus } from "../../../domain/scan/states.ts"
import { rounded } from "../../../domain/validation/units.ts"
import { violation } from "../../../domain/validation/violation.ts"
import type { Queries } from "../../../store/database.ts"
import { countAdjustments, listAdjustments as list, listScans as listOf } from "../../../store/scans/read.ts"
import { pageOf, sliceOf } from "../../http/lists.ts"
import type { ScanContext } from "./context.ts"
import type { Reader } from "./reader.ts"
import { ScanList, type ScanListItem, type ScanListQuery } from "./schemas.ts"
import { findScan } from "./scope.ts"
import { listItem } from "./views.ts"

/** Adjustments that are listed of one scan, the newest. */
const MAX_ADJUSTMENTS_LISTED = 1_000

const RUNNING: ScanStatus[] = ["pending", "processing"]

/**
 * A page of the caller's scans, newest first, of every status unless one is asked for; it begins after the scan of a cursor, or
 * by its number. Throws InvalidInput where both are given.
 */
export const listScans = async (queries: Queries, reader: Reader, query: ScanListQuery): Promise<ScanList> => {
  const { dossierId, status, cursor, page } = query
  if (cursor !== undefined && page !== undefined)
    throw new InvalidInput([violation(["cursor"], "either-or", { other: ["page"] })])
  const statuses = status === "running" ? RUNNING : status && [status]
  const slice = sliceOf(query)
  const from = cursor === undefined ? slice : { limit: slice.limit, after: cursor }
  const { rows, total, hasMore } = await listOf(queries, reader, { dossierId, statuses }, from)
  const adjustments = await countAdjustments(
    queries,
    rows.map(({ id }) => id),
  )
  const items = rows.map(scan => listItem(scan, adjustments.get(scan.id) ?? 0, reader.language))
  return rounded(ScanList, { ...pageOf(query, items, total), nextCursor: hasMore ? (rows.at(-1)?.id ?? null) : null })
}

/** The adjustments of a scan, newest first. Throws NotFound. */
export const listAdjustments = async (context: ScanContext, reader: Reader, id: string): Promise<ScanListItem[]> => {
  const root = await findScan(context, reader, id)
  const rows = await list(context.queries, reader, root.id, MAX_ADJUSTMENTS_LISTED)
  return rows.map(scan => listItem(scan, 0, reader.language))
}
