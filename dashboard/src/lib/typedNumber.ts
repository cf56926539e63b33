import type { Language } from "../text/text.ts"

/** Numbers whose one mark stands between thousands as the language writes them, and before decimals for others. */
const AMBIGUOUS: Record<Language, RegExp> = { en: /^-?[1-9]\d{0,2},\d{3}$/, nl: /^-?[1-9]\d{0,2}\.\d{3}$/ }

/** Whether a typed number may have thousands or decimals: `3.500` in Dutch, `3,500` in English. */
export const isAmbiguous = (text: string, language: Language): boolean => AMBIGUOUS[language].test(text.trim())

/** A number that was typed with either decimal sign; what is none stays a text, for the service to say so. */
export const typedNumber = (text: string): number | string => {
  const number = Number(text.trim().replace(",", "."))
  return text.trim() === "" || Number.isNaN(number) ? text : number
}
