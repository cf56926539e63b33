import { expect, test } from "bun:test"
import { readMeterFile, readMeterYear } from "../../domain/site/meters/readMeterFile.ts"
import { hourOfYear } from "../../domain/site/year.ts"
import { noteTexts } from "../../domain/texts/notes.ts"
import { sample } from "../support/meterFiles.ts"
import { saying } from "../support/sentences.ts"

/**
 * Totals and hours of the real exports; the expected numbers were counted from the files with Python's csv and zipfile.
 */

const measuredSum = (hours: Float64Array | null): number =>
  hours!.reduce((sum, kwh) => sum + (Number.isNaN(kwh) ? 0 : kwh), 0)
const measuredCount = (hours: Float64Array): number =>
  hours.reduce((count, kwh) => count + (Number.isNaN(kwh) ? 0 : 1), 0)

test("DSMR-reader: a year with gaps and a leap day keeps its 3743 kWh bought and 2128 kWh fed in", () => {
  const year = readMeterFile(sample("dsmrReader-2024.csv.gz"), "export.csv")
  expect(year).toMatchObject({ format: "DSMR-reader", year: 2024, stepMin: 60, estimatedHours: 0, notes: [] })
  expect(year.fileTotalKwh.import).toBeCloseTo(3743.131, 6)
  expect(year.fileTotalKwh.export).toBeCloseTo(2128.383, 6)
  expect(measuredSum(year.importKwh)).toBeCloseTo(3737.416, 6)
  expect(measuredSum(year.exportKwh)).toBeCloseTo(2127.406, 6)
  expect(measuredCount(year.importKwh)).toBe(8730)
  expect(year.measuredFraction).toBeCloseTo(8730 / 8760, 12)
})

test("DSMR-reader: both clock changes are where their offsets put them", () => {
  const { importKwh } = readMeterFile(sample("dsmrReader-2024.csv.gz"), "export.csv")
  expect([...importKwh.slice(hourOfYear(3, 31, 1), hourOfYear(3, 31, 3))]).toEqual([0.126, 0.123])
  expect([...importKwh.slice(hourOfYear(10, 27, 0), hourOfYear(10, 27, 4))]).toEqual([0.21, 0.207, 0.515, 0.537])
})

test("Zonneplan: all rows but the total count, and the most recent of two Januaries stays", () => {
  const year = readMeterFile(sample("zonneplan-2024.xlsx"), "zonneplan.xlsx")
  expect(year).toMatchObject({ format: "Zonneplan", year: 2024, stepMin: 60, measuredFraction: 1 })
  expect(year.fileTotalKwh.import).toBeCloseTo(5201.686, 6)
  expect(year.fileTotalKwh.export).toBeCloseTo(2239.591, 6)
  expect(measuredSum(year.importKwh)).toBeCloseTo(4892.176, 6)
  expect(measuredSum(year.exportKwh)).toBeCloseTo(2224.923, 6)
  expect(noteTexts(year.notes, "en").join()).toContain("2024, 2025")
})

test("Zonneplan: a preferred year stays whole, 29 February left out", () => {
  const year = readMeterFile(sample("zonneplan-2024.xlsx"), "zonneplan.xlsx", { year: 2024 })
  expect(measuredSum(year.importKwh)).toBeCloseTo(4705.303, 6)
  expect(measuredSum(year.exportKwh)).toBeCloseTo(2233.981, 6)
  expect([...year.importKwh.slice(hourOfYear(3, 31, 0), hourOfYear(3, 31, 3))]).toEqual([0.277, 0.85, 1.027])
  expect([...year.importKwh.slice(hourOfYear(10, 27, 0), hourOfYear(10, 27, 4))]).toEqual([1.465, 0.749, 0.749, 1.146])
})

test("SlimmeMeterPortal: text numbers at the interval's end, a year of quarter-hours without feed-in", () => {
  const year = readMeterFile(sample("slimmeMeterPortal-2023.xlsx.zst"), "data.xlsx")
  expect(year).toMatchObject({ format: "SlimmeMeterPortal", year: 2023, stepMin: 15, measuredFraction: 1 })
  expect(year.exportKwh).toBeNull()
  expect(measuredSum(year.importKwh)).toBeCloseTo(8783.65, 6)
  expect(year.importKwh[0]).toBeCloseTo(0.11 + 0.12 + 0.11 + 0.12, 9)
})

test("Engie: blocks per type, clock changes by their offset", () => {
  const year = readMeterFile(sample("engie-2025.csv.gz"), "engie.csv")
  expect(year).toMatchObject({ format: "Engie", year: 2025, stepMin: 60 })
  expect(measuredSum(year.importKwh)).toBeCloseTo(379.335, 6)
  expect(measuredSum(year.exportKwh)).toBeCloseTo(732.356, 6)
  expect(measuredCount(year.importKwh)).toBe(1008)
  expect([...year.importKwh.slice(hourOfYear(3, 30, 1), hourOfYear(3, 30, 3))]).toEqual([0.187, 0.18])
  expect([...year.importKwh.slice(hourOfYear(10, 26, 0), hourOfYear(10, 26, 4))]).toEqual([0.228, 0.517, 0.196, 0.202])
})

test("Fluvius in English: day and night registers add up, the doubled hour fills two hours", () => {
  const year = readMeterYear(sample("fluvius-en-2023-10.csv.gz"), "fluvius.csv")
  expect(year).toMatchObject({ format: "Fluvius", year: 2023, stepMin: 15, estimatedHours: 1 })
  expect(year.fileTotalKwh.import).toBeCloseTo(210.958, 6)
  expect(year.fileTotalKwh.export).toBeCloseTo(30.011, 6)
  expect(measuredCount(year.importKwh)).toBe(241)
})

test("Fluvius in Dutch: quarter-hours without use are missing, not 0, and estimated ones count and are noted", () => {
  const year = readMeterYear(sample("fluvius-nl-2021-10.csv.gz"), "fluvius.csv")
  expect(year.fileTotalKwh.import).toBeCloseTo(18.192, 6)
  expect(year.exportKwh).toBeNull()
  expect(measuredCount(year.importKwh)).toBe(208)
  expect(year.estimatedHours).toBe(103)
  expect(noteTexts(year.notes, "en").join()).toContain("estimated")
  expect(saying(() => readMeterFile(sample("fluvius-nl-2021-10.csv.gz"), "fluvius.csv"))).toThrow("8 measured days")
})

test("HomeWizard: differences of readings, on the wall clock of summer", () => {
  const year = readMeterFile(sample("homewizard-2022-09.csv.gz"), "homewizard.csv")
  expect(year).toMatchObject({ format: "HomeWizard", year: 2022, stepMin: 15 })
  expect(year.fileTotalKwh.import).toBeCloseTo(1356.427, 6)
  expect(year.fileTotalKwh.export).toBeCloseTo(861.118, 6)
  expect(year.importKwh[hourOfYear(9, 15, 11)]).toBeCloseTo(1.841, 6)
  expect(year.exportKwh![hourOfYear(9, 15, 11)]).toBeCloseTo(1.024, 6)
  expect(measuredCount(year.importKwh)).toBe(720)
})

test("HomeWizard kWh meter: columns of power next to the readings are no energy", () => {
  const year = readMeterYear(sample("homewizard-3phase.csv.gz"), "meter.csv")
  expect(year.fileTotalKwh.import).toBe(0)
  expect(year.fileTotalKwh.export).toBeCloseTo(0.361 - 0.15, 9)
})

test.each([
  ["eneco-day-2020.xlsx", "Eneco/Oxxio"],
  ["greenchoice-day-2023.csv.gz", "Greenchoice"],
  ["liander-day-2023.csv.gz", "Liander"],
  ["vanons-day-2023.csv.gz", "VanOns"],
  ["energieManager-day-2013.csv.gz", "the file"],
])("%s is refused as daily, with what to do", (name, provider) => {
  const read = () => readMeterFile(sample(name), name)
  expect(saying(read)).toThrow("one value a day: export quarter-hours or hours instead")
  expect(saying(read)).toThrow(provider)
})

test("a gas meter is refused with the reason", () => {
  expect(saying(() => readMeterFile(sample("homewizard-gas-2025-03.csv.gz"), "gas.csv"))).toThrow(
    "gas, not electricity",
  )
})
