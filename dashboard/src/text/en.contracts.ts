import type { BillLine } from "../../../domain/base/billLines.ts"

/** English words of the comparison of contracts. */
export const contracts = {
  nav: "Contracts",
  title: "Contracts, each with its best plant",
  titleFixed: "Contracts at the sizes you fixed",
  leadFixed: (share: string) =>
    `Cheapest first, in the prices of one year. At these sizes no contract, however the plant is operated, is more than ${share} cheaper than the first. The rest of this report is of the contract of today.`,
  lead: (share: string) =>
    `Cheapest first, in the prices of one year. No pair of a contract and a plant is more than ${share} cheaper than the first. The rest of this report is of the contract of today.`,
  leadAlone: "Cheapest first, in the prices of one year. The rest of this report is of the contract of today.",
  leadApart:
    "Not all contracts bill the same kinds of costs. Lines that differ are left out of the first three figures; the column after them shows them.",
  prices: {
    "same-prices": (date: string) =>
      `The price terms of the first contract hold until ${date}; later years count the same price terms with growth.`,
    "later-terms": (date: string) =>
      `The price terms of the first contract hold until ${date}; later years count the terms agreed for them.`,
  },
  difference: "Differs in",
  bills: (line: string, amount: string) => `bills ${line}: ${amount} a year`,
  onlyHere: (line: string, amount: string) => `only this contract bills ${line}: ${amount} a year`,
  lacks: (line: string) => `no ${line} entered`,
  lines: {
    fixedCosts: "fixed costs",
    demandCharges: "charges for the highest power",
    gridFees: "grid fees per kWh",
    taxes: "taxes per kWh",
  } as Record<BillLine, string>,
  wholeTotal: (years: string) => `With all costs, over ${years} years`,
  contract: "Contract",
  today: (name: string) => `${name}, the contract of today`,
  numbered: (type: string, number: string) => `${type} (offer ${number})`,
  total: (years: string) => `Cost over ${years} years`,
  savings: "Saves against today",
  firstYear: "Bill of the first year",
  panels: "New panels",
  battery: "Battery",
  pricesUntil: "Price terms until",
  gap: "Distance to the optimum",
}
