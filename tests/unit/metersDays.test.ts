import { expect, test } from "bun:test"
import { readMeterYear } from "../../domain/site/meters/readMeterFile.ts"
import { textFile, workbookFile } from "../support/meterFiles.ts"
import { comma, dotted, expectHours, type Row, yearAt } from "../support/meterYears.ts"
import { saying } from "../support/sentences.ts"

/**
 * Tables with a row for each day and a column for each hour, half-hour or quarter: each value of 2023 is assigned to
 * its hour.
 */

const two = (number: number): string => `${number}`.padStart(2, "0")
const clockAt = (minute: number): string => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`
const titles = (count: number, title: (index: number) => string): string[] =>
  Array.from({ length: count }, (_, i) => title(i))

/** The rows of each day. */
const daysOf = (rows: Row[]): [day: string, rows: Row[]][] => {
  const days = new Map<string, Row[]>()
  for (const row of rows) days.set(row.from[0], [...(days.get(row.from[0]) ?? []), row])
  return [...days]
}

/** The cells of a day in slots by local time; the repeated hour has `second` slots of its own behind the first. */
const byClock = (rows: Row[], stepMin: number, hasSecond: boolean): string[] => {
  const cells = Array.from({ length: ((hasSecond ? 25 : 24) * 60) / stepMin }, () => "")
  const seen = new Set<string>()
  for (const { from, kwh } of rows) {
    const [hour = 0, minute = 0] = from[1].split(":").map(Number)
    const isLater = hasSecond && (hour > 2 || seen.has(from[1]))
    if (hour === 2) seen.add(from[1])
    cells[((hour + (isLater ? 1 : 0)) * 60 + minute) / stepMin] = `${kwh}`
  }
  return cells
}
const inOrder = (rows: Row[], count: number): string[] => titles(count, index => `${rows[index]?.kwh ?? ""}`)

interface DayFile {
  zone: string
  standardHours: number
  stepMin: number
  head: string[]
  rows: (day: string, rows: Row[]) => string[][]
  fedInShare?: number
}
const ROME = { zone: "Europe/Rome", standardHours: 1 }
const LONDON = { zone: "Europe/London", standardHours: 0 }
const halved = (cells: string[]): string[] => cells.map(cell => (cell === "" ? "" : `${Number(cell) / 2}`))

const FILES: Record<string, DayFile> = {
  "24 hours and one of autumn, 2A and 2B in their order": {
    ...ROME,
    stepMin: 60,
    head: ["Data", ...["00:00", "01:00", "2A:00", "2B:00"], ...titles(21, i => clockAt((i + 3) * 60)), "kWh"],
    rows: (day, rows) => [[dotted(day, "/"), ...byClock(rows, 60, true), ""]],
  },
  "hours numbered 1 to 25": {
    ...ROME,
    zone: "Europe/Warsaw",
    stepMin: 60,
    head: ["Data", ...titles(25, i => `H${i + 1}`), "Suma (kWh)"],
    rows: (day, rows) => [[day, ...inOrder(rows, 25), "24"]],
  },
  "half-hours numbered HH1 to HH50, a row for each direction": {
    ...LONDON,
    stepMin: 30,
    head: ["MPAN", "Measurement quantity", "Date", ...titles(50, i => `HH${i + 1}`)],
    rows: (day, rows) => [
      ["1012345678901", "AI", dotted(day, "/"), ...inOrder(rows, 50)],
      ["1012345678901", "AE", dotted(day, "/"), ...halved(inOrder(rows, 50))],
      ["1012345678901", "RI", dotted(day, "/"), ...titles(50, () => "77")],
    ],
    fedInShare: 0.5,
  },
  "quarters numbered to 100, mean power": {
    ...ROME,
    zone: "Europe/Vienna",
    stepMin: 15,
    head: ["Datum", "Einheit", ...titles(100, i => `Q${two(i + 1)}`)],
    rows: (day, rows) => [
      [dotted(day, "."), "kW", ...inOrder(rows, 100).map(cell => (cell === "" ? "" : `${Number(cell) * 4}`))],
    ],
  },
}

test.each(Object.entries(FILES))("%s", (_, { zone, standardHours, stepMin, head, rows, fedInShare }) => {
  const [year, hours] = yearAt(zone, standardHours, stepMin)
  const lines = daysOf(year).flatMap(([day, ofDay]) => rows(day, ofDay))
  const text = [head, ...lines].map(cells => cells.join(";")).join("\n")
  expectHours(textFile(text), zone, hours, fedInShare)
})

/** Titles of 96 quarters, 48 half-hours and 24 hours by the clock. */
const CLOCK_TITLES: [string, number, (minute: number, step: number) => string][] = [
  ["spans to 24:00", 15, (minute, step) => `${clockAt(minute)}-${clockAt(minute + step)}`],
  ["starts", 30, clockAt],
  ["ends to 00:00", 30, (minute, step) => clockAt((minute + step) % 1440)],
  ["ends to 24:00", 15, (minute, step) => clockAt(minute + step)],
  ["four digits", 30, minute => clockAt(minute).replace(":", "")],
  ["numbers", 60, minute => `${minute / 60 + 1}`],
  [
    "morning and afternoon",
    30,
    minute => `${two(Math.floor(minute / 60) % 12 || 12)}:${two(minute % 60)} ${minute < 720 ? "AM" : "PM"}`,
  ],
]

test.each(CLOCK_TITLES)("a day of 25 hours in 24 hours of columns leaves one hour out: %s", (_, step, title) => {
  const [year, hours] = yearAt("Europe/Rome", 1, step)
  const head = ["POD", "Giorno", ...titles(1440 / step, index => title(index * step, step))]
  const lines = daysOf(year).map(([day, rows]) => [
    "IT1",
    dotted(day, "/"),
    ...byClock(rows, step, false).map(cell => cell.replace(".", ",")),
  ])
  const text = [head, ...lines].map(cells => cells.join(";")).join("\n")
  const { importKwh, notes } = readMeterYear(textFile(text), "x.csv", { zone: "Europe/Rome", year: 2023 })
  // On 29 October the hour from 2:00 to 3:00 has one cell: summer time reads its value, winter time has no value.
  const doubled = hours.findIndex((_, hour) => Number.isNaN(importKwh[hour]))
  expect(doubled).toBe(301 * 24 + 2)
  expect([...importKwh].filter((_, hour) => hour !== doubled && hour !== doubled - 1)).toEqual(
    hours.filter((_, hour) => hour !== doubled && hour !== doubled - 1).map(kwh => expect.closeTo(kwh, 9)),
  )
  expect(notes).toEqual([])
})

const DAYS = titles(40, index => `${two((index % 31) + 1)}/${two(Math.floor(index / 31) + 1)}/2023`)
const daysWith = (head: string, row: (day: string, index: number) => string): string =>
  [`${head};${titles(24, clockAt24).join(";")}`, ...DAYS.map(row)].join("\n")
const clockAt24 = (hour: number): string => clockAt(hour * 60)
const ONES = titles(24, () => "1").join(";")

test("a workbook keeps times of day as shares of the day, and days as serial numbers", () => {
  const cells = (kwh: number) => Array.from({ length: 24 }, () => kwh)
  const rows = DAYS.map((_, index) => [44_927 + index, ...cells(0.5)])
  const file = workbookFile({ A: [["Day (kWh)", ...cells(0).map((_, hour) => hour / 24)], ...rows] })
  const { fileTotalKwh, importKwh } = readMeterYear(file, "x.xlsx", { year: 2023 })
  expect(fileTotalKwh.import).toBe(40 * 12)
  expect([importKwh[0], importKwh[40 * 24 - 1], importKwh[40 * 24]]).toEqual([0.5, 0.5, Number.NaN])
})

test.each([
  ["a table that names no unit", daysWith("Day", day => `${day};${ONES}`), 'column "00:00" of the file names no unit'],
  [
    "days of two meters",
    daysWith("Meter;Day (kWh)", (day, index) => `A;${day};${ONES}\nB;${day};${ONES.replace("1", `${index + 2}`)}`),
    "many rows of the file have the same date and time",
  ],
  [
    "a cell that is no number",
    daysWith("Day (kWh)", day => `${day};${ONES.replace("1;1", "1;one")}`),
    'row 2 of the file has "one"',
  ],
])("%s is refused with the reason", (_, text, reason) => {
  expect(saying(() => readMeterYear(textFile(text), "x.csv"))).toThrow(reason)
})

test("numbers of a day with their decimals behind a comma", () => {
  const text = daysWith("Day (kWh)", day => `${day};${titles(24, () => comma(0.25)).join(";")}`)
  expect(readMeterYear(textFile(text), "x.csv").fileTotalKwh.import).toBe(40 * 6)
})
