import countries from "../../fixtures/holidays/countries.json" with { type: "json" }
import { dutchHolidays, easterSundayUtcMs } from "./consumption/calendar.ts"
import { HOLIDAY_REGIONS } from "./holidayRegions.ts"
import { HOURS_PER_YEAR, hourOfYear } from "./year.ts"

const MS_PER_DAY = 86_400_000
const DAYS_PER_YEAR = HOURS_PER_YEAR / 24

/** Days after Easter Sunday. */
const AFTER_EASTER: Readonly<Record<string, number>> = {
  "Maundy Thursday": -3,
  "Good Friday": -2,
  "Easter Monday": 1,
  "Great Prayer Day": 26,
  Ascension: 39,
  "Whit Monday": 50,
  "Corpus Christi": 60,
}

/** Public holidays of a country or its part: dates as MM-DD, and names of days in AFTER_EASTER. */
interface Holidays {
  dates: readonly string[]
  afterEaster: readonly string[]
  /** The Wednesday before 23 November. */
  hasRepentanceDay?: boolean
  /** The first Saturday from a date on. */
  saturdaysFrom?: readonly string[]
  /** Days that were not always holidays, or no longer are, with their first and last year. */
  changed?: readonly { date?: string; afterEaster?: string; from?: number; to?: number }[]
}

const places: Readonly<Record<string, Holidays>> = { ...countries, ...HOLIDAY_REGIONS }

const codes = <Code extends string>(named: Readonly<Record<Code, unknown>>) => Object.keys(named) as Code[]

/** Countries (ISO 3166 alpha-2) and their parts (ISO 3166-2) with known public holidays. */
export const HOLIDAY_PLACES = ["NL" as const, ...codes(countries), ...codes(HOLIDAY_REGIONS)]
export type HolidayPlace = (typeof HOLIDAY_PLACES)[number]

/** True if the public holidays of a country or its part are known. */
export const hasPublicHolidays = (place: string): boolean => HOLIDAY_PLACES.some(each => each === place)

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

/** True if a date is the first Saturday from a date of its year on, given as MM-DD. */
const isSaturdayFrom = (date: Date, first: string): boolean => {
  const days = (date.getTime() - Date.parse(`${date.getUTCFullYear()}-${first}`)) / MS_PER_DAY
  return date.getUTCDay() === SATURDAY && days >= 0 && days < DAYS_PER_WEEK
}

const isOneOf = ({ dates, afterEaster, hasRepentanceDay, saturdaysFrom = [], changed = [] }: Holidays, date: Date) => {
  const year = date.getUTCFullYear()
  const changedNow = changed.filter(({ from = year, to = year }) => from <= year && year <= to)
  const today = date.toISOString().slice(5, 10)
  const daysAfterEaster = Math.floor((date.getTime() - easterSundayUtcMs(year)) / MS_PER_DAY)
  const isAfterEaster = (name: string) => AFTER_EASTER[name] === daysAfterEaster
  return (
    dates.includes(today) ||
    afterEaster.some(isAfterEaster) ||
    changedNow.some(day => day.date === today || isAfterEaster(day.afterEaster ?? "")) ||
    saturdaysFrom.some(first => isSaturdayFrom(date, first)) ||
    (hasRepentanceDay === true && isRepentanceDay(date))
  )
}

/**
 * True if a local date is a public holiday of a country, or of a part with its own holidays; false if unknown.
 * @param place a country (ISO 3166 alpha-2) or its part (ISO 3166-2) @param date its UTC fields hold the local date
 */
export const isPublicHoliday = (place: string, date: Date): boolean => {
  if (place === "NL") return isDutchHoliday(date)
  const additional = places[place]
  const country = places[place.slice(0, 2)]
  return additional !== undefined && country !== undefined && [additional, country].some(days => isOneOf(days, date))
}
