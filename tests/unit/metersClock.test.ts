import { expect, test } from "bun:test"
import { readMeterYear } from "../../domain/site/meters/readMeterFile.ts"
import { hourOfYear } from "../../domain/site/year.ts"
import { dutchClock, grid, textFile } from "../support/meterFiles.ts"
import { saying } from "../support/sentences.ts"

/** Clocks of meter files: summer time of each place, and tables with a row for the skipped hour. */

const csv = (header: string, rows: string[]): Uint8Array => textFile([header, ...rows].join("\n"))

test("a zone without summer time keeps its offset all year", () => {
  const rows = grid("2023-07-01T00:00:00Z", 48, 60).map(
    (moment, hour) => `${moment.toISOString().slice(0, 16).replace("T", " ")};${hour}`,
  )
  const { importKwh } = readMeterYear(csv("time;consumption (kWh)", rows), "x.csv", { zone: "Asia/Tokyo" })
  expect(importKwh[hourOfYear(7, 1, 5)]).toBe(5)
})

/** A different energy in each hour of a year; it does not rise as a reading does. */
const energyOf = (hour: number): number => (hour * 7919) % 8760

/** A row for each hour of a calendar year with its energy, in local time by the runtime, not by the product's rules. */
const yearByClock = (zone: string, year: number, standardHours: number): string[] => {
  const options = { timeZone: zone, dateStyle: "short", timeStyle: "medium" } as const
  const clock = new Intl.DateTimeFormat("sv-SE", options)
  const first = new Date(Date.UTC(year, 0, 1) - standardHours * 3_600_000).toISOString()
  return grid(first, 8760, 60).map(
    (moment, hour) => `${clock.format(moment).replace(",", "").slice(0, 16)};${energyOf(hour)}`,
  )
}

test.each([
  ["America/New_York", -5],
  ["America/Los_Angeles", -8],
  ["Australia/Sydney", 10],
  ["Pacific/Auckland", 12],
  ["Europe/Athens", 2],
  ["Europe/Istanbul", 3],
])("the wall clock of %s is followed through its own summer time", (zone, standardHours) => {
  const rows = yearByClock(zone, 2023, standardHours)
  for (const file of [rows, [...rows].reverse()]) {
    const { importKwh, notes } = readMeterYear(csv("time;consumption (kWh)", file), "x.csv", { zone, year: 2023 })
    expect([...importKwh]).toEqual(rows.map((_, hour) => energyOf(hour)))
    // South of the equator the year of standard time begins at 1:00 of summer time.
    const isFromOne = rows[0]!.includes(" 01:00")
    expect(notes.map(({ code }) => code)).toEqual(isFromOne ? ["file-times-may-be-ends"] : [])
  }
})

test("24 hours on each day: the hour that the clock skips is written as 0 and is no hour", () => {
  const rows = yearByClock("Europe/Amsterdam", 2023, 1).map((row, hour) => `${row.split(";")[0]};${(hour % 7) + 1}`)
  const skipped = rows.findIndex(row => row.startsWith("2023-03-26 03:00"))
  const even = rows.toSpliced(skipped, 0, "2023-03-26 02:00;0")
  for (const file of [even, [...even].reverse()]) {
    const { importKwh, notes } = readMeterYear(csv("time;consumption (kWh)", file), "x.csv", { year: 2023 })
    expect([...importKwh]).toEqual(rows.map((_, hour) => (hour % 7) + 1))
    expect(notes).toEqual([])
  }
})

/** A row for each quarter of 2023 with its end in Amsterdam's local time, 24:00 at the end of a day, and its energy. */
const quarterEnds = (clockAt: (start: Date) => string): [rows: string[], hours: number[]] => {
  const starts = grid("2022-12-31T23:00:00Z", 35_040, 15)
  const energy = (quarter: number) => ((quarter * 7919) % 35_040) / 1024
  const hours = Array.from({ length: 8760 }, (_, hour) =>
    [0, 1, 2, 3].reduce((sum, quarter) => sum + energy(4 * hour + quarter), 0),
  )
  return [starts.map((start, quarter) => `${clockAt(start)};${energy(quarter)}`), hours]
}
const QUARTER_MS = 900_000
const asUtc = (clock: string): number => Date.parse(`${clock.replace(" ", "T")}Z`)
const written = (ms: number): string => new Date(ms).toISOString().slice(0, 16).replace("T", " ")

test.each<[string, (start: Date) => string]>([
  ["the start's time and a quarter", start => written(asUtc(dutchClock(start)) + QUARTER_MS)],
  ["the clock at the end", start => written(asUtc(dutchClock(new Date(start.getTime() + QUARTER_MS))))],
  [
    "24:00 at the end of a day",
    start => {
      const end = written(asUtc(dutchClock(start)) + QUARTER_MS)
      return end.endsWith("00:00") ? `${written(asUtc(dutchClock(start))).slice(0, 10)} 24:00` : end
    },
  ],
])("quarters from 00:15 to midnight have the ends of their intervals: %s", (_, clockAt) => {
  const [rows, hours] = quarterEnds(clockAt)
  for (const file of [rows, [...rows].reverse()]) {
    const { importKwh, notes } = readMeterYear(csv("Date;Load (kWh)", file), "x.csv", { year: 2023 })
    expect([...importKwh]).toEqual(hours.map(kwh => expect.closeTo(kwh, 9)))
    expect(notes.map(({ code }) => code)).toEqual(["file-times-are-ends"])
  }
})

test("hours that end at 24:00 have the ends of their intervals, and 24:15 is no time", () => {
  const rows = Array.from({ length: 48 }, (_, hour) => {
    const [day, end] = [10 + Math.floor(hour / 24), (hour % 24) + 1]
    return `2023-01-${day} ${`${end}`.padStart(2, "0")}:00;${hour % 5}`
  })
  const { importKwh } = readMeterYear(csv("Date;Load (kWh)", rows), "x.csv")
  expect([...importKwh.slice(hourOfYear(1, 10, 0), hourOfYear(1, 12, 0))]).toEqual(rows.map((_, hour) => hour % 5))
  const wrong = rows.with(23, "2023-01-10 24:15;3")
  expect(saying(() => readMeterYear(csv("Date;Load (kWh)", wrong), "x.csv"))).toThrow(
    'row 25 of the file has "2023-01-10 24:15"',
  )
})
