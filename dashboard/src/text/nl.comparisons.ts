import type { ReportText } from "./en.report.ts"

/** The plant of a report next to others. */
export const alternatives: ReportText["alternatives"] = {
  nav: "Alternatieven",
  title: "Varianten vergeleken",
  lead: "Steeds dicht bij de beste in zijn soort, binnen de afstand in de tabel, en gestuurd zoals de installatie van dit rapport. Andere maten kunt u proberen met de schuiven.",
  chart: "Netto contante waarde per deel",
  figure: "Cijfer",
  names: {
    optimum: "Dit rapport",
    withoutBattery: "Zonder batterij",
    usualBattery: (size: string) => `Batterij van ${size}`,
    allRoofsFull: "Alle daken vol",
  },
  rows: {
    panelCount: "Nieuwe panelen",
    capacity: "Batterij",
    power: "Vermogen van de batterij",
    investment: "Investering",
    savings: "Bespaard in het eerste jaar",
    payback: "Terugverdientijd",
    value: "Netto contante waarde",
    panels: "van de panelen",
    battery: "van de batterij",
    batteryPrice: "Batterij loont tot",
    sufficiency: "Zelfvoorziening",
    gap: "Afstand tot het optimum",
    meetsGoal: "Haalt het doel",
    action: "Als aparte scan",
  },
  yes: "ja",
  no: "nee",
}

/** The batteries that the plant was chosen from. */
export const products: ReportText["products"] = {
  nav: "Batterijen",
  title: "De batterijen vergeleken",
  lead: "Elk met het beste aantal panelen en batterijen, gestuurd als deze installatie; ≤: hoogstens.",
  product: "Batterij",
  count: "Aantal",
  capacity: "Capaciteit",
  power: "Vermogen",
  panels: "Nieuwe panelen",
  investment: "Investering",
  payback: "Terugverdientijd",
  value: "Netto contante waarde",
  gap: "Afstand tot het optimum",
  without: "Geen batterij",
  missesGoal: "haalt het doel niet",
  byCurve: "prijs geschat",
}
