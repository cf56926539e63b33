import { dutchHolidays, easterSundayUtcMs } from "./consumption/calendar.ts"
import { CORPUS_CHRISTI, HOLIDAY_REGIONS, type Holidays, holidayRegion } from "./holidayRegions.ts"
import { HOURS_PER_YEAR, hourOfYear } from "./year.ts"

const MS_PER_DAY = 86_400_000
const DAYS_PER_YEAR = HOURS_PER_YEAR / 24

const GOOD_FRIDAY = -2
const MAUNDY_THURSDAY = -3
const EASTER_MONDAY = 1
const GREAT_PRAYER_DAY = 26
const ASCENSION = 39
const WHIT_MONDAY = 50

/**
 * Public holidays of whole countries from 2020 on that do not always fall on a Sunday; regional holidays are left out.
 * docs/tariffs.md names the law of each country, and which were compared with its text.
 */
const OF_COUNTRY = {
  AT: {
    dates: [
      [1, 1],
      [1, 6],
      [5, 1],
      [8, 15],
      [10, 26],
      [11, 1],
      [12, 8],
      [12, 25],
      [12, 26],
    ],
    afterEaster: [EASTER_MONDAY, ASCENSION, WHIT_MONDAY, CORPUS_CHRISTI],
  },
  BE: {
    dates: [
      [1, 1],
      [5, 1],
      [7, 21],
      [8, 15],
      [11, 1],
      [11, 11],
      [12, 25],
    ],
    afterEaster: [EASTER_MONDAY, ASCENSION, WHIT_MONDAY],
  },
  CH: {
    dates: [
      [1, 1],
      [8, 1],
      [12, 25],
    ],
    afterEaster: [ASCENSION],
  },
  CZ: {
    dates: [
      [1, 1],
      [5, 1],
      [5, 8],
      [7, 5],
      [7, 6],
      [9, 28],
      [10, 28],
      [11, 17],
      [12, 24],
      [12, 25],
      [12, 26],
    ],
    afterEaster: [GOOD_FRIDAY, EASTER_MONDAY],
  },
  DE: {
    dates: [
      [1, 1],
      [5, 1],
      [10, 3],
      [12, 25],
      [12, 26],
    ],
    afterEaster: [GOOD_FRIDAY, EASTER_MONDAY, ASCENSION, WHIT_MONDAY],
  },
  DK: {
    dates: [
      [1, 1],
      [12, 25],
      [12, 26],
    ],
    afterEaster: [MAUNDY_THURSDAY, GOOD_FRIDAY, EASTER_MONDAY, ASCENSION, WHIT_MONDAY],
    changed: [{ afterEaster: GREAT_PRAYER_DAY, to: 2023 }],
  },
  FR: {
    dates: [
      [1, 1],
      [5, 1],
      [5, 8],
      [7, 14],
      [8, 15],
      [11, 1],
      [11, 11],
      [12, 25],
    ],
    afterEaster: [EASTER_MONDAY, ASCENSION, WHIT_MONDAY],
  },
  IT: {
    dates: [
      [1, 1],
      [1, 6],
      [4, 25],
      [5, 1],
      [6, 2],
      [8, 15],
      [11, 1],
      [12, 8],
      [12, 25],
      [12, 26],
    ],
    afterEaster: [EASTER_MONDAY],
    changed: [{ date: [10, 4], from: 2026 }],
  },
  LU: {
    dates: [
      [1, 1],
      [5, 1],
      [5, 9],
      [6, 23],
      [8, 15],
      [11, 1],
      [12, 25],
      [12, 26],
    ],
    afterEaster: [EASTER_MONDAY, ASCENSION, WHIT_MONDAY],
  },
  NO: {
    dates: [
      [1, 1],
      [5, 1],
      [5, 17],
      [12, 25],
      [12, 26],
    ],
    afterEaster: [MAUNDY_THURSDAY, GOOD_FRIDAY, EASTER_MONDAY, ASCENSION, WHIT_MONDAY],
  },
  PL: {
    dates: [
      [1, 1],
      [1, 6],
      [5, 1],
      [5, 3],
      [8, 15],
      [11, 1],
      [11, 11],
      [12, 25],
      [12, 26],
    ],
    afterEaster: [EASTER_MONDAY, CORPUS_CHRISTI],
    changed: [{ date: [12, 24], from: 2025 }],
  },
  SE: {
    dates: [
      [1, 1],
      [1, 6],
      [5, 1],
      [6, 6],
      [12, 25],
      [12, 26],
    ],
    afterEaster: [GOOD_FRIDAY, EASTER_MONDAY, ASCENSION],
    // Midsummer's Day and All Saints' Day.
    saturdaysFrom: [
      [6, 20],
      [10, 31],
    ],
  },
} as const satisfies Record<string, Holidays>

const countries: Readonly<Record<string, Holidays>> = OF_COUNTRY

const codes = <Code extends string>(named: Readonly<Record<Code, Holidays>>) => Object.keys(named) as Code[]

/** Countries (ISO 3166 alpha-2) and their parts (ISO 3166-2) with known public holidays. */
export const HOLIDAY_PLACES = ["NL" as const, ...codes(OF_COUNTRY), ...codes(HOLIDAY_REGIONS)]
export type HolidayPlace = (typeof HOLIDAY_PLACES)[number]

/** True if the public holidays of a country or its part are known. */
export const hasPublicHolidays = (place: string): boolean => HOLIDAY_PLACES.some(known => known === place)

const isDutchHoliday = (date: Date): boolean => {
  const [month, day] = [date.getUTCMonth() + 1, date.getUTCDate()]
  if (month === 2 && day === 29) return false
  const dayOfYear = hourOfYear(month, day, 0) / 24
  return dayOfYear < DAYS_PER_YEAR && dutchHolidays(date.getUTCFullYear()).includes(dayOfYear)
}

/** Repentance Day is the Wednesday before 23 November. */
const isRepentanceDay = (date: Date): boolean =>
  date.getUTCMonth() === 10 && date.getUTCDay() === 3 && date.getUTCDate() >= 16 && date.getUTCDate() <= 22

const SATURDAY = 6
const DAYS_PER_WEEK = 7

/** True if a date is the first Saturday from another date of its year on. */
const isSaturdayFrom = (date: Date, [month, day]: readonly [month: number, day: number]): boolean => {
  const days = (date.getTime() - Date.UTC(date.getUTCFullYear(), month - 1, day)) / MS_PER_DAY
  return date.getUTCDay() === SATURDAY && days >= 0 && days < DAYS_PER_WEEK
}

const isOneOf = ({ dates, afterEaster, hasRepentanceDay, saturdaysFrom = [], changed = [] }: Holidays, date: Date) => {
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()]
  const isToday = ([m, d]: readonly [month: number, day: number]) => m === month && d === day
  const held = changed.filter(({ from = year, to = year }) => from <= year && year <= to)
  if (dates.some(isToday) || held.some(one => "date" in one && isToday(one.date))) return true
  if (saturdaysFrom.some(first => isSaturdayFrom(date, first))) return true
  if (hasRepentanceDay && isRepentanceDay(date)) return true
  const daysAfterEaster = (Date.UTC(year, month - 1, day) - easterSundayUtcMs(year)) / MS_PER_DAY
  return (
    afterEaster.includes(daysAfterEaster) ||
    held.some(one => "afterEaster" in one && one.afterEaster === daysAfterEaster)
  )
}

/**
 * True if a local date is a public holiday of a country, or of a part with its own holidays; false if unknown.
 * @param place a country (ISO 3166 alpha-2) or its part (ISO 3166-2) @param date its UTC fields hold the local date
 */
export const isPublicHoliday = (place: string, date: Date): boolean => {
  const region = holidayRegion(place)
  if (region && isOneOf(region, date)) return true
  const country = region ? place.slice(0, 2) : place
  if (country === "NL") return isDutchHoliday(date)
  const known = countries[country]
  return known !== undefined && isOneOf(known, date)
}
