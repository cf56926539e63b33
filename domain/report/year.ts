import { type Bill, chargesOf, yearBill } from "../finance/bill.ts"
import type { ScanCase, Solution } from "../scan/case.ts"
import { HOURS_PER_YEAR } from "../site/year.ts"
import { type Flows, splitFlows } from "./flows.ts"
import { withLaterBills } from "./lifeBills.ts"
import type { HourlySeries } from "./series/hourly.ts"
import { boughtInFull, productionOf } from "./traded.ts"

/** What the plant and the site as it is do in the first year; every sum is of the float32 series that are stored. */
export interface PlantYear {
  hours: HourlySeries
  /** Imported and exported, kWh per hour. */
  importKwh: Float64Array
  exportKwh: Float64Array
  /** Sums over the year, kWh. */
  totals: YearTotals
  /** Highest hours, kW. */
  peakImportKw: number
  peakBaselineImportKw: number
  peakExportKw: number
  peakBaselineExportKw: number
  peakProductionKw: number
  unservedKwh: number
  /** Year-one bills; the one without the battery buys what the connection would leave unserved. */
  bill: Bill
  baselineBill: Bill
  billWithoutBattery: Bill
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
export const sum = (hours: Float32Array | Float64Array): number => {
  let total = 0
  for (let hour = 0; hour < hours.length; hour++) total += hours[hour]!
  return total
}

const highest = (hours: Float32Array | Float64Array): number => {
  let peak = 0
  for (let hour = 0; hour < hours.length; hour++) if (hours[hour]! > peak) peak = hours[hour]!
  return peak
}

const added = (a: Float32Array | Float64Array, b: Float32Array | Float64Array): Float64Array => {
  const total = new Float64Array(a.length)
  for (let hour = 0; hour < a.length; hour++) total[hour] = a[hour]! + b[hour]!
  return total
}

const servedLoad = (loadKwh: Float64Array, unservedKwh: Float64Array): Float32Array => {
  const served = new Float32Array(HOURS_PER_YEAR)
  for (let hour = 0; hour < HOURS_PER_YEAR; hour++) served[hour] = loadKwh[hour]! - unservedKwh[hour]!
  return served
}

const hourlySeries = (scan: ScanCase, production: Float64Array, flows: Flows, solution: Solution): HourlySeries => {
  const baseline = boughtInFull(scan, scan.existingProductionKwh, solution.baseline)
  return {
    consumption: servedLoad(scan.loadKwh, flows.unserved),
    solarProduction: new Float32Array(production),
    solarUsedOnsite: new Float32Array(flows.solarUsedOnsite),
    solarStored: new Float32Array(flows.solarStored),
    solarExported: new Float32Array(flows.solarExported),
    solarWasted: new Float32Array(flows.solarWasted),
    gridUsedOnsite: new Float32Array(flows.gridUsedOnsite),
    gridStored: new Float32Array(flows.gridStored),
    batteryUsedOnsite: new Float32Array(flows.batteryUsedOnsite),
    batteryExported: new Float32Array(flows.batteryExported),
    batteryLevel: new Float32Array(solution.optimised.levelKwh),
    baselineImport: baseline.importKwh,
    baselineExport: baseline.exportKwh,
    buyEurPerKwh: new Float32Array(scan.tariff.buyEurPerKwh),
    sellEurPerKwh: new Float32Array(scan.tariff.sellEurPerKwh),
  }
}

/** The bill of the same plant without its battery; the plant's own where it has none. */
const billWithoutBattery = (
  scan: ScanCase,
  solution: Solution,
  production: Float64Array,
  { hours, bill }: Pick<PlantYear, "hours" | "bill">,
): Bill => {
  if (solution.capacityKwh <= 0) return bill
  const { importKwh, exportKwh } = boughtInFull(scan, production, solution.withoutBattery)
  const withoutBattery = yearBill(importKwh, exportKwh, hours, chargesOf(scan))
  return withLaterBills(scan, production, solution.withoutBattery, withoutBattery)
}

/** The first year of a solved case. */
export const plantYear = (scan: ScanCase, solution: Solution): PlantYear => {
  if (scan.loadKwh.length !== HOURS_PER_YEAR) throw new RangeError(`loadKwh has ${scan.loadKwh.length} hours`)
  const production = productionOf(scan, solution.panels)
  const isGridCharging = scan.input.limits?.gridCharging ?? true
  const flows = splitFlows(scan.loadKwh, production, solution.optimised, isGridCharging)
  const hours = hourlySeries(scan, production, flows, solution)
  const importKwh = added(hours.gridUsedOnsite, hours.gridStored)
  const exportKwh = added(hours.solarExported, hours.batteryExported)
  const firstBill = yearBill(importKwh, exportKwh, hours, chargesOf(scan))
  const bill = withLaterBills(scan, production, solution.optimised, firstBill)
  const baselineBill = yearBill(hours.baselineImport, hours.baselineExport, hours, chargesOf(scan))
  return {
    hours,
    importKwh,
    exportKwh,
    totals: {
      consumption: sum(hours.consumption),
      produced: sum(hours.solarProduction),
      solarUsedOnsite: sum(hours.solarUsedOnsite),
      solarStored: sum(hours.solarStored),
      solarExported: sum(hours.solarExported),
      solarWasted: sum(hours.solarWasted),
      gridStored: sum(hours.gridStored),
      batteryUsedOnsite: sum(hours.batteryUsedOnsite),
      discharged:
        sum(hours.batteryUsedOnsite) + sum(hours.batteryExported) + (solution.optimised.standbyFromBatteryKwh ?? 0),
      bought: sum(importKwh),
      sold: sum(exportKwh),
      baselineBought: sum(hours.baselineImport),
      baselineSold: sum(hours.baselineExport),
    },
    peakImportKw: highest(importKwh),
    peakBaselineImportKw: highest(hours.baselineImport),
    peakExportKw: highest(exportKwh),
    peakBaselineExportKw: highest(hours.baselineExport),
    peakProductionKw: highest(hours.solarProduction),
    unservedKwh: sum(flows.unserved),
    bill,
    baselineBill: withLaterBills(scan, scan.existingProductionKwh, solution.baseline, baselineBill),
    billWithoutBattery: billWithoutBattery(scan, solution, production, { hours, bill }),
  }
}
