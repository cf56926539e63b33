import { expect, test } from "bun:test"
import { rateBreakdown } from "../../domain/market/tariff/statistics.ts"
import { parseDate, timeline } from "../../domain/site/chart/intervals.ts"
import { profileChart } from "../../domain/site/profiles/charts.ts"
import { HOURS_PER_YEAR } from "../../domain/site/year.ts"
import { AMSTERDAM } from "../support/clocks.ts"

/** Time axes: instants are UTC, labels show the local time of the site. */

const HOUR_MS = 3_600_000
/** Feed-in price at -500 EUR/MWh, less the deduction of `rateBreakdown` [EUR/kWh]. */
const LOWEST_FEED_IN = -0.5 - 0.018

test("-500 EUR/MWh of 2 July 2023 in the Netherlands were from 11:00 to 14:00 UTC: 13:00 to 16:00 by the clock", () => {
  const { rates, labels, instants, timeZone, startDate, endDate } = rateBreakdown("feed-in", "day", {
    year: 2023,
    month: 7,
    day: 2,
  })
  const lowest = rates.flatMap((rate, hour) => (Math.abs(rate - LOWEST_FEED_IN) < 1e-9 ? [hour] : []))
  expect(lowest.map(hour => [instants[hour], labels[hour]])).toEqual([
    ["2023-07-02T11:00:00.000Z", "13:00"],
    ["2023-07-02T12:00:00.000Z", "14:00"],
    ["2023-07-02T13:00:00.000Z", "15:00"],
  ])
  expect([timeZone, startDate, endDate]).toEqual([
    "Europe/Amsterdam",
    "2023-07-01T23:00:00.000Z",
    "2023-07-02T23:00:00.000Z",
  ])
})

test.each([
  ["summer", { year: 2023, month: 3, day: 26 }, ["00:00", "01:00", "03:00"], "00:00"],
  ["winter", { year: 2023, month: 10, day: 29 }, ["01:00", "02:00", "02:00"], "23:00"],
])(
  "on the day when %s time begins, hours follow one another, and labels are those of the clock",
  (_, day, first, last) => {
    const { labels, instants, startDate, endDate } = timeline("day", day, AMSTERDAM)
    expect(labels).toHaveLength(24)
    expect([labels.slice(0, 3), labels.at(-1)]).toEqual([first, last])
    const starts = instants.map(instant => Date.parse(instant))
    expect(starts).toEqual(Array.from({ length: 24 }, (_, hour) => Date.parse(startDate) + hour * HOUR_MS))
    expect(Date.parse(endDate) - Date.parse(startDate)).toBe(24 * HOUR_MS)
  },
)

test("what ends on 28 February of a leap year ends there: 29 February has no hours", () => {
  const leapDay = { year: 2024, month: 2, day: 28 }
  expect(timeline("day", leapDay, AMSTERDAM).endDate).toBe("2024-02-28T23:00:00.000Z")
  expect(timeline("month", { ...leapDay, day: 1 }, AMSTERDAM).endDate).toBe("2024-02-28T23:00:00.000Z")
  const week = timeline("week", { ...leapDay, day: 26 }, AMSTERDAM)
  expect([week.labels[2], week.labels[3], week.endDate]).toEqual([
    "2024-02-28",
    "2024-03-01",
    "2024-03-04T23:00:00.000Z",
  ])
})

test("a date whose chart has instants beyond four digits of a year is none", () => {
  const axis = (text: string) => {
    const date = parseDate(text)
    return date && timeline("year", date, AMSTERDAM)
  }
  expect([axis("0000-12-31"), axis("9999-01-01")]).toEqual([null, null])
  expect([axis("0001-01-01")!.startDate, axis("9998-12-31")!.endDate]).toEqual([
    "0000-12-31T23:00:00.000Z",
    "9999-11-30T23:00:00.000Z",
  ])
})

test("days and months begin at midnight of standard time", () => {
  const week = timeline("week", { year: 2024, month: 7, day: 1 }, AMSTERDAM)
  expect([week.labels[0], week.instants[0], week.instants[6], week.endDate]).toEqual([
    "2024-07-01",
    "2024-06-30T23:00:00.000Z",
    "2024-07-06T23:00:00.000Z",
    "2024-07-07T23:00:00.000Z",
  ])
  const year = timeline("year", { year: 2024, month: 1, day: 1 }, AMSTERDAM)
  expect([year.instants[0], year.instants[6]]).toEqual(["2023-12-31T23:00:00.000Z", "2024-06-30T23:00:00.000Z"])
})

test.each([
  ["Asia/Kathmandu", 5.75, "2024-01-14T18:15:00.000Z", "00:00"],
  ["America/New_York", -5, "2024-01-15T05:00:00.000Z", "00:00"],
  ["Australia/Lord_Howe", 10.5, "2024-01-14T13:30:00.000Z", "00:30"],
  ["Etc/GMT+11", -11, "2024-01-15T11:00:00.000Z", "00:00"],
])("a day in %s", (zone, standardOffsetHours, start, label) => {
  const day = timeline("day", { year: 2024, month: 1, day: 15 }, { zone, standardOffsetHours })
  expect([day.startDate, day.labels[0], day.timeZone]).toEqual([start, label, zone])
})

test("the hours of a profile's week are those of the clock too", () => {
  const hours = Float32Array.from({ length: HOURS_PER_YEAR }, (_, hour) => hour)
  const curves = { baseline: hours, result: hours, export: hours, production: hours }
  const startDate = { year: 2025, month: 3, day: 30 }
  const week = profileChart(curves, { view: "week", startDate }, { year: 2025, clock: AMSTERDAM })
  expect([week.labels.slice(1, 3), week.instants.slice(1, 3), week.timeZone]).toEqual([
    ["2025-03-30 01:00", "2025-03-30 03:00"],
    ["2025-03-30T00:00:00.000Z", "2025-03-30T01:00:00.000Z"],
    "Europe/Amsterdam",
  ])
})
