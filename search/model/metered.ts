import { mapped } from "../../domain/base/nonEmpty.ts"
import type { Operation, ScanCase } from "../../domain/case/case.ts"
import { connectionLimits } from "../../domain/case/connection.ts"
import { shareWithoutOverlap } from "../../domain/case/overlap.ts"
import { chargesOf } from "../../domain/finance/bill.ts"
import { totalOf } from "../../domain/site/profiles/hours.ts"
import { stepsPerHour } from "../../domain/site/steps.ts"
import type { Year } from "../../wasm/index.ts"
import { billsOfPhases, meanOfPhases, objectiveYearEur } from "./phases.ts"
import { ofExportEur, uncountedFeedIn } from "./uncounted.ts"

/** A year as the meter counts it, without overlap: existing panels export their surplus at any price. */
export const asMetered = (scan: ScanCase): Operation => {
  const { loadKwh, existingProductionKwh, tariffs } = scan
  const none = new Float64Array(loadKwh.length)
  const importKwh = loadKwh.map((load, hour) => Math.max(0, load - existingProductionKwh[hour]!))
  const exportKwh = loadKwh.map((load, hour) => Math.max(0, existingProductionKwh[hour]! - load))
  const costEur = meanOfPhases(scan, ({ buyEurPerKwh, sellEurPerKwh }) =>
    importKwh.reduce((eur, kwh, hour) => eur + kwh * buyEurPerKwh[hour]! - exportKwh[hour]! * sellEurPerKwh[hour]!, 0),
  )
  const year = { importKwh, exportKwh, curtailedKwh: none, chargeKwh: none, dischargeKwh: none, levelKwh: none }
  return { costEur, unservedKwh: 0, years: mapped(tariffs, () => year) }
}

/**
 * Cost of the metered year in the terms of the optimiser, if it may differ from the dispatch of the same panels and
 * meets the goal; else undefined [EUR].
 * @param year of the optimiser, which counts feed-in up to purchase
 */
export const meteredEur = (scan: ScanCase, year: Year): number | undefined => {
  if (!mayDiffer(scan)) return undefined
  const metered = asMetered(scan)
  if (!meetsGoal(scan, metered.years[0].importKwh)) return undefined
  // Prices hold the tax and pay by volume; what blocks count beyond them is the same for all plants of a sizing.
  const bills = billsOfPhases(scan, metered, tariff => {
    const { tax: _, overlapKwh: __, otherCharges: ___, volumePay: ____, ...charges } = chargesOf(scan, tariff)
    return { ...charges, fixedCostEurPerMonth: 0 }
  })
  const uncounted = uncountedFeedIn(scan, year)
  return objectiveYearEur(scan, bills) + (uncounted ? ofExportEur(uncounted.ofPanels, metered) : 0)
}

/** True if a dispatch may differ from the meter: it stops panels at prices below 0 and at limits. */
const mayDiffer = (scan: ScanCase): boolean => {
  const { loadKwh, existingProductionKwh } = scan
  if (Object.keys(connectionLimits(scan)).length > 0 || scan.input.limits?.feedInShareOfKwp !== undefined) return true
  return scan.tariffs.some(({ buyEurPerKwh, sellEurPerKwh, countedEurPerKwh = sellEurPerKwh }) =>
    existingProductionKwh.some((kwh, hour) => {
      const isSold = kwh > loadKwh[hour]! && countedEurPerKwh[hour]! < 0
      return isSold || (kwh > 0 && buyEurPerKwh[hour]! < 0)
    }),
  )
}

/** Panels alone shift no energy: their import is the lowest possible. */
const meetsGoal = (scan: ScanCase, importKwh: Float64Array): boolean => {
  const { goal } = scan.input
  if (goal.kind === "renewable-minimum")
    return totalOf(importKwh) <= (1 - shareWithoutOverlap(scan, goal.fraction)) * totalOf(scan.loadKwh)
  const isLimited = goal.kind === "maximize-connection" || goal.kind === "energyhub"
  const { importLimitKw = Number.POSITIVE_INFINITY } = connectionLimits(scan)
  const most = (hour: number) => (typeof importLimitKw === "number" ? importLimitKw : importLimitKw[hour]!)
  return !isLimited || importKwh.every((kwh, hour) => kwh * stepsPerHour(importKwh) <= most(hour))
}
