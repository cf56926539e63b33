import { and, eq, getTableColumns, inArray } from "drizzle-orm"
import { doublesOf, pack, unpack, withRest } from "../domain/base/packing.ts"
import type { PriceSeries } from "../domain/market/tariff/priceSeries.ts"
import { isId } from "../infra/ids.ts"
import type { Queries } from "./database.ts"
import { type Page, pageByKey, type Slice } from "./page.ts"
import { priceSeries } from "./priceSeriesTable.ts"

/** A price series without its hours. */
export type PriceSeriesRow = Omit<typeof priceSeries.$inferSelect, "hours">

const { hours: _, ...columns } = getTableColumns(priceSeries)

const hoursOf = (packed: Uint8Array): Float64Array => doublesOf(unpack(packed).arrays, "eurPerKwh")

const owned = (organizationId: string, id: string) =>
  and(eq(priceSeries.id, id), eq(priceSeries.organizationId, organizationId))

/** Stores a price series with its 8760 hours [EUR/kWh]. */
export const insertPriceSeries = async (
  queries: Queries,
  row: PriceSeriesRow,
  eurPerKwh: Float64Array,
): Promise<void> => {
  const hours = pack({ arrays: withRest("eurPerKwh", eurPerKwh), meta: null })
  await queries.insert(priceSeries).values({ ...row, hours })
}

export const countPriceSeries = (queries: Queries, organizationId: string): Promise<number> =>
  queries.$count(priceSeries, eq(priceSeries.organizationId, organizationId))

/** A part of the organization's price series, newest first. */
export const listPriceSeries = (
  queries: Queries,
  organizationId: string,
  slice: Slice,
): Promise<Page<PriceSeriesRow>> => {
  const list = { table: priceSeries, id: priceSeries.id, where: eq(priceSeries.organizationId, organizationId) }
  return pageByKey(queries, list, slice, ({ where, order, limit }) =>
    queries.select(columns).from(priceSeries).where(where).orderBy(order).limit(limit),
  )
}

/** The organization's price series with its hours; undefined without a price series of this id. */
export const findPriceSeries = async (
  queries: Queries,
  organizationId: string,
  id: string,
): Promise<{ row: PriceSeriesRow; eurPerKwh: Float64Array } | undefined> => {
  if (!isId(id)) return undefined
  const [found] = await queries.select().from(priceSeries).where(owned(organizationId, id)).limit(1)
  if (!found) return undefined
  const { hours, ...row } = found
  return { row, eurPerKwh: hoursOf(hours) }
}

/** Renames a price series; undefined without a price series of this id. */
export const renamePriceSeries = async (
  queries: Queries,
  organizationId: string,
  id: string,
  name: string,
): Promise<PriceSeriesRow | undefined> => {
  if (!isId(id)) return undefined
  const [row] = await queries.update(priceSeries).set({ name }).where(owned(organizationId, id)).returning(columns)
  return row
}

/** Deletes a price series; undefined without a price series of this id. */
export const deletePriceSeries = async (
  queries: Queries,
  organizationId: string,
  id: string,
): Promise<{ id: string } | undefined> => {
  if (!isId(id)) return undefined
  const [row] = await queries.delete(priceSeries).where(owned(organizationId, id)).returning({ id: priceSeries.id })
  return row
}

/** Subset of the ids that are price series of the organization. */
export const knownPriceSeries = async (
  queries: Queries,
  organizationId: string,
  ids: readonly string[],
): Promise<Set<string>> => {
  const possible = ids.filter(isId)
  if (possible.length === 0) return new Set()
  const rows = await queries
    .select({ id: priceSeries.id })
    .from(priceSeries)
    .where(and(inArray(priceSeries.id, possible), eq(priceSeries.organizationId, organizationId)))
  return new Set(rows.map(({ id }) => id))
}

/** Price series by their ids, without deleted series. */
export const priceSeriesHours = async (
  queries: Queries,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, PriceSeries>> => {
  if (ids.length === 0) return new Map()
  const rows = await queries
    .select({ id: priceSeries.id, year: priceSeries.year, hours: priceSeries.hours })
    .from(priceSeries)
    .where(and(inArray(priceSeries.id, [...ids]), eq(priceSeries.organizationId, organizationId)))
  return new Map(rows.map(({ id, year, hours }) => [id, { year, eurPerKwh: hoursOf(hours) }]))
}
