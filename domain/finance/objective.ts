import { mapped } from "../base/nonEmpty.ts"
import { partRates } from "../market/partGrowth.ts"
import { type PriceCurve, timesPrice } from "../market/priceCurve.ts"
import { taxBeforeBlockEur } from "../market/tariff/taxBlocks.ts"
import { replacementWorth } from "./battery.ts"
import { batteryCreditEur } from "./batteryCredit.ts"
import { type Bill, type BillParts, chargesOf, fixedCostOf, yearBill } from "./bill.ts"
import { levelledEur, type PhaseAmounts } from "./lifecycle.ts"
import { type Horizon, phaseShares, weighted } from "./phases.ts"
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

/** Credits for a battery at present worth: of each kW, and of any size [EUR]. */
interface BatteryCredits {
  creditEurPerKw: number
  creditEur: number
}

/** Price of a battery in the objective. */
export interface BatteryPrice {
  capacity: CapacityPrice
  /** Price of power above the included power [EUR/kW]. */
  eurPerKw: number
  /** Credits of the contract for a battery; absent: none. */
  credits?: BatteryCredits
  /** Wear at present worth; absent: use costs nothing. */
  wear?: WearPrice
}

/** Price of a roof's panels in the objective. */
export interface RoofPrice {
  eurPerKw: number
  /** Fixed cost if the roof has any panel [EUR]. */
  fixedEur: number
  /** True if panelCurve also prices the roof's panels. */
  isPricedTogether: boolean
}

/**
 * Prices in the optimiser's objective: panels + battery + presentWorthFactor · first-year bill. The objective equals
 * the life-cycle cost up to a constant (`lifecycleOffset`).
 */
export interface ObjectivePrices {
  /** In the order of input.newPv: purchase, present worth of replacements less residual value, and maintenance. */
  roofs: RoofPrice[]
  /** Purchase of all panels that are priced together, by their kWp, with replacements less residual value. */
  panelCurve: PriceCurve
  /**
   * Purchase, present worth of replacements less residual value, maintenance, and wear. Null if the request has no
   * battery.
   */
  battery: BatteryPrice | null
  presentWorthFactor: number
}

/** Years and rates of a case. */
export const horizonOf = ({ input, assumptions, tariffs }: PricedCase): Horizon => ({
  phaseStarts: mapped(input.phases, ({ fromYear }) => fromYear),
  feedInGrowth: input.phases.map((_, phase) => tariffs?.[phase]?.feedInGrowth),
  buyGrowth: input.phases.map((_, phase) => tariffs?.[phase]?.buyGrowth),
  partGrowth: partRates({ assumptions, ...(tariffs ? { tariffs } : {}) }),
  years: input.analysisYears,
  discountRate: assumptions.discountRate,
  priceGrowth: assumptions.electricityPriceGrowth,
  degradation: assumptions.pvDegradation,
})

/** Yearly maintenance of new panels, if the request includes it [EUR per kWp per year]. */
export const solarMaintenanceEurPerKw = ({ input, assumptions }: PricedCase): number =>
  input.includePvMaintenanceCosts ? assumptions.pvMaintenanceEurPerKwYear : 0

/** Yearly maintenance of a battery as a share of its purchase, if the request includes it. */
export const batteryMaintenanceShare = ({ input, assumptions }: PricedCase): number =>
  input.includeBatteryMaintenanceCosts ? assumptions.batteryMaintenanceFraction : 0

/**
 * Life-cycle cost of a battery per EUR of its purchase: purchase, replacements at the end of its calendar life and
 * maintenance at present worth, less residual value. At least 0.
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

/**
 * Credits of the contract for a battery at present worth: they grow like fixed costs. A site with a battery has the
 * credit per year already.
 */
const batteryCredits = (priced: PricedCase, worthFactor: number): Pick<BatteryPrice, "credits"> => {
  if (!priced.tariffs?.some(({ batteryCredit }) => batteryCredit)) return {}
  const { worth, parts } = phaseShares(horizonOf(priced))
  const worthOf = (field: "eurPerKwYear" | "eurPerYear"): number =>
    worthFactor *
    weighted(
      parts?.gridFee ?? worth,
      priced.input.phases.map((_, phase) => priced.tariffs?.[phase]?.batteryCredit?.[field] ?? 0),
    )
  const creditEur = priced.input.existingBattery ? 0 : worthOf("eurPerYear")
  return { credits: { creditEurPerKw: worthOf("eurPerKwYear"), creditEur } }
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

/** Prices that the optimiser minimises with, at present worth. */
export const objectivePrices = (priced: PricedCase): ObjectivePrices => {
  const { years, priceGrowth, degradation, discountRate } = horizonOf(priced)
  const maintenanceEurPerKw = solarMaintenanceEurPerKw(priced) * annuityFactor(years, discountRate)
  const worth = panelsWorth(priced)
  const worthFactor = presentWorthFactor(years, priceGrowth, degradation, discountRate)
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
    battery: priced.input.electricBattery
      ? { ...batteryPrice(priced, batteryMultiplier(priced)), ...batteryCredits(priced, worthFactor) }
      : null,
    presentWorthFactor: worthFactor,
  }
}

/**
 * Bills of the fixed costs less the credit of an existing battery, of tax and feed-in pay below the block of the
 * prices, and of the overlap.
 */
const fixedBills = (priced: PricedCase): PhaseAmounts =>
  mapped(priced.input.phases, (_, phase) => {
    const tariff = priced.tariffs?.[phase]
    const creditEur = batteryCreditEur(tariff?.batteryCredit, priced.input.existingBattery)
    const fixedEur = 12 * fixedCostOf(priced.assumptions, tariff) - creditEur
    const beforeBlockEur = tariff ? taxBeforeBlockEur(tariff.tax) : 0
    const paidBeforeEur = tariff?.volumePay ? taxBeforeBlockEur(tariff.volumePay) : 0
    const { energyBillEur, feedInRevenueEur, nettingCreditEur, parts } = overlapBill(priced, phase)
    return {
      energyBillEur: energyBillEur + fixedEur + beforeBlockEur,
      feedInRevenueEur: feedInRevenueEur + paidBeforeEur,
      nettingCreditEur,
      parts: { ...parts, gridFeeEur: parts.gridFeeEur + fixedEur, taxEur: parts.taxEur + beforeBlockEur },
    }
  })

const NO_PARTS: BillParts = { gridFeeEur: 0, taxEur: 0, nettedGridFeeEur: 0, nettedTaxEur: 0 }

type KwhBill = Pick<Bill, "energyBillEur" | "feedInRevenueEur" | "nettingCreditEur"> & Required<Pick<Bill, "parts">>

/** Bill of the overlap by its kWh alone, the same for every plant. */
const overlapBill = ({ overlapKwh, assumptions, tariffs }: PricedCase, phase: number): KwhBill => {
  const { buyEurPerKwh, sellEurPerKwh, nettingEurPerKwh = 0, parts } = tariffs?.[phase] ?? {}
  if (!overlapKwh || !buyEurPerKwh || !sellEurPerKwh)
    return { energyBillEur: 0, feedInRevenueEur: 0, nettingCreditEur: 0, parts: NO_PARTS }
  const { tax: _, ...charges } = chargesOf(
    { assumptions, tariffs: tariffs ?? [], overlapKwh },
    { nettingEurPerKwh, ...(parts ? { parts } : {}) },
  )
  const ofKwh = { ...charges, fixedCostEurPerMonth: 0, demandChargeEurPerKwMonth: 0 }
  const none = new Float64Array(overlapKwh.length)
  const bill = yearBill(none, none, { buyEurPerKwh, sellEurPerKwh }, ofKwh)
  return { ...bill, parts: bill.parts ?? NO_PARTS }
}

/**
 * Life-cycle cost minus the optimiser's objective [EUR]: totalCost = objective + lifecycleOffset. The equation holds if
 * the import ends in the tax block whose rate the prices include. The offset is the same for all plants:
 * - the part of the baseline's bill that returns as the panels age;
 * - fixed costs, and the tax and the feed-in pay of the blocks below the block in the prices;
 * - the bill of the overlap by its kWh. totalCost is higher if the overlap raises a peak with a demand charge.
 * @param baseline bills of the baseline
 */
export const lifecycleOffset = (priced: PricedCase, baseline: PhaseAmounts): number => {
  const horizon = horizonOf(priced)
  const { years, priceGrowth, degradation, discountRate } = horizon
  const fixed = fixedBills(priced)
  let sum = 0
  for (let year = 1; year <= years; year++) {
    const remaining = (1 - degradation) ** (year - 1)
    const priceLevel = (1 + priceGrowth) ** (year - 1) * discountFactor(year, discountRate)
    const ownEur = levelledEur(year, baseline, horizon)
    const ownFixedEur = levelledEur(year, fixed, horizon)
    sum += priceLevel * (ownEur * (1 - remaining) + ownFixedEur * remaining)
  }
  return sum
}
