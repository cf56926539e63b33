import { inDigits } from "./words.ts"

/** Numbers and moments as meter exports write them. No guesses: an unreadable value is null. */

const MS_PER_SECOND = 1000
const MS_PER_MINUTE = 60_000
const MS_PER_DAY = 86_400_000
const HOURS_PER_DAY = 24
/** 1 January 1970 as a serial day of spreadsheets. */
const SERIAL_DAY_OF_EPOCH = 25_569
const FIRST_YEAR = 2000
const LAST_YEAR = 2100

/** Maximum length of a number or moment; the longest known cell has 35 characters. */
export const MAX_VALUE_LENGTH = 64

/** Order of the parts of a date whose year does not come first with four digits. */
export type DateOrder = "dmy" | "mdy" | "ymd"

/** A moment in a file. */
export interface Stamp {
  /** Milliseconds since 1970: of UTC when `isUtc`, else of the wall clock read as if it were UTC. */
  ms: number
  isUtc: boolean
  /** Written as 24:00: the end of its day, not the beginning of the next. */
  isDayEnd?: boolean
  /** Offset from UTC of its named clock (CET, CEST) [ms]. */
  namedOffsetMs?: number
}

const MISSING = /^(|-+|null|nan|#?n\/?a|none|missing|unavailable|unknown|#nv|n\.?v\.?t?\.?|k\.? ?a\.?|\?)$/i
const PLAIN = /^[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?$/i
const DECIMAL_COMMA = /^[-+]?\d*,\d+$/
const DOTS_THEN_COMMA = /^[-+]?\d{1,3}(\.\d{3})+,\d+$/
const COMMAS_THEN_DOT = /^[-+]?\d{1,3}(,\d{3})+\.\d+$/
const COMMA_GROUPS = /^[-+]?\d{1,3}(,\d{3})+$/
/** Thousands apart by a space, also one that does not break, or by an apostrophe. */
const SPACED_GROUPS = /^[-+]?\d{1,3}([\s'’]\d{3})+([.,]\d+)?$/
const WITH_UNIT = /^(\S.*\d)\s*([km]?wh?)$/i

/**
 * A number with decimal point or decimal comma, thousands marked by the other one, a space or an apostrophe; its unit
 * may follow. NaN for an empty cell or a word for "not measured", null for anything else or a too long text.
 */
export const readNumber = (text: string): number | null => {
  if (text.length > MAX_VALUE_LENGTH) return null
  if (PLAIN.test(text)) return Number(text)
  if (DECIMAL_COMMA.test(text)) return Number(text.replace(",", "."))
  if (MISSING.test(text)) return Number.NaN
  if (DOTS_THEN_COMMA.test(text)) return Number(text.replaceAll(".", "").replace(",", "."))
  if (COMMAS_THEN_DOT.test(text)) return Number(text.replaceAll(",", ""))
  if (SPACED_GROUPS.test(text)) return Number(text.replace(/[\s'’]/g, "").replace(",", "."))
  const number = WITH_UNIT.exec(text)?.[1]?.trimEnd()
  return number === undefined ? null : readNumber(number)
}

/** A number with its unit behind it, in lower case; null for another text. */
export const readUnit = (text: string): { number: string; unit: string } | null => {
  if (text.length > MAX_VALUE_LENGTH || !/[wh]$/i.test(text)) return null
  const [, number, unit] = WITH_UNIT.exec(text) ?? []
  return unit === undefined ? null : { number: number!.trimEnd(), unit: unit.toLowerCase() }
}

/** As `readNumber`, for American files: a comma marks thousands, "1,104" is 1104. */
export const readAmericanNumber = (text: string): number | null => {
  if (text.length > MAX_VALUE_LENGTH) return null
  if (COMMA_GROUPS.test(text)) return Number(text.replaceAll(",", ""))
  return DECIMAL_COMMA.test(text) ? null : readNumber(text)
}

const GROUPED = /^[-+]?[1-9]\d{0,2}([.,]\d{3})+$/
const SHORT_WHOLE = /^[-+]?\d{1,3}$/
/** Minimum number of whole numbers below 1000 in a column of grouped thousands, as a share of its grouped numbers. */
const MIN_SHORT_SHARE = 0.02

/**
 * Detects the number format of a column: whole numbers below 1000 next to 1.234, or 1,234, and none with other
 * decimals, are whole numbers with thousands marks. The same holds for watt-hours with three digits after each mark and
 * none below 1, because meters count no thousandths of a Wh.
 */
export const writtenNumbers = () => {
  let grouped = 0
  let short = 0
  let otherTexts = 0
  const signs = new Set<string>()
  const add = (text: string): void => {
    if (GROUPED.test(text)) {
      grouped++
      signs.add(text.at(-4)!)
    } else if (SHORT_WHOLE.test(text)) short += Number(text) === 0 ? 0 : 1
    else if (!MISSING.test(text)) otherTexts++
  }
  const reader = (unitK = 1): ((text: string) => number | null) => {
    const [sign = ""] = signs
    const areWhole = short > MIN_SHORT_SHARE * grouped || unitK < 1
    const isThousands = signs.size === 1 && otherTexts === 0 && areWhole
    return isThousands ? text => readNumber(GROUPED.test(text) ? text.replaceAll(sign, "") : text) : readNumber
  }
  return { add, reader }
}

/** Maximum offset of clocks from UTC [min]. */
const MAX_OFFSET_MINUTES = 14 * 60
const DATE_TIME =
  /^(\d{1,4})[-/.](\d{1,2})[-/.](\d{1,4})(?:[T ]\s*(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?(?:\s*([AP])\.?M\.?)?)?\s*(Z|[-+]\d{2}:?\d{2})?$/i
/** A moment, and an offset from UTC behind it or the end of a span. */
const SPAN = /^(\S+[T ]\d{1,2}:\d{2})-(\d{2}:\d{2})$/
/** A year of two digits, after the day and the month. */
const SHORT_YEAR = /^(\d{1,2}[-./]\d{1,2}[-./])(\d{2})(?=\s|$)/
/** A year of two digits, before the month and the day. */
const SHORT_YEAR_FIRST = /^(\d{2})(?=[-./]\d{1,2}[-./]\d{1,2}(\s|T|$))/
const EPOCH = /^(\d{10})(\d{3}|\d{6}|\d{9})?(\.\d+)?$/
/** 2023010100: a date and its hour. */
const DIGITS_OF_HOUR = /^(20[0-3]\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])([01]\d|2[0-4])$/
/** The hour of a day alone, behind its date. */
const HOUR_ALONE = /^(\d{1,2})\s?(?:h|u|uhr)?\.?$/i
const HOUR_AFTER_T = /^(\d{4}-\d{1,2}-\d{1,2})T(\d{1,2})$/
const SERIAL = /^\d{5}([.,]\d+)?$/

/** 20230131, with a time of four or six digits right after it or not. */
const DIGITS_OF_DATE = /^(20\d{2})(\d{2})(\d{2})(?:(\d{2})(\d{2})(\d{2})?)?(?=\s|$)/
const DATE_THEN_CLOCK = /^(\S+?)\.?\s+(\S.*)$/
/** A time of day, or its span; a letter may distinguish the hours of autumn's change. */
const CLOCK_OR_SPAN =
  /^(\d{1,2})([AB])?(?:([:.h])(\d{2})?(?:[:.](\d{2}))?)?(\s*[AP]\.?M\.?)?(\s*(?:[-–—]|to|tot|bis|à|til|till)\s*\d.*)?$/i
/** A time of day as four digits. */
export const CLOCK_OF_DIGITS = /^([01]\d|2[0-4])([0-5]\d)$/
/** Two hours of the day. */
const HOURS_APART = /^\d{1,2}\s?[-–—]\s?\d{1,2}$/

/**
 * Start of a time of day as HH:MM. Accepts spans (00:00 - 00:15, 00-01), a point or an h (00.15, 0h15), and a letter
 * for autumn's double hour (2A:00). Null for another text, and for a number alone.
 */
export const clockStart = (text: string): string | null => {
  if (text.length > MAX_VALUE_LENGTH) return null
  const [, hour, letter, sign, minute = "00", second, half = "", span] = CLOCK_OR_SPAN.exec(text) ?? []
  if (hour === undefined || !(letter || sign || half || (span && HOURS_APART.test(text)))) return null
  return `${hour}:${minute}${second === undefined ? "" : `:${second}`}${half}`
}

/** Rewrites other notations of a moment for DATE_TIME. */
const respelled = (text: string): string => {
  const [digits, ...[year, month, day, hour, minute, second = "00"]] = DIGITS_OF_DATE.exec(text) ?? []
  const clockOfDigits = hour === undefined ? "" : ` ${hour}:${minute}:${second}`
  const spaced = digits === undefined ? text : `${year}-${month}-${day}${clockOfDigits}${text.slice(digits.length)}`
  const [, date, rest = ""] = DATE_THEN_CLOCK.exec(spaced.replace(HOUR_AFTER_T, "$1 $2")) ?? []
  const clock = clockStart(rest) ?? (HOUR_ALONE.test(rest) ? rest.replace(HOUR_ALONE, "$1:00") : null)
  return clock === null ? spaced : `${date} ${clock}`
}

/**
 * Reads a date (month as number or name, year of four or two digits), with or without time of day (24 or 12 hours),
 * offset or clock name. Accepts the serial day of a spreadsheet, rounded to the second, and seconds, milliseconds,
 * microseconds or nanoseconds since 1970. A span of time gives its start. Null for another text, one longer than
 * MAX_VALUE_LENGTH, an impossible day, or a year outside 2000–2100.
 * @param order of the parts when the year does not come first
 */
export const readStamp = (text: string, order: DateOrder): Stamp | null => {
  if (text.length > MAX_VALUE_LENGTH) return null
  if (SERIAL.test(text)) return serialStamp(Number(text.replace(",", ".")))
  if (DIGITS_OF_HOUR.test(text)) return stampOf(text.replace(DIGITS_OF_HOUR, "$1-$2-$3 $4:00"), order)
  const [, seconds, fraction = ""] = EPOCH.exec(text) ?? []
  if (seconds !== undefined) return epochStamp(Number(`${seconds}.${fraction}`))
  return stampOf(text, order) ?? stampInWords(text, order)
}

const stampInWords = (text: string, order: DateOrder): Stamp | null => {
  const { text: digits, clock } = inDigits(text)
  const dated = order === "ymd" ? digits.replace(SHORT_YEAR_FIRST, "20$1") : digits.replace(SHORT_YEAR, "$120$2")
  const stamp = stampOf(dated, order) ?? stampOf(respelled(dated), order)
  if (!stamp || stamp.isUtc || clock === undefined) return stamp
  return clock.isUtc ? { ...stamp, isUtc: true } : { ...stamp, namedOffsetMs: clock.minutes * MS_PER_MINUTE }
}

/** A moment whose parts are digits, or null. */
const stampOf = (text: string, order: DateOrder): Stamp | null => {
  const match = DATE_TIME.exec(text)
  if (!match) return null
  const [, first, second, third, hours = "0", minutes = "0", seconds = "0", half, offset] = match
  const hourOfDay = half ? hourOfHalf(Number(hours), half) : Number(hours)
  const [year, month, day] =
    first!.length === 4 ? [first, second, third] : order === "dmy" ? [third, second, first] : [third, first, second]
  const ms = calendarMs([Number(year), Number(month), Number(day)], [hourOfDay, Number(minutes), Number(seconds)])
  if (ms === null) return null
  if (offset) {
    const aheadMs = offsetMs(offset)
    return Math.abs(aheadMs) > MAX_OFFSET_MINUTES * MS_PER_MINUTE ? null : { ms: ms - aheadMs, isUtc: true }
  }
  return hourOfDay === HOURS_PER_DAY ? { ms, isUtc: false, isDayEnd: true } : { ms, isUtc: false }
}

/** The text after the minus of a time, an offset from UTC or the end of a span; null without. */
export const endOfSpan = (text: string): string | null => SPAN.exec(text)?.[2] ?? null

/** A moment without the end of its span. */
export const startOfSpan = (text: string): string => text.replace(SPAN, "$1")

/** The order of a date's parts if this date shows it: its year comes first, or a part passes 12. */
export const orderIn = (text: string): DateOrder | null => {
  const [, first = "", second] = /^(\d{1,13})(?:[-/. ](\d{1,2})[-/. ])?/.exec(inDigits(text).text) ?? []
  if (first.length > 3 || Number(first) > 12) return "dmy"
  return Number(second) > 12 ? "mdy" : null
}

/** Hour of the day (0–23) of an hour before or after noon (12, 1 … 11); infinite if out of range. */
const hourOfHalf = (hours: number, half: string): number =>
  hours < 1 || hours > 12 ? Number.POSITIVE_INFINITY : (hours % 12) + (half.toUpperCase() === "P" ? 12 : 0)

const serialStamp = (serial: number): Stamp | null => {
  const ms = Math.round(((serial - SERIAL_DAY_OF_EPOCH) * MS_PER_DAY) / MS_PER_SECOND) * MS_PER_SECOND
  return inRange(ms) ? { ms, isUtc: false } : null
}

/** A moment in seconds since 1970 UTC, or null outside 2000–2100. */
export const epochStamp = (seconds: number): Stamp | null =>
  inRange(seconds * MS_PER_SECOND) ? { ms: seconds * MS_PER_SECOND, isUtc: true } : null

const inRange = (ms: number): boolean => ms >= Date.UTC(FIRST_YEAR, 0, 1) && ms < Date.UTC(LAST_YEAR, 0, 1)

type Three = readonly [number, number, number]

const calendarMs = ([year, month, day]: Three, [hours, minutes, seconds]: Three): number | null => {
  if (year < FIRST_YEAR || year >= LAST_YEAR || month < 1 || month > 12 || day < 1) return null
  if (hours > HOURS_PER_DAY || minutes > 59 || seconds > 59 || (hours === HOURS_PER_DAY && minutes + seconds > 0)) {
    return null
  }
  const midnight = Date.UTC(year, month - 1, day)
  if (new Date(midnight).getUTCDate() !== day) return null
  return midnight + ((hours * 60 + minutes) * 60 + seconds) * MS_PER_SECOND
}

const offsetMs = (offset: string): number => {
  if (offset.toUpperCase() === "Z") return 0
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(-2))
  return (offset[0] === "-" ? -minutes : minutes) * MS_PER_MINUTE
}

const HAS_TIME =
  /\d:\d\d|\d\s?[ap]\.?m\.?$|\d\d[T ]\d{1,2}\s?(h|u|uhr)?$|^\d{5}([.,]|$)|^\d{10}(\d{3}|\d{6}|\d{9})?(\.\d+)?$/i
const CLOCK = /^\d{1,2}:\d{2}(:\d{2})?(\s*[AP]\.?M\.?)?$/i
const DECIMAL = /^\d+\.\d+$/

/** True if a cell is a date, in any order, with or without a time of day. */
export const isStamp = (text: string): boolean => readStamp(text, "dmy") !== null || readStamp(text, "mdy") !== null

/** True if a cell is a date with a time of day. */
export const isTime = (text: string): boolean => HAS_TIME.test(text) && isStamp(text)

/** True if a cell is a time counted since 1970. */
export const isEpoch = (text: string): boolean => EPOCH.test(text)

/** True if a cell is a date alone. */
export const isDate = (text: string): boolean => !HAS_TIME.test(text) && isStamp(text)

/** True if a cell is a time of day. A point between hours and minutes is accepted only after a date. */
export const isClock = (text: string): boolean => CLOCK.test(text) || (!DECIMAL.test(text) && clockStart(text) !== null)

/** True if a cell is a number other than a time. */
export const isValue = (text: string): boolean => !isStamp(text) && !isClock(text) && Number.isFinite(readNumber(text))
