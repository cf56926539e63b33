import { createBoundedMap } from "../base/boundedMap.ts"
import { hoursNumber, seriesNumber } from "../base/memo.ts"
import { mapped, type NonEmpty } from "../base/nonEmpty.ts"
import type { ScanCase, Solution } from "../case/case.ts"
import { underPlant, withoutBatteryOf } from "../case/plantTerms.ts"
import { type Bill, billName, chargesOf, yearBill } from "../finance/bill.ts"
import { hourlyEnds, hourlyKwh, hourlyMeans, isWholeYear, stepsPerHour } from "../site/steps.ts"
import { type Flows, splitFlows, type Traded } from "./flows.ts"
import { operationBills, phaseBill } from "./lifeBills.ts"
import type { HourlySeries } from "./series/hourly.ts"
import { boughtInFull, productionOf } from "./traded.ts"

/**
 * First year of the plant and of the baseline. Sums and bills use doubles; the stored series keep the nearest float32.
 */
export interface PlantYear {
  /** Hourly series that are stored with the report: energies, mean prices, and the level at the end of the hour. */
  hours: HourlySeries
  /** The same series in the quarters of a case in quarters; absent: in hours. */
  quarters?: HourlySeries
  /** Imported and exported, kWh per step. */
  importKwh: Float64Array
  exportKwh: Float64Array
  /** Import and export of the baseline, kWh per step. */
  baseline: Traded
  /** Production of all panels before curtailment, and its curtailed part, kWh per step. */
  productionKwh: Float64Array
  wastedKwh: Float64Array
  /** Sums over the year, kWh. */
  totals: YearTotals
  /** Highest steps, kW. */
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

/** Sum of a series. */
export const sum = (hours: Float64Array): number => {
  let total = 0
  for (let hour = 0; hour < hours.length; hour++) total += hours[hour]!
  return total
}

/** Highest mean power of a step [kW]. */
const highestKw = (stepsKwh: Float64Array): number => {
  let peak = 0
  for (let step = 0; step < stepsKwh.length; step++) if (stepsKwh[step]! > peak) peak = stepsKwh[step]!
  return peak * stepsPerHour(stepsKwh)
}

const added = (a: Float64Array, b: Float64Array): Float64Array => {
  const total = new Float64Array(a.length)
  for (let hour = 0; hour < a.length; hour++) total[hour] = a[hour]! + b[hour]!
  return total
}

const servedLoad = (loadKwh: Float64Array, unservedKwh: Float64Array): Float64Array => {
  const served = new Float64Array(loadKwh.length)
  for (let step = 0; step < served.length; step++) served[step] = loadKwh[step]! - unservedKwh[step]!
  return served
}

/** Values of the steps of a year as doubles. */
interface Doubles {
  consumption: Float64Array
  production: Float64Array
  flows: Flows
  baseline: Traded
}

/**
 * Steps with the overlap: the grid serves this part of the load, and as much production is exported.
 * @param overlapKwh in each step [kWh]; undefined: none
 */
const withOverlap = (hours: Doubles, overlapKwh: Float64Array | undefined): Doubles => {
  if (!overlapKwh) return hours
  const { consumption, production, flows, baseline } = hours
  return {
    consumption: added(consumption, overlapKwh),
    production: added(production, overlapKwh),
    flows: {
      ...flows,
      gridUsedOnsite: added(flows.gridUsedOnsite, overlapKwh),
      solarExported: added(flows.solarExported, overlapKwh),
    },
    baseline: {
      importKwh: added(baseline.importKwh, overlapKwh),
      exportKwh: added(baseline.exportKwh, overlapKwh),
    },
  }
}

const tradedIn = ({ gridUsedOnsite, gridStored, solarExported, batteryExported }: Flows): Traded => ({
  importKwh: added(gridUsedOnsite, gridStored),
  exportKwh: added(solarExported, batteryExported),
})

/** Ways to hours: sums of energies, means of prices, the level at the end of the hour. */
const TO_HOURS = { energy: hourlyKwh, price: hourlyMeans, level: hourlyEnds }
const asTheyAre = (steps: Float64Array): Float64Array => steps
const TO_STEPS: typeof TO_HOURS = { energy: asTheyAre, price: asTheyAre, level: asTheyAre }

const seriesIn = (
  to: typeof TO_HOURS,
  { tariffs: [tariff] }: ScanCase,
  { consumption, production, flows, baseline }: Doubles,
  solution: Solution,
): HourlySeries => {
  const energy = (stepsKwh: Float64Array) => new Float32Array(to.energy(stepsKwh))
  return {
    consumption: energy(consumption),
    solarProduction: energy(production),
    solarUsedOnsite: energy(flows.solarUsedOnsite),
    solarStored: energy(flows.solarStored),
    solarExported: energy(flows.solarExported),
    solarWasted: energy(flows.solarWasted),
    gridUsedOnsite: energy(flows.gridUsedOnsite),
    gridStored: energy(flows.gridStored),
    batteryUsedOnsite: energy(flows.batteryUsedOnsite),
    batteryExported: energy(flows.batteryExported),
    batteryLevel: new Float32Array(to.level(solution.optimised.years[0].levelKwh)),
    baselineImport: energy(baseline.importKwh),
    baselineExport: energy(baseline.exportKwh),
    buyEurPerKwh: new Float32Array(to.price(tariff.buyEurPerKwh)),
    sellEurPerKwh: new Float32Array(to.price(tariff.sellEurPerKwh)),
  }
}

/** Number of cached years, 1 MB each. Adjustments often end at the plant of the original scan. */
const YEARS_KEPT = 2
const kept = createBoundedMap<PlantYear>({ capacity: YEARS_KEPT })

/** Cache name of a year from all its inputs. */
const yearName = (scan: ScanCase, solution: Solution, production: Float64Array): string => {
  const { loadKwh, existingProductionKwh } = scan
  const { optimised, withoutBattery, baseline, capacityKwh } = solution
  return [
    ...[loadKwh, production, existingProductionKwh].map(seriesNumber),
    ...[optimised, withoutBattery, baseline].flatMap(({ years }) => years.map(hoursNumber)),
    ...[capacityKwh > 0, isGridCharging(scan)],
    ...[underPlant(scan), underPlant(scan, solution), underPlant(scan, withoutBatteryOf(solution))].flatMap(billed =>
      billed.tariffs.map(tariff => billName(tariff, chargesOf(billed, tariff))),
    ),
  ].join()
}

const isGridCharging = ({ input }: ScanCase): boolean => input.limits?.gridCharging ?? true

/** First year of a solved case. Callers must not change the result, because equal cases share it. */
export const plantYear = (scan: ScanCase, solution: Solution): PlantYear => {
  if (!isWholeYear(scan.loadKwh)) throw new RangeError(`loadKwh has ${scan.loadKwh.length} steps`)
  const production = productionOf(scan, solution.panels)
  return kept.getOrMake(yearName(scan, solution, production), () => yearOf(scan, solution, production))
}

/** Bills of the plant in all phases; of the first by the flows of its hours. */
const billsOf = (
  scan: ScanCase,
  solution: Solution,
  { production, flows }: Pick<Doubles, "production" | "flows">,
): NonEmpty<Bill> => {
  const billed = underPlant(scan, solution)
  return mapped(billed.tariffs, (tariff, phase) => {
    if (phase > 0) return phaseBill(billed, production, solution.optimised, phase)
    const { importKwh, exportKwh } = tradedIn(flows)
    return yearBill(importKwh, exportKwh, tariff, chargesOf(billed, tariff))
  })
}

const yearOf = (scan: ScanCase, solution: Solution, controllable: Float64Array): PlantYear => {
  const { optimised, withoutBattery, capacityKwh } = solution
  const [firstYear] = optimised.years
  const operated = { ...firstYear, unservedKwh: optimised.unservedKwh }
  const split = splitFlows(scan.loadKwh, controllable, operated, isGridCharging(scan))
  const doubles = withOverlap(
    {
      consumption: servedLoad(scan.loadKwh, split.unserved),
      production: controllable,
      flows: split,
      baseline: boughtInFull(scan, scan.existingProductionKwh, solution.baseline),
    },
    scan.overlapKwh,
  )
  const { consumption, production, flows, baseline } = doubles
  const { importKwh, exportKwh } = tradedIn(flows)
  const bills = billsOf(scan, solution, { production: controllable, flows: split })
  return {
    hours: seriesIn(TO_HOURS, scan, doubles, solution),
    ...(stepsPerHour(scan.loadKwh) > 1 ? { quarters: seriesIn(TO_STEPS, scan, doubles, solution) } : {}),
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
    peakImportKw: highestKw(importKwh),
    peakBaselineImportKw: highestKw(baseline.importKwh),
    peakExportKw: highestKw(exportKwh),
    peakBaselineExportKw: highestKw(baseline.exportKwh),
    peakProductionKw: highestKw(production),
    unservedKwh: sum(flows.unserved),
    bills,
    baselineBills: operationBills(underPlant(scan), scan.existingProductionKwh, solution.baseline),
    billsWithoutBattery:
      capacityKwh > 0
        ? operationBills(underPlant(scan, withoutBatteryOf(solution)), controllable, withoutBattery)
        : bills,
  }
}
