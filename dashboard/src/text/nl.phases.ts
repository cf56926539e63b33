/** Dutch words of terms that end within the years of a report. */
export const phases = {
  title: "Voorwaarden die veranderen",
  lead: "De elektriciteitsrekening van een jaar onder de voorwaarden van elke reeks jaren, tegen de prijzen van het eerste jaar. De installatie wordt gestuurd naar de voorwaarden van haar jaar, en de kasstroom rekent elk jaar met de zijne.",
  years: "Jaren",
  netting: "Salderen",
  netted: "ja",
  notNetted: "nee",
  purchase: "Inkoop, gemiddelde prijs",
  feedIn: "Teruglevering, gemiddelde prijs",
  growth: "Stijgt per jaar met",
  demand: "Vermogenstarief met de installatie",
  fixed: "Vaste kosten",
  before: "Huidige situatie",
  after: "Met de installatie",
  savings: "Besparing per jaar",
}
