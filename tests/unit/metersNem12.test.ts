import { expect, test } from "bun:test"
import { readMeterYear } from "../../domain/site/meters/readMeterFile.ts"
import { hourOfYear } from "../../domain/site/year.ts"
import { noteTexts } from "../../domain/texts/notes.ts"
import { textFile } from "../support/meterFiles.ts"
import { saying } from "../support/sentences.ts"

/** NEM12 by the published specification: rows 100, 200, 300 and 900, in Australian Eastern Standard Time all year. */

const ZONE = "Australia/Sydney"
const DAYS = Array.from({ length: 365 }, (_, day) =>
  new Date(Date.UTC(2023, 0, 1 + day)).toISOString().slice(0, 10).replaceAll("-", ""),
)
const register = (suffix: string, stepMin: number, unit = "kWh", nmi = "6001234567") =>
  `200,${nmi},E1B1,${suffix},${suffix},N,METER1,${unit},${stepMin},`
const day = (date: string, values: (number | string)[], quality = "A") =>
  `300,${date},${values.join(",")},${quality},,,20240101000000,`
const each = (stepMin: number, kwhOf: (index: number) => number) =>
  Array.from({ length: 1440 / stepMin }, (_, index) => kwhOf(index))
const file = (...rows: string[]) => textFile(["100,NEM12,202401010900,SENDER,RETAILER", ...rows, "900"].join("\r\n"))
const read = (bytes: Uint8Array) => readMeterYear(bytes, "x.csv", { zone: ZONE, year: 2023 })

test.each([5, 15, 30])(
  "intervals of %d minutes: general and controlled load add up, fed-in energy is apart",
  stepMin => {
    const perHour = 60 / stepMin
    const hourly = (index: number) => Math.floor(index / perHour)
    const rows = (suffix: string, kwhOf: (hour: number) => number) => [
      register(suffix, stepMin),
      ...DAYS.map(date =>
        day(
          date,
          each(stepMin, index => kwhOf(hourly(index)) / perHour),
        ),
      ),
    ]
    const bytes = file(
      ...rows("E1", hour => 1 + hour),
      ...rows("E2", () => 0.5),
      ...rows("B1", hour => hour / 2),
      ...rows("Q1", () => 9),
    )
    const { importKwh, exportKwh, measuredFraction, notes, format } = read(bytes)
    // Summer in Sydney and the market's time are an hour apart on the clock, but not in time: hours of the year are in
    // standard time.
    for (const [month, hour] of [
      [1, 0],
      [1, 23],
      [7, 12],
    ] as const) {
      const at = hourOfYear(month, 15, hour)
      expect([importKwh[at], exportKwh![at]]).toEqual([expect.closeTo(1.5 + hour, 9), expect.closeTo(hour / 2, 9)])
    }
    expect([format, measuredFraction, notes]).toEqual(["NEM12", 1, []])
  },
)

test("watt-hours, days of null data, and substituted values", () => {
  const [first, second, third, ...rest] = DAYS
  const wh = each(30, () => 500)
  const bytes = file(
    register("E1", 30, "Wh"),
    day(first!, wh, "N"),
    day(second!, wh, "F52"),
    day(third!, wh, "V"),
    "400,1,48,A,,",
    ...rest.map(date => day(date, wh)),
  )
  const { importKwh, measuredFraction, notes } = read(bytes)
  expect([importKwh[0], importKwh[24], importKwh[48]]).toEqual([Number.NaN, 1, 1])
  expect(measuredFraction).toBe(364 / 365)
  expect(noteTexts(notes, "en")).toEqual(["hours that are estimated, or measured in part and scaled to the whole: 24"])
})

test.each([
  [
    "a day of too few values",
    file(
      register("E1", 30),
      "300,20230101,1,2,3,A",
      day(
        "20230102",
        each(30, () => 1),
      ),
    ),
    "row 3 of the file has 6 cells, but a day needs 51",
  ],
  [
    "a day that is none",
    file(
      register("E1", 30),
      day(
        "20231301",
        each(30, () => 1),
      ),
      day(
        "20230102",
        each(30, () => 1),
      ),
    ),
    'row 3 of the file has "20231301"',
  ],
  [
    "another length of intervals",
    file(
      register("E1", 7),
      day(
        "20230101",
        each(30, () => 1),
      ),
    ),
    'row 2 of the file has "7"',
  ],
  [
    "two connections",
    file(
      register("E1", 30),
      day(
        "20230101",
        each(30, () => 1),
      ),
      register("E1", 30, "kWh", "7"),
      day(
        "20230101",
        each(30, () => 1),
      ),
    ),
    "2 connections",
  ],
])("%s is refused with the reason", (_, bytes, reason) => {
  expect(saying(() => read(bytes))).toThrow(reason)
})
