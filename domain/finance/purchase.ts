import { batteryCurve, panelCurve } from "../market/assumptions.ts"
import { curveEur, type PriceCurve, timesPrice, withFixed } from "../market/priceCurve.ts"
import { inverterKwOf } from "../site/solar/inverter.ts"
import type { PricedCase } from "./pricedCase.ts"

/** Price of a battery's capacity: constant [EUR/kWh], or a price curve [EUR]. */
export type CapacityPrice = { eurPerKwh: number } | { curve: PriceCurve }

/**
 * Installed price of a battery's capacity: the request's price per kWh, else the assumptions' price. For the goal
 * self-sufficiency the latter is one price per kWh (document 3), otherwise a price curve. The request's fixed cost is
 * added.
 */
export const capacityPrice = ({ input, assumptions, batteryCostFactor = 1 }: PricedCase): CapacityPrice => {
  const { goal, electricBattery } = input
  const ofGoal = goal.kind === "self-sufficiency" ? assumptions.selfSufficiencyBatteryEurPerKwh : undefined
  const eurPerKwh = electricBattery?.costPerKwh ?? ofGoal
  const fixedEur = electricBattery?.fixedCostEur ?? 0
  if (eurPerKwh !== undefined && fixedEur === 0) return { eurPerKwh: batteryCostFactor * eurPerKwh }
  const curve = eurPerKwh === undefined ? batteryCurve(assumptions.batteryPriceCurve) : [{ size: 1, eur: eurPerKwh }]
  return { curve: timesPrice(withFixed(curve, fixedEur), batteryCostFactor) }
}

/** Price of power above the included power [EUR/kW]; 0 if the request sets the battery's price. */
export const powerPriceEurPerKw = ({ input, assumptions, batteryCostFactor = 1 }: PricedCase): number =>
  "curve" in capacityPrice({ input, assumptions }) && input.electricBattery?.costPerKwh === undefined
    ? batteryCostFactor * assumptions.batteryEurPerKw
    : 0

/** Installed price of a battery [EUR]; 0 without one. */
export const batteryPurchaseEur = (priced: PricedCase, capacityKwh: number, powerKw: number): number => {
  if (capacityKwh <= 0) return 0
  const price = capacityPrice(priced)
  const extraKw = Math.max(0, powerKw - priced.assumptions.batteryIncludedRate * capacityKwh)
  const capacityEur = "curve" in price ? curveEur(price.curve, capacityKwh) : price.eurPerKwh * capacityKwh
  return capacityEur + powerPriceEurPerKw(priced) * extraKw
}

/** New panels of each roof [kWp]. @param panels by roof, in the order of input.newPv */
export const roofsKwp = ({ input }: PricedCase, panels: readonly number[]): number[] =>
  input.newPv.map(({ panelPowerWatts }, roof) => (panels[roof]! * panelPowerWatts) / 1000)

/** Share of one panel in its roof's inverter power [kW, AC]. @param roof index in input.newPv */
export const inverterKwPerPanel = ({ input, assumptions }: PricedCase, roof: number): number => {
  const pv = input.newPv[roof]!
  const count = Math.max(1, pv.maxPanelCount)
  return inverterKwOf(pv, count, assumptions) / count
}

/** Price curve by kWp of all panels that are priced together, with the fixed cost of their inverters. */
export const panelsTogetherCurve = ({ assumptions }: PricedCase): PriceCurve => {
  const curve = panelCurve(assumptions.panelPriceCurve)
  return assumptions.inverterFixedEur > 0 ? withFixed(curve, assumptions.inverterFixedEur) : curve
}

/** Power-dependent price of a roof's first inverters [EUR per panel]; 0 if the request sets the roof's price. */
export const inverterPurchasePerPanel = (priced: PricedCase, roof: number): number =>
  priced.input.newPv[roof]!.costPerKwp === undefined
    ? priced.assumptions.inverterPurchaseEurPerKw * inverterKwPerPanel(priced, roof)
    : 0

/**
 * Price of new panels' inverters by the assumptions [EUR], separate from the price of the panels; part of
 * solarPurchaseEur.
 * @param panels by roof, in the order of input.newPv
 */
export const inverterPurchaseEur = (priced: PricedCase, panels: readonly number[]): number => {
  const { newPv } = priced.input
  const isAny = newPv.some(({ costPerKwp }, roof) => costPerKwp === undefined && panels[roof]! > 0)
  const fixedEur = isAny ? priced.assumptions.inverterFixedEur : 0
  return panels.reduce((eur, count, roof) => eur + count * inverterPurchasePerPanel(priced, roof), fixedEur)
}

/**
 * Installed price of new panels with their inverters [EUR]: roofs with own prices by those, all others together by the
 * curve of the assumptions.
 */
export const solarPurchaseEur = (priced: PricedCase, panels: readonly number[]): number => {
  const kwp = roofsKwp(priced, panels)
  const { newPv } = priced.input
  const togetherKwp = newPv.reduce((sum, roof, i) => (roof.costPerKwp === undefined ? sum + kwp[i]! : sum), 0)
  const ownEur = newPv.map((roof, i) => {
    const fixedEur = kwp[i]! > 0 ? (roof.fixedCostEur ?? 0) : 0
    return fixedEur + (roof.costPerKwp ?? 0) * kwp[i]!
  })
  const togetherEur = curveEur(panelCurve(priced.assumptions.panelPriceCurve), togetherKwp)
  return ownEur.reduce((sum, eur) => sum + eur, togetherEur + inverterPurchaseEur(priced, panels))
}
