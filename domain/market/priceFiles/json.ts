import { EUR_PER_MWH } from "./energyCharts.ts"
import { inAnotherUnit, notATime, type PriceRow, priceOf } from "./rows.ts"

/** Answers of programming interfaces: JSON that names no zone. */

const MS_PER_SECOND = 1000

type Answer = Record<string, unknown>

/**
 * The prices of an answer; undefined for another text. A price of null is left out. Throws InvalidInput for another
 * unit than EUR/MWh and for an invalid time or price, with its number from 1.
 *
 * - Energy-Charts: `{ unix_seconds, price, unit: "EUR / MWh" }`
 * - aWATTar: `{ data: [{ start_timestamp, marketprice, unit: "Eur/MWh" }] }`
 * - SMARD: `{ series: [[milliseconds, EUR/MWh]] }`
 */
export const jsonPrices = (text: string): PriceRow[] | undefined => {
  if (!text.trimStart().startsWith("{")) return undefined
  const answer = parsed(text)
  const pairs = energyCharts(answer) ?? awattar(answer) ?? smard(answer)
  return pairs?.flatMap(([ms, price], index): PriceRow[] => {
    if (typeof ms !== "number") throw notATime(index + 1, String(ms))
    const eurPerMwh = price === null ? null : priceOf(String(price), index + 1)
    return eurPerMwh === null ? [] : [{ zone: undefined, utcMs: ms, eurPerMwh }]
  })
}

const parsed = (text: string): Answer => {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

/** Time [ms since 1970 UTC] and price before checks. */
type Pair = readonly [unknown, unknown]

const energyCharts = ({ unix_seconds: seconds, price: prices, unit = "EUR / MWh" }: Answer): Pair[] | undefined => {
  if (!Array.isArray(seconds) || !Array.isArray(prices) || seconds.length !== prices.length) return undefined
  checkUnit(unit)
  return seconds.map((second, index) => [typeof second === "number" ? second * MS_PER_SECOND : second, prices[index]])
}

const awattar = ({ data }: Answer): Pair[] | undefined => {
  if (!Array.isArray(data) || !data.every(entry => entry?.marketprice !== undefined)) return undefined
  return data.map(entry => {
    checkUnit(entry.unit ?? "")
    return [entry.start_timestamp, entry.marketprice]
  })
}

const smard = ({ series }: Answer): Pair[] | undefined =>
  Array.isArray(series) && series.every(pair => Array.isArray(pair) && pair.length === 2) ? series : undefined

const checkUnit = (unit: unknown): void => {
  if (!EUR_PER_MWH.test(String(unit))) throw inAnotherUnit(1, String(unit))
}
