/** English words that every page shows. */
export const common = {
  language: "Language",
  loading: "Loading …",
  languages: { en: "English", nl: "Nederlands", de: "Deutsch" },
  dark: "Dark colours",
  perYear: "a year",
  years: (count: string, isOne: boolean) => `${count}\u00a0${isOne ? "year" : "years"}`,
  fullLoadHours: "kWh/kWp",
  tonnes: "t",
  points: "pp",
  away: (ago: string) => `No connection to the service. Last updated ${ago}; it is tried again by itself.`,
  unreachable: "The service could not be reached.",
  picture: "Save as picture",
  zoom: "Zoom",
  numbers: "Save as CSV",
  tryNow: "Try now",
  outdated: "There is a newer version of this page.",
  reload: "Reload",
  broken: "This part of the page could not be shown.",
  scriptGone: "A part of this page did not arrive.",
}
export type CommonText = typeof common
