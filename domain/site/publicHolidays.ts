import { dutchHolidays, easterSundayUtcMs } from "./consumption/calendar.ts"
import { HOURS_PER_YEAR, hourOfYear } from "./year.ts"

const MS_PER_DAY = 86_400_000
const DAYS_PER_YEAR = HOURS_PER_YEAR / 24

/** Public holidays of a country: dates as [month, day], and days after Easter Sunday. */
interface Holidays {
  dates: readonly (readonly [month: number, day: number])[]
  afterEaster: readonly number[]
}

const GOOD_FRIDAY = -2
const MAUNDY_THURSDAY = -3
const EASTER_MONDAY = 1
const ASCENSION = 39
const WHIT_MONDAY = 50
const CORPUS_CHRISTI = 60

/**
 * Public holidays of whole countries as of 2026 that do not always fall on a Saturday or Sunday; those of regions are left out.
 * docs/tariffs.md names the law of each country, and which were compared with its text.
 */
const OF_COUNTRY: Readonly<Record<string, Holidays>> = {
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
      [10, 4],
      [11, 1],
      [12, 8],
      [12, 25],
      [12, 26],
    ],
    afterEaster: [EASTER_MONDAY],
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
      [12, 24],
      [12, 25],
      [12, 26],
    ],
    afterEaster: [EASTER_MONDAY, CORPUS_CHRISTI],
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
  },
}

/** Countries whose public holidays are known (ISO 3166 alpha-2). */
export const hasPublicHolidays = (country: string): boolean => country === "NL" || country in OF_COUNTRY

const isDutchHoliday = (date: Date): boolean => {
  const [month, day] = [date.getUTCMonth() + 1, date.getUTCDate()]
  if (month === 2 && day === 29) return false
  const dayOfYear = hourOfYear(month, day, 0) / 24
  return dayOfYear < DAYS_PER_YEAR && dutchHolidays(date.getUTCFullYear()).includes(dayOfYear)
}

/**
 * Whether a local date is a public holiday of a country; false where they are not known.
 * @param date its UTC fields are those of the local date
 */
export const isPublicHoliday = (country: string, date: Date): boolean => {
  if (country === "NL") return isDutchHoliday(date)
  const known = OF_COUNTRY[country]
  if (!known) return false
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
  if (known.dates.some(([m, d]) => m === month + 1 && d === day)) return true
  const daysAfterEaster = (Date.UTC(year, month, day) - easterSundayUtcMs(year)) / MS_PER_DAY
  return known.afterEaster.includes(daysAfterEaster)
}
