import type { BillLine } from "../../../domain/base/billLines.ts"

/** Dutch words of the comparison of contracts. */
export const contracts = {
  nav: "Contracten",
  title: "Contracten, elk met de beste installatie",
  titleFixed: "Contracten bij de door u vastgelegde grootte",
  leadFixed: (share: string) =>
    `De goedkoopste eerst, in de prijzen van één jaar. Bij deze grootte is geen contract, hoe ook gestuurd, meer dan ${share} goedkoper dan het eerste. De rest van dit rapport gaat over het contract van nu.`,
  lead: (share: string) =>
    `De goedkoopste eerst, in de prijzen van één jaar. Geen combinatie van contract en installatie is meer dan ${share} goedkoper dan de eerste. De rest van dit rapport gaat over het contract van nu.`,
  leadAlone: "De goedkoopste eerst, in de prijzen van één jaar. De rest van dit rapport gaat over het contract van nu.",
  leadApart:
    "Niet alle contracten rekenen dezelfde soorten kosten. Kosten die verschillen tellen niet mee in de eerste drie bedragen; de kolom daarna toont ze.",
  difference: "Verschil",
  bills: (line: string, amount: string) => `rekent ${line}: ${amount} per jaar`,
  onlyHere: (line: string, amount: string) => `alleen dit contract rekent ${line}: ${amount} per jaar`,
  lacks: (line: string) => `geen ${line} ingevuld`,
  lines: {
    fixedCosts: "vaste kosten",
    demandCharges: "kosten van het hoogste vermogen",
    gridFees: "netkosten per kWh",
    taxes: "belastingen per kWh",
  } as Record<BillLine, string>,
  wholeTotal: (years: string) => `Met alle kosten, over ${years} jaar`,
  contract: "Contract",
  today: (name: string) => `${name}, het contract van nu`,
  numbered: (type: string, number: string) => `${type} (aanbod ${number})`,
  total: (years: string) => `Kosten over ${years} jaar`,
  savings: "Bespaart ten opzichte van nu",
  firstYear: "Rekening van het eerste jaar",
  panels: "Nieuwe panelen",
  battery: "Batterij",
  gap: "Nauwkeurigheid",
}
