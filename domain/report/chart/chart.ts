import { type ComparedLine, toCents } from "../../finance/billLines.ts"
import { lasts, stats, sums } from "../../site/chart/aggregate.ts"
import { type CalendarDate, type Interval, type LocalClock, monthsFrom, timeline } from "../../site/chart/intervals.ts"
import type { ChartData } from "../../site/chart/schema.ts"
import type { ScanSeries } from "../series/hourly.ts"

/** Period and resolution of a chart; `timeline` derives its hours. */
export interface ChartRequest {
  interval: Interval
  startDate: CalendarDate
  /** Local clock of the site. */
  clock: LocalClock
}

/** Lines in whole cents that add up to the bill; their first lines, amounts for feed-in, add up too. */
const inCents = (lines: readonly ComparedLine[], byMonth: (values: readonly number[]) => number[]): ComparedLine[] => {
  const cents = (side: "baseline" | "plant") => toCents(lines.flatMap(line => line[side]))
  const [baseline, plant] = [cents("baseline"), cents("plant")]
  return lines.map((line, index) => {
    const monthsOf = (amounts: readonly number[]) => byMonth(amounts.slice(12 * index, 12 * index + 12))
    return { ...line, baseline: monthsOf(baseline), plant: monthsOf(plant) }
  })
}

/** Builds chartData of document 1 from the series stored with a report. */
export const chartData = ({ hours, figures }: ScanSeries, { interval, startDate, clock }: ChartRequest): ChartData => {
  const axis = timeline(interval, startDate, clock)
  const { slots } = axis
  const firstMonth = interval === "year" ? startDate.month : 1
  const byMonth = (values: readonly number[]) => values.map((_, i) => values[(firstMonth - 1 + i) % values.length]!)
  return {
    consumption: sums(hours.consumption, slots),
    solarUsedOnsite: sums(hours.solarUsedOnsite, slots),
    solarExported: sums(hours.solarExported, slots),
    solarStored: sums(hours.solarStored, slots),
    solarWasted: sums(hours.solarWasted, slots),
    solarProduction: sums(hours.solarProduction, slots),
    gridUsedOnsite: sums(hours.gridUsedOnsite, slots),
    gridStored: sums(hours.gridStored, slots),
    baselineGridConsumption: sums(hours.baselineImport, slots),
    batteryUsedOnsite: sums(hours.batteryUsedOnsite, slots),
    batteryExported: sums(hours.batteryExported, slots),
    batteryLevel: lasts(hours.batteryLevel, slots),
    monthlyEnergyCosts: byMonth(figures.monthlyEnergyCosts),
    monthlyDemandCosts: byMonth(figures.monthlyDemandCosts),
    monthlyFixedCosts: byMonth(figures.monthlyFixedCosts),
    ...(figures.billLines ? { billLines: inCents(figures.billLines, byMonth) } : {}),
    yearlyCashflows: figures.yearlyCashflows,
    cumulativeCashflows: figures.cumulativeCashflows,
    monthlyCo2SavingsKg: byMonth(figures.monthlyCo2SavingsKg),
    monthLabels: monthsFrom({ ...startDate, month: firstMonth }),
    consumptionStats: stats(hours.consumption, slots),
    batteryLevelStats: stats(hours.batteryLevel, slots),
    tariffRates: stats(hours.buyEurPerKwh, slots),
    interconnectionLimitKw: figures.interconnectionLimitKw,
    tariffType: figures.tariffType,
    labels: axis.labels,
    instants: axis.instants,
    timeZone: axis.timeZone,
    intervalType: axis.interval,
    startDate: axis.startDate,
    endDate: axis.endDate,
    yearlyElectricityCost: figures.yearlyElectricityCost,
  }
}
