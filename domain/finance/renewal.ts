import { batteryReplacementYears, replacementWorth } from "./battery.ts"
import { discountFactor } from "./presentWorth.ts"
import type { PricedCase } from "./pricedCase.ts"
import { inverterKwPerPanel } from "./purchase.ts"

/**
 * Replacement of a part within the analysis period.
 *
 * Rules of replacements and residual values:
 * - Panels are replaced at the end of their life, inverters once, in the year of the assumptions, and batteries by
 *   battery.ts.
 * - The residual value is the part's last price by its remaining life, times the assumption `residualValueFraction`.
 * - A part's life-cycle cost is at least 0 even at discount rates below 0, so no part pays by its residual value alone.
 */
export interface Renewal {
  /** Year at whose end the part is replaced. */
  year: number
  eur: number
}

/** Remaining life of the last of successive parts after `years`, as a fraction of one life. */
export const lifeLeft = (years: number, lifeYears: number): number => {
  const bought = 1 + batteryReplacementYears(years, lifeYears).length
  return Math.min(1, Math.max(0, bought - years / lifeYears))
}

/** Present worth of one EUR of value at the end of the analysis, by the share of residual values that counts. */
const residualWorth = ({ input, assumptions }: PricedCase): number =>
  assumptions.residualValueFraction * discountFactor(input.analysisYears, assumptions.discountRate)

/** Present worth of panels per EUR of their purchase: purchase and replacements, less residual value. At least 0. */
export const panelsWorth = (priced: PricedCase): number => {
  const { input, assumptions } = priced
  const { analysisYears } = input
  const { pvLifeYears, discountRate } = assumptions
  const bought = 1 + replacementWorth(analysisYears, pvLifeYears, discountRate)
  return Math.max(0, bought - residualWorth(priced) * lifeLeft(analysisYears, pvLifeYears))
}

/** Present worth of a battery's residual value, per EUR of the first battery's purchase. */
export const batteryResidualWorth = (priced: PricedCase): number => residualWorth(priced) * batteryResidualShare(priced)

/**
 * Value of the last battery at the end of the analysis, per EUR of the first purchase, before `residualValueFraction`.
 */
const batteryResidualShare = ({ input, assumptions }: PricedCase): number => {
  const { batteryLifeYears, batteryReplacementCostFraction } = assumptions
  const isFirst = batteryReplacementYears(input.analysisYears, batteryLifeYears).length === 0
  return lifeLeft(input.analysisYears, batteryLifeYears) * (isFirst ? 1 : batteryReplacementCostFraction)
}

/** Replacement year of inverters; undefined: never within the analysis. */
const inverterYear = ({ input, assumptions }: PricedCase): number | undefined => {
  const { inverterReplacementYear: year } = assumptions
  return year >= 1 && year < input.analysisYears ? year : undefined
}

/** Remaining life of the replaced inverter at the end of the analysis, as a fraction; it lives as long as the first. */
const inverterLeft = (priced: PricedCase, year: number): number =>
  Math.max(0, 1 - (priced.input.analysisYears - year) / year)

/** Replacement price of a roof's inverter [EUR per panel]. @param roof index in input.newPv */
const inverterEurPerPanel = (priced: PricedCase, roof: number): number =>
  priced.assumptions.inverterEurPerKw * inverterKwPerPanel(priced, roof)

/** Present worth of a roof's inverter replacement less its residual value [EUR per kWp of panels]; 0 without one. */
export const inverterWorthEurPerKw = (priced: PricedCase, roof: number): number => {
  const year = inverterYear(priced)
  if (year === undefined) return 0
  const worth =
    discountFactor(year, priced.assumptions.discountRate) - residualWorth(priced) * inverterLeft(priced, year)
  return (1000 * inverterEurPerPanel(priced, roof) * Math.max(0, worth)) / priced.input.newPv[roof]!.panelPowerWatts
}

/**
 * Replacements of panels and inverters, and their residual value at the end of the analysis [EUR].
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

/** Residual value of the battery at the end of the analysis [EUR]. @param purchaseEur of the first battery */
export const batteryResidualEur = (priced: PricedCase, purchaseEur: number): number =>
  priced.assumptions.residualValueFraction * batteryResidualShare(priced) * purchaseEur
