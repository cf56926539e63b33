import { batteryReplacementYears, replacementWorth } from "./battery.ts"
import { discountFactor } from "./presentWorth.ts"
import type { PricedCase } from "./pricedCase.ts"
import { inverterKwPerPanel } from "./purchase.ts"

/**
 * What is bought again within the analysis period, and what the parts are still worth at its end. Panels are bought
 * anew when their life ends; their inverter once, in the year that the assumptions name; batteries as battery.ts says.
 * At the end of the period a part is worth its last price by the share of its life that is left, times the assumption
 * `residualValueFraction`. No part is worth having for that alone: below discount rates of 0 its present worth ends at
 * 0.
 */
export interface Renewal {
  /** At the end of which year. */
  year: number
  eur: number
}

/** The share of the last part's life that is left after so many years, where each follows the one before. */
export const lifeLeft = (years: number, lifeYears: number): number => {
  const bought = 1 + batteryReplacementYears(years, lifeYears).length
  return Math.min(1, Math.max(0, bought - years / lifeYears))
}

/** What a EUR at the end of the analysis period is worth today, as far as residual values count. */
const residualWorth = ({ input, assumptions }: PricedCase): number =>
  assumptions.residualValueFraction * discountFactor(input.analysisYears, assumptions.discountRate)

/**
 * Present worth of panels over the analysis period, per EUR of their purchase: bought, bought anew, less what they are
 * worth at its end.
 */
export const panelsWorth = (priced: PricedCase): number => {
  const { input, assumptions } = priced
  const { analysisYears } = input
  const { pvLifeYears, discountRate } = assumptions
  const bought = 1 + replacementWorth(analysisYears, pvLifeYears, discountRate)
  return Math.max(0, bought - residualWorth(priced) * lifeLeft(analysisYears, pvLifeYears))
}

/** What batteries are worth at the end of the analysis period, at today's worth per EUR of the first one's purchase. */
export const batteryResidualWorth = (priced: PricedCase): number => residualWorth(priced) * batteryResidualShare(priced)

/** The same at the end of the period, all of it. */
const batteryResidualShare = ({ input, assumptions }: PricedCase): number => {
  const { batteryLifeYears, batteryReplacementCostFraction } = assumptions
  const isFirst = batteryReplacementYears(input.analysisYears, batteryLifeYears).length === 0
  return lifeLeft(input.analysisYears, batteryLifeYears) * (isFirst ? 1 : batteryReplacementCostFraction)
}

/** The year in which inverters are bought anew; undefined: never. */
const inverterYear = ({ input, assumptions }: PricedCase): number | undefined => {
  const { inverterReplacementYear: year } = assumptions
  return year >= 1 && year < input.analysisYears ? year : undefined
}

/** An inverter lives as long as the first one did. */
const inverterLeft = (priced: PricedCase, year: number): number =>
  Math.max(0, 1 - (priced.input.analysisYears - year) / year)

/** What the new inverter of a roof costs per panel [EUR]; 0 without one. @param roof number in input.newPv */
const inverterEurPerPanel = (priced: PricedCase, roof: number): number =>
  priced.assumptions.inverterEurPerKw * inverterKwPerPanel(priced, roof)

/** Present worth of a roof's new inverter, less what it is worth at the end [EUR per kWp of panels]. */
export const inverterWorthEurPerKw = (priced: PricedCase, roof: number): number => {
  const year = inverterYear(priced)
  if (year === undefined) return 0
  const worth =
    discountFactor(year, priced.assumptions.discountRate) - residualWorth(priced) * inverterLeft(priced, year)
  return (1000 * inverterEurPerPanel(priced, roof) * Math.max(0, worth)) / priced.input.newPv[roof]!.panelPowerWatts
}

/**
 * What panels and their inverters cost again, and what they are worth at the end of the analysis period.
 * @param panels by roof, in the order of input.newPv
 * @param purchaseEur of the panels
 */
export const solarRenewal = (
  priced: PricedCase,
  panels: readonly number[],
  purchaseEur: number,
): { renewals: Renewal[]; residualEur: number } => {
  const { input, assumptions } = priced
  const years = batteryReplacementYears(input.analysisYears, assumptions.pvLifeYears)
  const year = inverterYear(priced)
  const inverterEur =
    year === undefined ? 0 : panels.reduce((eur, count, roof) => eur + count * inverterEurPerPanel(priced, roof), 0)
  const left = purchaseEur * lifeLeft(input.analysisYears, assumptions.pvLifeYears)
  const inverterLeftEur = year === undefined ? 0 : inverterEur * inverterLeft(priced, year)
  return {
    renewals: [
      ...years.map(each => ({ year: each, eur: purchaseEur })),
      ...(year !== undefined && inverterEur > 0 ? [{ year, eur: inverterEur }] : []),
    ],
    residualEur: assumptions.residualValueFraction * (left + inverterLeftEur),
  }
}

/** What the last battery is worth at the end of the analysis period [EUR]. @param purchaseEur of the first one */
export const batteryResidualEur = (priced: PricedCase, purchaseEur: number): number =>
  priced.assumptions.residualValueFraction * batteryResidualShare(priced) * purchaseEur
