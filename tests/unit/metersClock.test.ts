import { expect, test } from "bun:test"
import { readMeterYear } from "../../domain/site/meters/readMeterFile.ts"
import { hourOfYear } from "../../domain/site/year.ts"
import { grid, textFile } from "../support/meterFiles.ts"

/** Clocks of meter files: summer time of each place, and tables that hold the hour that it skips. */

const csv = (header: string, rows: string[]): Uint8Array => textFile([header, ...rows].join("\n"))

test("a zone without summer time keeps its offset all year", () => {
  const rows = grid("2023-07-01T00:00:00Z", 48, 60).map(
    (moment, hour) => `${moment.toISOString().slice(0, 16).replace("T", " ")};${hour}`,
  )
  const { importKwh } = readMeterYear(csv("time;consumption (kWh)", rows), "x.csv", { zone: "Asia/Tokyo" })
  expect(importKwh[hourOfYear(7, 1, 5)]).toBe(5)
})

/** A different energy in each hour of a year, which does not rise as a reading does. */
const energyOf = (hour: number): number => (hour * 7919) % 8760

/** A row for each hour of a calendar year with its energy, by the clock of a zone: the runtime's, not the product's rules. */
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
    expect(notes).toEqual([])
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
