import { useSettings } from "../lib/settings.tsx"
import { NAMES_DE } from "./de.names.ts"

/** Dutch names of items that the service names in English: standard profiles, templates, presets of layers. */
export const NAMES_NL: Readonly<Record<string, string>> = {
  "Average household": "Gemiddeld huishouden",
  "Couple, both at work": "Stel, beiden werken buitenshuis",
  "Couple, one at home": "Stel, één thuis",
  "Family with three children, both at work": "Gezin met drie kinderen, ouders werken",
  "Single person": "Alleenstaande",
  Couple: "Stel",
  "Family working from home": "Gezin dat thuis werkt",
  "Large family": "Groot gezin",
  "Mean of many households, Netherlands": "Gemiddelde van huishoudens, Nederland",
  "Average household, Germany": "Gemiddeld huishouden, Duitsland",
  "Detached house, measured": "Vrijstaand huis, gemeten",
  "Flat, measured": "Appartement, gemeten",
  "House with heat pump, measured": "Huis met warmtepomp, gemeten",
  "Small apartment block, measured": "Klein appartementengebouw, gemeten",
  "Small business, Netherlands": "Klein bedrijf, Nederland",
  "Business, general": "Bedrijf, algemeen",
  "Business, general (1999)": "Bedrijf, algemeen (1999)",
  "Working days 8 to 18": "Werkdagen van 8 tot 18 uur",
  "Mostly evenings": "Vooral ’s avonds",
  "Day and night": "Dag en nacht",
  "Shop, hairdresser": "Winkel, kapper",
  Bakery: "Bakkerij",
  "Mostly weekends": "Vooral in het weekend",
  Farm: "Boerderij",
  "Farm (1999)": "Boerderij (1999)",
  "Dairy farm": "Melkveehouderij",
  "Arable and other farm": "Akkerbouw en overige landbouw",
  "Small office, measured": "Klein kantoor, gemeten",
  "Small school, measured": "Kleine school, gemeten",
  "Medium school, measured": "Middelgrote school, gemeten",
  "Furniture shop, measured": "Meubelwinkel, gemeten",
  "Metal works, measured": "Metaalbedrijf, gemeten",
  "Small office": "Klein kantoor",
  "Medium office": "Middelgroot kantoor",
  "Stand-alone shop": "Vrijstaande winkel",
  Supermarket: "Supermarkt",
  Restaurant: "Restaurant",
  "Fast food": "Snackbar",
  "Small hotel": "Klein hotel",
  "Primary school": "Basisschool",
  "Secondary school": "Middelbare school",
  Warehouse: "Magazijn",
  "Electric car": "Elektrische auto",
  "Heat pump": "Warmtepomp",
  "Pool pump": "Zwembadpomp",
  Custom: "Eigen onderdeel",
  "Solar panels": "Zonnepanelen",
}

const NAMES = { en: {} as Readonly<Record<string, string>>, nl: NAMES_NL, de: NAMES_DE }

/** The name of a standard profile, a template or a preset as the page's language has it; names that users gave stay. */
export const useNamed = (): ((name: string) => string) => {
  const names = NAMES[useSettings().language]
  return name => names[name] ?? name
}
