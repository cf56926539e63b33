import { LANGUAGES, type Language, preferredLanguage } from "../text/text.ts"
import { remember, remembered } from "./memory.ts"

const NAME = "language"
/** The pages, each with what is below it. */
const PATHS = ["/shared", "/dashboard"]
/** A year. */
const COOKIE_SECONDS = 31_536_000
/** The choice of this page, for a browser that keeps nothing. */
let chosen: Language | undefined

const browsersLanguage = (): Language => preferredLanguage(navigator.languages)

/** Whether requests of the browser ask for this language by themselves. */
export const isBrowsersLanguage = (language: Language): boolean => language === browsersLanguage()

/** The reader's choice, else the browser's language. */
export const pageLanguage = (): Language =>
  chosen ?? LANGUAGES.find(language => language === remembered(NAME)) ?? browsersLanguage()

export const chooseLanguage = (language: Language): void => {
  chosen = language
  remember(NAME, language)
  for (const path of PATHS) keepCookie(language, path)
}

/**
 * By the cookie the service knows which words a page begins with, and does not ask the browser to load a shared report
 * ahead, which it would in its own language. No cookie for that one.
 */
const keepCookie = (language: Language, path: string): void => {
  const seconds = isBrowsersLanguage(language) ? 0 : COOKIE_SECONDS
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser
  document.cookie = `${NAME}=${language}; path=${path}; samesite=lax; max-age=${seconds}`
}

/** Asks for the sentences of an answer in the page's language. */
export const languageHeader = (): Record<string, string> =>
  isBrowsersLanguage(pageLanguage()) ? {} : { "accept-language": pageLanguage() }
