import { HOUR_MONTHS, HOURS_PER_YEAR, MONTH_DAYS, MONTH_START_HOURS } from "../../../domain/site/year.ts"

const HOURS_PER_DAY = 24

export const INTERVALS = ["day", "week", "month", "year"] as const
export type Interval = (typeof INTERVALS)[number]

/** Hours of the year shown as one: the first, and their number. They wrap around the year's end. */
export interface Slot {
  firstHour: number
  hours: number
}

/** Mean of each hour of the day in each month: 12 rows of 24. */
export const meansByMonthAndHour = (values: readonly number[]): number[][] => {
  const means = MONTH_DAYS.map(() => new Array<number>(HOURS_PER_DAY).fill(0))
  for (let hour = 0; hour < HOURS_PER_YEAR; hour++) {
    const month = HOUR_MONTHS[hour]! - 1
    means[month]![hour % HOURS_PER_DAY]! += values[hour]! / MONTH_DAYS[month]!
  }
  return means
}

const run = (firstHour: number, count: number, hours: number): Slot[] =>
  Array.from({ length: count }, (_, n) => ({ firstHour: (firstHour + n * hours) % HOURS_PER_YEAR, hours }))

const monthOf = (dayOfYear: number): number => HOUR_MONTHS[dayOfYear * HOURS_PER_DAY]! - 1

/** Slots of an interval from a given day: hours for a day or week, days for its month, months for the year. */
export const slotsOf = (interval: Interval, dayOfYear: number): Slot[] => {
  const month = monthOf(dayOfYear)
  switch (interval) {
    case "day":
      return run(dayOfYear * HOURS_PER_DAY, HOURS_PER_DAY, 1)
    case "week":
      return run(dayOfYear * HOURS_PER_DAY, 7 * HOURS_PER_DAY, 1)
    case "month":
      return run(MONTH_START_HOURS[month]!, MONTH_DAYS[month]!, HOURS_PER_DAY)
    case "year":
      return MONTH_DAYS.map((days, index) => ({ firstHour: MONTH_START_HOURS[index]!, hours: days * HOURS_PER_DAY }))
  }
}

/** The day one interval earlier (-1) or later (1), around the year's end. */
export const shifted = (interval: Interval, dayOfYear: number, direction: 1 | -1): number => {
  const month = monthOf(dayOfYear)
  const days = {
    day: 1,
    week: 7,
    month: direction === 1 ? MONTH_DAYS[month] : MONTH_DAYS[(month + 11) % 12],
    year: 365,
  }[interval]!
  return (dayOfYear + direction * days + 365) % 365
}

const hourAt = ({ firstHour }: Slot, n: number): number => (firstHour + n) % HOURS_PER_YEAR

export const sums = (values: readonly number[], slots: readonly Slot[]): number[] =>
  slots.map(slot => {
    let total = 0
    for (let n = 0; n < slot.hours; n++) total += values[hourAt(slot, n)]!
    return total
  })

/** Lowest and highest value of each slot. */
export const ranges = (values: readonly number[], slots: readonly Slot[]): [lowest: number, highest: number][] =>
  slots.map(slot => {
    const within = Array.from({ length: slot.hours }, (_, n) => values[hourAt(slot, n)]!)
    return [Math.min(...within), Math.max(...within)]
  })

export const means = (values: readonly number[], slots: readonly Slot[]): number[] =>
  sums(values, slots).map((total, index) => total / slots[index]!.hours)
