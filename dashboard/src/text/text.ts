import { common as commonDe } from "./de.common.ts"
import { common as commonEn } from "./en.common.ts"
import type { report } from "./en.report.ts"
import { common as commonNl } from "./nl.common.ts"

export const LANGUAGES = ["en", "nl", "de"] as const
export type Language = (typeof LANGUAGES)[number]

/** Texts that are always loaded: they explain the error if a script does not arrive. */
export const COMMON = { en: commonEn, nl: commonNl, de: commonDe }

/** Every word that the report page shows. */
export interface Text {
  common: typeof commonEn
  report: typeof report
}

/** A reader loads the words of one language (dashboard/build.ts knows these files by their names). */
const REPORTS: Record<Language, () => Promise<{ report: typeof report }>> = {
  en: () => import("./en.report.ts"),
  nl: () => import("./nl.report.ts"),
  de: () => import("./de.report.ts"),
}

/**
 * The words of a language. Fails where their script does not arrive.
 * @param importing how a script is imported: once, or again where it does not arrive
 */
export const loadText = async (
  language: Language,
  importing: <T>(load: () => Promise<T>) => Promise<T> = load => load(),
): Promise<Text> => {
  const { report } = await importing(REPORTS[language])
  return { common: COMMON[language], report }
}

/** The first of the browser's languages that there are words for; English without one. */
export const preferredLanguage = (languages: readonly string[]): Language =>
  languages.map(tag => LANGUAGES.find(language => tag.toLowerCase().startsWith(language))).find(Boolean) ?? "en"
