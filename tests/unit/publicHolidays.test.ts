/** Public holidays of countries and of the German Länder, computed by rule, against lists of the years 2024 to 2030. */
import { describe, expect, test } from "bun:test"
import { isPublicHoliday } from "../../domain/site/publicHolidays.ts"

/**
 * Of each country or Land and year the public holidays of all of it that are no Sunday, as MM-DD: the category "public" of the
 * package holidays 0.105 for Python (MIT licence, https://github.com/vacanza/holidays), read on 23 November 2026.
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

test("seven years of nine countries and sixteen Länder are listed, and no two years of a place alike", () => {
  expect(Object.keys(LISTED)).toHaveLength(9 + 16)
  for (const years of Object.values(LISTED)) expect(new Set(Object.values(years)).size).toBe(7)
})

test("a day of some parts of a country is none of the whole", () => {
  const isFree = (country: string, month: number, day: number) =>
    isPublicHoliday(country, new Date(Date.UTC(2026, month - 1, day)))
  // Corpus Christi and Reformation Day in Germany, 26 December and Good Friday in Switzerland, 11 July in Flanders, Good Friday in Alsace.
  const regional = [isFree("DE", 6, 4), isFree("DE", 10, 31), isFree("CH", 12, 26), isFree("CH", 4, 3)]
  expect([...regional, isFree("BE", 7, 11), isFree("FR", 4, 3)]).toEqual(new Array(6).fill(false))
})
