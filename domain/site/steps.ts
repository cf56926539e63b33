/** Series of a whole year in steps: 8760 hours, or the quarters of these hours. */

import { DAYS_PER_YEAR, HOUR_MONTHS, HOURS_PER_YEAR, MONTH_START_HOURS } from "./year.ts"

interface Series {
  readonly length: number
}

/** Steps per hour of a series of a whole year, equal to kW per kWh of a step: 1 of hours, 4 of quarters. */
export const stepsPerHour = ({ length }: Series): number => length / HOURS_PER_YEAR

/** True for a series of the hours or the quarters of a whole year. */
export const isWholeYear = (series: Series): boolean => [1, QUARTERS_PER_HOUR].includes(stepsPerHour(series))

/** Steps per day of a series of a whole year. */
export const stepsPerDay = ({ length }: Series): number => length / DAYS_PER_YEAR

/** First step of a month (0–11) in a series of a whole year, and its end for month 12. */
export const monthStart = (month: number, series: Series): number => MONTH_START_HOURS[month]! * stepsPerHour(series)

/** Steps per hour of quarters. */
export const QUARTERS_PER_HOUR = 4
const QUARTER_MONTHS: Readonly<Uint8Array> = Uint8Array.from(
  { length: HOURS_PER_YEAR * QUARTERS_PER_HOUR },
  (_, quarter) => HOUR_MONTHS[Math.floor(quarter / QUARTERS_PER_HOUR)]!,
)

/** Month (1–12) of each step of a series of a whole year. */
export const stepMonths = ({ length }: Series): Readonly<Uint8Array> =>
  length === HOURS_PER_YEAR ? HOUR_MONTHS : QUARTER_MONTHS

/** Values of hours, each held over the steps of its hour; the array itself in steps of an hour. */
export const heldOver = (hours: Float64Array, steps: number): Float64Array =>
  steps === 1 ? hours : Float64Array.from({ length: hours.length * steps }, (_, at) => hours[Math.floor(at / steps)]!)

/** Energy of hours, spread evenly over the steps of each hour; the array itself in steps of an hour. */
export const spreadOver = (hoursKwh: Float64Array, steps: number): Float64Array =>
  steps === 1 ? hoursKwh : heldOver(hoursKwh, steps).map(kwh => kwh / steps)

/**
 * Quarters with the energy of their hours. Measured quarters are scaled to the hour; an hour without four measured
 * quarters is spread evenly.
 * @param hoursKwh 8760 h, kWh @param measuredKwh 35,040 quarters, kWh, NaN where not measured
 */
export const measuredWithin = (hoursKwh: Float32Array, measuredKwh: Float64Array): Float32Array => {
  const quarters = new Float32Array(measuredKwh.length)
  for (let hour = 0; hour < hoursKwh.length; hour++) {
    const first = hour * QUARTERS_PER_HOUR
    const measured = measuredKwh.subarray(first, first + QUARTERS_PER_HOUR)
    const sumKwh = measured.reduce((sum, kwh) => sum + kwh, 0)
    for (let quarter = 0; quarter < QUARTERS_PER_HOUR; quarter++) {
      const share = sumKwh > 0 ? measured[quarter]! / sumKwh : 1 / QUARTERS_PER_HOUR
      quarters[first + quarter] = hoursKwh[hour]! * share
    }
  }
  return quarters
}

/** Energy of each hour [kWh]; the array itself if its steps are hours. */
export const hourlyKwh = (stepsKwh: Float64Array): Float64Array => {
  const steps = stepsPerHour(stepsKwh)
  if (steps === 1) return stepsKwh
  const hours = new Float64Array(HOURS_PER_YEAR)
  for (let at = 0; at < stepsKwh.length; at++) hours[Math.floor(at / steps)]! += stepsKwh[at]!
  return hours
}

/** Mean value of each hour, such as a price; the array itself if its steps are hours. */
export const hourlyMeans = (values: Float64Array): Float64Array => {
  const steps = stepsPerHour(values)
  return steps === 1 ? values : hourlyKwh(values).map(sum => sum / steps)
}

/** Value at the end of each hour, such as a level; the array itself if its steps are hours. */
export const hourlyEnds = (values: Float64Array): Float64Array => {
  const steps = stepsPerHour(values)
  return steps === 1
    ? values
    : Float64Array.from({ length: HOURS_PER_YEAR }, (_, hour) => values[(hour + 1) * steps - 1]!)
}
