import type { CountryPack } from "../market/tariff/countryPacks.ts"
import { countryName } from "./countries.ts"
import type { Language } from "./render.ts"

const NAMES: Readonly<Record<Language, (country: string, year: number) => string>> = {
  en: (country, year) => `${country}, usual price of a household, ${year}`,
  nl: (country, year) => `${country}, gangbare prijs van een huishouden, ${year}`,
  de: (country, year) => `${country[0]?.toUpperCase()}${country.slice(1)}, üblicher Haushaltspreis, ${year}`,
}
const UNION: Readonly<Record<Language, string>> = {
  en: "European Union, mean",
  nl: "Europese Unie, gemiddeld",
  de: "Europäische Union, Mittelwert",
}
const FIXED_FEES: Readonly<Record<Language, string>> = {
  en: "Fixed fees apart: the price is a mean of whole bills, so the next kWh costs less.",
  nl: "Vaste kosten apart: de prijs is een gemiddelde van hele rekeningen, dus een extra kWh kost minder.",
  de: "Gesonderte Grundpreise: Der Preis ist ein Durchschnitt ganzer Rechnungen, eine weitere kWh kostet also weniger.",
}

/** Name of a pack's usual household contract. */
export const usualContractName = ({ country, household }: CountryPack, language: Language): string =>
  NAMES[language](country === "EU" ? UNION[language] : countryName(country, language), household.year)

/** Costs that the usual contract of a pack does not bill apart. */
export const usualNotBilled = ({ household }: CountryPack, language: Language): string[] =>
  household.isAverageOfBills ? [FIXED_FEES[language]] : []
