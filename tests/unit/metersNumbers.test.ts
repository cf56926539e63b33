import { expect, test } from "bun:test"
import { readMeterYear } from "../../domain/site/meters/readMeterFile.ts"
import { textFile } from "../support/meterFiles.ts"
import { comma, dotted, type Row, yearAt } from "../support/meterYears.ts"

/** Hours, half-hours and quarters that are numbered within their days, around both changes of the clock. */

const isAroundChange = ({ from: [date] }: Row): boolean =>
  (date >= "2023-03-18" && date < "2023-04-03") || (date >= "2023-10-21" && date < "2023-11-06")
const hourOfClock = ({ from }: Row): number => Number(from[1].slice(0, 2))
/** Local time of Amsterdam without summer time, as an ISO date. */
const standard = ({ start }: Row): string => new Date(start.getTime() + 3_600_000).toISOString()
/** Numbers of the slots of a day in their order. */
const inOrder = (rows: readonly Row[]): number[] => {
  const counts = new Map<string, number>()
  return rows.map(({ from: [date] }) => {
    counts.set(date, (counts.get(date) ?? 0) + 1)
    return counts.get(date)!
  })
}

interface Written {
  zone?: string
  standardHours?: number
  stepMin?: number
  head?: string
  row: (row: Row, number: number) => string
  edit?: (text: string) => string
}

const expectRead = ({ zone = "Europe/Amsterdam", standardHours = 1, stepMin = 60, ...written }: Written): void => {
  const { head = "Datum;Uur;Verbruik (kWh)", row, edit = (text: string) => text } = written
  const [year, hours] = yearAt(zone, standardHours, stepMin)
  const rows = year.filter(isAroundChange)
  const numbers = inOrder(rows)
  const text = edit([head, ...rows.map((one, index) => row(one, numbers[index]!))].join("\n"))
  const { importKwh } = readMeterYear(textFile(text), "x.csv", { zone, year: 2023 })
  const isThere = new Set(
    year.flatMap((one, index) => (isAroundChange(one) ? [Math.floor((index * stepMin) / 60)] : [])),
  )
  expect([...importKwh]).toEqual(hours.map((kwh, hour) => (isThere.has(hour) ? expect.closeTo(kwh, 9) : Number.NaN)))
}
const byClock: Written["row"] = at => `${at.from[0]};${hourOfClock(at) + 1};${comma(at.kwh)}`

test.each<[string, Written]>([
  ["in order, 23 and 25 on days of the change", { row: (at, number) => `${at.from[0]};${number};${comma(at.kwh)}` }],
  ["by the clock, one left out and one twice", { row: byClock }],
  ["by the clock from 0 on", { row: at => `${at.from[0]};${hourOfClock(at)};${comma(at.kwh)}` }],
  [
    "by the clock, the hour that is skipped written as nothing",
    { row: byClock, edit: text => text.replace("2023-03-26;4;", "2023-03-26;3;0\n2023-03-26;4;") },
  ],
  [
    "by the clock, the hour that is skipped left empty",
    { row: byClock, edit: text => text.replace("2023-03-26;4;", "2023-03-26;3;\n2023-03-26;4;") },
  ],
  [
    "of standard time, 24 on each day",
    { row: at => `${standard(at).slice(0, 10)};${Number(standard(at).slice(11, 13)) + 1};${comma(at.kwh)}` },
  ],
  [
    "two digits below a title of times",
    { head: "Datum;Tijd;kWh", row: at => `${at.from[0]};${at.from[1].slice(0, 2)};${comma(at.kwh)}` },
  ],
  [
    "four digits below a title of times",
    { stepMin: 30, head: "Datum;Tijd;kWh", row: at => `${at.from[0]};${at.from[1].replace(":", "")};${comma(at.kwh)}` },
  ],
  [
    "settlement periods beside the number of a connection that could be a moment",
    {
      ...{ zone: "Europe/London", standardHours: 0, stepMin: 30 },
      head: "MPAN,Settlement Date,Settlement Period,Consumption (kWh)",
      row: (at, number) => `1200012345678,${dotted(at.from[0], "/")},${number},${at.kwh}`,
    },
  ],
  [
    "quarters of a day",
    { stepMin: 15, head: "Datum;PTU;kWh", row: (at, number) => `${at.from[0]};${number};${comma(at.kwh)}` },
  ],
])("are read: %s", (_, written) => expectRead(written))

test("rows that run backwards by hours of the clock are read", () => {
  expectRead({ row: byClock, edit: text => [text.split("\n")[0], ...text.split("\n").slice(1).reverse()].join("\n") })
})

test("days from the newest on, of which each runs forward, have autumn's hours in their order", () => {
  const newestFirst = (text: string): string => {
    const [head, ...rows] = text.split("\n")
    const days = Map.groupBy(rows, row => row.slice(0, 10))
    return [head, ...[...days.values()].reverse().flat()].join("\n")
  }
  expectRead({ head: "Datum;kWh", row: at => `${at.from.join(" ")};${comma(at.kwh)}`, edit: newestFirst })
})
