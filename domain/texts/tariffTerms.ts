import type { CalendarWindow } from "../market/tariff/custom/schema.ts"
import type { StoredTerm } from "../report/tariffTerms.ts"
import { packSourcesDe } from "./packSources.de.ts"
import { packSourcesNl } from "./packSources.nl.ts"
import type { Language } from "./render.ts"
import { sourcesDe } from "./sources.de.ts"
import { sourcesEn } from "./sources.en.ts"
import { sourcesNl } from "./sources.nl.ts"
import { tariffTermsDe } from "./tariffTerms.de.ts"
import { type TermWords, tariffTermsEn } from "./tariffTerms.en.ts"
import { tariffTermsNl } from "./tariffTerms.nl.ts"
import { unitsDe } from "./units.de.ts"
import { unitsNl } from "./units.nl.ts"

const WORDS: Readonly<Record<Language, TermWords>> = { en: tariffTermsEn, nl: tariffTermsNl, de: tariffTermsDe }
const LOCALES: Readonly<Record<Language, string>> = { en: "en-GB", nl: "nl-NL", de: "de-DE" }
/** Texts of the stored English sources and units. */
const SOURCES: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: sourcesEn,
  nl: { ...packSourcesNl, ...sourcesNl },
  de: { ...packSourcesDe, ...sourcesDe },
}
/** Unit whose stored text names a field. */
const unitsEn = { "EUR per kW above batteryIncludedRate": "EUR per kW above the included power" }
const UNITS: Readonly<Record<Language, Readonly<Record<string, string>>>> = { en: unitsEn, nl: unitsNl, de: unitsDe }
/** A Monday, for the names of the days after it. */
const MONDAY_MS = Date.UTC(2025, 0, 6)
const DAY_MS = 86_400_000
const DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

/** Name of a term with its window: `Grid fee: Oct, Nov, 17–20 h`. */
export const termName = ({ path, window }: Pick<StoredTerm, "path" | "window">, language: Language): string => {
  const { names } = WORDS[language]
  const field = path.replace(/\[\d+\]/g, "")
  const name = names[field] ?? field
  return window ? `${name}: ${whenText(window, language)}` : name
}

/** Source of a term, a component or an assumption; names of publications stay untranslated. */
export const sourceText = (source: string, language: Language): string => SOURCES[language][source] ?? source

/** The unit of an assumption, or of a term of a template; symbols alone are the same in every language. */
export const unitText = (unit: string, language: Language): string => UNITS[language][unit] ?? unit

/** Hour of the clock as text: 17, or 17:15. */
const clockHour = (hour: number): string => {
  const minutes = Math.round((hour % 1) * 60)
  return minutes === 0 ? `${hour}` : `${Math.floor(hour)}:${minutes}`
}

const whenText = ({ months = [], days = [], hours = [] }: CalendarWindow, language: Language): string => {
  const month = new Intl.DateTimeFormat(LOCALES[language], { month: "short", timeZone: "UTC" })
  const weekday = new Intl.DateTimeFormat(LOCALES[language], { weekday: "short", timeZone: "UTC" })
  const { holidays } = WORDS[language]
  const dayName = (day: string) => {
    const index = DAYS.indexOf(day)
    return index < 0 ? holidays : weekday.format(MONDAY_MS + index * DAY_MS)
  }
  return [
    ...months.map(monthNumber => month.format(Date.UTC(2025, monthNumber - 1, 15))),
    ...days.map(dayName),
    ...hours.map(([from, to]) => WORDS[language].hours(clockHour(from ?? 0), clockHour(to ?? 24))),
  ].join(", ")
}
