import type { customer as english } from "./en.customer.ts"

/** Dutch words of the first screens of a shared report. */
export const customer: typeof english = {
  offerPrice: "Prijs inclusief btw",
  offerPriceAfterSubsidy: "Prijs inclusief btw, na subsidie",
  estimate: "Geschatte prijs inclusief btw",
  estimateWithoutVat: "Geschatte prijs exclusief btw",
  readOffer: "Offerte lezen",
  saved: "Besparing in het eerste jaar",
  payback: "Terugverdientijd",
  likely: (low, high, middle) => `Waarschijnlijk ${low} tot ${high}, midden ${middle}`,
  calculatedWith: eur => `Besparing en terugverdientijd zijn berekend met een prijs van ${eur}.`,
  more: "Meer",
  system: "Uw installatie",
  existing: "al aanwezig",
  panels: (count, watts) => `${count} panelen van ${watts} Wp`,
  battery: (capacity, power) => `Batterij van ${capacity} en ${power}`,
  inverter: power => `Omvormer van ${power}`,
  bill: "Uw stroomrekening",
  billLead: "In het eerste jaar, na aftrek van de terugleververgoeding.",
  before: "Nu",
  after: "Met de installatie",
  options: "Uw mogelijkheden",
  price: "Prijs",
  adviser: "Voor de adviseur",
  adviserLead: "De volledige berekening achter de eerste pagina's, met de uitgangspunten.",
}
