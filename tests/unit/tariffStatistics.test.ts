import { describe, expect, test } from "bun:test"
import { dayAheadYear } from "../../domain/market/tariff/dayAhead.ts"
import {
  BREAKDOWN_FIELDS,
  rateBreakdown,
  rateSamples,
  rateStatistics,
  withFields,
} from "../../domain/market/tariff/statistics.ts"
import { hourOfYear } from "../../domain/site/year.ts"

const spot = (year: number) => dayAheadYear({ country: "NL" }, year).eurPerKwh
const mean = (values: ArrayLike<number>) => Array.from(values).reduce((sum, value) => sum + value, 0) / values.length

test("statistics are those of the Dutch prices of 2025 with the taxes of 2026", () => {
  const { min, max, average, median } = rateStatistics("dynamic")
  expect(min).toBeCloseTo((Math.min(...spot(2025)) + 0.09161) * 1.21 + 0.018, 10)
  expect(average).toBeCloseTo((mean(spot(2025)) + 0.09161) * 1.21 + 0.018, 10)
  const buys = Array.from(spot(2025), price => (price + 0.09161) * 1.21 + 0.018)
  expect(buys.filter(price => price < median).length).toBeLessThanOrEqual(4380)
  expect(buys.filter(price => price > median).length).toBeLessThanOrEqual(4380)
  expect(max).toBeCloseTo(Math.max(...buys), 10)
  expect(rateStatistics("feed-in").average).toBeCloseTo(mean(spot(2025)) - 0.018, 10)
})

test("samples are the mean of four parts of the day", () => {
  const { night, morning, afternoon, evening } = rateSamples()
  expect((night + morning + afternoon + evening) / 4).toBeCloseTo(rateStatistics("dynamic").average, 10)
  const nights = Array.from(spot(2025)).filter((_, hour) => hour % 24 < 6)
  expect(night).toBeCloseTo((mean(nights) + 0.09161) * 1.21 + 0.018, 10)
  expect(evening).toBeGreaterThan(afternoon)
})

describe("breakdown", () => {
  test.each([
    ["day", 24],
    ["week", 7],
    ["month", 31],
    ["year", 12],
  ] as const)("%s has %d points, each the mean of its hours and within its statistics", (interval, points) => {
    const { rates, rateStats, labels, intervalType } = rateBreakdown("dynamic", interval, {
      year: 2024,
      month: 5,
      day: 3,
    })
    expect([rates.length, rateStats.length, labels.length, intervalType]).toEqual([points, points, points, interval])
    rates.forEach((rate, i) => {
      expect(rateStats[i]!.average).toBeCloseTo(rate, 12)
      expect(rateStats[i]!.min).toBeLessThanOrEqual(rate)
      expect(rateStats[i]!.max).toBeGreaterThanOrEqual(rate)
    })
  })

  test("a day is that day's market", () => {
    const { rates, startDate, endDate, tariffType } = rateBreakdown("feed-in", "day", {
      year: 2024,
      month: 10,
      day: 27,
    })
    rates.forEach((rate, hour) => {
      expect(rate).toBeCloseTo(spot(2024)[hourOfYear(10, 27, hour)]! - 0.018, 12)
    })
    expect([startDate, endDate, tariffType]).toEqual([
      "2024-10-26T23:00:00.000Z",
      "2024-10-27T23:00:00.000Z",
      "feed-in",
    ])
  })

  test("runs on into the next year's prices", () => {
    const { rates, labels } = rateBreakdown("feed-in", "week", { year: 2023, month: 12, day: 30 })
    expect(labels[2]).toBe("2024-01-01")
    expect(rates[2]).toBeCloseTo(mean(spot(2024).subarray(0, 24)) - 0.018, 12)
    expect(rates[1]).toBeCloseTo(mean(spot(2023).subarray(8736)) - 0.018, 12)
  })

  test("a day beyond the data has the prices of the same day of the newest year, which priceYear names", () => {
    const { startDate, priceYear, rates } = rateBreakdown("feed-in", "day", { year: 2031, month: 7, day: 1 })
    expect([startDate, priceYear]).toEqual(["2031-06-30T23:00:00.000Z", 2025])
    expect(rates[12]).toBeCloseTo(spot(2025)[hourOfYear(7, 1, 12)]! - 0.018, 12)
  })

  test("gives only the fields asked for", () => {
    const whole = rateBreakdown("dynamic", "week", { year: 2024, month: 1, day: 1 })
    expect(Object.keys(withFields(whole, ["rates", "labels"]))).toEqual(["rates", "labels"])
    expect(Object.keys(withFields(whole, []))).toEqual([...BREAKDOWN_FIELDS, "priceYear"])
  })
})
