/**
 * Currencies that the amounts of a site may be in (ISO 4217). Only currencies with kWh prices below 10: prices are
 * bounded to ±10 a kWh. No amount is converted: the currency is a label.
 */
export const CURRENCIES = [
  "EUR",
  "GBP",
  "USD",
  "AUD",
  "CAD",
  "NZD",
  "CHF",
  "SEK",
  "NOK",
  "DKK",
  "PLN",
  "CZK",
  "RON",
] as const
export type Currency = (typeof CURRENCIES)[number]

/** The currency of sites that name none, and of everything that is shipped: market prices, taxes and assumptions. */
export const SHIPPED_CURRENCY = "EUR" satisfies Currency
