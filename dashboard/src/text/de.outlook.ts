import type { ReportText } from "./en.report.ts"

/** The result when an assumption is off, and in other years. */
export const outlook: ReportText["outlook"] = {
  nav: "Was wäre, wenn",
  title: "Was wäre, wenn?",
  lead: "Kapitalwert dieser Anlage, wenn eine Annahme nach unten oder oben abweicht. Bei Speicherpreis und Preisanstieg auch die dann beste Anlage, als Schätzung.",
  leadAlone: "Kapitalwert dieser Anlage, wenn eine Annahme nach unten oder oben abweicht.",
  range: (low, high) => `${low} bis ${high}`,
  breakEven: drivers => `Der Kapitalwert ist null bei: ${drivers}.`,
  tornado: "Kapitalwert nach Annahme",
  what: "Annahme",
  change: "Abweichung",
  value: "Kapitalwert",
  payback: "Amortisationszeit",
  best: "Dann beste Anlage",
  bestValue: "Deren Kapitalwert",
  present: "Wie angenommen",
  beyondConnection: "mehr als der Anschluss hergibt",
  nothing: "nichts Neues",
  drivers: {
    electricityPriceGrowth: "Anstieg der Strompreise",
    batteryCost: "Preis des Speichers",
    consumption: "Verbrauch",
    yield: "Ertrag der Module",
    feedInPrice: "Einspeisevergütung",
    priceLevel: "Preisniveau, Bezug und Einspeisung",
    investment: "Investition",
    foresight: "Intelligente Steuerung",
  },
  foresight: isWhole => (isWhole ? "das ganze Jahr" : "nur diese Stunde"),
  ranges: {
    title: "Mögliche Ergebnisse",
    lead: (prices, weather) =>
      `Berechnet mit Börsenpreisen von ${prices}${weather ? `, dem Wetter von ${weather}` : ""} und den Betriebsweisen der Anlage, alle gleich wahrscheinlich.`,
    yields: deviation => `Die Unsicherheit des berechneten Ertrags beträgt ${deviation} (1 σ).`,
    uncertain: figures => `Jedes Szenario variiert auch ${figures}.`,
    market: (level, capture, captureRange) =>
      `das Preisniveau (${level} bei 1 σ) und den Marktwert von Solarstrom (${capture} Prozentpunkte, ${captureRange} bei 1 σ)`,
    contract: growth =>
      `die Aufschläge des Versorgers und den Preisanstieg (${growth} ${growth === "1" ? "Prozentpunkt" : "Prozentpunkte"} pro Jahr bei 1 σ)`,
    yieldInUse: (mean, deviation) => `den Ertrag in der Praxis (${mean} gegenüber dem Modell, ${deviation} bei 1 σ)`,
    inverters: years => `den Ersatz der Wechselrichter (bis zu ${years} früher oder später)`,
    fade: mean => `den Kapazitätsverlust des Speichers (${mean} pro Jahr)`,
    fixed:
      "Ein vertraglicher Festpreis folgt dem Markt erst nach dem ersten Jahr und nur zur Hälfte; eine gesetzliche Einspeisevergütung folgt ihm nicht.",
    years: "Die Einstrahlung schwankt von Jahr zu Jahr um 4 % (1 σ).",
    drawn: draws => `Ausgewertet wurden ${draws} Szenarien.`,
    held: "Die Leistungsspitzen gelten wie im Jahr dieses Berichts: Neue Pläne für jedes Jahr würden etwas mehr sparen.",
    savings: "Ersparnis im ersten Jahr",
    value: "Kapitalwert",
    percentile10: "Vorsichtig (P90)",
    median: "Mittlerer Fall (P50)",
    percentile90: "Günstig (P10)",
  },
}
