import { type Static, Type } from "@sinclair/typebox"
import type { Figures } from "./figures.ts"
import { kw, kwh, part } from "./schemaParts.ts"

export const ElectricityGrid = part("Purchases and feed-in of the first year")({
  annualEnergySuppliedKwh: kwh("Bought"),
  annualEnergySuppliedKwhBau: kwh("Electricity purchases of the baseline"),
  annualFeedInKwhBau: Type.Optional(kwh("Feed-in of the baseline; absent in reports before 1.0")),
  peakGridDemandKw: kw("Highest hourly import"),
  peakGridDemandKwBau: kw("Highest hourly import of the baseline"),
  peakGridFeedInKw: Type.Optional(kw("Highest hourly export; absent in reports before 1.0")),
  peakGridFeedInKwBau: Type.Optional(kw("Highest hourly export of the baseline; absent in reports before 1.0")),
  unservedKwh: kwh("Load that the contracted power leaves uncovered"),
})

/** Group `electricityGrid` of the report. */
export const electricityGrid = ({ year }: Figures): Static<typeof ElectricityGrid> => ({
  annualEnergySuppliedKwh: year.totals.bought,
  annualEnergySuppliedKwhBau: year.totals.baselineBought,
  annualFeedInKwhBau: year.totals.baselineSold,
  peakGridDemandKw: year.peakImportKw,
  peakGridDemandKwBau: year.peakBaselineImportKw,
  peakGridFeedInKw: year.peakExportKw,
  peakGridFeedInKwBau: year.peakBaselineExportKw,
  unservedKwh: year.unservedKwh,
})
