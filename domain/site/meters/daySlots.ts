import { clockStart } from "./values.ts"

/** Detection of the columns with the hours, half-hours or quarters of a day by their titles. */

const MINUTES_PER_HOUR = 60
const MINUTES_PER_DAY = 1440
const HOURS_PER_DAY = 24
/** Columns of a day, and of the day of 25 hours. */
const COUNTS: readonly number[] = [1, 2, 4].flatMap(perHour => [HOURS_PER_DAY * perHour, 25 * perHour])

/** Columns of the slots of a day, in their order. */
export interface DaySlots {
  columns: number[]
  /** Minute of the day at which each begins by the clock; null for slots that only a day of 25 hours has. */
  minutes: (number | null)[]
  perHour: number
}

/**
 * The slots of a header (lower case), or null. Titles are times of day or spans, of which all may be ends, or numbers
 * in a row with one prefix.
 */
export const daySlots = (header: readonly string[]): DaySlots | null => {
  const clocks = header.map(minuteOf)
  const byClock = runs(clocks, (_, next) => next !== null).map(columns => clockSlots(columns, clocks))
  const numbers = header.map(numbered)
  const follows = (previous: Numbered, next: Numbered | null) =>
    next !== null && next.prefix === previous.prefix && next.number === previous.number + 1
  const byNumber = runs(numbers, follows).map(numberSlots)
  return [...byClock, ...byNumber].find(slots => slots !== null) ?? null
}

/** Runs of columns with values in which each column continues the previous column. */
const runs = <T>(values: readonly (T | null)[], goesOn: (previous: T, next: T | null) => boolean): number[][] => {
  const all: number[][] = []
  for (const [column, value] of values.entries()) {
    const run = all.at(-1)
    const before = values[column - 1] ?? null
    if (value === null) continue
    if (run && before !== null && run.at(-1) === column - 1 && goesOn(before, value)) run.push(column)
    else all.push([column])
  }
  return all
}

const FOUR_DIGITS = /^([012]\d)(\d\d)$/
/** A time of day as a share of the day, as in spreadsheets. */
const SHARE_OF_DAY = /^(0|1|0?\.\d+|\d(\.\d+)?e-\d+)$/
const UNIT_AFTER = / ?[[(]?(kwh|wh|mwh|kw|w)[)\]]?$/

/** Minute of the day that a title names, the first of a span; null when none. */
const minuteOf = (title: string): number | null => {
  const bare = title.replace(UNIT_AFTER, "")
  if (SHARE_OF_DAY.test(bare)) return Math.round(Number(bare) * MINUTES_PER_DAY)
  const [hour, minute] = FOUR_DIGITS.exec(bare)?.slice(1) ?? clockStart(bare)?.split(":") ?? []
  if (hour === undefined || minute === undefined) return null
  const isAfternoon = /p\.?m\.?$/.test(bare)
  const isHalved = isAfternoon || /a\.?m\.?$/.test(bare)
  const hours = isHalved ? (Number(hour) % 12) + (isAfternoon ? 12 : 0) : Number(hour)
  const minutes = hours * MINUTES_PER_HOUR + Number.parseInt(minute, 10)
  return minutes <= MINUTES_PER_DAY ? minutes : null
}

const perHourOf = (columns: number): number => Math.floor(columns / HOURS_PER_DAY)

const clockSlots = (columns: number[], clocks: readonly (number | null)[]): DaySlots | null => {
  if (!COUNTS.includes(columns.length)) return null
  const perHour = perHourOf(columns.length)
  const step = MINUTES_PER_HOUR / perHour
  const written = columns.map(column => clocks[column]!)
  const isEnds = written[0] === step
  const minutes = written.map(minute => (minute - (isEnds ? step : 0) + MINUTES_PER_DAY) % MINUTES_PER_DAY)
  const isOnGrid = minutes.every(minute => minute % step === 0)
  if (minutes[0] !== 0 || !isOnGrid || new Set(minutes).size !== HOURS_PER_DAY * perHour) return null
  return { columns, minutes, perHour }
}

interface Numbered {
  prefix: string
  number: number
}

const NUMBERED = /^([a-z _.:/-]{0,16})(\d{1,3})$/

const numbered = (title: string): Numbered | null => {
  const [, prefix = "", digits] = NUMBERED.exec(title.replace(UNIT_AFTER, "")) ?? []
  return digits === undefined ? null : { prefix, number: Number(digits) }
}

const numberSlots = (columns: number[]): DaySlots | null => {
  if (!COUNTS.includes(columns.length)) return null
  const perHour = perHourOf(columns.length)
  const step = MINUTES_PER_HOUR / perHour
  const minutes = columns.map((_, index) => (index < HOURS_PER_DAY * perHour ? index * step : null))
  return { columns, minutes, perHour }
}
