import { pricesOfText } from "../../../domain/market/priceFiles/seriesFile.ts"
import { seriesPrices } from "../../../domain/market/tariff/priceSeries.ts"
import { newId } from "../../../infra/ids.ts"
import type { Queries } from "../../../store/database.ts"
import { changeInTurn } from "../../../store/organizations.ts"
import {
  countPriceSeries,
  deletePriceSeries,
  findPriceSeries,
  insertPriceSeries,
  listPriceSeries,
  modeOfPriceSeries,
  type PriceSeriesRow,
  renamePriceSeries,
} from "../../../store/priceSeries.ts"
import type { Owner } from "../../../store/scans/read.ts"
import { Conflict, orNotFound } from "../../http/errors.ts"
import { pageOf, sliceOf } from "../../http/lists.ts"
import type { Handlers, KeepAnswer } from "../../http/operation.ts"
import { assertOwnMode } from "../../http/ownMode.ts"
import { writeOnce } from "../../http/writeOnce.ts"
import type { priceSeriesOperations } from "./routes.ts"
import type { PriceSeriesInput, PriceSeriesSummary } from "./schemas.ts"

/** Price series of an organization and mode. */
const MAX_PRICE_SERIES = 1_000
/** Digits of a stored price. */
const DIGITS = 7

export const priceSeriesHandlers = (queries: Queries): Handlers<typeof priceSeriesOperations> => ({
  async list({ caller, query }) {
    const { rows, total } = await listPriceSeries(queries, caller, sliceOf(query))
    return pageOf(query, rows.map(summaryOf), total)
  },
  create: ({ caller, body, keepAnswer }) => create(queries, caller, body, keepAnswer),
  createFromCsv: ({ caller, query, body, keepAnswer }) => {
    const { name, year } = query
    return create(queries, caller, { name, year, ...pricesOfText(body, query) }, keepAnswer)
  },
  async read({ caller, params }) {
    const { row, eurPerKwh } = orNotFound(await findPriceSeries(queries, caller, params.id), "price-series")
    return { ...summaryOf(row), eurPerKwh: Array.from(eurPerKwh, price => Number(price.toPrecision(DIGITS))) }
  },
  async rename({ caller, params, body }) {
    await assertChangeable(queries, caller, params.id)
    const row = await renamePriceSeries(queries, caller, params.id, body.name)
    return summaryOf(orNotFound(row, "price-series"))
  },
  async remove({ caller, params }) {
    await assertChangeable(queries, caller, params.id)
    orNotFound(await deletePriceSeries(queries, caller, params.id), "price-series")
  },
})

/** Throws NotFound, and Forbidden for a price series of the other mode. */
const assertChangeable = async (queries: Queries, owner: Owner, id: string): Promise<void> => {
  const mode = orNotFound(await modeOfPriceSeries(queries, owner, id), "price-series")
  assertOwnMode(owner, mode, { what: "price-series", id })
}

/** Stores a price series. Throws InvalidInput, and Conflict when there are too many. */
const create = async (
  queries: Queries,
  { organizationId, mode }: Owner,
  { name, year, unit = "EUR/kWh", values }: PriceSeriesInput,
  keepAnswer: KeepAnswer<PriceSeriesSummary> | undefined,
): Promise<PriceSeriesSummary> => {
  const prices = seriesPrices(values, unit)
  const { eurPerKwh } = prices
  const row: PriceSeriesRow = {
    ...{ id: newId(), organizationId, mode, name, year, createdAt: new Date() },
    meanEurPerKwh: eurPerKwh.reduce((sum, price) => sum + price, 0) / eurPerKwh.length,
    lowestEurPerKwh: eurPerKwh.reduce((least, price) => Math.min(least, price)),
    highestEurPerKwh: eurPerKwh.reduce((most, price) => Math.max(most, price)),
  }
  const insert = async (tx: Queries) => {
    if ((await countPriceSeries(tx, { organizationId, mode })) >= MAX_PRICE_SERIES)
      throw new Conflict("too-many-price-series", { maximum: MAX_PRICE_SERIES })
    await insertPriceSeries(tx, row, prices)
    return summaryOf(row)
  }
  return writeOnce(queries, keepAnswer, tx => changeInTurn(tx, organizationId, insert))
}

const summaryOf = ({ id, mode, name, year, createdAt, ...prices }: PriceSeriesRow): PriceSeriesSummary => ({
  ...{ id, mode, name, year },
  meanEurPerKwh: Number(prices.meanEurPerKwh.toPrecision(DIGITS)),
  lowestEurPerKwh: Number(prices.lowestEurPerKwh.toPrecision(DIGITS)),
  highestEurPerKwh: Number(prices.highestEurPerKwh.toPrecision(DIGITS)),
  createdAt: createdAt.toISOString(),
})
