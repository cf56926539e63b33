import type { BillLine } from "../../../domain/base/billLines.ts"

/** Dutch words of the comparison of contracts. */
export const contracts = {
  nav: "Contracten",
  title: "Contracten, elk met de beste installatie",
  titleFixed: "Contracten bij de door u vastgelegde grootte",
  leadFixed: (share: string) =>
    `De goedkoopste eerst, tegen de prijzen van één jaar. Bij deze grootte is geen contract, met welke sturing ook, meer dan ${share} goedkoper dan het eerste. De rest van dit rapport gaat over het huidige contract.`,
  lead: (share: string) =>
    `De goedkoopste eerst, tegen de prijzen van één jaar. Geen combinatie van contract en installatie is meer dan ${share} goedkoper dan de eerste. De rest van dit rapport gaat over het huidige contract.`,
  leadAlone:
    "De goedkoopste eerst, tegen de prijzen van één jaar. De rest van dit rapport gaat over het huidige contract.",
  leadApart:
    "Niet alle contracten rekenen dezelfde soorten kosten. Kosten die verschillen tellen niet mee in de eerste drie bedragen; de kolom daarna toont ze.",
  prices: {
    "same-prices": (date: string) =>
      `De prijsafspraken van het eerste contract gelden tot en met ${date}; daarna rekenen we met dezelfde prijzen plus prijsstijging.`,
    "later-terms": (date: string) =>
      `De prijsafspraken van het eerste contract gelden tot en met ${date}; daarna rekenen we met de afspraken voor latere jaren.`,
  },
  difference: "Verschil",
  bills: (line: string, amount: string) => `rekent ${line}: ${amount} per jaar`,
  onlyHere: (line: string, amount: string) => `alleen dit contract rekent ${line}: ${amount} per jaar`,
  lacks: (line: string) => `geen ${line} ingevuld`,
  lines: {
    fixedCosts: "vaste kosten",
    demandCharges: "vermogenstarieven",
    gridFees: "netkosten per kWh",
    taxes: "belastingen per kWh",
  } as Record<BillLine, string>,
  wholeTotal: (years: string) => `Met alle kosten, over ${years} jaar`,
  contract: "Contract",
  today: (name: string) => `${name}, het huidige contract`,
  numbered: (type: string, number: string) => `${type} (contract ${number})`,
  total: (years: string) => `Kosten over ${years} jaar`,
  savings: "Besparing ten opzichte van nu",
  firstYear: "Rekening van het eerste jaar",
  panels: "Nieuwe panelen",
  battery: "Batterij",
  pricesUntil: "Prijsafspraken tot en met",
  gap: "Afstand tot het optimum",
}
