import { and, count, desc, eq, gte, inArray, isNotNull, isNull, lt, or, type SQL, sql } from "drizzle-orm"
import type { Currency } from "../../domain/market/currencyNames.ts"
import { isEnded, type ScanStatus } from "../../domain/organization/events/states.ts"
import { searchedTexts } from "../../domain/request/customerDetails.ts"
import type { FilledRequest } from "../../domain/request/request.ts"
import { firstIdOf, isId } from "../../infra/ids.ts"
import type { Queries } from "../database.ts"
import {
  idsOfSlice,
  type Listed,
  type Page,
  type PageRead,
  pageAfter,
  pageByKey,
  pageByOrder,
  type Slice,
  type SliceAfter,
} from "../page.ts"
import { isLinkOpen, isUnfinished, type Mode, scans } from "../tables.ts"
import { countScans, totalOf } from "./counts.ts"
import { hasOffer, type OfferFilter } from "./offerStates.ts"

/** Owner of the scans that a call may see: an organization and mode. Other scans do not exist for the call. */
export interface Owner {
  organizationId: string
  mode: Mode
}

/** Columns of answers about a scan, without the request and the figures of lists. */
export const STATE = {
  id: scans.id,
  organizationId: scans.organizationId,
  mode: scans.mode,
  status: scans.status,
  goal: scans.goal,
  runId: scans.runId,
  progression: scans.progression,
  error: scans.error,
  hasSeenReport: scans.hasSeenReport,
  costEur: scans.costEur,
  fixture: scans.fixture,
  isPlant: scans.isPlant,
  rootId: scans.rootId,
  siteId: scans.siteId,
  isShared: sql<boolean>`${isLinkOpen}`,
  shareToken: sql<string | null>`case when ${isLinkOpen} then ${scans.shareToken} end`,
  createdAt: scans.createdAt,
}
/**
 * Columns for callers without a credential, without the share token. With the token they could read a shared scan after
 * its state is hidden.
 */
export const ANONYMOUS = { ...STATE, shareToken: sql<null>`null` }
type Row = typeof scans.$inferSelect & { isShared: boolean }
export type ScanState = Pick<Row, keyof typeof STATE>

/** Columns of a scan in lists. */
export const LISTED = {
  ...STATE,
  selfSufficiency: scans.selfSufficiency,
  returnPeriod: scans.returnPeriod,
  co2SavedKg: scans.co2SavedKg,
  yearlySavings: scans.yearlySavings,
  panels: scans.panels,
  batteryKwh: scans.batteryKwh,
  investment: scans.investment,
  netPresentValue: scans.netPresentValue,
  savingsP10: scans.savingsP10,
  savingsP50: scans.savingsP50,
  savingsP90: scans.savingsP90,
  dossierId: scans.dossierId,
  customerDetails: scans.customerDetails,
  place: scans.place,
  acceptedAt: scans.acceptedAt,
  currency: sql<Currency | null>`${scans.input}->>'currency'`,
}
/** A scan as lists show it; its currency is null for EUR. */
export type ListedScan = Pick<Row, Exclude<keyof typeof LISTED, "currency">> & { currency: Currency | null }

/** A scan with its request and defaults. */
export type AskedScan = ScanState & Pick<Row, "input" | "customerDetails" | "keepsInputs">

const ASKED = { input: scans.input, customerDetails: scans.customerDetails, keepsInputs: scans.keepsInputs }

export const ownedBy = ({ organizationId, mode }: Owner): SQL | undefined =>
  and(eq(scans.organizationId, organizationId), eq(scans.mode, mode))

/**
 * A scan by its id, for the path without a credential: a shared scan, and with `withUndecided` also a scan whose
 * sharing was never decided.
 */
export const findOpenScan = async (
  queries: Queries,
  id: string,
  withUndecided: boolean,
): Promise<ScanState | undefined> => {
  if (!isId(id)) return undefined
  // An expired link counts as removed.
  const isUndecided = and(eq(scans.shareEnded, false), isNull(scans.shareToken))
  const isOpen = or(isLinkOpen, withUndecided ? isUndecided : undefined)
  const [scan] = await queries
    .select(ANONYMOUS)
    .from(scans)
    .where(and(eq(scans.id, id), isOpen))
    .limit(1)
  return scan
}

/** A scan of the owner with its request. */
export const findAskedScan = async (queries: Queries, owner: Owner, id: string): Promise<AskedScan | undefined> => {
  if (!isId(id)) return undefined
  const [scan] = await queries
    .select({ ...STATE, ...ASKED })
    .from(scans)
    .where(and(ownedBy(owner), eq(scans.id, id)))
    .limit(1)
  return scan
}

/** A scan of the owner by its run identifier or its id. */
export const findRun = async (queries: Queries, owner: Owner, id: string): Promise<ScanState | undefined> => {
  if (!isId(id)) return undefined
  const [scan] = await queries
    .select(STATE)
    .from(scans)
    .where(and(ownedBy(owner), or(eq(scans.runId, id), eq(scans.id, id))))
    .limit(1)
  return scan
}

/** States of scans of any owner; callers must have checked the owner of each scan. */
export const scanStatuses = (queries: Queries, ids: string[]): Promise<{ id: string; status: ScanStatus }[]> =>
  queries.select({ id: scans.id, status: scans.status }).from(scans).where(inArray(scans.id, ids))

/** Filter of a list. */
export interface ScanFilter {
  dossierId?: string | undefined
  /** UUID. */
  batchId?: string | undefined
  /** UUID. */
  siteId?: string | undefined
  statuses?: readonly ScanStatus[] | undefined
  /** Text searched in the customer, the place and the dossier. */
  search?: string | undefined
  goal?: FilledRequest["goal"] | undefined
  createdFrom?: Date | undefined
  createdBefore?: Date | undefined
  /** True for accepted reports. */
  isAccepted?: boolean | undefined
  offer?: OfferFilter | undefined
  /** Minimum savings of the first year [EUR]. */
  minYearlySavings?: number | undefined
  /** Id of the oldest scan that the list reads; absent: it reads all. */
  oldestId?: string | undefined
}

/** Orders of a list other than age. */
export const SORTS = ["yearlySavings", "selfSufficiency", "returnPeriod", "co2SavedKg"] as const
export interface ScanOrder {
  by: (typeof SORTS)[number]
  isAscending: boolean
}

/** Lists show figures only for solved scans, because sandbox scans have figures from the start. */
const IS_COMPLETED = eq(scans.status, "completed")

const contains = (text: SQL | typeof scans.customerText, part: string): SQL => sql`position(${part} in ${text}) > 0`

const matchingOf = (owner: Owner, filter: ScanFilter): SQL | undefined => {
  const { dossierId, batchId, siteId, statuses, goal, isAccepted, minYearlySavings, oldestId } = filter
  const { createdFrom, createdBefore, offer } = filter
  const searched = filter.search === undefined ? undefined : searchedTexts(filter.search)
  return and(
    ownedBy(owner),
    dossierId === undefined ? undefined : eq(scans.dossierId, dossierId),
    batchId === undefined ? undefined : eq(scans.batchId, batchId),
    siteId === undefined ? undefined : eq(scans.siteId, siteId),
    statuses && inArray(scans.status, [...statuses]),
    searched &&
      or(
        ...searched.map(text => contains(scans.customerText, text)),
        contains(sql`lower(${scans.dossierId})`, searched[0]!),
        contains(sql`lower(${scans.place})`, searched[0]!),
      ),
    goal && eq(scans.goal, goal),
    createdFrom && gte(scans.createdAt, createdFrom),
    createdBefore && lt(scans.createdAt, createdBefore),
    isAccepted === undefined ? undefined : (isAccepted ? isNotNull : isNull)(scans.acceptedAt),
    offer && hasOffer(offer),
    minYearlySavings === undefined ? undefined : and(IS_COMPLETED, gte(scans.yearlySavings, minYearlySavings)),
    oldestId === undefined ? undefined : gte(scans.id, oldestId),
  )
}

/** True if the stored counts alone count lists of a filter. */
const isByStatusOnly = ({ statuses: _, ...rest }: ScanFilter): boolean =>
  Object.values(rest).every(value => value === undefined)

/** Number of scans of a list and the marks of its pages, if stored counts give both. */
const countedOf = (queries: Queries, owner: Owner, filter: ScanFilter): Pick<Listed, "count" | "marked"> => {
  if (!isByStatusOnly(filter)) return {}
  const { statuses } = filter
  const count = () => countScans(queries, owner, statuses)
  if (statuses && !statuses.every(isEnded)) return { count }
  const name = [owner.organizationId, owner.mode, ...(statuses ?? [])].join(" ")
  const settled = () => settledBefore(queries, statuses ? owner : undefined)
  return { count, marked: { name, total: totalOf(owner, statuses), settledBefore: settled } }
}

/** Maximum time from a scan's id to its storage, longer than any request and any difference of clocks. */
const SETTLED_AFTER_MS = 60_000

/**
 * Id before which no scan is added to a list. With the owner of the list, no earlier scan can enter an ended state
 * either.
 */
const settledBefore = async (queries: Queries, owner: Owner | undefined): Promise<string> => {
  const firstId = firstIdOf(Date.now() - SETTLED_AFTER_MS)
  if (!owner) return firstId
  const [oldest] = await queries
    .select({ id: scans.id })
    .from(scans)
    .where(and(ownedBy(owner), isUnfinished))
    .orderBy(scans.id)
    .limit(1)
  return oldest && oldest.id < firstId ? oldest.id : firstId
}

/** A part of the owner's scans, newest first, and true if more follow. */
export const listScans = async (
  queries: Queries,
  owner: Owner,
  filter: ScanFilter,
  slice: Slice | SliceAfter,
): Promise<Page<ListedScan> & { hasMore: boolean }> => {
  const list = { ...BY_ID, where: matchingOf(owner, filter), ...countedOf(queries, owner, filter) }
  const read = ({ where, order, limit }: PageRead) =>
    queries.select(LISTED).from(scans).where(where).orderBy(order).limit(limit)
  if ("after" in slice) return pageAfter(queries, list, slice, read)
  const { rows, total } = await pageByKey(queries, list, slice, read)
  return { rows, total, hasMore: slice.offset + rows.length < total }
}

/** Scans of the owner that come after one of theirs, newest first, at most `limit`; of the newest on without one. */
export const scansAfter = (
  queries: Queries,
  owner: Owner,
  filter: ScanFilter,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<ListedScan[]> =>
  queries
    .select(LISTED)
    .from(scans)
    .where(and(matchingOf(owner, filter), after === undefined ? undefined : lt(scans.id, after)))
    .orderBy(desc(scans.id))
    .limit(limit)

/**
 * Maximum number of scans that a search or a sorted list reads. The embedded engine takes 0.1 to 0.3 s for them, and
 * every other call waits meanwhile.
 */
const MAX_READ = 50_000

/**
 * The oldest scan that a search or a sorted list reads, counted from the newest one of the other filters. Undefined if
 * the list reads all of its scans.
 */
export const oldestRead = async (
  queries: Queries,
  owner: Owner,
  { search: _1, goal: _2, minYearlySavings: _3, offer: _4, isAccepted, ...filter }: ScanFilter,
): Promise<Pick<Row, "id" | "createdAt"> | undefined> => {
  // Accepted scans have an index.
  const list = { ...BY_ID, where: matchingOf(owner, { ...filter, isAccepted: isAccepted || undefined }) }
  const [last, older] = await idsOfSlice(queries, list, { limit: 2, offset: MAX_READ - 1 })
  if (!last || !older) return undefined
  const [oldest] = await queries
    .select({ id: scans.id, createdAt: scans.createdAt })
    .from(scans)
    .where(eq(scans.id, String(last.id)))
  return oldest
}

/** A part of the owner's scans sorted by a figure, scans without it at the end. Reads all matching scans. */
export const listSortedScans = async (
  queries: Queries,
  owner: Owner,
  filter: ScanFilter,
  { by, isAscending, ...slice }: Slice & ScanOrder,
): Promise<Page<ListedScan>> => {
  const where = matchingOf(owner, filter)
  const direction = sql.raw(isAscending ? "asc" : "desc")
  const figure = sql`case when ${IS_COMPLETED} then ${scans[by]} end ${direction} nulls last`
  // Ids alone are sorted: requests of all scans would be read for their currencies.
  const sorted = queries.select({ id: scans.id }).from(scans).where(where).orderBy(figure, desc(scans.id)).$dynamic()
  const { rows: page, total } = await pageByOrder(queries, { table: scans, where }, slice, sorted)
  const ids = page.map(({ id }) => id)
  const rows = await queries.select(LISTED).from(scans).where(inArray(scans.id, ids))
  return { rows: rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)), total }
}

/** A part of the owner's scans with their requests, newest first. */
export const listAskedScans = (queries: Queries, owner: Owner, slice: Slice): Promise<Page<AskedScan>> =>
  pageByKey(
    queries,
    { ...BY_ID, where: ownedBy(owner), ...countedOf(queries, owner, {}) },
    slice,
    ({ where, order, limit }) =>
      queries
        .select({ ...STATE, ...ASKED })
        .from(scans)
        .where(where)
        .orderBy(order)
        .limit(limit),
  )

const BY_ID = { table: scans, id: scans.id }

/** The newest adjustments of a scan, at most `limit`. */
export const listAdjustments = (queries: Queries, owner: Owner, rootId: string, limit: number): Promise<ListedScan[]> =>
  queries
    .select(LISTED)
    .from(scans)
    .where(and(ownedBy(owner), eq(scans.rootId, rootId)))
    .orderBy(desc(scans.id))
    .limit(limit)

/** Number of adjustments by scan; scans without adjustments are absent. */
export const countAdjustments = async (
  queries: Queries,
  ids: readonly string[],
): Promise<ReadonlyMap<string | null, number>> => {
  if (ids.length === 0) return new Map()
  const counts = await queries
    .select({ rootId: scans.rootId, adjustments: count() })
    .from(scans)
    .where(inArray(scans.rootId, [...ids]))
    .groupBy(scans.rootId)
  return new Map(counts.map(({ rootId, adjustments }) => [rootId, adjustments]))
}
