import type { ReportText } from "./en.report.ts"

/** The plant of a report next to others. */
export const alternatives: ReportText["alternatives"] = {
  nav: "Alternativen",
  title: "Varianten im Vergleich",
  lead: "Jede liegt nahe an der besten ihrer Art, höchstens um den Abstand in der Tabelle entfernt, und wird so betrieben wie die Anlage dieses Berichts. Andere Größen lassen sich mit den Reglern ausprobieren.",
  chart: "Kapitalwert nach Bestandteil",
  figure: "Kennzahl",
  names: {
    optimum: "Dieser Bericht",
    withoutBattery: "Ohne Speicher",
    usualBattery: size => `Speicher mit ${size}`,
    allRoofsFull: "Alle Dächer voll belegt",
  },
  rows: {
    panelCount: "Neue Module",
    capacity: "Speicher",
    power: "Leistung des Speichers",
    investment: "Investition",
    savings: "Ersparnis im ersten Jahr",
    payback: "Amortisationszeit",
    value: "Kapitalwert",
    panels: "der Module",
    battery: "des Speichers",
    batteryPrice: "Speicher lohnt sich bis",
    sufficiency: "Autarkiegrad",
    gap: "Abstand zum Optimum",
    meetsGoal: "Erreicht das Ziel",
    action: "Als eigener Scan",
  },
  yes: "ja",
  no: "nein",
}

/** The batteries that the plant was chosen from. */
export const products: ReportText["products"] = {
  nav: "Speicher",
  title: "Speicher im Vergleich",
  lead: "Jeder mit der besten Zahl an Modulen und Speichern, betrieben wie diese Anlage; ≤: höchstens.",
  product: "Speicher",
  count: "Anzahl",
  capacity: "Kapazität",
  power: "Leistung",
  panels: "Neue Module",
  investment: "Investition",
  payback: "Amortisationszeit",
  value: "Kapitalwert",
  gap: "Abstand zum Optimum",
  without: "Kein Speicher",
  missesGoal: "verfehlt das Ziel",
  byCurve: "Preis geschätzt",
}
