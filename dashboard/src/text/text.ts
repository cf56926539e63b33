import { common as commonEn } from "./en.common.ts"
import { report as reportEn } from "./en.report.ts"
import { common as commonNl } from "./nl.common.ts"
import { report as reportNl } from "./nl.report.ts"

export const LANGUAGES = ["en", "nl"] as const
export type Language = (typeof LANGUAGES)[number]

/** Every word that the report page shows. */
export const TEXTS = {
  en: { common: commonEn, report: reportEn },
  nl: { common: commonNl, report: reportNl },
}
export type Text = (typeof TEXTS)["en"]

/** The first of the browser's languages that there are words for; English without one. */
export const preferredLanguage = (languages: readonly string[]): Language =>
  languages.map(tag => LANGUAGES.find(language => tag.toLowerCase().startsWith(language))).find(Boolean) ?? "en"
