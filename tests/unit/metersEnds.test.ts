import { expect, test } from "bun:test"
import { readMeterYear } from "../../domain/site/meters/readMeterFile.ts"
import { textFile } from "../support/meterFiles.ts"
import { comma, type Row, yearAt } from "../support/meterYears.ts"

/** Moments whose title does not say if they begin or end their intervals. */

const two = (value: number): string => String(value).padStart(2, "0")
/** The last minute of a row's interval. */
const lastMinute = ({ from: [date, clock] }: Row, stepMin: number): string =>
  `${date} ${clock.slice(0, 3)}${two(Number(clock.slice(3)) + stepMin - 1)}`
const end = ({ until }: Row): string => until.join(" ")

/** The first forty days of 2023 at a place, and their energy as read. */
const read = (zone: string, standardHours: number, stepMin: number, moment: (row: Row) => string) => {
  const [year, hours] = yearAt(zone, standardHours, stepMin)
  const rows = year.slice(0, (40 * 24 * 60) / stepMin)
  const text = ["Datum;Verbruik (kWh)", ...rows.map(row => `${moment(row)};${comma(row.kwh)}`)].join("\n")
  const { importKwh, notes } = readMeterYear(textFile(text), "x.csv", { zone, year: 2023 })
  return { read: [...importKwh.slice(0, 960)], hours: hours.slice(0, 960), notes: notes.map(({ code }) => code) }
}

test.each<[string, string, number, number, (row: Row) => string]>([
  ["hours at their ends, in Britain", "Europe/London", 0, 60, end],
  ["hours at their ends, in Finland", "Europe/Helsinki", 2, 60, end],
  ["the last minutes of hours", "Europe/Amsterdam", 1, 60, row => lastMinute(row, 60)],
  ["the last seconds of hours", "Europe/Amsterdam", 1, 60, row => `${lastMinute(row, 60)}:59`],
  ["the last minutes of quarters", "Europe/Amsterdam", 1, 15, row => lastMinute(row, 15)],
  ["quarters to 0:00 of the day they began on", "Europe/Lisbon", 0, 15, ({ from, until }) => `${from[0]} ${until[1]}`],
])("%s are ends", (_, zone, standardHours, stepMin, moment) => {
  const found = read(zone, standardHours, stepMin, moment)
  expect(found.read).toEqual(found.hours.map(kwh => expect.closeTo(kwh, 9)))
  expect(found.notes).toContain("file-times-are-ends")
})

test("quarters from 0:15 on are ends, though the file stops within a day", () => {
  const [rows, hours] = yearAt("Europe/Amsterdam", 1, 15)
  const text = ["Datum;kWh", ...rows.slice(0, 3000).map(row => `${end(row)};${comma(row.kwh)}`)].join("\n")
  const { importKwh } = readMeterYear(textFile(text), "x.csv", { year: 2023 })
  expect([...importKwh.slice(0, 750)]).toEqual(hours.slice(0, 750).map(kwh => expect.closeTo(kwh, 9)))
})

test("hours from 1:00 to 0:00 that may be a year of UTC stay beginnings, and a note says how to title ends", () => {
  const found = read("Europe/Amsterdam", 1, 60, end)
  expect(found.read.slice(1)).toEqual(found.hours.slice(0, -1).map(kwh => expect.closeTo(kwh, 9)))
  expect(found.notes).toEqual(["file-times-may-be-ends"])
})
