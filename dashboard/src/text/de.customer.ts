import type { customer as english } from "./en.customer.ts"

/** German words of the first screens of a shared report. */
export const customer: typeof english = {
  offerPrice: "Preis inkl. MwSt.",
  offerPriceAfterSubsidy: "Preis inkl. MwSt., nach Förderung",
  estimate: "Geschätzter Preis inkl. MwSt.",
  estimateWithoutVat: "Geschätzter Preis ohne MwSt.",
  readOffer: "Angebot lesen",
  saved: "Ersparnis im ersten Jahr",
  payback: "Amortisationszeit",
  likely: (low, high, middle) => `Wahrscheinlich ${low} bis ${high}, mittlerer Fall ${middle}`,
  calculatedWith: eur => `Ersparnis und Amortisationszeit sind mit einem Preis von ${eur} berechnet.`,
  more: "Mehr dazu",
  system: "Ihre Anlage",
  existing: "bereits vorhanden",
  panels: (count, watts) => `${count} × Solarmodul ${watts} Wp`,
  battery: (capacity, power) => `Speicher mit ${capacity} und ${power}`,
  inverter: power => `Wechselrichter mit ${power}`,
  bill: "Ihre Stromrechnung",
  billLead: "Im ersten Jahr, einschließlich Einspeiseerlös.",
  before: "Heute",
  after: "Mit der Anlage",
  options: "Ihre Möglichkeiten",
  price: "Preis",
  adviser: "Für die Beratung",
  adviserLead: "Die gesamte Berechnung hinter den ersten Seiten mit ihren Annahmen.",
}
