import type { ReportText } from "./en.report.ts"

/** The result when an assumption is off, and in other years. */
export const sensitivity: ReportText["sensitivity"] = {
  nav: "Wat als",
  title: "Als een aanname niet klopt",
  lead: "Wat deze installatie opbrengt als één cijfer lager of hoger is, en bij batterijprijs en prijsstijging welke installatie dan naar schatting de beste zou zijn.",
  leadAlone: "Wat deze installatie opbrengt als één cijfer lager of hoger is.",
  range: (low, high) => `${low} tot ${high}`,
  tornado: "Netto contante waarde per aanname",
  what: "Anders",
  change: "Met",
  value: "Netto contante waarde",
  payback: "Terugverdiend in",
  best: "Dan de beste installatie",
  bestValue: "De contante waarde daarvan",
  present: "Zoals aangenomen",
  nothing: "niets nieuws",
  parameters: {
    electricityPriceGrowth: "Stijging van de stroomprijs",
    batteryCost: "Prijs van de batterij",
    consumption: "Verbruik",
    yield: "Opbrengst van de panelen",
    feedInPrice: "Prijs van teruglevering",
    priceLevel: "Prijspeil, koop en verkoop",
    investment: "Investering",
    foresight: "Slimme sturing",
  },
  foresight: isWhole => (isWhole ? "het hele jaar" : "alleen dit uur"),
  uncertainty: {
    title: "Wat het kan opbrengen",
    lead: (prices, weather) =>
      `Over marktprijzen van ${prices}${weather ? `, het weer van ${weather}` : ""} en de manieren van sturen, elk even waarschijnlijk.`,
    yields: deviation => `De berekende opbrengst is ${deviation} onzeker (1 σ).`,
    years: "Jaren verschillen 4 % in zon (1 σ).",
    drawn: (draws, seed) => `${draws} toekomsten, startgetal ${seed}.`,
    held: "De hoogste vermogens blijven die van het jaar van dit rapport: voor elk jaar opnieuw gepland zou de besparing iets hoger zijn.",
    savings: "Bespaard in het eerste jaar",
    value: "Netto contante waarde",
    percentile10: "Voorzichtig (P90)",
    median: "Midden (P50)",
    percentile90: "Optimistisch (P10)",
  },
  spread: {
    title: "In andere jaren",
    lead: pairs =>
      `De besparing van een jaar bij ${pairs} paren van gemeten weer en marktprijzen, elk even waarschijnlijk.`,
    leadOfPrices: years =>
      `De besparing van een jaar bij de marktprijzen van ${years} jaren, elk even waarschijnlijk, met het weer van dit rapport.`,
    lowest: hasPairs => (hasPairs ? "Slechtste paar" : "Slechtste jaar"),
    percentile10: "10 % haalt dit niet",
    median: "De helft haalt dit niet",
    percentile90: "90 % haalt dit niet",
    highest: hasPairs => (hasPairs ? "Beste paar" : "Beste jaar"),
    mean: "Gemiddelde en standaardafwijking",
    weather: "Weer van",
    prices: "Prijzen van",
  },
}
