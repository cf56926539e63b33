import { DAYS_PER_YEAR, HOUR_MONTHS, HOURS_PER_YEAR, weekdayOfHour } from "../year.ts"

/**
 * Adds the variation of one measured home to a mean load. The mean of many homes is smooth and would self-consume far
 * more solar energy than a single home, whose use has peaks.
 */

const HOURS_PER_DAY = 24
const FIRST_WEEKEND_DAY = 5

/**
 * Exponents for an hour's use as a share of its day's use, above and below the day's mean. Hours hide the peaks within
 * them, which small panels cannot serve; wider hours represent them. Below the mean, hours are mostly base load and
 * hide little. Fitted on published shares of own use from loads of one minute (fixtures/reference/selfUse; `bun
 * tests/compare/selfUse.ts` shows their results, decision 013 why there are two).
 */
const PEAKS_WITHIN_HOURS = 2.3
const LULLS_WITHIN_HOURS = 1.2

const widened = (ofMean: number): number => ofMean ** (ofMean > 1 ? PEAKS_WITHIN_HOURS : LULLS_WITHIN_HOURS)

type KeyOf = (place: number) => number

/** Mean of the values under each key, by place. */
const meansBy = (values: Float64Array, keyOf: KeyOf, keys: number): KeyOf => {
  const sums = new Float64Array(keys)
  const counts = new Float64Array(keys)
  for (let place = 0; place < values.length; place++) {
    const key = keyOf(place)
    sums[key]! += values[place]!
    counts[key]! += 1
  }
  return place => sums[keyOf(place)]! / counts[keyOf(place)]!
}

/** Values scaled so that their mean under each key equals the mean of other values. */
const withMeansOf = (other: Float64Array, values: Float64Array, keyOf: KeyOf, keys: number): Float64Array => {
  const wanted = meansBy(other, keyOf, keys)
  const current = meansBy(values, keyOf, keys)
  return values.map((value, place) => (value * wanted(place)) / current(place))
}

const MONTHS_AND_KINDS = 12 * 2

/** Month (0–11) and whether the day is of the weekend, as one key. */
const monthAndKind =
  (year: number): KeyOf =>
  hour =>
    (HOUR_MONTHS[hour]! - 1) * 2 + (weekdayOfHour(hour, year) >= FIRST_WEEKEND_DAY ? 1 : 0)

const dayOf: KeyOf = hour => Math.floor(hour / HOURS_PER_DAY)

/**
 * Use of a home with the habits of a mean and the variation of a measured home, 8760 hours. For each month and hour of
 * the day, separately for working days and weekends, the mean use equals the given mean; the yearly sum too. Days
 * deviate from their kind as in the measured home; hours deviate from their day more than measured (`widened`).
 * @param mean 8760 hours above 0, any unit
 * @param measured 8760 hours above 0 of one home on the same calendar, any unit
 * @param year whose weekdays apply
 */
export const withVariation = (mean: Float64Array, measured: Float64Array, year: number): Float64Array => {
  const kindOf = monthAndKind(year)
  const hourOf: KeyOf = hour => kindOf(hour) * HOURS_PER_DAY + (hour % HOURS_PER_DAY)
  const hours = MONTHS_AND_KINDS * HOURS_PER_DAY
  const usualHour = meansBy(measured, hourOf, hours)
  const usualOfDay = meansBy(measured, kindOf, MONTHS_AND_KINDS)
  const ofDay = meansBy(measured, dayOf, DAYS_PER_YEAR)
  const varied = new Float64Array(HOURS_PER_YEAR)
  const daily = new Float64Array(HOURS_PER_YEAR)
  for (let hour = 0; hour < HOURS_PER_YEAR; hour++) {
    const ofItsDay = ofDay(hour) / usualOfDay(hour)
    const ofItsHour = measured[hour]! / usualHour(hour)
    daily[hour] = mean[hour]! * ofItsDay
    varied[hour] = daily[hour]! * widened(ofItsHour / ofItsDay)
  }
  return withMeansOf(mean, withMeansOf(daily, varied, dayOf, DAYS_PER_YEAR), hourOf, hours)
}
