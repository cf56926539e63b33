import { type Static, Type } from "@sinclair/typebox"
import { Strict, StringEnum } from "../../../base/validation/schema.ts"
import { ZONES } from "../dayAhead.ts"

/** Schemas of a custom tariff: a contract as data. docs/tariffs.md explains each field. */

/** Days of the week, and public holidays of the site's country. */
export const DAY_NAMES = ["mon", "tue", "wed", "thu", "fri", "sat", "sun", "holidays"] as const

/**
 * Maximum windows of one price, and maximum demand charges: the optimiser takes 128 charged periods, 12 of each charge.
 */
const MAX_WINDOWS = 48
const MAX_DEMAND_CHARGES = 8
/** Maximum parts of a day in one window. */
const MAX_PARTS_OF_DAY = 12
const HIGHEST_EUR_PER_KW_MONTH = 10_000

const Rate = (description: string) =>
  Type.Number({ minimum: -10, maximum: 10, description: `${description} [EUR/kWh]` })

const when = {
  months: Type.Optional(
    Type.Array(Type.Integer({ minimum: 1, maximum: 12 }), {
      minItems: 1,
      maxItems: 12,
      description: "Months, 1 January to 12 December; default: all",
    }),
  ),
  days: Type.Optional(
    Type.Array(StringEnum(DAY_NAMES), {
      minItems: 1,
      maxItems: DAY_NAMES.length,
      description:
        "Days; default: all. If a list of windows names holidays, a public holiday follows that window and is no weekday",
    }),
  ),
  hours: Type.Optional(
    Type.Array(
      Type.Array(Type.Integer({ minimum: 0, maximum: 24 }), {
        minItems: 2,
        maxItems: 2,
        description: "From and to, hours of the clock; [22, 6] is from 22 to 24 and from 0 to 6 of the day",
      }),
      {
        minItems: 1,
        maxItems: MAX_PARTS_OF_DAY,
        description: "Parts of the day in local time; default: the whole day",
      },
    ),
  ),
}

/** Window in local time. */
export const CalendarWindow = Strict(when)
export type CalendarWindow = Static<typeof CalendarWindow>

const PriceWindow = Strict({ eurPerKwh: Rate("Price in the window"), ...when })
export type PriceWindow = Static<typeof PriceWindow>

const PriceWindows = Type.Array(PriceWindow, {
  minItems: 1,
  maxItems: MAX_WINDOWS,
  description: "Prices by windows; the first window that an hour lies in counts",
})

/** Base price of a kWh: one price, prices by windows, the day-ahead price, or a series. */
export const EnergyPrice = Type.Union(
  [
    Rate("One price for all hours"),
    Type.Literal("dayAhead", { description: "The day-ahead price of the zone in each hour" }),
    PriceWindows,
    Strict(
      { series: Type.String({ minLength: 1, maxLength: 64, description: "Id of a price series of the organization" }) },
      { description: "The price of a series of POST /v1/price-series in each hour" },
    ),
  ],
  { description: "Price of a kWh: one, by windows of the day, of the market, or of a series [EUR/kWh]" },
)
export type EnergyPrice = Static<typeof EnergyPrice>

const TimesFraction = Type.Number({
  minimum: 0,
  maximum: 10,
  default: 1,
  description: "Factor of the energy price, such as 0.9 of the market's",
})

export const CustomBuy = Strict(
  {
    energy: EnergyPrice,
    timesFraction: Type.Optional(TimesFraction),
    plusEurPerKwh: Type.Optional(Rate("Addition to the price, such as the supplier's mark-up")),
    taxed: Type.Boolean({
      description:
        "true: all purchase prices are without taxes, and energy tax, levies and VAT of the country are put on them; false: they are the paid prices",
    }),
  },
  { description: "Purchase price of a custom tariff: energy · timesFraction + plusEurPerKwh, with grid and taxes" },
)
export type CustomBuy = Static<typeof CustomBuy>

const feedInFields = {
  energy: EnergyPrice,
  timesFraction: Type.Optional(TimesFraction),
  feeEurPerKwh: Type.Optional(Rate("Deduction from the price, such as the supplier's feed-in fee")),
  floorEurPerKwh: Type.Optional(Rate("Least price after the fee")),
  stopsAtNegativePrices: Type.Optional(
    Type.Boolean({
      default: false,
      description: "Feed-in earns nothing in hours in which the zone's day-ahead price is below 0",
    }),
  ),
  growthFraction: Type.Optional(
    Type.Number({
      minimum: -0.2,
      maximum: 0.2,
      description:
        "Yearly growth of the feed-in price, from the first year of the analysis; 0: the same amount in all years. Default: the growth of electricity prices (addition)",
    }),
  ),
}

export const CustomSell = Strict(
  {
    ...feedInFields,
    until: Type.Optional(
      Type.Integer({
        minimum: 2000,
        maximum: 2100,
        description: "Last calendar year of these prices; the terms of after hold in the years after it (addition)",
      }),
    ),
    after: Type.Optional(
      Strict(feedInFields, { description: "Feed-in price after until, at the prices of the first year (addition)" }),
    ),
  },
  { description: "Feed-in price of a custom tariff: energy · timesFraction − feeEurPerKwh, as paid" },
)
export type CustomSell = Static<typeof CustomSell>

const DemandCharge = Strict({
  eurPerKwMonth: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: HIGHEST_EUR_PER_KW_MONTH,
      description: "Charge on the highest hourly import of each month [EUR/kW]",
    }),
  ),
  eurPerKwYear: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 12 * HIGHEST_EUR_PER_KW_MONTH,
      description:
        "Charge on the highest hourly import of the year [EUR/kW]; with meanOfMonths of the mean of the months",
    }),
  ),
  meanOfMonths: Type.Optional(
    Type.Boolean({
      default: false,
      description: "eurPerKwYear is charged for the mean of the highest imports of the twelve months",
    }),
  ),
  floorKw: Type.Optional(
    Type.Number({ minimum: 0, maximum: 1_000_000, description: "Least power that is charged [kW]" }),
  ),
  ...when,
})
export type DemandCharge = Static<typeof DemandCharge>

/** Costs of a connection apart from energy. */
const gridCharges = {
  demand: Type.Optional(
    Type.Array(DemandCharge, {
      maxItems: MAX_DEMAND_CHARGES,
      description: "Charges for the highest import within windows; each has its own highest import",
    }),
  ),
  fixedEurPerMonth: Type.Optional(
    Type.Number({ minimum: 0, maximum: 1_000_000, description: "Fixed costs of connection and contract [EUR]" }),
  ),
}

export const CustomGrid = Strict(
  {
    buyEurPerKwh: Type.Optional({
      ...PriceWindows,
      description: "Grid fee by windows, in place of the country's; hours in no window have none",
    }),
    ...gridCharges,
    until: Type.Optional(
      Type.Integer({
        minimum: 2000,
        maximum: 2100,
        description:
          "Last calendar year of demand and fixedEurPerMonth; the terms of after hold in the years after it (addition)",
      }),
    ),
    after: Type.Optional(
      Strict(gridCharges, {
        description:
          "Demand charges and fixed costs after until, at the prices of the first year; omitted charges do not apply then (addition)",
      }),
    ),
  },
  { description: "Charges of the grid operator in a custom tariff" },
)
export type CustomGrid = Static<typeof CustomGrid>

const Kw = (description: string) => Type.Number({ minimum: 0, maximum: 1_000_000, description: `${description} [kW]` })

const LimitWindow = Strict({ kw: Kw("Limit in the window"), ...when })

const Limit = (description: string) =>
  Type.Union(
    [
      Kw("One limit for all hours"),
      Type.Array(LimitWindow, {
        minItems: 1,
        maxItems: MAX_WINDOWS,
        description: "Limits by windows; the first window that an hour lies in counts, hours in no window have none",
      }),
    ],
    { description },
  )

export const TariffLimits = Strict(
  {
    importKw: Type.Optional(Limit("Most that is bought in an hour; an hour that exceeds it as the site is keeps that")),
    exportKw: Type.Optional(Limit("Highest hourly feed-in; an hour that exceeds it as the site is keeps that")),
    feedInShareOfKwp: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1,
        description: "Feed-in of any hour is at most this share of the peak power of all panels, such as 0.6",
      }),
    ),
    gridCharging: Type.Optional(
      Type.Boolean({ default: true, description: "True if the battery may charge from the grid" }),
    ),
  },
  { description: "Limits of connection and contract, for any type of tariff (addition)" },
)
export type TariffLimits = Static<typeof TariffLimits>

/** Fields of `tariff` that only a custom one has. */
export const customFields = {
  zone: Type.Optional(
    StringEnum(ZONES, { description: "Bidding zone of a custom tariff's day-ahead prices; default: the site's" }),
  ),
  buy: Type.Optional(CustomBuy),
  sell: Type.Optional(CustomSell),
  grid: Type.Optional(CustomGrid),
} as const
