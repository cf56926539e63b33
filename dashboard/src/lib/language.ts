import { LANGUAGES, type Language, preferredLanguage } from "../text/text.ts"
import { remember, remembered } from "./memory.ts"

const NAME = "language"
/** Paths of the pages; each includes its subpaths. */
const PATHS = ["/shared", "/dashboard"]
/** A year. */
const COOKIE_SECONDS = 31_536_000
/** Choice of this page, for a browser without storage. */
let chosen: Language | undefined

const browsersLanguage = (): Language => preferredLanguage(navigator.languages)

/** True if the browser's requests ask for this language by default. */
export const isBrowsersLanguage = (language: Language): boolean => language === browsersLanguage()

/** The reader's choice, otherwise the browser's language. */
export const pageLanguage = (): Language =>
  chosen ?? LANGUAGES.find(language => language === remembered(NAME)) ?? browsersLanguage()

export const chooseLanguage = (language: Language): void => {
  chosen = language
  remember(NAME, language)
  for (const path of PATHS) keepCookie(language, path)
}

/**
 * Stores the language in a cookie for the service. The service then writes the page's first texts in this language. It
 * preloads no shared report, which the browser would request in its own language. The browser's own language needs no
 * cookie.
 */
const keepCookie = (language: Language, path: string): void => {
  const seconds = isBrowsersLanguage(language) ? 0 : COOKIE_SECONDS
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser
  document.cookie = `${NAME}=${language}; path=${path}; samesite=lax; max-age=${seconds}`
}

/** Asks for the sentences of an answer in the page's language. */
export const languageHeader = (): Record<string, string> =>
  isBrowsersLanguage(pageLanguage()) ? {} : { "accept-language": pageLanguage() }
