import { QUARTERS_PER_HOUR } from "../../site/steps.ts"
import { DAYS_PER_YEAR, HOURS_PER_YEAR } from "../../site/year.ts"
import { decimalsOf } from "./answered.ts"
import { type HourlySeriesName, isPrice } from "./hourly.ts"

/**
 * Whole units of stored series. The nearest unit of a value is answered like the value. The rest of the rounding is
 * kept by day, so that charts of days, months and years keep their sums.
 */

const HOURS_PER_DAY = HOURS_PER_YEAR / DAYS_PER_YEAR
/** Most decimals of a price: float32 has no more. */
const MOST_PRICE_DECIMALS = 8
/** Parts of a unit in the rest of a day. */
const PARTS = 16
/** Largest change of a value by its part of the rest, in units: it is answered the same. */
const MOST_CHANGE = 0.499
/** Largest number of units of a value: differences are taken modulo 2^32, and float32 has 24 bits. */
const MOST_UNITS = 2 ** 31 - 1

/** Units per kWh or EUR of the hours of a scan. A price in hours comes back to the bit if it has few decimals. */
export const unitsPer = (name: HourlySeriesName, hours: Float32Array, isInQuarters: boolean): number => {
  let units = 10 ** decimalsOf(name)
  if (isPrice(name) && isInQuarters) units *= QUARTERS_PER_HOUR
  else if (isPrice(name)) while (units < 10 ** MOST_PRICE_DECIMALS && !isExact(hours, units)) units *= 10
  let most = 0
  for (let hour = 0; hour < hours.length; hour++) most = Math.max(most, Math.abs(hours[hour]!))
  while (most * units > MOST_UNITS) units /= 10
  return units
}

const isExact = (values: Float32Array, units: number): boolean =>
  values.every(value => Math.fround(Math.round(value * units) / units) === value)

/** Nearest units that are answered like the values. */
export const hourUnits = (name: HourlySeriesName, hours: Float32Array, units: number): Int32Array => {
  const answered = 10 ** decimalsOf(name)
  const nearest = new Int32Array(hours.length)
  for (let hour = 0; hour < nearest.length; hour++) {
    const value = hours[hour]!
    const unit = Math.round(value * units)
    const change =
      units > answered ? Math.round(value * answered) - Math.round(Math.fround(unit / units) * answered) : 0
    nearest[hour] = unit + change
  }
  return nearest
}

/**
 * Units of quarters. Sums from the start of the hour are rounded, so that quarters are no more than a unit off and have
 * the sum of their hour.
 * @param hours of the same series @param units of the hours; a mean price has four times the units of its quarters
 */
export const quarterUnits = (
  name: HourlySeriesName,
  quarters: Float32Array,
  hours: Float32Array,
  units: number,
): Int32Array => {
  const scale = quarterUnitsPer(name, units)
  const nearest = new Int32Array(quarters.length)
  let [sum, rounded] = [0, 0]
  for (let at = 0; at < nearest.length; at++) {
    const quarter = at % QUARTERS_PER_HOUR
    if (quarter === 0 || name === "batteryLevel") {
      sum = 0
      rounded = 0
    }
    sum =
      quarter < QUARTERS_PER_HOUR - 1 ? sum + quarters[at]! * scale : hours[(at - quarter) / QUARTERS_PER_HOUR]! * units
    const unit = Math.round(sum) - rounded
    rounded += unit
    nearest[at] = isPrice(name) ? unit : Math.max(0, unit)
  }
  return nearest
}

/** Units per kWh or EUR of the quarters of a scan. */
export const quarterUnitsPer = (name: HourlySeriesName, units: number): number =>
  isPrice(name) ? units / QUARTERS_PER_HOUR : units

/** Units of hours by their quarters: sums, and the level at the end. */
export const hoursOfQuarters = (name: HourlySeriesName, quarters: Int32Array): Int32Array => {
  const hours = new Int32Array(HOURS_PER_YEAR)
  for (let at = 0; at < quarters.length; at++) {
    const hour = Math.floor(at / QUARTERS_PER_HOUR)
    hours[hour] = name === "batteryLevel" ? quarters[at]! : hours[hour]! + quarters[at]!
  }
  return hours
}

/** Number of hours of a day that are not 0. */
const filledHours = (units: Int32Array, day: number): number => {
  let count = 0
  for (let hour = day * HOURS_PER_DAY; hour < (day + 1) * HOURS_PER_DAY; hour++) if (units[hour] !== 0) count++
  return count
}

/** Writes the rest of the rounding of each day, in parts of a unit. */
export const writeRests = (rests: Int32Array, hours: Float32Array, units: Int32Array, unitsPerKwh: number): void => {
  for (let day = 0; day < DAYS_PER_YEAR; day++) {
    let rest = 0
    for (let hour = day * HOURS_PER_DAY; hour < (day + 1) * HOURS_PER_DAY; hour++)
      rest += hours[hour]! * unitsPerKwh - units[hour]!
    const most = MOST_CHANGE * HOURS_PER_DAY
    rests[day] = Math.round(PARTS * Math.max(-most, Math.min(most, rest)))
  }
}

/** Values of units. */
export const valuesOf = (units: Int32Array, unitsPerOne: number): Float32Array => {
  const values = new Float32Array(units.length)
  for (let at = 0; at < values.length; at++) values[at] = units[at]! / unitsPerOne
  return values
}

/**
 * Energies of units, with the rest of each day spread over its hours that are not 0; a large positive one over all
 * hours. A value keeps its unit.
 */
export const energiesOf = (units: Int32Array, unitsPerKwh: number, rests: Int32Array): Float32Array => {
  const values = valuesOf(units, unitsPerKwh)
  for (let day = 0; day < DAYS_PER_YEAR; day++) {
    if (rests[day] === 0) continue
    const filled = filledHours(units, day)
    const rest = rests[day]! / PARTS
    const isOfAll = filled === 0 ? rest > 0 : rest > MOST_CHANGE * filled
    const change = Math.max(-MOST_CHANGE, Math.min(MOST_CHANGE, rest / (isOfAll ? HOURS_PER_DAY : filled)))
    for (let hour = day * HOURS_PER_DAY; hour < (day + 1) * HOURS_PER_DAY; hour++) {
      if (!isOfAll && units[hour] === 0) continue
      const value = Math.fround((units[hour]! + change) / unitsPerKwh)
      if (Math.round(value * unitsPerKwh) === units[hour]) values[hour] = value
    }
  }
  return values
}
