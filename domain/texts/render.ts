import type { Language } from "../base/languages.ts"
import type { Path } from "../base/validation/path.ts"

export { LANGUAGES, type Language } from "../base/languages.ts"

/** How a language writes what sentences are made of. */
export interface Words {
  /** A number with the language's decimal sign and no marks between thousands. */
  number(value: number): string
  /** A number that is read and not typed in: with the language's marks between thousands. */
  figure(value: number): string
  /** An amount with the sign of its currency (ISO 4217, EUR unless given) in the language's place: `€600`, `€ 600`. */
  amount(value: number, currency?: string): string
  /**
   * A field by its path, as a programmer writes it: `newPv[0].tiltAngle`; the whole value as "the body". Long paths
   * are cut at the end.
   */
  field(path: Path): string
  /** Alternatives: `a or b`. */
  or(alternatives: readonly string[]): string
}

/** Writes the sentence of one code from its parameters. */
export type Sentence<P> = (params: P, words: Words) => string

/** A sentence for every code; `Params` has the codes and the parameters of each. */
export type Catalogue<Params> = { readonly [Code in keyof Params]: Sentence<Params[Code]> }

/** The same catalogue in every language. */
export type Catalogues<Params> = Readonly<Record<Language, Catalogue<Params>>>

const INDEX = /^\d+$/

/** More decimals than any figure of a sentence has a meaning for. */
const MOST_DECIMALS = 6

/** Longest path that a sentence shows. */
const MAX_PATH_CHARS = 200

const pathText = (path: Path): string => {
  const text = path.map((step, i) => (INDEX.test(String(step)) ? `[${step}]` : i === 0 ? step : `.${step}`)).join("")
  return text.length > MAX_PATH_CHARS ? `${text.slice(0, MAX_PATH_CHARS - 1)}…` : text
}

/** As the pages write amounts. */
const AMOUNTS_AS: Readonly<Record<Language, string>> = { en: "en-GB", nl: "nl-NL", de: "de-DE" }

/** Two decimals for an amount that is not whole; a rate keeps all its decimals. */
const amountText = (language: Language, value: number, currency: string): string => {
  const minimumFractionDigits = Number.isInteger(value) ? 0 : 2
  const digits = { minimumFractionDigits, maximumFractionDigits: MOST_DECIMALS }
  return new Intl.NumberFormat(AMOUNTS_AS[language], { style: "currency", currency, ...digits }).format(value)
}

const words = (language: Language, body: string, orWord: string, decimalSign: string): Words => {
  const figures = new Intl.NumberFormat(language, { maximumFractionDigits: MOST_DECIMALS, signDisplay: "negative" })
  return {
    number: value => String(value).replace(".", decimalSign),
    figure: value => figures.format(value),
    amount: (value, currency = "EUR") => amountText(language, value, currency),
    field: path => (path.length === 0 ? body : pathText(path) || '""'),
    or: alternatives => alternatives.join(` ${orWord} `),
  }
}

const WORDS: Readonly<Record<Language, Words>> = {
  en: words("en", "the body", "or", "."),
  nl: words("nl", "de body", "of", ","),
  de: words("de", "der Body", "oder", ","),
}

/** Sentence of a stored code that only a later version knows. */
const OF_LATER_VERSION: Readonly<Record<Language, (code: string) => string>> = {
  en: code => `a later version of the service explains this: ${code}`,
  nl: code => `een nieuwere versie van de dienst legt dit uit: ${code}`,
  de: code => `eine neuere Version des Dienstes erklärt dies: ${code}`,
}

/**
 * The sentence of a code in a language. A code of a later version, in a stored report that is read after a roll back,
 * has a sentence too, so that the report stays readable.
 */
export const render = <Params, Code extends keyof Params>(
  catalogues: Catalogues<Params>,
  language: Language,
  code: Code,
  params: Params[Code],
): string => {
  const sentence: Sentence<Params[Code]> | undefined = catalogues[language][code]
  return sentence ? sentence(params, WORDS[language]) : OF_LATER_VERSION[language](String(code))
}

/** A gap of this share of the cost or more proves nothing that a reader could use. */
export const SAYS_NOTHING = 1

/** A fraction in percent with two decimals, rounded up, so that a bound stays true. */
export const percentUp = (fraction: number): number => Math.ceil(fraction * 1e4) / 1e2

/** Two shares in percent with one decimal as a range, such as `3.1 to 12`; one figure if they are equal. */
export const shareRange = (least: number, most: number, to: string, figure: Words["figure"]): string => {
  const [low, high] = [least, most].map(share => figure(Math.round(share * 1e3) / 10))
  return low === high ? low! : `${low} ${to} ${high}`
}

/** A fraction in percent with one decimal, rounded down, so that it can be reached. */
export const percentDown = (fraction: number): number => Math.floor(fraction * 1e3) / 10
