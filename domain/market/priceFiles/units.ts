/** Units of prices as titles name them. */

/** A unit of prices. */
export interface NamedUnit {
  /** The unit's text in the file. */
  text: string
  /** Currency, or its hundredth part, in lower case. */
  currency: string
  /** Value of a price of 1 in its whole currency per kWh. */
  perKwh: number
}

const UNIT = /(?:^|[^a-z])(([a-zøö]{1,5}|[€£¢])\s?(?:\/|per|pro)\s?([km])wh)(?:[^a-z]|$)/
const HUNDREDTHS: ReadonlySet<string> = new Set(["ct", "cent", "cents", "c", "¢", "p", "øre", "öre", "ore", "gr"])
const KWH_PER_MWH = 1000
const EUROS: ReadonlySet<string> = new Set(["eur", "euro", "€", "ct", "cent", "cents", "c"])
/** Titles of columns in EUR/kWh that do not say so: titles of jeroen.nl. */
const EUR_PER_KWH = /^prijs_excl_belastingen$/

/** The unit that a title (lower case) names, or null. */
export const priceUnitOf = (title: string): NamedUnit | null => {
  if (EUR_PER_KWH.test(title)) return { text: "EUR/kWh", currency: "eur", perKwh: 1 }
  const [, text, currency, size] = UNIT.exec(title) ?? []
  if (text === undefined || currency === undefined) return null
  const part = HUNDREDTHS.has(currency) ? 0.01 : 1
  return { text, currency, perKwh: size === "k" ? part : part / KWH_PER_MWH }
}

/** True if a unit is in euros or euro cents. */
export const isInEuros = ({ currency }: NamedUnit): boolean => EUROS.has(currency)
