import { afterAll, beforeAll, expect, test } from "bun:test"
import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { countsWithin } from "../../domain/request/productCounts.ts"
import { newId } from "../../infra/ids.ts"
import { deleteProducts, insertNew, productsWithin } from "../../store/batteryProducts.ts"
import { type Database, openEmbeddedDatabase } from "../../store/database.ts"
import { insertOrganization } from "../../store/organizations.ts"

/** The products of a catalogue that fit bounds, as the database finds them. */
let database: Database
const organizationId = newId()
const owner = { organizationId, mode: "live" } as const

beforeAll(async () => {
  database = await openEmbeddedDatabase(join(mkdtempSync(join(tmpdir(), "solar-scan-bounds-")), "database"))
  await insertOrganization(database.queries, { id: organizationId, displayName: "Bounds" })
})
afterAll(() => database.close())

const limits = { minCapacityKwh: 10, capacityKwh: 13, minPowerRatingKw: 4, powerRatingKw: 9 }
const kept = async (products: readonly { id: string; capacityKwh: number; powerKw: number; maxCount?: number }[]) => {
  await deleteProducts(database.queries, owner)
  await insertNew(database.queries, owner, products, new Date())
}
const within = async (bounds: typeof limits, limit: number) =>
  (await productsWithin(database.queries, owner, bounds, limit)).map(({ product }) => product.id)

test("products of which no whole number fits take no place of the limit", async () => {
  await kept([
    { id: "a", capacityKwh: 7, powerKw: 3, maxCount: 2 },
    { id: "b", capacityKwh: 4, powerKw: 6, maxCount: 3 },
    { id: "c", capacityKwh: 6, powerKw: 3, maxCount: 2 },
    { id: "d", capacityKwh: 12, powerKw: 5 },
  ])
  expect(await within(limits, 2)).toEqual(["c", "d"])
})

test("they are those of which a number fits, at the bounds and with sums that round too", async () => {
  const sizes = [0.1, 0.7, 2.56, 3.3, 5, 6.5, 10, 12.8, 13, 1e-320, 100_000]
  const products = sizes.flatMap((capacityKwh, i) =>
    sizes.flatMap((powerKw, j) =>
      [1, 3, 20].map(maxCount => ({ id: `p${i}-${j}-${maxCount}`, capacityKwh, powerKw, maxCount })),
    ),
  )
  await kept(products)
  const bounds = [0, 0.3, 2.1, 7.68, 9.9, 10, 12.8, 13, 1e6]
  const ranges = bounds.flatMap(least => bounds.filter(most => most >= least).map(most => [least, most] as const))
  for (const [i, [minCapacityKwh, capacityKwh]] of ranges.entries()) {
    const [minPowerRatingKw, powerRatingKw] = ranges[(i * 7) % ranges.length]!
    const given = { minCapacityKwh, capacityKwh, minPowerRatingKw, powerRatingKw }
    const fitting = products.filter(product => countsWithin(product, given)).map(({ id }) => id)
    expect([given, (await within(given, products.length)).sort()]).toEqual([given, fitting.sort()])
  }
})
