import type { ScanCase, Solution } from "../case/case.ts"
import { givenKwh } from "../case/phases.ts"
import { batteryReplacementYears } from "../finance/battery.ts"
import { type Lifecycle, lifecycle, type PlantCosts } from "../finance/lifecycle.ts"
import { batteryMaintenanceShare, horizonOf, solarMaintenanceEurPerKw } from "../finance/objective.ts"
import { batteryPurchaseEur as batteryPrice, roofsKwp, solarPurchaseEur } from "../finance/purchase.ts"
import { batteryResidualEur, solarRenewal } from "../finance/renewal.ts"
import { wearEurPerYear } from "../finance/wear.ts"
import { type GridIntensity, gridIntensity } from "../market/carbon.ts"
import { monthStart } from "../site/steps.ts"
import { type PlantYear, plantYear } from "./year.ts"

/** Figures from which all groups of the report are written. */
export interface Figures {
  scan: ScanCase
  solution: Solution
  year: PlantYear
  /** Yearly discharging of the battery, the mean of all phases [kWh]. */
  dischargedKwh: number
  costs: PlantCosts
  money: Lifecycle
  carbon: GridIntensity
  /** Avoided emissions of each month of the first year [kg], January first, and their sum. */
  monthlyCo2SavedKg: number[]
  co2SavedKg: number
  /** max(0, 1 − bought / consumption), with the plant and for the baseline. */
  selfSufficiency: number
  baselineSelfSufficiency: number
  /** Production used on site, directly or as the battery's solar share, divided by all production. */
  selfConsumption: number
}

/** part / whole; 0 if the whole is 0. */
export const ratio = (part: number, whole: number): number => (whole > 0 ? part / whole : 0)

/** Share of the consumption that is not bought; 0 without consumption. */
export const shareNotBought = (boughtKwh: number, consumptionKwh: number): number =>
  consumptionKwh > 0 ? Math.max(0, 1 - boughtKwh / consumptionKwh) : 0

/**
 * Share of the production that serves the load, directly or from the battery. The battery's energy is one pool:
 * discharge to the load has the same solar share as the charged energy.
 */
const selfConsumption = ({
  solarUsedOnsite,
  solarStored,
  gridStored,
  batteryUsedOnsite,
  produced,
}: PlantYear["totals"]): number => {
  const fromBattery = batteryUsedOnsite * ratio(solarStored, solarStored + gridStored)
  return ratio(solarUsedOnsite + Math.min(solarStored, fromBattery), produced)
}

/**
 * Costs of the chosen panels and battery, with maintenance if the request includes it.
 * @param dischargedKwh yearly discharge of the battery, which causes its wear
 */
export const plantCosts = (
  scan: ScanCase,
  { panels, capacityKwh, powerKw }: Pick<Solution, "panels" | "capacityKwh" | "powerKw">,
  dischargedKwh: number,
): PlantCosts => {
  const newKw = roofsKwp(scan, panels).reduce((kw, roofKw) => kw + roofKw, 0)
  const batteryPurchaseEur = batteryPrice(scan, capacityKwh, powerKw)
  const panelsEur = solarPurchaseEur(scan, panels)
  const { renewals, residualEur } = solarRenewal(scan, panels, panelsEur)
  return {
    solarPurchaseEur: panelsEur,
    solarRenewals: renewals,
    solarResidualEur: residualEur,
    batteryResidualEur: batteryResidualEur(scan, batteryPurchaseEur),
    batteryPurchaseEur,
    replacementEur: batteryPurchaseEur * scan.assumptions.batteryReplacementCostFraction,
    replacementYears:
      capacityKwh > 0 ? batteryReplacementYears(scan.input.analysisYears, scan.assumptions.batteryLifeYears) : [],
    wearEurPerYear: wearEurPerYear(scan, capacityKwh, dischargedKwh),
    solarMaintenanceEurPerYear: newKw * solarMaintenanceEurPerKw(scan),
    batteryMaintenanceEurPerYear: batteryPurchaseEur * batteryMaintenanceShare(scan),
  }
}

const monthlyCo2Saved = ({ baseline, importKwh, exportKwh }: PlantYear, kgPerKwh: number): number[] =>
  Array.from({ length: 12 }, (_, month) => {
    let avoidedKwh = 0
    const end = monthStart(month + 1, importKwh)
    for (let step = monthStart(month, importKwh); step < end; step++) {
      avoidedKwh += baseline.importKwh[step]! - importKwh[step]! + exportKwh[step]! - baseline.exportKwh[step]!
    }
    return avoidedKwh * kgPerKwh
  })

/** Computes the figures of a solved case once, for all groups of the report. */
export const figuresOf = (scan: ScanCase, solution: Solution): Figures => {
  const year = plantYear(scan, solution)
  const dischargedKwh = scan.tariffs.length > 1 ? givenKwh(scan, solution.optimised) : year.totals.discharged
  const costs = plantCosts(scan, solution, dischargedKwh)
  const carbon = gridIntensity(scan.site.country ?? "", scan.tariffs[0].priceYear)
  const monthlyCo2SavedKg = monthlyCo2Saved(year, carbon.kgPerKwh)
  const { consumption, bought, baselineBought } = year.totals
  return {
    scan,
    solution,
    year,
    dischargedKwh,
    costs,
    money: lifecycle(year.baselineBills, year.bills, costs, horizonOf(scan)),
    carbon,
    monthlyCo2SavedKg,
    co2SavedKg: monthlyCo2SavedKg.reduce((sum, kg) => sum + kg, 0),
    selfSufficiency: shareNotBought(bought, consumption),
    baselineSelfSufficiency: shareNotBought(baselineBought, consumption),
    selfConsumption: selfConsumption(year.totals),
  }
}
