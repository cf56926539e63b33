import type { Language } from "../text/text.ts"

/** Numbers whose only mark separates thousands in the language, but decimals in others. */
const WITH_POINT = /^-?[1-9]\d{0,2}\.\d{3}$/
const AMBIGUOUS: Record<Language, RegExp> = { en: /^-?[1-9]\d{0,2},\d{3}$/, nl: WITH_POINT, de: WITH_POINT }

/** True if a typed number's mark may mean thousands or decimals: `3.500` in Dutch and German, `3,500` in English. */
export const isAmbiguous = (text: string, language: Language): boolean => AMBIGUOUS[language].test(text.trim())

/** A number typed with either decimal sign. Any other text is returned as typed, for the service to refuse. */
export const typedNumber = (text: string): number | string => {
  const number = Number(text.trim().replace(",", "."))
  return text.trim() === "" || Number.isNaN(number) ? text : number
}
