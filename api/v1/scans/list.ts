import { InvalidInput } from "../../../domain/base/errors.ts"
import { rounded } from "../../../domain/base/validation/units.ts"
import { violation } from "../../../domain/base/validation/violation.ts"
import type { ScanStatus } from "../../../domain/organization/events/states.ts"
import type { Queries } from "../../../store/database.ts"
import {
  listAdjustments as list,
  listScans as listOf,
  oldestRead,
  type ScanFilter,
  listSortedScans as sortedOf,
} from "../../../store/scans/read.ts"
import { pageOf, sliceOf } from "../../http/lists.ts"
import { storableMoment } from "../../http/moment.ts"
import type { ScanContext } from "./context.ts"
import type { Reader } from "./reader.ts"
import { type ScanFilterQuery, ScanList, type ScanListItem, type ScanListQuery } from "./schemas.ts"
import { findScan } from "./scope.ts"
import { listItems } from "./views.ts"

/** Maximum number of listed adjustments of a scan, newest first. */
const MAX_ADJUSTMENTS_LISTED = 1_000

/**
 * Last readable row of a sorted list or a search, because the database sorts all rows and skips the rows before a page.
 */
const MAX_SEARCHED_ROWS = 10_000

const RUNNING: ScanStatus[] = ["pending", "processing"]

/**
 * A page of the caller's scans, newest first, by default of every status. It begins after the scan of a cursor, or by
 * page number. Throws InvalidInput if both are given, for an unknown order, and for a page beyond the last row of a
 * search.
 */
export const listScans = async (queries: Queries, reader: Reader, query: ScanListQuery): Promise<ScanList> => {
  const { cursor, page, sort, order, search } = query
  const pagingFields = [...(page === undefined ? [] : ["page"]), ...(sort === undefined ? [] : ["sort"])]
  if (cursor !== undefined && pagingFields[0] !== undefined)
    throw new InvalidInput([violation(["cursor"], "either-or", { other: [pagingFields[0]] })])
  if (order !== undefined && sort === undefined)
    throw new InvalidInput([violation(["order"], "counts-only-with", { other: ["sort"] })])
  const slice = sliceOf(query)
  if ((sort ?? search) !== undefined && slice.offset + slice.limit > MAX_SEARCHED_ROWS) throw behindSearch(slice.limit)
  const from = cursor === undefined ? slice : { limit: slice.limit, after: cursor }
  const queried = filterOf(query)
  const oldest = readsManyScans(query) ? await oldestRead(queries, reader, queried) : undefined
  const filter = { ...queried, oldestId: oldest?.id }
  const { rows, total, hasMore } = sort
    ? {
        ...(await sortedOf(queries, reader, filter, { ...slice, by: sort, isAscending: order === "asc" })),
        hasMore: false,
      }
    : await listOf(queries, reader, filter, from)
  const items = await listItems(queries, rows, reader.language)
  const nextCursor = hasMore ? (rows.at(-1)?.id ?? null) : null
  return rounded(ScanList, {
    ...pageOf(query, items, total),
    nextCursor,
    searchedFrom: oldest?.createdAt.toISOString() ?? null,
  })
}

/** True for a list whose rows no index finds: it would read every scan. */
const readsManyScans = ({ sort, search, goal, minYearlySavings, offerStatus, accepted }: ScanListQuery): boolean =>
  [sort, search, goal, minYearlySavings, offerStatus].some(value => value !== undefined) || accepted === "false"

const behindSearch = (limit: number): InvalidInput => {
  const maximum = Math.floor(MAX_SEARCHED_ROWS / limit)
  return new InvalidInput([violation(["page"], "page-of-search", { maximum, rows: MAX_SEARCHED_ROWS })])
}

/** Filter of a query of scans. Throws InvalidInput for an invalid day. */
export const filterOf = (query: ScanFilterQuery): ScanFilter => {
  const { dossierId, batchId, siteId, status, search, goal, minYearlySavings, accepted, offerStatus: offer } = query
  const statuses = status === "running" ? RUNNING : status && [status]
  const isAccepted = accepted === undefined ? undefined : accepted === "true"
  return {
    dossierId,
    batchId: batchId?.toLowerCase(),
    siteId: siteId?.toLowerCase(),
    statuses,
    search,
    goal,
    minYearlySavings,
    isAccepted,
    offer,
    ...daysOf(query),
  }
}

const DAY_MS = 86_400_000

/** The instants that the days of a query begin and end at, in UTC. Throws InvalidInput for an invalid day. */
const daysOf = ({ createdFrom, createdTo }: ScanFilterQuery) => ({
  createdFrom: createdFrom === undefined ? undefined : storableMoment(startMs("createdFrom", createdFrom)),
  createdBefore: createdTo === undefined ? undefined : storableMoment(startMs("createdTo", createdTo) + DAY_MS),
})

const startMs = (name: string, day: string): number => {
  const ms = Date.parse(`${day}T00:00:00Z`)
  const isDay = !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day)
  if (!isDay) throw new InvalidInput([violation([name], "date", { form: "day" })])
  return ms
}

/** The adjustments of a scan, newest first. Throws NotFound. */
export const listAdjustments = async (context: ScanContext, reader: Reader, id: string): Promise<ScanListItem[]> => {
  const root = await findScan(context, reader, id)
  const rows = await list(context.queries, reader, root.id, MAX_ADJUSTMENTS_LISTED)
  return listItems(context.queries, rows, reader.language)
}
