import { type Static, Type } from "@sinclair/typebox"
import { Instant, Strict, StringEnum } from "../../../domain/base/validation/schema.ts"
import { DEFAULT_TIME_ZONE } from "../../../domain/market/priceFiles/seriesFile.ts"
import { PRICE_UNITS } from "../../../domain/market/tariff/priceSeries.ts"
import { HOURS_PER_YEAR } from "../../../domain/site/year.ts"
import { listOf } from "../../http/lists.ts"
import { RowMode } from "../../http/ownMode.ts"

const Name = Type.String({ minLength: 1, maxLength: 200, description: "Name of the series" })
const Year = Type.Integer({ minimum: 2000, maximum: 2100, description: "Year whose calendar the values have" })
const Unit = StringEnum(PRICE_UNITS, { default: "EUR/kWh", description: "Unit of the values" })
const price = (description: string) => Type.Number({ description: `${description} [EUR/kWh]` })

/** Body of POST /v1/price-series. */
export const PriceSeriesInput = Strict(
  {
    name: Name,
    year: Year,
    unit: Type.Optional(Unit),
    values: Type.Array(Type.Number(), {
      maxItems: 4 * HOURS_PER_YEAR,
      description:
        "8760 hours or 35,040 quarters of the site's standard time, from 1 January 00:00 on, 29 February left out; scans in hours take the hourly means of quarters",
    }),
  },
  {
    description: "Prices of an organization's own",
    examples: [
      { name: "Supplier X 2027", year: 2027, unit: "EUR/MWh", values: new Array<number>(HOURS_PER_YEAR).fill(85) },
    ],
  },
)
export type PriceSeriesInput = Static<typeof PriceSeriesInput>

/** Parameters that a CSV file of prices lacks. */
export const PriceSeriesQuery = Type.Object({
  name: Name,
  year: Year,
  unit: Type.Optional(Unit),
  timeZone: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      default: DEFAULT_TIME_ZONE,
      description:
        "IANA time zone of the site, of which moments without a distance to UTC are, and the hours of the year",
    }),
  ),
})
export type PriceSeriesQuery = Static<typeof PriceSeriesQuery>

export const PriceSeriesChanges = Strict({ name: Name }, { examples: [{ name: "Supplier X, 2027" }] })

const EXAMPLE = {
  id: "019a4c20-11d8-7b0c-8a53-6a2f9a1c7e55",
  mode: "live",
  name: "Supplier X 2027",
  year: 2027,
  meanEurPerKwh: 0.085,
  lowestEurPerKwh: -0.05,
  highestEurPerKwh: 0.41,
  createdAt: "2026-11-22T11:30:00.000Z",
}

const summary = {
  id: Type.String({ description: "UUIDv7: `series` of a price of a custom tariff" }),
  mode: RowMode,
  name: Name,
  year: Year,
  meanEurPerKwh: price("Mean of the hours"),
  lowestEurPerKwh: price("Lowest hour"),
  highestEurPerKwh: price("Highest hour"),
  createdAt: Instant("When it was made"),
}

export const PriceSeriesSummary = Type.Object(summary, {
  description: "A price series without its hours",
  examples: [EXAMPLE],
})
export type PriceSeriesSummary = Static<typeof PriceSeriesSummary>

export const PriceSeriesDetail = Type.Object(
  {
    ...summary,
    eurPerKwh: Type.Array(Type.Number(), {
      minItems: HOURS_PER_YEAR,
      maxItems: HOURS_PER_YEAR,
      description: "8760 hours of standard time [EUR/kWh], to seven digits",
    }),
  },
  {
    description: "A price series with its hours",
    examples: [{ ...EXAMPLE, eurPerKwh: new Array<number>(HOURS_PER_YEAR).fill(0.085) }],
  },
)
export type PriceSeriesDetail = Static<typeof PriceSeriesDetail>

export const PriceSeriesList = listOf(PriceSeriesSummary, EXAMPLE)
export type PriceSeriesList = Static<typeof PriceSeriesList>
