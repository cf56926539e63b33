import { type Static, Type } from "@sinclair/typebox"
import { Strict, StringEnum } from "../../../domain/base/validation/schema.ts"
import { HOURLY_SERIES, type HourlySeriesName } from "../../../domain/report/series/hourly.ts"
import { HOURS_PER_YEAR } from "../../../domain/site/year.ts"

const DESCRIPTIONS: Record<HourlySeriesName, string> = {
  consumption: "Gross load [kWh]",
  solarProduction: "Production of all panels before curtailment [kWh]",
  solarUsedOnsite: "Solar that serves the load [kWh]",
  solarStored: "Solar that charges the battery [kWh]",
  solarExported: "Solar sold [kWh]",
  solarWasted: "Curtailed solar [kWh]",
  gridUsedOnsite: "Bought for the load [kWh]",
  gridStored: "Bought to charge the battery [kWh]",
  batteryUsedOnsite: "Discharged for the load [kWh]",
  batteryExported: "Discharged and sold [kWh]",
  batteryLevel: "Stored at the end of the hour [kWh]",
  baselineImport: "Electricity purchases of the baseline [kWh]",
  baselineExport: "Feed-in of the baseline [kWh]",
  buyEurPerKwh: "Purchase price [EUR/kWh]",
  sellEurPerKwh: "Feed-in price [EUR/kWh]",
}

const hours = (name: HourlySeriesName) =>
  Type.Array(Type.Number(), {
    description: `${DESCRIPTIONS[name]}, per hour of the year: ${HOURS_PER_YEAR} values; four times as many of quarters`,
  })

/** Steps of the series. */
export const SeriesQuery = Type.Object({
  resolution: Type.Optional(
    StringEnum(["hour", "quarter"], {
      default: "hour",
      description: "Steps: hours, or the 35,040 quarters of a scan whose report has resolution quarter",
    }),
  ),
})
export type SeriesQuery = Static<typeof SeriesQuery>

/** Answer of GET /v1/scans/{id}/series: hour 0 begins on 1 January at midnight, standard time; no 29 February. */
export const Series = Strict(
  Object.fromEntries(HOURLY_SERIES.map(name => [name, hours(name)])) as Record<
    HourlySeriesName,
    ReturnType<typeof hours>
  >,
  {
    description:
      "The 8760 hours of the first year behind a report, or its 35,040 quarters; energies to the Wh, prices to 0.00001 EUR",
  },
)
export type Series = Static<typeof Series>

/** The first three hours of a winter night, for the OpenAPI document. */
export const SERIES_EXAMPLE: Series = {
  consumption: [0.312, 0.287, 0.274],
  solarProduction: [0, 0, 0],
  solarUsedOnsite: [0, 0, 0],
  solarStored: [0, 0, 0],
  solarExported: [0, 0, 0],
  solarWasted: [0, 0, 0],
  gridUsedOnsite: [0, 0.287, 0.274],
  gridStored: [0, 1.2, 1.2],
  batteryUsedOnsite: [0.312, 0, 0],
  batteryExported: [0, 0, 0],
  batteryLevel: [1.02, 2.171, 3.322],
  baselineImport: [0.312, 0.287, 0.274],
  baselineExport: [0, 0, 0],
  buyEurPerKwh: [0.27114, 0.25381, 0.25193],
  sellEurPerKwh: [0.09821, 0.08396, 0.08241],
}
