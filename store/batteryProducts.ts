import { and, asc, eq, gte, inArray, lte, type SQL, sql } from "drizzle-orm"
import { type CatalogueProduct, type CatalogueProductBody, isCatalogueId } from "../domain/market/batteryCatalogue.ts"
import { type BatteryLimits, ROUNDING } from "../domain/request/productCounts.ts"
import { batteryProducts } from "./batteryProductsTable.ts"
import type { Queries } from "./database.ts"
import { type Page, pageByKey, type Slice } from "./page.ts"

/** Rows per statement; their parameters stay far below PostgreSQL's limit. */
const ROWS_PER_INSERT = 1_000

/** A product with the instant of its last change. */
export interface KeptProduct {
  product: CatalogueProduct
  updatedAt: Date
}

const { id, product, updatedAt, organizationId: organization } = batteryProducts
const columns = { id, product, updatedAt }

const keptOf = (row: { id: string; product: CatalogueProductBody; updatedAt: Date }): KeptProduct => ({
  product: { id: row.id, ...row.product },
  updatedAt: row.updatedAt,
})

const owned = (organizationId: string, productId: string) => and(eq(organization, organizationId), eq(id, productId))

const rowOf = (organizationId: string, { id: productId, ...body }: CatalogueProduct, now: Date) => ({
  ...{ organizationId, id: productId, product: body, updatedAt: now },
  ...{ capacityKwh: body.capacityKwh, powerKw: body.powerKw, maxCount: body.maxCount ?? 1 },
})

export const countProducts = (queries: Queries, organizationId: string): Promise<number> =>
  queries.$count(batteryProducts, eq(organization, organizationId))

/** A part of the organization's products, in the order of their ids. */
export const listProducts = (queries: Queries, organizationId: string, slice: Slice): Promise<Page<KeptProduct>> => {
  const list = { table: batteryProducts, id, where: eq(organization, organizationId), isOldestFirst: true }
  return pageByKey(queries, list, slice, async ({ where, order, limit }) =>
    (await queries.select(columns).from(batteryProducts).where(where).orderBy(order).limit(limit)).map(keptOf),
  )
}

const read = async (queries: Queries, where: SQL | undefined, limit: number): Promise<KeptProduct[]> =>
  (await queries.select(columns).from(batteryProducts).where(where).orderBy(asc(id)).limit(limit)).map(keptOf)

/** A page of the organization's products, in the order of their ids. */
export const allProducts = (queries: Queries, organizationId: string, limit: number): Promise<KeptProduct[]> =>
  read(queries, eq(organization, organizationId), limit)

/** The organization's product; undefined without a product with this id. */
export const findProduct = async (
  queries: Queries,
  organizationId: string,
  productId: string,
): Promise<KeptProduct | undefined> =>
  isCatalogueId(productId) ? (await read(queries, owned(organizationId, productId), 1))[0] : undefined

/** The ids that are products of the organization. */
export const productsByIds = (
  queries: Queries,
  organizationId: string,
  ids: readonly string[],
): Promise<KeptProduct[]> => read(queries, and(eq(organization, organizationId), inArray(id, [...ids])), ids.length)

/** Beyond the shares by which domain/request/productCounts.ts lets sums go, so that it decides at the very edge. */
const [BELOW, ABOVE] = [1 - 1.001 * ROUNDING, 1 + 1.001 * ROUNDING]

/** Products of which a number fits the bounds, in the order of their ids, at most `limit`. */
export const productsWithin = (
  queries: Queries,
  organizationId: string,
  { minCapacityKwh, capacityKwh, minPowerRatingKw, powerRatingKw }: BatteryLimits,
  limit: number,
): Promise<KeptProduct[]> => {
  const { capacityKwh: ofOneKwh, powerKw: ofOneKw, maxCount } = batteryProducts
  const where = and(
    eq(organization, organizationId),
    // Cheap necessary condition, so that counts are tried for few products only.
    lte(ofOneKwh, capacityKwh * ABOVE),
    lte(ofOneKw, powerRatingKw * ABOVE),
    gte(sql`${ofOneKwh} * ${maxCount}`, minCapacityKwh * BELOW),
    gte(sql`${ofOneKw} * ${maxCount}`, minPowerRatingKw * BELOW),
    // A single product that fits needs no counting; for most products one fits.
    sql`((${ofOneKwh} >= ${minCapacityKwh * BELOW} and ${ofOneKw} >= ${minPowerRatingKw * BELOW})
      or exists (select from generate_series(2, ${maxCount}) as counts (n)
      where ${between(sql`n * ${ofOneKwh}`, minCapacityKwh, capacityKwh)}
        and ${between(sql`n * ${ofOneKw}`, minPowerRatingKw, powerRatingKw)}))`,
  )
  return read(queries, where, limit)
}

const between = (sum: SQL, least: number, most: number): SQL =>
  sql`${sum} between ${least * BELOW}::float8 and ${most * ABOVE}::float8`

/** Stores a product; false if a product has its id. */
export const insertProduct = async (
  queries: Queries,
  organizationId: string,
  given: CatalogueProduct,
  now: Date,
): Promise<boolean> => (await insertNew(queries, organizationId, [given], now)) === 1

/** Replaces a product; false without a product of its id. */
export const replaceProduct = async (
  queries: Queries,
  organizationId: string,
  given: CatalogueProduct,
  now: Date,
): Promise<boolean> => {
  if (!isCatalogueId(given.id)) return false
  const changed = await queries
    .update(batteryProducts)
    .set(rowOf(organizationId, given, now))
    .where(owned(organizationId, given.id))
    .returning({ id })
  return changed.length > 0
}

/** Deletes a product; false without a product of its id. */
export const deleteProduct = async (queries: Queries, organizationId: string, productId: string): Promise<boolean> =>
  isCatalogueId(productId) &&
  (await queries.delete(batteryProducts).where(owned(organizationId, productId)).returning({ id })).length > 0

/** Deletes all products of an organization. */
export const deleteProducts = async (queries: Queries, organizationId: string): Promise<void> => {
  await queries.delete(batteryProducts).where(eq(organization, organizationId))
}

/** Stores products with new ids; returns their number. */
export const insertNew = (
  queries: Queries,
  organizationId: string,
  given: readonly CatalogueProduct[],
  now: Date,
): Promise<number> =>
  inParts(given, async part => {
    const rows = part.map(one => rowOf(organizationId, one, now))
    return (await queries.insert(batteryProducts).values(rows).onConflictDoNothing().returning({ id })).length
  })

/** Stores products, in place of products with the same ids. */
export const putProducts = (
  queries: Queries,
  organizationId: string,
  given: readonly CatalogueProduct[],
  now: Date,
): Promise<number> =>
  inParts(given, async part => {
    const rows = part.map(one => rowOf(organizationId, one, now))
    const set = Object.fromEntries(
      (["capacityKwh", "powerKw", "maxCount", "product", "updatedAt"] as const).map(name => [
        name,
        sql.raw(`excluded.${batteryProducts[name].name}`),
      ]),
    )
    await queries
      .insert(batteryProducts)
      .values(rows)
      .onConflictDoUpdate({ target: [organization, id], set })
    return rows.length
  })

const inParts = async <T>(given: readonly T[], write: (part: readonly T[]) => Promise<number>): Promise<number> => {
  let written = 0
  for (let start = 0; start < given.length; start += ROWS_PER_INSERT)
    written += await write(given.slice(start, start + ROWS_PER_INSERT))
  return written
}
