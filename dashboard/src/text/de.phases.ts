import type { phases as english } from "./en.phases.ts"

/** German words of terms that end within the years of a report. */
export const phases: typeof english = {
  title: "Bedingungen, die sich ändern",
  lead: "Stromrechnung eines Jahres unter den Bedingungen jedes Abschnitts, zu den Preisen des ersten Jahres. Die Anlage wird nach den Bedingungen des jeweiligen Jahres betrieben, und der Cashflow rechnet jedes Jahr mit seinen eigenen.",
  years: "Jahre",
  netting: "Saldierung",
  netted: "ja",
  notNetted: "nein",
  purchase: "Bezug, mittlerer Preis",
  feedIn: "Einspeisung, mittlerer Preis",
  growth: "Steigt pro Jahr um",
  demand: "Leistungspreise mit der Anlage",
  fixed: "Grundpreise",
  before: "Ohne die neue Anlage",
  after: "Mit der Anlage",
  savings: "Ersparnis pro Jahr",
}
