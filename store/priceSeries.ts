import { and, eq, getTableColumns, inArray } from "drizzle-orm"
import { doublesOf, pack, unpack, withRest } from "../domain/base/packing.ts"
import type { StoredPrices } from "../domain/market/tariff/priceSeries.ts"
import { isId } from "../infra/ids.ts"
import type { Queries } from "./database.ts"
import { readableBy, writableBy } from "./modes.ts"
import { type Page, pageByKey, type Slice } from "./page.ts"
import { priceSeries } from "./priceSeriesTable.ts"
import type { Owner } from "./scans/read.ts"
import type { Mode } from "./tables.ts"

/** A price series without its hours. */
export type PriceSeriesRow = Omit<typeof priceSeries.$inferSelect, "hours">

/** Names of the packed prices. */
const HOURS = "eurPerKwh"
const QUARTERS = "quarterEurPerKwh"

const { hours: _, ...columns } = getTableColumns(priceSeries)

const hoursOf = (packed: Uint8Array): Float64Array => doublesOf(unpack(packed).arrays, HOURS)

const pricesOf = (packed: Uint8Array): Omit<StoredPrices, "year"> => {
  const { arrays } = unpack(packed)
  const quarters = QUARTERS in arrays ? { quarterEurPerKwh: doublesOf(arrays, QUARTERS) } : {}
  return { eurPerKwh: doublesOf(arrays, HOURS), ...quarters }
}

const written = (owner: Owner, id: string) => and(eq(priceSeries.id, id), writableBy(priceSeries, owner))

/** Stores a price series with its hours and quarters. */
export const insertPriceSeries = async (
  queries: Queries,
  row: PriceSeriesRow,
  { eurPerKwh, quarterEurPerKwh }: Omit<StoredPrices, "year">,
): Promise<void> => {
  const quarters = quarterEurPerKwh ? withRest(QUARTERS, quarterEurPerKwh) : {}
  const hours = pack({ arrays: { ...withRest(HOURS, eurPerKwh), ...quarters }, meta: null })
  await queries.insert(priceSeries).values({ ...row, hours })
}

/** Number of price series of the organization and mode. */
export const countPriceSeries = (queries: Queries, owner: Owner): Promise<number> =>
  queries.$count(priceSeries, writableBy(priceSeries, owner))

/** A part of the price series that the caller may read, newest first. */
export const listPriceSeries = (queries: Queries, owner: Owner, slice: Slice): Promise<Page<PriceSeriesRow>> => {
  const list = { table: priceSeries, id: priceSeries.id, where: readableBy(priceSeries, owner) }
  return pageByKey(queries, list, slice, ({ where, order, limit }) =>
    queries.select(columns).from(priceSeries).where(where).orderBy(order).limit(limit),
  )
}

/** A price series that the caller may read, with its hours; undefined without a price series of this id. */
export const findPriceSeries = async (
  queries: Queries,
  owner: Owner,
  id: string,
): Promise<{ row: PriceSeriesRow; eurPerKwh: Float64Array } | undefined> => {
  if (!isId(id)) return undefined
  const [stored] = await queries
    .select()
    .from(priceSeries)
    .where(and(eq(priceSeries.id, id), readableBy(priceSeries, owner)))
    .limit(1)
  if (!stored) return undefined
  const { hours, ...row } = stored
  return { row, eurPerKwh: hoursOf(hours) }
}

/** Mode of a price series that the caller may read; undefined without a price series of this id. */
export const modeOfPriceSeries = async (queries: Queries, owner: Owner, id: string): Promise<Mode | undefined> => {
  if (!isId(id)) return undefined
  const [row] = await queries
    .select({ mode: priceSeries.mode })
    .from(priceSeries)
    .where(and(eq(priceSeries.id, id), readableBy(priceSeries, owner)))
  return row?.mode
}

/** Renames a price series; undefined without a price series of this id and mode. */
export const renamePriceSeries = async (
  queries: Queries,
  owner: Owner,
  id: string,
  name: string,
): Promise<PriceSeriesRow | undefined> => {
  if (!isId(id)) return undefined
  const [row] = await queries.update(priceSeries).set({ name }).where(written(owner, id)).returning(columns)
  return row
}

/** Deletes a price series; undefined without a price series of this id and mode. */
export const deletePriceSeries = async (
  queries: Queries,
  owner: Owner,
  id: string,
): Promise<{ id: string } | undefined> => {
  if (!isId(id)) return undefined
  const [row] = await queries.delete(priceSeries).where(written(owner, id)).returning({ id: priceSeries.id })
  return row
}

/** Subset of the ids that are price series which the caller may read. */
export const knownPriceSeries = async (
  queries: Queries,
  owner: Owner,
  ids: readonly string[],
): Promise<Set<string>> => {
  const possible = ids.filter(isId)
  if (possible.length === 0) return new Set()
  const rows = await queries
    .select({ id: priceSeries.id })
    .from(priceSeries)
    .where(and(inArray(priceSeries.id, possible), readableBy(priceSeries, owner)))
  return new Set(rows.map(({ id }) => id))
}

/** Price series by their ids, without deleted series. */
export const priceSeriesHours = async (
  queries: Queries,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, StoredPrices>> => {
  if (ids.length === 0) return new Map()
  const rows = await queries
    .select({ id: priceSeries.id, year: priceSeries.year, hours: priceSeries.hours })
    .from(priceSeries)
    .where(and(inArray(priceSeries.id, [...ids]), eq(priceSeries.organizationId, organizationId)))
  return new Map(rows.map(({ id, year, hours }) => [id, { year, ...pricesOf(hours) }]))
}
