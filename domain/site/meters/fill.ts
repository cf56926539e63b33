import { HOURS_PER_YEAR, MONTH_START_HOURS } from "../year.ts"

const MONTHS = 12
const HOURS_PER_DAY = 24

/**
 * A year of bought energy without gaps: measured hours stay unchanged. Missing hours follow a profile scaled so that
 * profile and measurement have the same sum over the measured hours.
 * @param measuredKwh 8760 hours [kWh], NaN where not measured
 * @param shape 8760 hours of the profile, in any unit
 */
export const fillMissing = (measuredKwh: Float64Array, shape: Float64Array): Float64Array => {
  let measuredSum = 0
  let shapeSum = 0
  for (let hour = 0; hour < HOURS_PER_YEAR; hour++) {
    if (Number.isNaN(measuredKwh[hour])) continue
    measuredSum += measuredKwh[hour]!
    shapeSum += shape[hour]!
  }
  const scale = shapeSum > 0 ? measuredSum / shapeSum : 0
  return measuredKwh.map((kwh, hour) => (Number.isNaN(kwh) ? shape[hour]! * scale : kwh))
}

/**
 * A year of feed-in without gaps: measured hours stay unchanged. A missing hour is the mean of its hour of the day in
 * the nearest measured month, the earlier of two equally near months. Feed-in follows the sun, not a consumption
 * profile.
 * @param measuredKwh 8760 hours [kWh], NaN where not measured
 */
export const fillMissingExport = (measuredKwh: Float64Array): Float64Array => {
  const sums = new Float64Array(MONTHS * HOURS_PER_DAY)
  const counts = new Float64Array(MONTHS * HOURS_PER_DAY)
  for (let month = 0; month < MONTHS; month++) {
    for (let hour = MONTH_START_HOURS[month]!; hour < MONTH_START_HOURS[month + 1]!; hour++) {
      if (Number.isNaN(measuredKwh[hour])) continue
      sums[month * HOURS_PER_DAY + (hour % HOURS_PER_DAY)]! += measuredKwh[hour]!
      counts[month * HOURS_PER_DAY + (hour % HOURS_PER_DAY)]!++
    }
  }
  const filled = measuredKwh.slice()
  for (let month = 0; month < MONTHS; month++) {
    for (let hourOfDay = 0; hourOfDay < HOURS_PER_DAY; hourOfDay++) {
      const source = nearestMonth(month, near => counts[near * HOURS_PER_DAY + hourOfDay]! > 0)
      const index = source * HOURS_PER_DAY + hourOfDay
      const meanKwh = source < 0 ? 0 : sums[index]! / counts[index]!
      for (
        let hour = MONTH_START_HOURS[month]! + hourOfDay;
        hour < MONTH_START_HOURS[month + 1]!;
        hour += HOURS_PER_DAY
      ) {
        if (Number.isNaN(filled[hour])) filled[hour] = meanKwh
      }
    }
  }
  return filled
}

/** The nearest month (0–11, around the turn of the year) that passes, or -1. */
const nearestMonth = (month: number, passes: (month: number) => boolean): number => {
  for (let distance = 0; distance <= MONTHS / 2; distance++) {
    for (const near of [(month - distance + MONTHS) % MONTHS, (month + distance) % MONTHS])
      if (passes(near)) return near
  }
  return -1
}
