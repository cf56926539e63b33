import { InvalidInput } from "../../../domain/base/errors.ts"
import { CatalogueProduct, MAX_CATALOGUE_PRODUCTS } from "../../../domain/market/batteryCatalogue.ts"
import { csvOfProducts, productsOfCsv } from "../../../domain/market/batteryCsv.ts"
import { MAX_PRODUCTS, slowProduct } from "../../../domain/market/batteryProduct.ts"
import { shippedBatteries } from "../../../domain/market/shippedBatteries.ts"
import { withCatalogue } from "../../../domain/request/catalogue.ts"
import type { FilledRequest } from "../../../domain/request/request.ts"
import {
  allProducts,
  countProducts,
  deleteProduct,
  deleteProducts,
  findProduct,
  insertNew,
  insertProduct,
  type KeptProduct,
  listProducts,
  productsByIds,
  productsWithin,
  putProducts,
  replaceProduct,
} from "../../../store/batteryProducts.ts"
import type { Queries } from "../../../store/database.ts"
import { changeInTurn } from "../../../store/organizations.ts"
import type { Owner } from "../../../store/scans/read.ts"
import { preferredType } from "../../http/accept.ts"
import { CSV, csvAnswer } from "../../http/csvBody.ts"
import { Conflict, NotFound, orNotFound } from "../../http/errors.ts"
import { pageOf, sliceOf } from "../../http/lists.ts"
import type { Handlers } from "../../http/operation.ts"
import { assertOwnMode } from "../../http/ownMode.ts"
import { writeOnce } from "../../http/writeOnce.ts"
import type { productOperations } from "./productRoutes.ts"
import type { ProductItem } from "./productSchemas.ts"

/** Products that a caller may read: sandbox callers read the products of both modes. */
const MAX_READABLE = 2 * MAX_CATALOGUE_PRODUCTS

export const productHandlers = (queries: Queries): Handlers<typeof productOperations> => ({
  async listProducts({ caller, query, request, setHeader }) {
    setHeader("vary", "accept")
    if (preferredType(request, ["application/json", CSV]) === CSV)
      return csvAnswer("batteries.csv", csvOfProducts(productsOf(await allProducts(queries, caller, MAX_READABLE))))
    const { rows, total } = await listProducts(queries, caller, sliceOf(query))
    return pageOf(query, rows.map(itemOf), total)
  },
  async createProduct({ caller, body, keepAnswer }) {
    assertSound(body)
    const now = new Date()
    return writeOnce(queries, keepAnswer, async writeQueries => {
      await change(writeQueries, caller, async tx => {
        if (!(await insertProduct(tx, caller, body, now))) throw new Conflict("product-exists", { id: body.id })
      })
      return itemOf({ product: body, mode: caller.mode, updatedAt: now })
    })
  },
  async importProducts({ caller, query, body, keepAnswer }) {
    const products = productsOfCsv(body)
    return writeOnce(queries, keepAnswer, writeQueries =>
      change(writeQueries, caller, async tx => {
        if (query.replaceAll) await deleteProducts(tx, caller)
        return putProducts(tx, caller, products, new Date())
      }),
    )
  },
  async copyShipped({ caller, body, keepAnswer }) {
    const products = shippedOf(body.ids)
    return writeOnce(queries, keepAnswer, writeQueries =>
      change(writeQueries, caller, tx => insertNew(tx, caller, products, new Date())),
    )
  },
  listShipped: () => ({ items: shippedBatteries }),
  async readProduct({ caller, params: { id } }) {
    return itemOf(orNotFound(await findProduct(queries, caller, id), "battery-product"))
  },
  async replaceProduct({ caller, params: { id }, body }) {
    const product = { id, ...body }
    const now = new Date()
    await assertChangeable(queries, caller, id)
    assertSound(product)
    orNotFound(await replaceProduct(queries, caller, product, now), "battery-product")
    return itemOf({ product, mode: caller.mode, updatedAt: now })
  },
  async removeProduct({ caller, params: { id } }) {
    await assertChangeable(queries, caller, id)
    orNotFound(await deleteProduct(queries, caller, id), "battery-product")
  },
})

/**
 * Replaces a reference to the catalogue in a request by the catalogue's products. Throws InvalidInput, and NotFound if
 * it names a product that the caller may not read.
 */
export const withOwnCatalogue = async (
  queries: Queries,
  owner: Owner,
  request: FilledRequest,
): Promise<FilledRequest> => {
  const { electricBattery: battery } = request
  if (!battery?.catalogue) return request
  const { catalogueIds: ids } = battery
  if (!ids) {
    // One more than the maximum of a scan, to detect too many products.
    const within = await productsWithin(queries, owner, battery, MAX_PRODUCTS + 1)
    return withCatalogue(request, productsOf(within))
  }
  const products = productsOf(await productsByIds(queries, owner, ids))
  const productIds = new Set(products.map(({ id }) => id))
  const missing = ids.findIndex(id => !productIds.has(id))
  if (missing >= 0) {
    const path = ["electricBattery", "catalogueIds", missing]
    throw new NotFound("named-not-found", { path, id: ids[missing]!, what: "battery-product" })
  }
  return withCatalogue(request, products)
}

/** Changes a catalogue in one transaction, and counts it. Throws Conflict if it would then have too many products. */
const change = <T>(queries: Queries, owner: Owner, work: (tx: Queries) => Promise<T>) =>
  changeInTurn(queries, owner.organizationId, async tx => {
    const written = await work(tx)
    const total = await countProducts(tx, owner)
    if (total > MAX_CATALOGUE_PRODUCTS) throw new Conflict("too-many-products", { maximum: MAX_CATALOGUE_PRODUCTS })
    return { written, total }
  })

/** Throws NotFound, and Forbidden for a product of the other mode. */
const assertChangeable = async (queries: Queries, owner: Owner, id: string): Promise<void> => {
  const { mode } = orNotFound(await findProduct(queries, owner, id), "battery-product")
  assertOwnMode(owner, mode, { what: "battery-product", id })
}

const assertSound = (product: CatalogueProduct): void => {
  const wrong = slowProduct(product)
  if (wrong.length > 0) throw new InvalidInput(wrong)
}

const shippedOf = (ids: readonly string[] | undefined): readonly CatalogueProduct[] => {
  if (!ids) return shippedBatteries
  return ids.map((id, i) => {
    const product = shippedBatteries.find(battery => battery.id === id)
    if (!product) throw new NotFound("named-not-found", { path: ["ids", i], id, what: "battery-product" })
    return product
  })
}

/** Its fields in one order, so that the answer of a change equals later reads byte by byte. */
const itemOf = ({ product, mode, updatedAt }: KeptProduct): ProductItem => ({
  ...(Object.fromEntries(FIELDS.flatMap(name => (name in product ? [[name, product[name]]] : []))) as typeof product),
  mode,
  updatedAt: updatedAt.toISOString(),
})

const FIELDS = Object.keys(CatalogueProduct.properties) as (keyof CatalogueProduct)[]

const productsOf = (kept: readonly KeptProduct[]): CatalogueProduct[] => kept.map(({ product }) => product)
