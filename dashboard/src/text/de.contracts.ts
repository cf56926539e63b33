import type { ReportText } from "./en.report.ts"

/** German words of the comparison of contracts. */
export const contracts: ReportText["contracts"] = {
  nav: "Verträge",
  title: "Verträge, jeweils mit der besten Anlage",
  titleFixed: "Verträge bei den von Ihnen festgelegten Größen",
  leadFixed: share =>
    `Der günstigste zuerst, zu den Preisen eines Jahres. Bei diesen Größen ist kein Vertrag, egal wie die Anlage betrieben wird, um mehr als ${share} günstiger als der erste. Der übrige Bericht gilt für den heutigen Vertrag.`,
  lead: share =>
    `Der günstigste zuerst, zu den Preisen eines Jahres. Keine Kombination aus Vertrag und Anlage ist um mehr als ${share} günstiger als die erste. Der übrige Bericht gilt für den heutigen Vertrag.`,
  leadAlone: "Der günstigste zuerst, zu den Preisen eines Jahres. Der übrige Bericht gilt für den heutigen Vertrag.",
  leadApart:
    "Nicht alle Verträge berechnen dieselben Kostenarten. Abweichende Posten fehlen in den ersten drei Beträgen; die Spalte danach zeigt sie.",
  prices: {
    "same-prices": date =>
      `Die Preiskonditionen des ersten Vertrags gelten bis zum ${date}; danach zählen dieselben Preise mit Preissteigerung.`,
    "later-terms": date =>
      `Die Preiskonditionen des ersten Vertrags gelten bis zum ${date}; danach zählen die für später vereinbarten Preise.`,
  },
  difference: "Unterschied",
  bills: (line, amount) => `berechnet ${line}: ${amount} pro Jahr`,
  onlyHere: (line, amount) => `nur dieser Vertrag berechnet ${line}: ${amount} pro Jahr`,
  lacks: line => `keine Angabe: ${line}`,
  lines: {
    fixedCosts: "Grundpreise",
    demandCharges: "Leistungspreise",
    gridFees: "Netzentgelte pro kWh",
    taxes: "Steuern pro kWh",
  },
  wholeTotal: years => `Mit allen Kosten, über ${years} Jahre`,
  contract: "Vertrag",
  today: name => `${name}, der heutige Vertrag`,
  numbered: (type, number) => `${type} (Vertrag ${number})`,
  total: years => `Kosten über ${years} Jahre`,
  savings: "Ersparnis gegenüber heute",
  firstYear: "Stromrechnung im ersten Jahr",
  panels: "Neue Module",
  battery: "Speicher",
  pricesUntil: "Preiskonditionen bis",
  gap: "Abstand zum Optimum",
}
