import type { ReportText } from "./en.report.ts"

/** Assumptions on the first screen of a report, each with its other usual reading. */
export const assumed: ReportText["assumed"] = {
  title: "Unsere Annahmen",
  assumption: "Annahme",
  otherwise: "Alternative",
  value: "Kapitalwert",
  change: "Ändern",
  more: "Mehr",
  readings: {
    "usual-contract": {
      assumed: _ => "Ein Festpreis für Strom, wie in den meisten Haushalten",
      otherwise: _ => "Ein dynamischer Stromtarif",
    },
    "dynamic-additions": {
      assumed: _ => "Ein dynamischer Stromtarif mit üblichen Steuern und Netzentgelten",
      otherwise: _ => "Ein Festpreis für Strom",
    },
    "average-of-bills": {
      assumed: value => `Jede kWh kostet ${value}: Durchschnitt ganzer Stromrechnungen`,
      otherwise: value => `In diesem Durchschnitt steckt der Grundpreis: Eine weitere kWh kostet ${value}`,
    },
    "plain-inverter": {
      assumed: _ => "Der Wechselrichter speist auch bei negativen Preisen ein",
      otherwise: _ => "Er stoppt bei negativen Preisen",
    },
    "price-growth": {
      assumed: value => `Die Strompreise steigen um ${value} pro Jahr`,
      otherwise: _ => "Die Preise steigen nicht",
    },
    "plants-in-use": {
      assumed: value => `Die Module liefern ${value} pro kWp und Jahr`,
      otherwise: value => `Sie liefern ${value}, den Durchschnitt der Anlagen im Land`,
    },
    "sun-of-prices": {
      assumed: value => `Sonnige Tage fallen auf die sonnigen Tage von ${value}, dem Jahr der Preise`,
      otherwise: value => `Die Tage von ${value} in ihrer echten Reihenfolge: Preise und Sonne passen nicht zusammen`,
    },
    "modelled-quarters": {
      assumed: (_value: string) =>
        "Der Verbrauch innerhalb der Stunde ist berechnet: Die Viertelstunden sind geschätzt",
      otherwise: (_value: string) => "Mit Stundenwerten sind die Spitzen niedriger",
    },
  },
}
