import type { ReportText } from "./en.report.ts"

/** Assumptions on the first screen of a report, each with its other usual reading. */
export const assumed: ReportText["assumed"] = {
  title: "Unsere Annahmen",
  assumption: "Annahme",
  together: "Wie angenommen",
  otherwise: "Alternative",
  value: "Kapitalwert",
  change: "Ändern",
  more: "Mehr",
  readings: {
    "usual-contract": {
      assumed: _ => "Ein Festpreis für Strom, wie üblich",
      otherwise: _ => "Ein dynamischer Stromtarif",
    },
    "dynamic-additions": {
      assumed: _ => "Ein dynamischer Stromtarif mit üblichen Steuern und Netzentgelten",
      otherwise: _ => "Ein Festpreis für Strom",
    },
    "average-of-bills": {
      assumed: value => `Strom kostet im Durchschnitt ${value}, einschließlich Grundpreis`,
      otherwise: value => `Ohne den Grundpreis sind es ${value}`,
    },
    "usual-feed-in-end": {
      assumed: value => `Die Einspeisung wird bis Ende ${value} vergütet, danach nicht mehr`,
      otherwise: value => `Die Einspeisung wird bis Ende ${value} vergütet`,
    },
    "plain-inverter": {
      assumed: _ => "Der Wechselrichter speist auch bei negativen Preisen ein",
      otherwise: _ => "Der Wechselrichter schaltet bei negativen Preisen ab",
    },
    "price-growth": {
      assumed: value => `Die Strompreise steigen um ${value} pro Jahr`,
      otherwise: _ => "Die Preise steigen nicht",
    },
    maintenance: {
      assumed: _ => "Wartung ist nicht eingerechnet",
      otherwise: _ => "Mit Wartung zu üblichen Kosten",
    },
    "inverter-life": {
      assumed: value => `Der Wechselrichter hält ${value} Jahre`,
      otherwise: value => `Er wird nach ${value} Jahren einmal ersetzt`,
    },
    "equipment-prices": {
      assumed: _ => "Module und Speicher zu Richtpreisen",
      otherwise: value => `Sie kosten ${value} mehr`,
    },
    "plants-in-use": {
      assumed: value => `Die Module liefern ${value} pro kWp und Jahr`,
      otherwise: value => `Sie liefern ${value}, den Durchschnitt der Anlagen im Land`,
    },
    "sun-of-prices": {
      assumed: value => `Sonne und Strompreise gehören zusammen: Beide sind wie im Jahr ${value}`,
      otherwise: value => `Die Tage von ${value} in ihrer echten Reihenfolge: Preise und Sonne passen nicht zusammen`,
    },
    "modelled-quarters": {
      assumed: (_value: string) =>
        "Der Verbrauch innerhalb der Stunde ist berechnet: Die Viertelstunden sind geschätzt",
      otherwise: (_value: string) => "Mit Stundenwerten sind die Spitzen niedriger",
    },
  },
}
