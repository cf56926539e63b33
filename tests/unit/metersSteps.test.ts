import { expect, test } from "bun:test"
import { readMeterYear } from "../../domain/site/meters/readMeterFile.ts"
import { dutchClock, grid, textFile } from "../support/meterFiles.ts"

/** Files with intervals of different length: a meter that changed from hours to quarters, or back. */

const DAYS = 40
const ZONE = "Europe/Amsterdam"
const quarters = grid("2023-03-09T23:00:00Z", DAYS * 96, 15)
const kwhOf = (index: number): number => (1 + ((index * 7919) % 1000)) / 1000
const hourly = (index: number): number => [0, 1, 2, 3].reduce((sum, quarter) => sum + kwhOf(index + quarter), 0)
const hours = Array.from({ length: DAYS * 24 }, (_, hour) => hourly(hour * 4))

interface Interval {
  from: Date
  minutes: number
  kwh: number
}

/** Hourly intervals if `isHourly` of their first quarter, else quarters. */
const intervals = (isHourly: (quarter: number) => boolean): Interval[] =>
  quarters.flatMap((from, index): Interval[] => {
    if (!isHourly(index)) return [{ from, minutes: 15, kwh: kwhOf(index) }]
    return index % 4 === 0 ? [{ from, minutes: 60, kwh: hourly(index) }] : []
  })
const clockOf = (moment: Date): string => dutchClock(moment).slice(0, 16)
const after = ({ from, minutes }: Interval): Date => new Date(from.getTime() + minutes * 60_000)

const HALF = (DAYS / 2) * 96
/** The clock change is in the first half. */
const PARTS: [string, (quarter: number) => boolean][] = [
  ["hours, then quarters", quarter => quarter < HALF],
  ["quarters, then hours", quarter => quarter >= HALF],
  ["hours between quarters", quarter => quarter >= 96 * 5 && quarter < 96 * 12],
  ["quarters between hours", quarter => quarter < 96 * 5 || quarter >= 96 * 12],
]
const COLUMNS: [string, string, (interval: Interval) => string][] = [
  ["energy by its start", "Start,Import (kWh)", one => `${clockOf(one.from)},${one.kwh}`],
  ["energy by its end", "End,Import (kWh)", one => `${clockOf(after(one))},${one.kwh}`],
  ["energy in UTC", "time,Import (kWh)", one => `${one.from.toISOString()},${one.kwh}`],
  ["both ends", "From,To,Import (kWh)", one => `${clockOf(one.from)},${clockOf(after(one))},${one.kwh}`],
  ["mean power", "Start,Import (kW)", one => `${clockOf(one.from)},${(one.kwh * 60) / one.minutes}`],
  ["mean power by its end", "End,Import (kW)", one => `${clockOf(after(one))},${(one.kwh * 60) / one.minutes}`],
]

test.each(PARTS.flatMap(part => COLUMNS.map(columns => [part, columns] as const)))("%p: %p", (part, columns) => {
  const [, head, row] = columns
  const text = [head, ...intervals(part[1]).map(row)].join("\n")
  const { importKwh, fileTotalKwh, measuredFraction, estimatedHours } = readMeterYear(textFile(text), "x.csv", {
    zone: ZONE,
  })
  const measured = importKwh.filter(kwh => !Number.isNaN(kwh))
  expect([...measured]).toEqual(hours.map(kwh => expect.closeTo(kwh, 9)))
  expect(fileTotalKwh.import).toBeCloseTo(
    hours.reduce((sum, kwh) => sum + kwh),
    6,
  )
  expect([measuredFraction, estimatedHours]).toEqual([(DAYS * 24) / 8760, 0])
})

test("quarters of which most are missing for a day are quarters, not hours", () => {
  const isThere = (quarter: number) => quarter < 96 * 5 || quarter >= 96 * 6 || quarter % 4 === 0
  const rows = quarters.flatMap((from, index) => (isThere(index) ? `${clockOf(from)},${kwhOf(index)}` : []))
  const text = ["Start,Import (kWh)", ...rows].join("\n")
  const { importKwh } = readMeterYear(textFile(text), "x.csv", { zone: ZONE })
  expect(importKwh.filter(kwh => !Number.isNaN(kwh))).toHaveLength((DAYS - 1) * 24)
})
