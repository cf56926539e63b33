import { InvalidInput } from "../../../domain/base/errors.ts"
import { withPaths } from "../../../domain/base/validation/violation.ts"
import { csvOfRows, rowsOfCsv } from "../../../domain/market/csvRows.ts"
import { NO_PRICES, PRICES_CSV, type PriceItem, type PriceList } from "../../../domain/report/offer/priceList.ts"
import type { Queries } from "../../../store/database.ts"
import { changeInTurn } from "../../../store/organizations.ts"
import { findPriceList, putPriceList } from "../../../store/priceLists.ts"
import type { Owner } from "../../../store/scans/read.ts"
import { preferredType } from "../../http/accept.ts"
import { CSV, csvAnswer } from "../../http/csvBody.ts"
import type { Handlers } from "../../http/operation.ts"
import { writeOnce } from "../../http/writeOnce.ts"
import type { priceListOperations } from "./routes.ts"
import type { PriceListAnswer } from "./schemas.ts"

export const priceListHandlers = (queries: Queries): Handlers<typeof priceListOperations> => ({
  async read({ caller, request, setHeader }) {
    setHeader("vary", "accept")
    const { list, ...row } = await listOf(queries, caller)
    if (preferredType(request, ["application/json", CSV]) === CSV)
      return csvAnswer("prices.csv", csvOfRows(list.items, PRICES_CSV.schema))
    return answerOf(list, row)
  },
  replace({ caller, body }) {
    const list = checked(body)
    return changeInTurn(queries, caller.organizationId, tx => store(tx, caller, list))
  },
  importPrices({ caller, body, keepAnswer }) {
    const items = rowsOfCsv<PriceItem>(body, PRICES_CSV)
    return writeOnce(queries, keepAnswer, writeQueries =>
      changeInTurn(writeQueries, caller.organizationId, async tx => {
        const { list } = await listOf(tx, caller)
        return store(tx, caller, { ...list, items })
      }),
    )
  },
})

const listOf = async (queries: Queries, owner: Owner) =>
  (await findPriceList(queries, owner)) ?? { list: NO_PRICES, mode: null, updatedAt: null }

const store = async (queries: Queries, owner: Owner, list: PriceList): Promise<PriceListAnswer> => {
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
  { items, payment, terms }: PriceList,
  { mode, updatedAt }: { mode: Owner["mode"] | null; updatedAt: Date | null },
): PriceListAnswer => ({
  items: items.map(
    item => Object.fromEntries(ITEM_FIELDS.flatMap(name => (name in item ? [[name, item[name]]] : []))) as typeof item,
  ),
  ...{ payment, terms, mode, updatedAt: updatedAt?.toISOString() ?? null },
})
