import type { Language } from "../text/text.ts"
import { COMMON } from "../text/text.ts"

const LOCALES: Record<Language, string> = { en: "en-GB", nl: "nl-NL", de: "de-DE" }
/** Dates in words, and as 24.12.2026 in German. */
const DATE_STYLES: Record<Language, "long" | "medium"> = { en: "long", nl: "long", de: "medium" }
/** Value from which energies are shown in MWh and masses in tonnes. */
const LARGE = 100_000
export const LARGE_KG = 10_000
const NOTHING = "–"
/** Before and after a stroke no line breaks: `€/kWh` stays whole. */
const JOIN = "\u2060"
/** Between a number and its unit a line does not break. */
const GAP = "\u00a0"
/** Currency of amounts that do not belong to a site. */
export const EURO = "EUR"

type Value = number | null | undefined

/**
 * Numbers with their units, as a language writes them. Amounts are in one currency, regardless of the names of the
 * fields.
 */
export interface Format {
  /** Sign of the currency: `€`, `US$`, `CHF`. */
  sign: string
  number(value: Value, decimals?: number): string
  /** Formats a number without additional decimals. */
  short(value: number): string
  eur(value: Value, decimals?: number): string
  eurPerKwh(value: Value): string
  kwh(value: Value): string
  kw(value: Value): string
  kwp(value: Value): string
  kg(value: Value): string
  /** Formats a fraction. */
  percent(fraction: Value, decimals?: number): string
  /** Formats a difference of fractions, in percentage points. */
  points(difference: Value, decimals?: number): string
  years(value: Value, decimals?: number): string
  /** A number for an input field: decimal sign of the language, no thousands separators. */
  typed(value: number): string
  signed(value: Value, show: (value: number) => string): string
  /** Name of a country by its ISO 3166 alpha-2 code. */
  country(code: string): string
  date(iso: string): string
  dateTime(iso: string): string
  /** How long ago: `20 seconds ago`, `3 minutes ago`. */
  ago(ms: number): string
  /** Day in the year: `14 June`, `14 June, 13:00`. */
  day(dayOfYear: number): string
  dayHour(hourOfYear: number): string
  month(index: number, width?: "narrow" | "short" | "long"): string
  /** Monday is 0. */
  weekday(index: number): string
}

/** 1 January of a year without 29 February; UTC throughout. */
const YEAR_START_MS = Date.UTC(2025, 0, 1)
const FIRST_MONDAY_MS = Date.UTC(2025, 0, 6)
const HOUR_MS = 3_600_000

/** More decimals for small numbers: 0.42, 4.2, 420. */
export const fitting = (value: number): number => {
  const size = Math.abs(value)
  if (size === 0 || size >= 99.95) return 0
  return size >= 0.995 ? 1 : 2
}

/** Minus sign as wide as a plus, instead of the hyphen. */
const minus = (text: string): string => text.replace("-", "−")

const createNumbers = (locale: string) => {
  const cache = new Map<number, Intl.NumberFormat>()
  return (value: number, decimals: number): string => {
    const numberFormat = cache.get(decimals) ?? new Intl.NumberFormat(locale, fixed(decimals))
    cache.set(decimals, numberFormat)
    return minus(numberFormat.format(Object.is(Math.round(value * 10 ** decimals), -0) ? 0 : value))
  }
}

const fixed = (decimals: number) => ({ minimumFractionDigits: decimals, maximumFractionDigits: decimals })

/** Times are shown in the browser's zone; places in the year have none. */
const createDates = (locale: string, dateStyle: "long" | "medium") => {
  const formatOf = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options)
  const date = formatOf({ dateStyle })
  const dateTime = formatOf({ dateStyle: "medium", timeStyle: "short" })
  const day = formatOf({ day: "numeric", month: "long", timeZone: "UTC" })
  const months = {
    narrow: formatOf({ month: "narrow", timeZone: "UTC" }),
    short: formatOf({ month: "short", timeZone: "UTC" }),
    long: formatOf({ month: "long", timeZone: "UTC" }),
  }
  const ago = new Intl.RelativeTimeFormat(locale)
  const weekday = formatOf({ weekday: "short", timeZone: "UTC" })
  const dayText = (dayOfYear: number) => day.format(YEAR_START_MS + dayOfYear * 24 * HOUR_MS)
  return {
    date: (iso: string) => date.format(new Date(iso)),
    dateTime: (iso: string) => dateTime.format(new Date(iso)),
    ago: (ms: number) => {
      const seconds = Math.max(0, Math.round(ms / 1000))
      return seconds < 90 ? ago.format(-seconds, "second") : ago.format(-Math.round(seconds / 60), "minute")
    },
    day: dayText,
    dayHour: (hour: number) => `${dayText(Math.floor(hour / 24))}, ${String(hour % 24).padStart(2, "0")}:00`,
    weekday: (index: number) => weekday.format(FIRST_MONDAY_MS + index * 24 * HOUR_MS),
    month: (index: number, width: keyof typeof months = "short") => months[width].format(Date.UTC(2025, index, 15)),
  }
}

/** A unit, or a hint that begins with a unit, without line breaks inside. */
export const whole = (unit: string): string => unit.replaceAll("/", `${JOIN}/${JOIN}`)

/** Text before and after an amount in a language: `€`, `CHF `, or ` €` after it. */
const aroundAmount = (locale: string, currency: string): { before: string; after: string } => {
  const options = { style: "currency", currency, maximumFractionDigits: 0 } as const
  const parts = new Intl.NumberFormat(locale, options).formatToParts(1)
  const amountAt = parts.findIndex(({ type }) => type === "integer")
  const textOf = (some: typeof parts) => some.map(({ value }) => value).join("")
  return { before: textOf(parts.slice(0, amountAt)), after: textOf(parts.slice(amountAt + 1)) }
}

const created = new Map<string, Format>()

/** The format of a language and a currency, made once. */
export const formatOf = (language: Language, currency: string): Format => {
  const name = `${language} ${currency}`
  const format = created.get(name) ?? createFormat(language, currency)
  created.set(name, format)
  return format
}

export const createFormat = (language: Language, currency = EURO): Format => {
  const locale = LOCALES[language]
  const plain = createNumbers(locale)
  const { years, tonnes, points } = COMMON[language]
  const orNothing =
    <A extends unknown[]>(show: (value: number, ...rest: A) => string) =>
    (value: Value, ...rest: A): string =>
      value === null || value === undefined || !Number.isFinite(value) ? NOTHING : show(value, ...rest)
  const short = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 })
  const countries = new Intl.DisplayNames(locale, { type: "region" })
  const withUnit = (unit: string) => orNothing(value => `${plain(value, fitting(value))}${GAP}${unit}`)
  const { before, after } = aroundAmount(locale, currency)
  return {
    sign: (before + after).trim(),
    short: value => minus(short.format(value)),
    typed: value => String(value).replace(".", language === "en" ? "." : ","),
    number: orNothing((value, decimals = fitting(value)) => plain(value, decimals)),
    eur: orNothing(
      (value, decimals = 0) => `${value < 0 ? "−" : ""}${before}${plain(Math.abs(value), decimals)}${after}`,
    ),
    eurPerKwh: orNothing(value => whole(`${before}${plain(value, 3)}${after}/kWh`)),
    kwh: orNothing(value =>
      Math.abs(value) >= LARGE ? `${plain(value / 1000, 1)}${GAP}MWh` : `${plain(value, fitting(value))}${GAP}kWh`,
    ),
    kw: withUnit("kW"),
    kwp: withUnit("kWp"),
    kg: orNothing(value =>
      Math.abs(value) >= LARGE_KG ? `${plain(value / 1000, 1)}${GAP}${tonnes}` : `${plain(value, 0)}${GAP}kg`,
    ),
    percent: orNothing((value, decimals = 0) => `${plain(100 * value, decimals)}${GAP}%`),
    points: orNothing((value, decimals = 0) => `${plain(100 * value, decimals)}${GAP}${points}`),
    years: orNothing((value, decimals = 1) => years(plain(value, decimals), decimals === 0 && value === 1)),
    signed: orNothing((value, show) => (value > 0 ? `+${show(value)}` : show(value))),
    country: code => (/^[A-Z]{2}$/.test(code) ? (countries.of(code) ?? code) : code),
    ...createDates(locale, DATE_STYLES[language]),
  }
}

/** Maximum length of a name in a title: a tab shows no more, and file names are limited. */
const CUT_LENGTH = 60

/**
 * A name inside a sentence, isolated so that the direction of right-to-left letters ends with it (Unicode's first
 * strong isolate).
 */
export const isolated = (name: string): string => (/[\u0590-\u08ff]/.test(name) ? `\u2068${name}\u2069` : name)

/** The beginning of a name, in a title or on a button. */
export const cutName = (name: string): string => isolated(name.slice(0, CUT_LENGTH))
