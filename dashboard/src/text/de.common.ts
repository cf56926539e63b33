import type { CommonText } from "./en.common.ts"

/** German words that every page shows. */
export const common: CommonText = {
  language: "Sprache",
  loading: "Wird geladen …",
  languages: { en: "English", nl: "Nederlands", de: "Deutsch" },
  dark: "Dunkles Design",
  perYear: "pro Jahr",
  years: (count, isOne) => `${count}\u00a0${isOne ? "Jahr" : "Jahre"}`,
  fullLoadHours: "kWh/kWp",
  tonnes: "t",
  points: "Prozentpunkte",
  away: ago => `Keine Verbindung zum Dienst. Letzter Stand: ${ago}. Die Verbindung wird automatisch wieder aufgebaut.`,
  unreachable: "Der Dienst war nicht erreichbar.",
  picture: "Als Bild speichern",
  zoom: "Vergrößern",
  numbers: "Als CSV speichern",
  tryNow: "Jetzt versuchen",
  outdated: "Es gibt eine neuere Version dieser Seite.",
  reload: "Neu laden",
  broken: "Dieser Teil der Seite konnte nicht angezeigt werden.",
  scriptGone: "Ein Teil dieser Seite wurde nicht geladen.",
}
