import type { ComparedLine } from "../../finance/billLines.ts"
import type { ShippedSeries } from "./shipped.ts"

/**
 * Hourly series of a report, 8760 float32 each. Energies are in kWh, the level in kWh at the end of the hour,
 * prices in EUR/kWh.
 */
export const HOURLY_SERIES = [
  "consumption",
  "solarProduction",
  "solarUsedOnsite",
  "solarStored",
  "solarExported",
  "solarWasted",
  "gridUsedOnsite",
  "gridStored",
  "batteryUsedOnsite",
  "batteryExported",
  "batteryLevel",
  "baselineImport",
  "baselineExport",
  "buyEurPerKwh",
  "sellEurPerKwh",
] as const

export type HourlySeriesName = (typeof HOURLY_SERIES)[number]
export type HourlySeries = Record<HourlySeriesName, Float32Array>

export const isPrice = (name: HourlySeriesName): boolean => name.endsWith("EurPerKwh")

/** Monthly and yearly figures that charts show in addition to the hours. */
export interface YearFigures {
  /** EUR per month, January first. */
  monthlyEnergyCosts: number[]
  monthlyDemandCosts: number[]
  monthlyFixedCosts: number[]
  /** Every line of the bill; absent in series stored before 1.0. */
  billLines?: ComparedLine[]
  /** kg per month, January first. */
  monthlyCo2SavingsKg: number[]
  /** EUR, year 0 first. */
  yearlyCashflows: number[]
  cumulativeCashflows: number[]
  /** EUR of the first year, feed-in revenue subtracted. */
  yearlyElectricityCost: number
  /** Contracted power [kW]; null when none was given. */
  interconnectionLimitKw: number | null
  tariffType: "flat" | "dynamic" | "custom"
}

/** Data of charts, stored for a solved scan in addition to its report. */
export interface ScanSeries {
  hours: HourlySeries
  /** The same series in 35,040 quarters; absent of scans in hours. */
  quarters?: HourlySeries
  figures: YearFigures
  /** Shipped series that the hours follow; absent: none, or a scan in quarters. */
  shipped?: ShippedSeries
}
