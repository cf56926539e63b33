/** Dutch words of terms that end within the years of a report. */
export const phases = {
  title: "Voorwaarden die veranderen",
  lead: "De stroomrekening van een jaar onder de voorwaarden van elke periode, tegen de prijzen van het eerste jaar. De sturing en de kasstroom volgen in elk jaar de voorwaarden die dan gelden.",
  years: "Jaren",
  netting: "Salderen",
  netted: "ja",
  notNetted: "nee",
  purchase: "Inkoop, gemiddelde prijs",
  feedIn: "Teruglevering, gemiddelde prijs",
  growth: "Stijging per jaar",
  demand: "Vermogenstarief met de installatie",
  fixed: "Vaste kosten",
  before: "Huidige situatie",
  after: "Met de installatie",
  savings: "Besparing per jaar",
}
