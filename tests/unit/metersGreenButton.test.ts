import { expect, test } from "bun:test"
import { readMeterYear } from "../../domain/site/meters/readMeterFile.ts"
import { textFile } from "../support/meterFiles.ts"
import { expectHours, type Row, yearAt } from "../support/meterYears.ts"
import { saying } from "../support/sentences.ts"

/**
 * Green Button downloads by the ESPI schema (NAESB REQ.21): an Atom feed of usage points, meter readings, reading types
 * and interval blocks.
 */

const ZONE = "America/New_York"
const POINT = "/espi/1_1/resource/UsagePoint/7"

interface Kind {
  id: number
  flowDirection: number
  uom?: number
  multiplier?: number
  seconds: number
}
const entry = (links: string[][], content: string): string =>
  `<entry>${links.map(([rel, href]) => `<link rel="${rel}" href="${href}"/>`).join("")}<content>${content}</content></entry>`
const readingType = ({ id, flowDirection, uom = 72, multiplier = -3, seconds }: Kind): string =>
  entry(
    [["self", `/espi/1_1/resource/ReadingType/${id}`]],
    `<ReadingType xmlns="http://naesb.org/espi"><flowDirection>${flowDirection}</flowDirection><intervalLength>${seconds}</intervalLength><powerOfTenMultiplier>${multiplier}</powerOfTenMultiplier><uom>${uom}</uom></ReadingType>`,
  )
const meterReading = ({ id }: Kind, point = POINT): string =>
  entry(
    [
      ["self", `${point}/MeterReading/${id}`],
      ["related", `${point}/MeterReading/${id}/IntervalBlock`],
      ["related", `/espi/1_1/resource/ReadingType/${id}`],
    ],
    '<MeterReading xmlns="http://naesb.org/espi"/>',
  )
const block = ({ id, seconds }: Kind, values: [start: Date, value: number][], point = POINT): string => {
  const readings = values.map(
    ([start, value]) =>
      `<IntervalReading><timePeriod><duration>${seconds}</duration><start>${start.getTime() / 1000}</start></timePeriod><value>${value}</value></IntervalReading>`,
  )
  const period = "<interval><duration>86400</duration><start>1672531200</start></interval>"
  return entry(
    [["up", `${point}/MeterReading/${id}/IntervalBlock`]],
    `<IntervalBlock xmlns="http://naesb.org/espi">${period}${readings.join("")}</IntervalBlock>`,
  )
}
const feed = (...entries: string[]): Uint8Array =>
  textFile(`<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom">${entries.join("")}</feed>`)

const [rows, hours] = yearAt(ZONE, -5, 15)
const valuesOf = (kwhToUnit: number) =>
  rows.map(({ start, kwh }: Row): [Date, number] => [start, Math.round(kwh * kwhToUnit)])
const bought: Kind = { id: 1, flowDirection: 1, seconds: 900 }
const fedIn: Kind = { id: 2, flowDirection: 19, seconds: 900 }

test("both directions, reading types after the blocks that they are of", () => {
  const file = feed(
    meterReading(bought),
    meterReading(fedIn),
    block(bought, valuesOf(1e6)),
    block(fedIn, valuesOf(0.5e6)),
    readingType(fedIn),
    readingType(bought),
  )
  expectHours(file, ZONE, hours, 0.5)
})

test("reading types before their blocks, without links; a byte order mark; mean power", () => {
  const power: Kind = { id: 3, flowDirection: 1, uom: 38, multiplier: 0, seconds: 900 }
  const file = feed(readingType(power), block(power, valuesOf(4000)))
  expectHours(textFile(`\ufeff${new TextDecoder().decode(file)}`), ZONE, hours)
})

test("of quarters and hours of the same the quarters are read, and days are not", () => {
  const hourly: Kind = { id: 4, flowDirection: 1, seconds: 3600 }
  const daily: Kind = { id: 5, flowDirection: 1, seconds: 86_400 }
  const starts = rows
    .filter((_, index) => index % 4 === 0)
    .map(({ start }, hour): [Date, number] => [start, hours[hour]! * 1e6])
  const kinds = [hourly, daily, bought]
  const file = feed(
    ...kinds.map(kind => readingType(kind)),
    ...kinds.map(kind => meterReading(kind)),
    block(hourly, starts),
    block(
      daily,
      starts.filter((_, hour) => hour % 24 === 0),
    ),
    block(bought, valuesOf(1e6)),
  )
  expectHours(file, ZONE, hours)
})

test.each([
  ["gas", feed(readingType({ ...bought, uom: 169 }), block(bought, valuesOf(1))), "gas"],
  ["readings without a reading type", feed(block(bought, valuesOf(1e6))), "no ReadingType with the unit (uom)"],
  [
    "days",
    feed(
      readingType(bought),
      block(
        { ...bought, seconds: 86_400 },
        rows.filter((_, index) => index % 96 === 0).map(({ start }) => [start, 1]),
      ),
    ),
    "one value a day",
  ],
  [
    "two usage points",
    feed(readingType(bought), block(bought, valuesOf(1e6)), block(bought, valuesOf(1e6), POINT.replace("7", "8"))),
    "2 connections",
  ],
  ["a download that was cut off", feed(readingType(bought)).subarray(0, 300), "the workbook or XML is damaged"],
  ["another XML file", textFile("<html></html>"), "web page or XML"],
])("%s is refused with the reason", (_, file, reason) => {
  expect(saying(() => readMeterYear(file, "x.xml", { zone: ZONE }))).toThrow(reason)
})
