import { and, asc, eq, gte, inArray, lte, type SQL, sql } from "drizzle-orm"
import { alias } from "drizzle-orm/pg-core"
import { type CatalogueProduct, type CatalogueProductBody, isCatalogueId } from "../domain/market/batteryCatalogue.ts"
import { type BatteryLimits, ROUNDING } from "../domain/request/productCounts.ts"
import { batteryProducts } from "./batteryProductsTable.ts"
import type { Queries } from "./database.ts"
import { readableBy, writableBy } from "./modes.ts"
import { type Page, pageByKey, type Slice } from "./page.ts"
import type { Owner } from "./scans/read.ts"
import type { Mode } from "./tables.ts"

/** Rows per statement; their parameters stay far below PostgreSQL's limit. */
const ROWS_PER_INSERT = 1_000

/** A product with the instant of its last change. */
export interface KeptProduct {
  product: CatalogueProduct
  mode: Mode
  updatedAt: Date
}

const { id, mode, product, updatedAt, organizationId: organization } = batteryProducts
const columns = { id, mode, product, updatedAt }

const keptOf = (row: { id: string; mode: Mode; product: CatalogueProductBody; updatedAt: Date }): KeptProduct => ({
  product: { id: row.id, ...row.product },
  mode: row.mode,
  updatedAt: row.updatedAt,
})

const written = (owner: Owner, productId: string) => and(writableBy(batteryProducts, owner), eq(id, productId))

/** Products that the caller may read; a sandbox product hides the live product of its id. */
const readable = (owner: Owner): SQL => {
  if (owner.mode === "live") return writableBy(batteryProducts, owner)
  const hidden = alias(batteryProducts, "hiding")
  return and(
    readableBy(batteryProducts, owner),
    sql`(${batteryProducts.mode} = 'sandbox' or not exists (select from ${batteryProducts} as "hiding"
      where ${hidden.organizationId} = ${owner.organizationId}::uuid and ${hidden.mode} = 'sandbox'
        and ${hidden.id} = ${id}))`,
  )!
}

const rowOf = ({ organizationId, mode }: Owner, { id: productId, ...body }: CatalogueProduct, now: Date) => ({
  ...{ organizationId, mode, id: productId, product: body, updatedAt: now },
  ...{ capacityKwh: body.capacityKwh, powerKw: body.powerKw, maxCount: body.maxCount ?? 1 },
})

/** Number of products of the organization and mode. */
export const countProducts = (queries: Queries, owner: Owner): Promise<number> =>
  queries.$count(batteryProducts, writableBy(batteryProducts, owner))

/** A part of the products that the caller may read, in the order of their ids. */
export const listProducts = (queries: Queries, owner: Owner, slice: Slice): Promise<Page<KeptProduct>> => {
  const list = { table: batteryProducts, id, where: readable(owner), isOldestFirst: true }
  return pageByKey(queries, list, slice, async ({ where, order, limit }) =>
    (await queries.select(columns).from(batteryProducts).where(where).orderBy(order).limit(limit)).map(keptOf),
  )
}

const read = async (queries: Queries, where: SQL | undefined, limit: number): Promise<KeptProduct[]> =>
  (await queries.select(columns).from(batteryProducts).where(where).orderBy(asc(id)).limit(limit)).map(keptOf)

/** The products that the caller may read, in the order of their ids, at most `limit`. */
export const allProducts = (queries: Queries, owner: Owner, limit: number): Promise<KeptProduct[]> =>
  read(queries, readable(owner), limit)

/** A product that the caller may read; undefined without a product with this id. */
export const findProduct = async (
  queries: Queries,
  owner: Owner,
  productId: string,
): Promise<KeptProduct | undefined> =>
  isCatalogueId(productId) ? (await read(queries, and(readable(owner), eq(id, productId)), 1))[0] : undefined

/** Products of the ids that the caller may read. */
export const productsByIds = (queries: Queries, owner: Owner, ids: readonly string[]): Promise<KeptProduct[]> =>
  read(queries, and(readable(owner), inArray(id, [...ids])), ids.length)

/** Beyond the shares by which domain/request/productCounts.ts lets sums go, so that it decides at the very edge. */
const [BELOW, ABOVE] = [1 - 1.001 * ROUNDING, 1 + 1.001 * ROUNDING]

/** Products of which a number fits the bounds, in the order of their ids, at most `limit`. */
export const productsWithin = (
  queries: Queries,
  owner: Owner,
  { minCapacityKwh, capacityKwh, minPowerRatingKw, powerRatingKw }: BatteryLimits,
  limit: number,
): Promise<KeptProduct[]> => {
  const { capacityKwh: ofOneKwh, powerKw: ofOneKw, maxCount } = batteryProducts
  const where = and(
    readable(owner),
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
  owner: Owner,
  added: CatalogueProduct,
  now: Date,
): Promise<boolean> => (await insertNew(queries, owner, [added], now)) === 1

/** Replaces a product; false without a product of its id. */
export const replaceProduct = async (
  queries: Queries,
  owner: Owner,
  replacement: CatalogueProduct,
  now: Date,
): Promise<boolean> => {
  if (!isCatalogueId(replacement.id)) return false
  const changed = await queries
    .update(batteryProducts)
    .set(rowOf(owner, replacement, now))
    .where(written(owner, replacement.id))
    .returning({ id })
  return changed.length > 0
}

/** Deletes a product; false without a product of its id. */
export const deleteProduct = async (queries: Queries, owner: Owner, productId: string): Promise<boolean> =>
  isCatalogueId(productId) &&
  (await queries.delete(batteryProducts).where(written(owner, productId)).returning({ id })).length > 0

/** Deletes all products of an organization and mode. */
export const deleteProducts = async (queries: Queries, owner: Owner): Promise<void> => {
  await queries.delete(batteryProducts).where(writableBy(batteryProducts, owner))
}

/** Stores products with new ids; returns their number. */
export const insertNew = (
  queries: Queries,
  owner: Owner,
  products: readonly CatalogueProduct[],
  now: Date,
): Promise<number> =>
  inParts(products, async part => {
    const rows = part.map(each => rowOf(owner, each, now))
    return (await queries.insert(batteryProducts).values(rows).onConflictDoNothing().returning({ id })).length
  })

/** Stores products, in place of products with the same ids. */
export const putProducts = (
  queries: Queries,
  owner: Owner,
  products: readonly CatalogueProduct[],
  now: Date,
): Promise<number> =>
  inParts(products, async part => {
    const rows = part.map(each => rowOf(owner, each, now))
    const set = Object.fromEntries(
      (["capacityKwh", "powerKw", "maxCount", "product", "updatedAt"] as const).map(name => [
        name,
        sql.raw(`excluded.${batteryProducts[name].name}`),
      ]),
    )
    await queries
      .insert(batteryProducts)
      .values(rows)
      .onConflictDoUpdate({ target: [organization, mode, id], set })
    return rows.length
  })

const inParts = async <T>(items: readonly T[], write: (part: readonly T[]) => Promise<number>): Promise<number> => {
  let written = 0
  for (let start = 0; start < items.length; start += ROWS_PER_INSERT)
    written += await write(items.slice(start, start + ROWS_PER_INSERT))
  return written
}
