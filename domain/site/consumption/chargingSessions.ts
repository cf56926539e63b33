import data from "../../../fixtures/load/elaadEv.json" with { type: "json" }

/** Place of charging: at home, or at a public point. */
export type ChargingPlace = "private" | "public"

/** Turns a uniform number in [0, 1) into a value of a distribution. */
export type Quantile = (uniform: number) => number

/** A part of the day: first hour (0–24) and length in hours (24: the whole day); it may run over midnight. */
export interface DayWindow {
  fromHour: number
  hours: number
}

export const WHOLE_DAY: DayWindow = { fromHour: 0, hours: 24 }

const QUARTERS_PER_HOUR = 4
const QUARTERS_PER_DAY = 96

/** The window between two hours of the day; equal hours are the whole day. */
export const dayWindow = (fromHour: number, toHour: number): DayWindow => ({
  fromHour,
  hours: (toHour - fromHour + 24) % 24 || 24,
})

/**
 * Arrival times in hours after midnight (above 24 if the window runs over midnight): the ElaadNL arrivals of a place
 * within a window; spread evenly without such data.
 */
export const arrivalHours = (place: ChargingPlace, isWeekend: boolean, window: DayWindow): Quantile => {
  const shares = isWeekend ? data[place].arrivalShareWeekend : data[place].arrivalShareWeekday
  const first = Math.round(window.fromHour * QUARTERS_PER_HOUR)
  const count = Math.max(1, Math.round(window.hours * QUARTERS_PER_HOUR))
  const inWindow = Array.from({ length: count }, (_, i) => shares[(first + i) % QUARTERS_PER_DAY]!)
  const sum = inWindow.reduce((a, b) => a + b, 0)
  const upTo = new Float64Array(count + 1)
  inWindow.forEach((share, i) => {
    upTo[i + 1] = upTo[i]! + (sum > 0 ? share / sum : 1 / count)
  })
  upTo[count] = 1
  return uniform => {
    const quarter = lastAtMost(upTo, uniform, count - 1)
    const within = (uniform - upTo[quarter]!) / (upTo[quarter + 1]! - upTo[quarter]!)
    return (first + quarter + within) / QUARTERS_PER_HOUR
  }
}

/** Index up to `last` of the last of rising values that is at most `value`; the first is. */
const lastAtMost = (rising: Float64Array, value: number, last: number): number => {
  let low = 0
  let high = last
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (rising[middle]! <= value) low = middle
    else high = middle - 1
  }
  return low
}

/** Interpolates values that are exceeded by 0, 1 … 100 percent. */
const exceeded =
  (byPercent: readonly number[]): Quantile =>
  uniform => {
    const place = uniform * 100
    const percent = Math.floor(place)
    return byPercent[percent]! + (place - percent) * (byPercent[percent + 1]! - byPercent[percent]!)
  }

/** Energy that a session takes [kWh] at a place (ElaadNL). */
export const sessionKwh = (place: ChargingPlace): Quantile => exceeded(data[place].kwhExceededByPercent)

/** How long a car stays connected at a place [h] (ElaadNL). */
export const connectedHours = (place: ChargingPlace): Quantile => exceeded(data[place].connectedHoursExceededByPercent)
