import type { CommonText } from "./en.common.ts"

/** Dutch words that every page shows. */
export const common: CommonText = {
  language: "Taal",
  loading: "Laden …",
  languages: { en: "English", nl: "Nederlands", de: "Deutsch" },
  dark: "Donkere kleuren",
  perYear: "per jaar",
  years: count => `${count}\u00a0jaar`,
  fullLoadHours: "kWh/kWp",
  tonnes: "t",
  points: "procentpunt",
  away: ago => `Geen verbinding met de dienst. Laatst bijgewerkt: ${ago}. Er wordt vanzelf opnieuw verbonden.`,
  unreachable: "De dienst was niet bereikbaar.",
  picture: "Als afbeelding bewaren",
  zoom: "Inzoomen",
  numbers: "Als CSV bewaren",
  tryNow: "Nu proberen",
  outdated: "Er is een nieuwere versie van deze pagina.",
  reload: "Opnieuw laden",
  broken: "Dit deel van de pagina kon niet worden getoond.",
  scriptGone: "Een deel van deze pagina is niet geladen.",
}
