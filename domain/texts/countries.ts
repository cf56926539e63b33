import { countryNameDe } from "./countries.de.ts"
import type { Language } from "./render.ts"

/**
 * Countries whose name has an article in a sentence (ISO 3166 alpha-2), with an article that is not the usual one.
 */
const WITH_ARTICLE: Readonly<
  Record<Exclude<Language, "de">, { usual: string; codes: string; others?: Readonly<Record<string, string>> }>
> = {
  en: { usual: "the", codes: "AE AX BS CF CK DO FK FO GB GM IM IO KM KY MH MP MV NL PH PN PS SB TC TF US VG VI" },
  nl: {
    usual: "de",
    codes: "AE BS CF CK DO FK KM KY MH MP MV PH PN PS SB SC TC TF US VG VI",
    others: { GB: "het", IO: "het" },
  },
}

const names: Partial<Record<Language, Intl.DisplayNames>> = {}

/**
 * The name of a country (ISO 3166 alpha-2) in a sentence: `Spain`, `the Netherlands`. An unknown code is returned
 * unchanged.
 */
export const countryName = (code: string, language: Language): string => {
  if (!/^[A-Z]{2}$/.test(code)) return code
  if (language === "de") return countryNameDe(code)
  const { usual, codes, others: articles } = WITH_ARTICLE[language]
  const article = articles?.[code] ?? (codes.split(" ").includes(code) ? usual : "")
  names[language] ??= new Intl.DisplayNames(language, { type: "region" })
  const name = names[language].of(code) ?? code
  return article ? `${article} ${name}` : name
}
