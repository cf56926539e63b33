import { InvalidInput } from "../../../domain/base/errors.ts"
import { withPaths } from "../../../domain/base/validation/violation.ts"
import { csvOfRows, rowsOfCsv } from "../../../domain/market/csvRows.ts"
import { type Currency, SHIPPED_CURRENCY } from "../../../domain/market/currencyNames.ts"
import { NO_PRICES, PRICES_CSV, type PriceItem, type PriceList } from "../../../domain/report/offer/priceList.ts"
import type { Queries } from "../../../store/database.ts"
import { changeInTurn } from "../../../store/organizations.ts"
import { findPriceList, putPriceList } from "../../../store/priceLists.ts"
import type { Owner } from "../../../store/scans/read.ts"
import { preferredType } from "../../http/accept.ts"
import { CSV, csvAnswer } from "../../http/csvBody.ts"
import type { Handlers } from "../../http/operation.ts"
import { writeOnce } from "../../http/writeOnce.ts"
import type { ScanContext } from "../scans/context.ts"
import type { priceListOperations } from "./routes.ts"
import type { PriceListAnswer } from "./schemas.ts"

type Context = Pick<ScanContext, "queries" | "findCurrency">

export const priceListHandlers = (context: Context): Handlers<typeof priceListOperations> => ({
  async read({ caller, request, setHeader }) {
    setHeader("vary", "accept")
    const { list, ...row } = await readPriceList(context, caller)
    if (preferredType(request, ["application/json", CSV]) === CSV)
      return csvAnswer("prices.csv", csvOfRows(list.items, PRICES_CSV.schema))
    return answerOf(list, row)
  },
  async replace({ caller, body }) {
    const list = checked(body)
    const standard = await ownCurrency(context, caller)
    return changeInTurn(context.queries, caller.organizationId, async tx => {
      const { currency = standard } = (await findPriceList(tx, caller))?.list ?? {}
      return store(tx, caller, { currency, ...list })
    })
  },
  async importPrices({ caller, body, keepAnswer }) {
    const items = rowsOfCsv<PriceItem>(body, PRICES_CSV)
    const currency = await ownCurrency(context, caller)
    return writeOnce(context.queries, keepAnswer, writeQueries =>
      changeInTurn(writeQueries, caller.organizationId, async tx => {
        const list = (await findPriceList(tx, caller))?.list ?? NO_PRICES
        return store(tx, caller, { currency, ...list, items })
      }),
    )
  },
})

/** A price list with its currency. */
export type PricesInCurrency = PriceList & Required<Pick<PriceList, "currency">>

const ownCurrency = async ({ findCurrency }: Context, { organizationId }: Owner): Promise<Currency> =>
  (await findCurrency(organizationId)) ?? SHIPPED_CURRENCY

/** The price list of a caller; without one, an empty list in the currency of the organization. */
export const readPriceList = async (context: Context, owner: Owner) => {
  const row = (await findPriceList(context.queries, owner)) ?? { list: NO_PRICES, mode: null, updatedAt: null }
  const list: PricesInCurrency = { currency: await ownCurrency(context, owner), ...row.list }
  return { ...row, list }
}

const store = async (queries: Queries, owner: Owner, list: PricesInCurrency): Promise<PriceListAnswer> => {
  const updatedAt = new Date()
  await putPriceList(queries, owner, { list, updatedAt })
  return answerOf(list, { mode: owner.mode, updatedAt })
}

/** Throws InvalidInput. */
const checked = (list: PriceList): PriceList => {
  const broken = list.items.flatMap((item, i) =>
    PRICES_CSV.check(item).map(each => withPaths(each, path => ["items", i, ...path])),
  )
  if (broken.length > 0) throw new InvalidInput(broken)
  return list
}

const ITEM_FIELDS = Object.keys(PRICES_CSV.schema.properties) as (keyof PriceItem)[]

/** Its fields in one order, so that the answer of a change equals later reads byte by byte. */
const answerOf = (
  { items, currency, payment, terms }: PricesInCurrency,
  { mode, updatedAt }: { mode: Owner["mode"] | null; updatedAt: Date | null },
): PriceListAnswer => ({
  items: items.map(
    item => Object.fromEntries(ITEM_FIELDS.flatMap(name => (name in item ? [[name, item[name]]] : []))) as typeof item,
  ),
  ...{ currency, payment, terms, mode, updatedAt: updatedAt?.toISOString() ?? null },
})
