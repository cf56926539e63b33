/** Public holidays of countries and of the German Länder, computed by rule, against lists of the years 2020 to 2030. */
import { describe, expect, test } from "bun:test"
import { HOLIDAY_REGIONS } from "../../domain/site/holidayRegions.ts"
import { isPublicHoliday } from "../../domain/site/publicHolidays.ts"

/**
 * Public holidays by country or Land and year, as MM-DD: only holidays of the whole area, without Sundays. They are the
 * category "public" of the package holidays 0.105 for Python, read on 23 November 2026. Licence: MIT
 * (https://github.com/vacanza/holidays).
 */
const LISTED: Record<string, Record<string, string>> = await Bun.file(
  new URL("../fixtures/publicHolidays.json", import.meta.url),
).json()

const MS_PER_DAY = 86_400_000
const SUNDAY = 0

const computed = (country: string, year: number): string[] => {
  const found: string[] = []
  for (let ms = Date.UTC(year, 0, 1); ms < Date.UTC(year + 1, 0, 1); ms += MS_PER_DAY) {
    const date = new Date(ms)
    if (date.getUTCDay() !== SUNDAY && isPublicHoliday(country, date)) found.push(date.toISOString().slice(5, 10))
  }
  return found
}

describe.each(Object.entries(LISTED))("%s", (country, years) => {
  test.each(Object.entries(years))("%s", (year, days) => {
    expect(computed(country, Number(year))).toEqual(days.split(" "))
  })
})

test("eleven years of twelve countries and sixteen Länder are listed, and no two years of a place alike", () => {
  expect(Object.keys(LISTED)).toHaveLength(12 + 16)
  for (const years of Object.values(LISTED)) expect(new Set(Object.values(years)).size).toBe(11)
})

test("a day that became a holiday, or is none any more, counts in its years", () => {
  const isFree = (place: string, year: number, month: number, day: number) =>
    isPublicHoliday(place, new Date(Date.UTC(year, month - 1, day)))
  expect([2025, 2026, 2034].map(year => isFree("IT", year, 10, 4))).toEqual([false, true, true])
  expect([2024, 2025].map(year => isFree("PL", year, 12, 24))).toEqual([false, true])
  expect([isFree("DK", 2023, 5, 5), isFree("DK", 2024, 4, 26)]).toEqual([true, false])
  expect([2024, 2025, 2026].map(year => isFree("DE-BE", year, 5, 8))).toEqual([false, true, false])
})

test("Länder are listed by the names of ISO 3166-2", () => {
  expect(Object.entries(HOLIDAY_REGIONS).map(([code, { name }]) => `${code} ${name}`)).toEqual([
    "DE-BW Baden-Württemberg",
    "DE-BY Bayern",
    "DE-BE Berlin",
    "DE-BB Brandenburg",
    "DE-HB Bremen",
    "DE-HH Hamburg",
    "DE-HE Hessen",
    "DE-MV Mecklenburg-Vorpommern",
    "DE-NI Niedersachsen",
    "DE-NW Nordrhein-Westfalen",
    "DE-RP Rheinland-Pfalz",
    "DE-SL Saarland",
    "DE-SN Sachsen",
    "DE-ST Sachsen-Anhalt",
    "DE-SH Schleswig-Holstein",
    "DE-TH Thüringen",
  ])
})

test("Repentance Day is the Wednesday before 23 November, at the earliest the 16th", () => {
  const isFree = (day: number) => isPublicHoliday("DE-SN", new Date(Date.UTC(2022, 10, day)))
  // In 2022 the 23rd itself was a Wednesday.
  expect([9, 16, 23].map(isFree)).toEqual([false, true, false])
})

test("a day of some parts of a country is none of the whole", () => {
  const isFree = (country: string, month: number, day: number) =>
    isPublicHoliday(country, new Date(Date.UTC(2026, month - 1, day)))
  // Corpus Christi and Reformation Day in Germany, 26 December and Good Friday in Switzerland, 11 July in Flanders,
  // Good Friday in Alsace.
  const regional = [isFree("DE", 6, 4), isFree("DE", 10, 31), isFree("CH", 12, 26), isFree("CH", 4, 3)]
  expect([...regional, isFree("BE", 7, 11), isFree("FR", 4, 3)]).toEqual(new Array(6).fill(false))
})
