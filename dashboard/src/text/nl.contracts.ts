/** Dutch words of the comparison of contracts. */
export const contracts = {
  nav: "Contracten",
  title: "Contracten, elk met de beste installatie",
  lead: (share: string) =>
    `De goedkoopste eerst, in de prijzen van één jaar. Geen combinatie van contract en installatie is meer dan ${share} goedkoper dan de eerste. De rest van dit rapport gaat over het contract van nu.`,
  leadAlone: "De goedkoopste eerst, in de prijzen van één jaar. De rest van dit rapport gaat over het contract van nu.",
  contract: "Contract",
  today: (name: string) => `${name}, het contract van nu`,
  numbered: (type: string, number: string) => `${type} (aanbod ${number})`,
  total: (years: string) => `Kosten over ${years} jaar`,
  savings: "Bespaart ten opzichte van nu",
  firstYear: "Rekening van het eerste jaar",
  panels: "Nieuwe panelen",
  battery: "Batterij",
  gap: "Kosten bewezen binnen",
}
