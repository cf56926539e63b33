import { expect, test } from "bun:test"
import { pricesOfText } from "../../domain/market/priceFiles/seriesFile.ts"
import { dayAheadYear, knownQuarters, marketPrices, onCalendar, ZONES } from "../../domain/market/tariff/dayAhead.ts"
import { seriesPrices } from "../../domain/market/tariff/priceSeries.ts"
import { grid } from "../support/meterFiles.ts"

/** Prices of quarter-hours: shipped ones of the market, and an organization's own. */

const QUARTERS = 35_040

const meansOf = (quarters: ArrayLike<number>): number[] =>
  Array.from({ length: quarters.length / 4 }, (_, hour) =>
    [0, 1, 2, 3].reduce((sum, quarter) => sum + quarters[4 * hour + quarter]! / 4, 0),
  )

test.each(ZONES.map(zone => [zone] as const))("the known quarters of %s have the mean of the hour", zone => {
  const { published, eurPerKwh } = dayAheadYear({ country: "NL", zone }, 2025)
  const means = meansOf(knownQuarters(published)!)
  const known = means.flatMap((mean, hour) => (Number.isNaN(mean) ? [] : [Math.abs(mean - eurPerKwh[hour]!)]))
  // From midnight of summer time on 1 October, an hour of 30 September in standard time.
  expect(known.length).toBe(zone === "DE-LU" ? 92 * 24 + 1 : 31 * 24)
  expect(Math.max(...known)).toBeLessThan(1.1e-5)
})

test("a calendar in quarters has the known quarters, and hours held over theirs", () => {
  const market = dayAheadYear({ country: "DE" }, 2025)
  const prices = marketPrices(market, { year: 2025, steps: 4 })
  expect(prices.length).toBe(QUARTERS)
  // 1 October 2025, 00:00 to 01:00 of summer time, is hour 23 of 30 September of standard time.
  const first = 4 * (24 * 273 - 1)
  const eurPerMwh = prices.subarray(first, first + 3).map(price => Number((1000 * price).toFixed(6)))
  expect([...eurPerMwh]).toEqual([102.6, 92.24, 86.03])
  expect(new Set(prices.subarray(4 * 2000, 4 * 2001))).toEqual(new Set([market.eurPerKwh[2000]!]))
  expect(marketPrices(market, { year: 2025, steps: 1 })).toEqual(market.eurPerKwh)
  const means = meansOf(prices)
  expect(Math.max(...means.map((mean, hour) => Math.abs(mean - market.eurPerKwh[hour]!)))).toBeLessThan(1.1e-5)
})

test("an operator's prices replace shipped quarters too", () => {
  const eurPerKwh = new Float64Array(8760).fill(0.05)
  const market = dayAheadYear({ country: "DE" }, 2025, [{ zone: "DE-LU", year: 2025, eurPerKwh }])
  expect(knownQuarters(market.published)).toBeUndefined()
  expect(new Set(marketPrices(market, { year: 2025, steps: 4 }))).toEqual(new Set([0.05]))
})

test("a series of quarters has its quarters and their means, in either unit and on other calendars", () => {
  const values = Array.from({ length: QUARTERS }, (_, quarter) => ((quarter * 37) % 200) / 1000)
  const { eurPerKwh, quarterEurPerKwh } = seriesPrices(values, "EUR/kWh")
  expect([...quarterEurPerKwh!.subarray(0, 8)]).toEqual(values.slice(0, 8))
  meansOf(values.slice(0, 400)).forEach((mean, hour) => {
    expect(eurPerKwh[hour]).toBeCloseTo(mean, 12)
  })
  expect(
    seriesPrices(
      values.map(value => 1000 * value),
      "EUR/MWh",
    ).quarterEurPerKwh![17],
  ).toBeCloseTo(values[17]!, 12)
  expect(seriesPrices(new Array(8760).fill(0.1), "EUR/kWh").quarterEurPerKwh).toBeUndefined()
  const later = meansOf(onCalendar(quarterEurPerKwh!, 2025, { year: 2026, steps: 4 }))
  onCalendar(eurPerKwh, 2025, { year: 2026 }).forEach((price, hour) => {
    expect(later[hour]).toBeCloseTo(price, 12)
  })
})

test("a dated table keeps its quarters; a table that lacks one has hours", () => {
  const rows = grid("2024-12-31T23:00:00Z", QUARTERS, 15).map(
    (at, quarter) => `${at.toISOString()},${(quarter % 90) + 10}`,
  )
  const read = (lines: readonly string[]) =>
    pricesOfText(["time,price EUR/MWh", ...lines].join("\n"), { year: 2025 }).values
  const whole = read(rows)
  expect(whole.length).toBe(QUARTERS)
  expect(whole[5]).toBeCloseTo(0.015, 12)
  expect(read(rows.filter((_, row) => row !== 17)).length).toBe(8760)
  const fives = grid("2024-12-31T23:00:00Z", 3 * QUARTERS, 5).map(
    (at, row) => `${at.toISOString()},${[10, 20, 60][row % 3]}`,
  )
  expect(read(fives)[5]).toBeCloseTo(0.03, 12)
})
