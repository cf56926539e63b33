import { partRates } from "../market/partGrowth.ts"
import { type PriceCurve, timesPrice } from "../market/priceCurve.ts"
import { taxBeforeBlockEur } from "../market/tariff/taxBlocks.ts"
import { replacementWorth } from "./battery.ts"
import { fixedCostOf } from "./bill.ts"
import { type Horizon, levelledEur, type YearOne } from "./lifecycle.ts"
import { phaseOfYear, phaseStarts } from "./phases.ts"
import { annuityFactor, discountFactor, presentWorthFactor } from "./presentWorth.ts"
import type { PricedCase } from "./pricedCase.ts"
import {
  type CapacityPrice,
  capacityPrice,
  inverterPurchasePerPanel,
  panelsTogetherCurve,
  powerPriceEurPerKw,
} from "./purchase.ts"
import { batteryResidualWorth, inverterWorthEurPerKw, panelsWorth } from "./renewal.ts"
import { presentWear, type WearPrice } from "./wear.ts"

/** Price of a battery in the objective. */
export interface BatteryPrice {
  capacity: CapacityPrice
  /** Of power above what the price of the capacity includes [EUR/kW]. */
  eurPerKw: number
  /** Of use, at present worth; absent: use costs nothing. */
  wear?: WearPrice
}

/** Price of a roof's panels in the objective. */
export interface RoofPrice {
  eurPerKw: number
  /** Of any panel on the roof [EUR]. */
  fixedEur: number
  /** Whether the roof's panels also count in panelCurve. */
  isPricedTogether: boolean
}

/**
 * What the optimiser knows of money. Its objective of panels + battery + presentWorthFactor · year-one bill
 * is the life-cycle cost, up to a constant (`lifecycleOffset`).
 */
export interface ObjectivePrices {
  /** In the order of input.newPv: purchase with the present value of what is bought anew, and of maintenance. */
  roofs: RoofPrice[]
  /** Purchase of all panels that are priced together, by their kWp. */
  panelCurve: PriceCurve
  /** Purchase with the present value of replacements and maintenance, and wear; null when no battery is asked for. */
  battery: BatteryPrice | null
  presentWorthFactor: number
}

/** Years and rates of a case. */
export const horizonOf = ({ input, assumptions, tariff, later = [] }: PricedCase): Horizon => ({
  ...(later.length > 0 ? { phaseStarts: phaseStarts({ later }) } : {}),
  ...feedInGrowthOf([tariff, ...later.map(terms => terms.tariff)]),
  ...partGrowthOf(assumptions),
  years: input.analysisYears,
  discountRate: assumptions.discountRate,
  priceGrowth: assumptions.electricityPriceGrowth,
  degradation: assumptions.pvDegradation,
})

const feedInGrowthOf = (tariffs: readonly PricedCase["tariff"][]): Pick<Horizon, "feedInGrowth"> => {
  const feedInGrowth = tariffs.map(tariff => tariff?.feedInGrowth)
  return feedInGrowth.some(growth => growth !== undefined) ? { feedInGrowth } : {}
}

const partGrowthOf = (assumptions: PricedCase["assumptions"]): Pick<Horizon, "partGrowth"> => {
  const partGrowth = partRates(assumptions)
  return partGrowth ? { partGrowth } : {}
}

/** Yearly maintenance of new panels when the request asks for it [EUR per kWp per year]. */
export const solarMaintenanceEurPerKw = ({ input, assumptions }: PricedCase): number =>
  input.includePvMaintenanceCosts ? assumptions.pvMaintenanceEurPerKwYear : 0

/** Yearly maintenance of a battery as a share of its purchase, when the request asks for it. */
export const batteryMaintenanceShare = ({ input, assumptions }: PricedCase): number =>
  input.includeBatteryMaintenanceCosts ? assumptions.batteryMaintenanceFraction : 0

/**
 * Life-cycle cost of a battery per EUR of its purchase: purchase, replacements at the end of its calendar life and
 * maintenance at today's worth.
 */
const batteryMultiplier = (priced: PricedCase): number => {
  const { years, discountRate } = horizonOf(priced)
  const replacements = replacementWorth(years, priced.assumptions.batteryLifeYears, discountRate)
  const worth =
    1 +
    priced.assumptions.batteryReplacementCostFraction * replacements +
    batteryMaintenanceShare(priced) * annuityFactor(years, discountRate) -
    batteryResidualWorth(priced)
  return Math.max(0, worth)
}

const batteryPrice = (priced: PricedCase, lifecycleMultiplier: number): BatteryPrice => {
  const price = capacityPrice(priced)
  const wear = presentWear(priced)
  return {
    ...(wear ? { wear } : {}),
    capacity:
      "curve" in price
        ? { curve: timesPrice(price.curve, lifecycleMultiplier) }
        : { eurPerKwh: price.eurPerKwh * lifecycleMultiplier },
    eurPerKw: powerPriceEurPerKw(priced) * lifecycleMultiplier,
  }
}

/** The prices the optimiser minimises with. */
export const objectivePrices = (priced: PricedCase): ObjectivePrices => {
  const { years, priceGrowth, degradation, discountRate } = horizonOf(priced)
  const maintenanceEurPerKw = solarMaintenanceEurPerKw(priced) * annuityFactor(years, discountRate)
  const worth = panelsWorth(priced)
  return {
    roofs: priced.input.newPv.map(({ costPerKwp, fixedCostEur = 0, panelPowerWatts }, roof) => ({
      eurPerKw:
        worth * ((costPerKwp ?? 0) + (1000 * inverterPurchasePerPanel(priced, roof)) / panelPowerWatts) +
        maintenanceEurPerKw +
        inverterWorthEurPerKw(priced, roof),
      fixedEur: worth * fixedCostEur,
      isPricedTogether: costPerKwp === undefined,
    })),
    panelCurve: timesPrice(panelsTogetherCurve(priced), worth),
    battery: priced.input.electricBattery ? batteryPrice(priced, batteryMultiplier(priced)) : null,
    presentWorthFactor: presentWorthFactor(years, priceGrowth, degradation, discountRate),
  }
}

/** Fixed costs of a year and the tax of the blocks before the one whose rate prices hold, as a bill of nothing else. */
const fixedBill = ({ assumptions }: PricedCase, tariff: PricedCase["tariff"]): YearOne => {
  const gridFeeEur = 12 * fixedCostOf(assumptions, tariff)
  const taxEur = tariff ? taxBeforeBlockEur(tariff.tax) : 0
  const parts = { gridFeeEur, taxEur, nettedGridFeeEur: 0, nettedTaxEur: 0 }
  return { energyBillEur: gridFeeEur + taxEur, feedInRevenueEur: 0, parts }
}

/**
 * What the life-cycle cost holds beyond the optimiser's objective [EUR]: the part of the bill that fades in as the
 * panels age, and fixed costs, which no plant changes, with the tax of the blocks before the one whose rate prices
 * hold. totalCost = objective + lifecycleOffset, where the import ends in that block.
 * @param baseline year-one bill of the site as it is, with those under later terms; or what it costs, where nothing
 *   grows apart
 */
export const lifecycleOffset = (priced: PricedCase, baseline: number | YearOne): number => {
  const horizon = horizonOf(priced)
  const { years, priceGrowth, degradation, discountRate } = horizon
  const asIs = typeof baseline === "number" ? { energyBillEur: baseline, feedInRevenueEur: 0 } : baseline
  const taxes = [priced.tariff, ...(priced.later ?? []).map(({ tariff }) => tariff)]
  const fixedEur = taxes.map(tariff => fixedBill(priced, tariff))
  const starts = phaseStarts(priced)
  let sum = 0
  for (let year = 1; year <= years; year++) {
    const remaining = (1 - degradation) ** (year - 1)
    const priceLevel = (1 + priceGrowth) ** (year - 1) * discountFactor(year, discountRate)
    const ownEur = levelledEur(year, asIs, horizon)
    const ownFixedEur = levelledEur(year, fixedEur[phaseOfYear(starts, year)]!, horizon)
    sum += priceLevel * (ownEur * (1 - remaining) + ownFixedEur * remaining)
  }
  return sum
}
