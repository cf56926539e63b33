/** English words that every page shows. */
export const common = {
  language: "Language",
  loading: "Loading …",
  languages: { en: "English", nl: "Nederlands" },
  dark: "Dark colours",
  perYear: "a year",
  years: (count: string, one: boolean) => `${count}\u00a0${one ? "year" : "years"}`,
  fullLoadHours: "kWh/kWp",
  tonnes: "t",
  points: "pp",
}
export type CommonText = typeof common
