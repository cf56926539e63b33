import { expect } from "bun:test"
import { readMeterFile } from "../../domain/site/meters/readMeterFile.ts"
import { grid, textFile } from "./meterFiles.ts"

/** Years of generated meter files, through both clock changes of their place. */

export interface Row {
  /** Date and time by the clock of the place at the beginning of the interval, and at its end. */
  from: [date: string, time: string]
  until: [date: string, time: string]
  start: Date
  end: Date
  /** Number of the hour in its day by the clock, from 1 on: to 23 and 25 on the days of its changes. */
  hour: number
  kwh: number
}

export const dotted = (date: string, sign: string): string => date.split("-").reverse().join(sign)
export const american = (date: string): string => date.replace(/(\d+)-(\d+)-(\d+)/, "$2/$3/$1")
export const comma = (kwh: number): string => `${kwh}`.replace(".", ",")
const energy = (index: number): number => (1 + ((index * 7919) % 1000)) / 1000

/** The rows of 2023 at a place, and the year's hours. */
export const yearAt = (zone: string, standardHours: number, stepMin: number): [rows: Row[], hours: number[]] => {
  const clock = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "short" })
  const first = new Date(Date.UTC(2023, 0, 1, -standardHours)).toISOString()
  const perHour = 60 / stepMin
  const starts = grid(first, 8760 * perHour, stepMin)
  let day = ""
  let inDay = 0
  const rows = starts.map((start, index): Row => {
    const end = new Date(start.getTime() + stepMin * 60_000)
    const [from, until] = [start, end].map(at => clock.format(at).split(" ") as [string, string])
    if (from![0] !== day) [day, inDay] = [from![0], 0]
    return { from: from!, until: until!, start, end, hour: Math.floor(inDay++ / perHour) + 1, kwh: energy(index) }
  })
  const hours = Array.from({ length: 8760 }, (_, hour) =>
    rows.slice(hour * perHour, (hour + 1) * perHour).reduce((sum, { kwh }) => sum + kwh, 0),
  )
  return [rows, hours]
}

/** Notation of a year's file. */
export interface Export {
  zone: string
  standardHours: number
  stepMin: number
  head: string
  row: (row: Row) => string
  fedInShare?: number
}
/** Expects each row of a file of 2023 in its hour, without a note. */
export const expectWholeYear = ({ zone, standardHours, stepMin, head, row, fedInShare }: Export): void => {
  const [rows, hours] = yearAt(zone, standardHours, stepMin)
  expectHours(textFile([head, ...rows.map(row), ""].join("\n")), zone, hours, fedInShare)
}

/** Expects the hours of 2023 from a file at a place, and a share of each hour as export. */
export const expectHours = (file: Uint8Array, zone: string, hours: number[], fedInShare?: number): void => {
  const { importKwh, exportKwh, notes, measuredFraction } = readMeterFile(file, "x.csv", { zone, year: 2023 })
  expect([...importKwh]).toEqual(hours.map(kwh => expect.closeTo(kwh, 9)))
  expect(exportKwh && [...exportKwh]).toEqual(
    fedInShare === undefined ? null : hours.map(kwh => expect.closeTo(kwh * fedInShare, 9)),
  )
  expect([measuredFraction, notes]).toEqual([1, []])
}
