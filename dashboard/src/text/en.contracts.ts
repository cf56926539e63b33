/** English words of the comparison of contracts. */
export const contracts = {
  nav: "Contracts",
  title: "Contracts, each with its best plant",
  lead: (share: string) =>
    `Cheapest first, in the prices of one year. No pair of a contract and a plant is more than ${share} cheaper than the first. The rest of this report is of the contract of today.`,
  leadAlone: "Cheapest first, in the prices of one year. The rest of this report is of the contract of today.",
  contract: "Contract",
  today: (name: string) => `${name}, the contract of today`,
  numbered: (type: string, number: string) => `${type} (offer ${number})`,
  total: (years: string) => `Cost over ${years} years`,
  savings: "Saves against today",
  firstYear: "Bill of the first year",
  panels: "New panels",
  battery: "Battery",
  gap: "Cost proven within",
}
