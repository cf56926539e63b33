import { LANGUAGES, type Language, preferredLanguage } from "../text/text.ts"
import { remember, remembered } from "./memory.ts"

const NAME = "language"
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
  // The browser would load a shared report ahead in its own language: the service then does not ask it to.
  const isOther = !isBrowsersLanguage(language)
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser
  document.cookie = `${NAME}=${language}; path=/shared; samesite=lax; max-age=${isOther ? COOKIE_SECONDS : 0}`
}

/** Asks for the sentences of an answer in the page's language. */
export const languageHeader = (): Record<string, string> =>
  isBrowsersLanguage(pageLanguage()) ? {} : { "accept-language": pageLanguage() }
