import type { ReportText } from "./en.report.ts"

/** The result when an assumption is off, and in other years. */
export const outlook: ReportText["outlook"] = {
  nav: "Wat als",
  title: "Wat als?",
  lead: "Waarde van deze installatie als één cijfer lager of hoger is. Bij batterijprijs en prijsstijging ook de dan beste installatie, naar schatting.",
  leadAlone: "Waarde van deze installatie als één cijfer lager of hoger is.",
  range: (low, high) => `${low} tot ${high}`,
  breakEven: drivers => `De netto contante waarde is nul bij: ${drivers}.`,
  tornado: "Netto contante waarde per aanname",
  what: "Wat verandert",
  change: "Afwijking",
  value: "Netto contante waarde",
  payback: "Terugverdientijd",
  best: "Beste installatie dan",
  bestValue: "Netto contante waarde daarvan",
  present: "Zoals aangenomen",
  beyondConnection: "meer dan de aansluiting aankan",
  nothing: "niets nieuws",
  drivers: {
    electricityPriceGrowth: "Stijging van de stroomprijs",
    batteryCost: "Prijs van de batterij",
    consumption: "Verbruik",
    yield: "Opbrengst van de panelen",
    feedInPrice: "Terugleververgoeding",
    priceLevel: "Prijsniveau, inkoop en teruglevering",
    investment: "Investering",
    foresight: "Slimme sturing",
  },
  foresight: isWhole => (isWhole ? "het hele jaar" : "alleen dit uur"),
  ranges: {
    title: "Wat het kan opbrengen",
    lead: (prices, weather) =>
      `Over marktprijzen van ${prices}${weather ? `, het weer van ${weather}` : ""} en de manieren van sturen, elk even waarschijnlijk.`,
    yields: deviation => `De berekende opbrengst is ${deviation} onzeker (1 σ).`,
    uncertain: figures => `Elk scenario varieert ook ${figures}.`,
    market: (level, capture, captureRange) =>
      `het prijsniveau (${level} bij 1 σ) en de marktwaarde van zonnestroom (${capture} punten, ${captureRange} bij 1 σ)`,
    contract: growth => `de opslagen van de leverancier en de prijsstijging (${growth} punt per jaar bij 1 σ)`,
    yieldInUse: (mean, deviation) =>
      `de opbrengst in de praktijk (${mean} ten opzichte van het model, ${deviation} bij 1 σ)`,
    inverters: years => `de vervanging van omvormers (tot ${years} eerder of later)`,
    fade: mean => `het capaciteitsverlies van de batterij (${mean} per jaar)`,
    fixed:
      "Een vaste contractprijs volgt de markt pas na het eerste jaar, voor de helft; een wettelijk teruglevertarief volgt de markt niet.",
    years: "De zoninstraling verschilt van jaar tot jaar 4 % (1 σ).",
    drawn: draws => `Uit ${draws} scenario's.`,
    held: "De piekvermogens blijven die van het jaar van dit rapport: met een nieuw plan per jaar zou de besparing iets hoger zijn.",
    savings: "Bespaard in het eerste jaar",
    value: "Netto contante waarde",
    percentile10: "Voorzichtig (P90)",
    median: "Midden (P50)",
    percentile90: "Optimistisch (P10)",
  },
}
