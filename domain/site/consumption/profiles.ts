import occupancy from "../../../fixtures/load/occupancy.json" with { type: "json" }
import catalogue from "../../../fixtures/load/profiles.json" with { type: "json" }
import { createBoundedMap } from "../../base/boundedMap.ts"
import { peakOf, totalOf } from "../profiles/hours.ts"
import { DEFAULT_YEAR, HOUR_MONTHS, HOURS_PER_YEAR, hourOfYear, isLeapYear, MONTH_START_HOURS } from "../year.ts"
import {
  type DayKind,
  dayKinds,
  europeanSummerHours,
  matchingDays,
  rearrangeDays,
  type SummerHours,
  toStandardTime,
  toWallClock,
} from "./calendar.ts"
import { storedHours, storedTable } from "./stored.ts"
import { withVariation } from "./variation.ts"

/** A standard profile as the catalogue `fixtures/load/profiles.json` describes it. */
export interface StandardProfile {
  profileKey: string
  type: "residential" | "business"
  category: string
  label: string
  labelNl: string
  description: string
  /** Usual yearly use, an assumption [kWh]. */
  defaultAnnualKwh: number
  /** Year of the data behind it. */
  referenceYear: number
  /** Made from another profile or simulated, not measured. */
  synthetic: boolean
  source: string
  licence: string
}

/** All standard profiles, in the order they are shown. */
export const standardProfiles: readonly StandardProfile[] = catalogue.map(({ shape: _, ...profile }) => ({
  ...profile,
  type: profile.type as StandardProfile["type"],
}))

/** The keys that `loadProfile` of a scan may name. */
export const standardProfileKeys: ReadonlySet<string> = new Set(catalogue.map(profile => profile.profileKey))

/** A standard profile by its key, or undefined. */
export const standardProfile = (profileKey: string): StandardProfile | undefined =>
  standardProfiles.find(profile => profile.profileKey === profileKey)

const MAX_CACHED_SHAPES = 128
const shapes = createBoundedMap<Float64Array>({ capacity: MAX_CACHED_SHAPES })

/**
 * Shape of a standard profile over a calendar year: 8760 hours of the site's standard time with the sum 1. Shared
 * between callers: never write to it. Weekdays are the calendar year's, and the wall clock follows European summer
 * time. Throws RangeError when no profile has the key.
 */
export const profileHours = (profileKey: string, calendarYear: number = DEFAULT_YEAR): Float64Array => {
  const name = `${profileKey} ${calendarYear}`
  return shapes.getOrMake(name, () => normalised(madeHours(profileKey, calendarYear)))
}

/** Measured home whose variation is applied to the average household. */
const MEASURED_HOME_KEY = "house-measured"

const madeHours = (profileKey: string, year: number): Float64Array => {
  const profile = catalogue.find(entry => entry.profileKey === profileKey)
  if (!profile) throw new RangeError(`no standard profile has the key ${profileKey}`)
  const [recipe, name] = profile.shape.split(":")
  if (recipe === "varied") return withVariation(profileHours(name!, year), profileHours(MEASURED_HOME_KEY, year), year)
  if (recipe === "occupancy") return occupancyHours(name as keyof typeof occupancy, year)
  if (recipe === "hours") return measuredHours(name!, profile.referenceYear, year)
  return toStandardTime(
    recipe === "bdew" ? bdewWallClock(name!, year) : vdewWallClock(name!, year),
    europeanSummerHours(year),
  )
}

/** American summer time of the reference buildings' year 2017: 12 March 02:00 – 5 November 01:00 standard time. */
const AMERICAN_YEAR = 2017
const AMERICAN_SUMMER: SummerHours = { from: hourOfYear(3, 12, 2), to: hourOfYear(11, 5, 1) }

/**
 * Stored hours on another year's calendar: each day by one of the same weekday and month, at the same wall-clock time.
 */
const measuredHours = (name: string, sourceYear: number, year: number): Float64Array => {
  const hours = storedHours(name)
  const american = sourceYear === AMERICAN_YEAR
  if (sourceYear === year && !american) return hours
  const wall = toWallClock(hours, american ? AMERICAN_SUMMER : europeanSummerHours(sourceYear))
  return toStandardTime(rearrangeDays(wall, matchingDays(sourceYear, year)), europeanSummerHours(year))
}

/** The average household times the archetype's factor of the wall-clock hour and kind of day. */
const occupancyHours = (name: keyof typeof occupancy, year: number): Float64Array => {
  const factors = toStandardTime(
    wallClock(year, (_, kind) => occupancy[name][kind]),
    europeanSummerHours(year),
  )
  return profileHours("standard", year).map((share, hour) => share * factors[hour]!)
}

/** Wall-clock hours of a year from 24 values a day. @param dayHours given the day (0–364) and its kind */
const wallClock = (year: number, dayHours: (day: number, kind: DayKind) => ArrayLike<number>): Float64Array => {
  const wall = new Float64Array(HOURS_PER_YEAR)
  dayKinds(year).forEach((kind, day) => {
    wall.set(dayHours(day, kind), day * 24)
  })
  return wall
}

/** BDEW 2025: a table by month and kind of day; the household profile is made dynamic over the year. */
const bdewWallClock = (name: string, year: number): Float64Array => {
  const table = storedTable("bdew2025")
  const wall = wallClock(year, (day, kind) => table.get(`${name} ${HOUR_MONTHS[day * 24]} ${kind}`)!)
  if (name !== "H25") return wall
  return wall.map((value, hour) => value * dynamisation(dayOfYear(Math.floor(hour / 24), year)))
}

const FIRST_DAY_OF_MARCH = 59

/** Day of the calendar year counted from 1, 29 February included. */
const dayOfYear = (day: number, year: number): number => day + (day >= FIRST_DAY_OF_MARCH && isLeapYear(year) ? 2 : 1)

/** BDEW's dynamisation of household profiles (VDEW 1999, kept in 2025). @param t day of the calendar year, from 1 */
const dynamisation = (t: number): number => -3.92e-10 * t ** 4 + 3.2e-7 * t ** 3 - 7.02e-5 * t ** 2 + 2.1e-3 * t + 1.24

/** VDEW 1999: a table by season and kind of day. */
const vdewWallClock = (name: string, year: number): Float64Array => {
  const table = storedTable("vdew1999")
  return wallClock(year, (day, kind) => table.get(`${name} ${vdewSeason(day)} ${kind}`)!)
}

/** VDEW seasons: summer 15 May – 14 September, winter 1 November – 20 March, transition between. */
const vdewSeason = (day: number): "summer" | "winter" | "transition" => {
  const onOrAfter = (month: number, dayOfMonth: number) => day >= hourOfYear(month, dayOfMonth, 0) / 24
  if (onOrAfter(5, 15) && !onOrAfter(9, 15)) return "summer"
  return onOrAfter(11, 1) || !onOrAfter(3, 21) ? "winter" : "transition"
}

const normalised = (hours: Float64Array): Float64Array => {
  const sum = totalOf(hours)
  return hours.map(value => value / sum)
}

/**
 * A shape scaled to a yearly use: every hour times annualKwh over the shape's own sum (document 2, scaling rule).
 * @param shape 8760 hours with a sum above 0
 */
export const scaleToAnnualKwh = (shape: Float64Array, annualKwh: number): Float64Array => {
  const factor = annualKwh / totalOf(shape)
  return shape.map(value => value * factor)
}

/** Figures of a profile in a list: highest hour [kW] and use of each month [kWh], January first. */
export interface ProfileFigures {
  peakKw: number
  monthlyTotals: number[]
}

/**
 * Figures of a standard profile at a yearly use; its default use when absent. Throws RangeError when no profile has the
 * key.
 */
export const profileFigures = (profileKey: string, annualKwh?: number): ProfileFigures => {
  const shape = profileHours(profileKey)
  const kwh = annualKwh ?? standardProfile(profileKey)!.defaultAnnualKwh
  const months = Array.from({ length: 12 }, (_, month) =>
    shape.subarray(MONTH_START_HOURS[month], MONTH_START_HOURS[month + 1]),
  )
  return {
    peakKw: kwh * peakOf(shape),
    monthlyTotals: months.map(shares => kwh * totalOf(shares)),
  }
}
