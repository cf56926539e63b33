import type { CommonText } from "./en.common.ts"

/** Dutch words that every page shows. */
export const common: CommonText = {
  language: "Taal",
  loading: "Laden …",
  languages: { en: "English", nl: "Nederlands" },
  dark: "Donkere kleuren",
  perYear: "per jaar",
  years: count => `${count}\u00a0jaar`,
  fullLoadHours: "kWh/kWp",
  tonnes: "t",
  points: "procentpunt",
}
