import { createBoundedMap } from "../base/boundedMap.ts"
import { mapped, type NonEmpty } from "../base/nonEmpty.ts"
import { seriesNumber } from "../base/seriesNumber.ts"
import type { ScanCase, Solution } from "../case/case.ts"
import { hoursNumber } from "../case/knownSums.ts"
import { type Bill, billName, chargesOf, yearBill } from "../finance/bill.ts"
import { HOURS_PER_YEAR } from "../site/year.ts"
import { type Flows, splitFlows, type Traded } from "./flows.ts"
import { operationBills, phaseBill } from "./lifeBills.ts"
import type { HourlySeries } from "./series/hourly.ts"
import { boughtInFull, productionOf } from "./traded.ts"

/**
 * First year of the plant and of the baseline. Sums and bills use doubles; the stored series keep the nearest float32.
 */
export interface PlantYear {
  /** Hourly series that are stored with the report. */
  hours: HourlySeries
  /** Imported and exported, kWh per hour. */
  importKwh: Float64Array
  exportKwh: Float64Array
  /** Import and export of the baseline, kWh per hour. */
  baseline: Traded
  /** Production of all panels before curtailment, and its curtailed part, kWh per hour. */
  productionKwh: Float64Array
  wastedKwh: Float64Array
  /** Sums over the year, kWh. */
  totals: YearTotals
  /** Highest hours, kW. */
  peakImportKw: number
  peakBaselineImportKw: number
  peakExportKw: number
  peakBaselineExportKw: number
  peakProductionKw: number
  unservedKwh: number
  /** Bills of all phases. Without the battery, energy that the connection cannot supply counts as purchased. */
  bills: NonEmpty<Bill>
  baselineBills: NonEmpty<Bill>
  billsWithoutBattery: NonEmpty<Bill>
}

export interface YearTotals {
  consumption: number
  produced: number
  solarUsedOnsite: number
  solarStored: number
  solarExported: number
  solarWasted: number
  gridStored: number
  batteryUsedOnsite: number
  discharged: number
  bought: number
  sold: number
  baselineBought: number
  baselineSold: number
}

/** Sum of hourly values. */
export const sum = (hours: Float64Array): number => {
  let total = 0
  for (let hour = 0; hour < hours.length; hour++) total += hours[hour]!
  return total
}

const highest = (hours: Float64Array): number => {
  let peak = 0
  for (let hour = 0; hour < hours.length; hour++) if (hours[hour]! > peak) peak = hours[hour]!
  return peak
}

const added = (a: Float64Array, b: Float64Array): Float64Array => {
  const total = new Float64Array(a.length)
  for (let hour = 0; hour < a.length; hour++) total[hour] = a[hour]! + b[hour]!
  return total
}

const servedLoad = (loadKwh: Float64Array, unservedKwh: Float64Array): Float64Array => {
  const served = new Float64Array(HOURS_PER_YEAR)
  for (let hour = 0; hour < HOURS_PER_YEAR; hour++) served[hour] = loadKwh[hour]! - unservedKwh[hour]!
  return served
}

/** Hourly values of a year as doubles. */
interface Doubles {
  consumption: Float64Array
  production: Float64Array
  flows: Flows
  baseline: Traded
}

const hourlySeries = (
  { tariffs: [tariff] }: ScanCase,
  { consumption, production, flows, baseline }: Doubles,
  solution: Solution,
): HourlySeries => {
  return {
    consumption: new Float32Array(consumption),
    solarProduction: new Float32Array(production),
    solarUsedOnsite: new Float32Array(flows.solarUsedOnsite),
    solarStored: new Float32Array(flows.solarStored),
    solarExported: new Float32Array(flows.solarExported),
    solarWasted: new Float32Array(flows.solarWasted),
    gridUsedOnsite: new Float32Array(flows.gridUsedOnsite),
    gridStored: new Float32Array(flows.gridStored),
    batteryUsedOnsite: new Float32Array(flows.batteryUsedOnsite),
    batteryExported: new Float32Array(flows.batteryExported),
    batteryLevel: new Float32Array(solution.optimised.years[0].levelKwh),
    baselineImport: new Float32Array(baseline.importKwh),
    baselineExport: new Float32Array(baseline.exportKwh),
    buyEurPerKwh: new Float32Array(tariff.buyEurPerKwh),
    sellEurPerKwh: new Float32Array(tariff.sellEurPerKwh),
  }
}

/** Number of cached years, 1 MB each. Adjustments often end at the plant of the original scan. */
const YEARS_KEPT = 2
const kept = createBoundedMap<PlantYear>({ capacity: YEARS_KEPT })

/** Cache name of a year from all its inputs. */
const yearName = (scan: ScanCase, solution: Solution, production: Float64Array): string => {
  const { loadKwh, existingProductionKwh, tariffs } = scan
  const { optimised, withoutBattery, baseline, capacityKwh } = solution
  return [
    ...[loadKwh, production, existingProductionKwh].map(seriesNumber),
    ...[optimised, withoutBattery, baseline].flatMap(({ years }) => years.map(hoursNumber)),
    ...[capacityKwh > 0, isGridCharging(scan)],
    ...tariffs.map(tariff => billName(tariff, chargesOf(scan, tariff))),
  ].join()
}

const isGridCharging = ({ input }: ScanCase): boolean => input.limits?.gridCharging ?? true

/** First year of a solved case. Callers must not change the result, because equal cases share it. */
export const plantYear = (scan: ScanCase, solution: Solution): PlantYear => {
  if (scan.loadKwh.length !== HOURS_PER_YEAR) throw new RangeError(`loadKwh has ${scan.loadKwh.length} hours`)
  const production = productionOf(scan, solution.panels)
  return kept.getOrMake(yearName(scan, solution, production), () => yearOf(scan, solution, production))
}

const yearOf = (scan: ScanCase, solution: Solution, production: Float64Array): PlantYear => {
  const { optimised, withoutBattery, capacityKwh } = solution
  const [firstYear] = optimised.years
  const operated = { ...firstYear, unservedKwh: optimised.unservedKwh }
  const flows = splitFlows(scan.loadKwh, production, operated, isGridCharging(scan))
  const baseline = boughtInFull(scan, scan.existingProductionKwh, solution.baseline)
  const consumption = servedLoad(scan.loadKwh, flows.unserved)
  const importKwh = added(flows.gridUsedOnsite, flows.gridStored)
  const exportKwh = added(flows.solarExported, flows.batteryExported)
  const bills = mapped(scan.tariffs, (tariff, phase) =>
    phase === 0
      ? yearBill(importKwh, exportKwh, tariff, chargesOf(scan, tariff))
      : phaseBill(scan, production, optimised, phase),
  )
  return {
    hours: hourlySeries(scan, { consumption, production, flows, baseline }, solution),
    importKwh,
    exportKwh,
    baseline,
    productionKwh: production,
    wastedKwh: flows.solarWasted,
    totals: {
      consumption: sum(consumption),
      produced: sum(production),
      solarUsedOnsite: sum(flows.solarUsedOnsite),
      solarStored: sum(flows.solarStored),
      solarExported: sum(flows.solarExported),
      solarWasted: sum(flows.solarWasted),
      gridStored: sum(flows.gridStored),
      batteryUsedOnsite: sum(flows.batteryUsedOnsite),
      discharged: sum(flows.batteryUsedOnsite) + sum(flows.batteryExported) + (firstYear.standbyFromBatteryKwh ?? 0),
      bought: sum(importKwh),
      sold: sum(exportKwh),
      baselineBought: sum(baseline.importKwh),
      baselineSold: sum(baseline.exportKwh),
    },
    peakImportKw: highest(importKwh),
    peakBaselineImportKw: highest(baseline.importKwh),
    peakExportKw: highest(exportKwh),
    peakBaselineExportKw: highest(baseline.exportKwh),
    peakProductionKw: highest(production),
    unservedKwh: sum(flows.unserved),
    bills,
    baselineBills: operationBills(scan, scan.existingProductionKwh, solution.baseline),
    billsWithoutBattery: capacityKwh > 0 ? operationBills(scan, production, withoutBattery) : bills,
  }
}
