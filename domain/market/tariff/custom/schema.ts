import { type Static, type TInteger, type TNumber, Type } from "@sinclair/typebox"
import { Strict, StringEnum } from "../../../base/validation/schema.ts"
import { ZONES } from "../dayAhead.ts"

/** Schemas of a custom tariff: a contract as data. docs/tariffs.md explains each field. */

/** Days of the week, and public holidays of the site's country. */
export const DAY_NAMES = ["mon", "tue", "wed", "thu", "fri", "sat", "sun", "holidays"] as const

/**
 * Maximum windows of one price, and maximum demand charges: the optimiser takes 128 charged periods, 12 of each charge.
 */
const MAX_WINDOWS = 48
export const MAX_DEMAND_CHARGES = 8
/** Maximum parts of a day in one window. */
const MAX_PARTS_OF_DAY = 12
const HIGHEST_EUR_PER_KW_MONTH = 10_000

const Rate = (description: string) =>
  Type.Number({ minimum: -10, maximum: 10, description: `${description} [EUR/kWh]` })

/** Days and hours of a window; `hour` is the type of its ends. */
const when = (hour: TNumber | TInteger) => ({
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
      Type.Array(hour, {
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
})

const inHours = when(Type.Integer({ minimum: 0, maximum: 24 }))
const inQuarters = when(
  Type.Number({ minimum: 0, maximum: 24, multipleOf: 0.25, description: "Hour of the clock, in steps of a quarter" }),
)

/** Window in local time. */
export const CalendarWindow = Strict(inQuarters)
export type CalendarWindow = Static<typeof CalendarWindow>

const PriceWindow = Strict({ eurPerKwh: Rate("Price in the window"), ...inQuarters })
export type PriceWindow = Static<typeof PriceWindow>

const PriceWindows = Type.Array(PriceWindow, {
  minItems: 1,
  maxItems: MAX_WINDOWS,
  description: "Prices by windows; the first window that a quarter-hour lies in counts",
})

const NamedSeries = Strict(
  { series: Type.String({ minLength: 1, maxLength: 64, description: "Id of a price series of the organization" }) },
  { description: "The price of a series of POST /v1/price-series in each hour" },
)

/** Base price of a kWh: one price, prices by windows, the day-ahead price, or a series. */
export const EnergyPrice = Type.Union(
  [
    Rate("One price for all hours"),
    Type.Literal("dayAhead", { description: "The day-ahead price of the zone in each hour" }),
    PriceWindows,
    NamedSeries,
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

/** Grid fee per kWh: by windows, or a series. */
const GridFee = Type.Union([PriceWindows, NamedSeries], {
  description: "Grid fee by windows or of a series, in place of the country's; hours in no window have none [EUR/kWh]",
})
export type GridFee = Static<typeof GridFee>

const LastYear = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 2000, maximum: 2100, description: `${description}` }))

const GrowthFraction = (description: string) =>
  Type.Optional(Type.Number({ minimum: -0.2, maximum: 0.2, description: `${description}` }))

const purchaseFields = {
  energy: EnergyPrice,
  timesFraction: Type.Optional(TimesFraction),
  plusEurPerKwh: Type.Optional(Rate("Addition to the price, such as the supplier's mark-up")),
  growthFraction: GrowthFraction(
    "Yearly growth of the purchase price without added taxes and grid fees, from the first year of the analysis; 0: a fixed price. Default: the growth of electricity prices",
  ),
}

export const CustomBuy = Strict(
  {
    ...purchaseFields,
    until: LastYear("Last calendar year of these prices; the terms of after hold in the years after it"),
    after: Type.Optional(
      Strict(purchaseFields, {
        description: "Purchase price after until, at the prices of the first year and with the same taxes",
      }),
    ),
    taxed: Type.Boolean({
      description:
        "true: all purchase prices are without taxes, and energy tax, levies and VAT of the country are put on them; false: they are the paid prices",
    }),
  },
  { description: "Purchase price of a custom tariff: energy · timesFraction + plusEurPerKwh, with grid and taxes" },
)
export type CustomBuy = Static<typeof CustomBuy>

/** Maximum classes of pay. */
const MAX_CLASSES = 12

export const PayBySize = Strict(
  {
    classes: Type.Array(
      Strict({
        fromKwp: Type.Number({
          minimum: 0,
          maximum: 1_000_000,
          description: "Peak power above which the class begins [kWp]; the lowest counts from 0",
        }),
        eurPerKwh: Rate("Pay of the class, added to the feed-in price"),
      }),
      { minItems: 1, maxItems: MAX_CLASSES, description: "Classes of peak power, in any order" },
    ),
    wholePlant: Type.Optional(
      Type.Boolean({
        default: false,
        description: "True: a plant has the pay of its class. False: each part of its power has the pay of its class",
      }),
    ),
  },
  { description: "Pay by the peak power of all panels of the site, added to energy · timesFraction" },
)
export type PayBySize = Static<typeof PayBySize>

/** Maximum blocks of pay by volume. */
const MAX_BLOCKS = 6

const PayByVolume = Type.Array(
  Strict({
    fromKwh: Type.Number({
      minimum: 0,
      maximum: 1_000_000_000,
      description: "Feed-in of the year above which the block begins [kWh]; the lowest counts from 0",
    }),
    eurPerKwh: Rate("Pay of each kWh in the block, added to the feed-in price"),
  }),
  {
    minItems: 1,
    maxItems: MAX_BLOCKS,
    description: "Pay by the feed-in of the year, added to the feed-in price; blocks in any order",
  },
)
export type PayByVolume = Static<typeof PayByVolume>

const MonthlySettlement = Strict(
  {
    carryOverMonths: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 12,
        default: 0,
        description: "Months after which the rest of a month's pay ends; 0: at the end of its month",
      }),
    ),
    refundFraction: Type.Optional(
      Type.Number({ minimum: 0, maximum: 1, default: 0, description: "Part of the rest that is paid when it ends" }),
    ),
  },
  {
    description:
      "Pay for feed-in is set off against the purchases of its month, without the grid fee; only bills have it, not the choice of the plant",
  },
)

const feedInFields = {
  energy: EnergyPrice,
  timesFraction: Type.Optional(TimesFraction),
  bySize: Type.Optional(PayBySize),
  settlement: Type.Optional(MonthlySettlement),
  feeEurPerKwh: Type.Optional(Rate("Deduction from the price, such as the supplier's feed-in fee")),
  floorEurPerKwh: Type.Optional(Rate("Least price after the fee")),
  stopsAtNegativePrices: Type.Optional(
    Type.Boolean({
      default: false,
      description: "Feed-in earns nothing in hours in which the zone's day-ahead price is below 0",
    }),
  ),
  growthFraction: GrowthFraction(
    "Yearly growth of the feed-in price, from the first year of the analysis; 0: the same amount in all years. Default: the growth of electricity prices",
  ),
}

export const CustomSell = Strict(
  {
    ...feedInFields,
    byVolume: Type.Optional(PayByVolume),
    until: LastYear("Last calendar year of these prices; the terms of after hold in the years after it"),
    after: Type.Optional(
      Strict(feedInFields, { description: "Feed-in price after until, at the prices of the first year" }),
    ),
  },
  {
    description: "Feed-in price of a custom tariff: energy · timesFraction + bySize − feeEurPerKwh + byVolume, as paid",
  },
)
export type CustomSell = Static<typeof CustomSell>

const DemandCharge = Strict({
  eurPerKwMonth: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: HIGHEST_EUR_PER_KW_MONTH,
      description: "Charge on the highest import of each month, of an hour or of a quarter-hour (resolution) [EUR/kW]",
    }),
  ),
  eurPerKwYear: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 12 * HIGHEST_EUR_PER_KW_MONTH,
      description: "Charge on the highest import of the year [EUR/kW]; with meanOfMonths of the mean of the months",
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
  highestDays: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_DEMAND_CHARGES,
      default: 1,
      description:
        "Number of different days whose highest hourly imports are charged, as their mean. A charge on three days counts as three charges",
    }),
  ),
  ...inHours,
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
    Type.Number({
      minimum: -1_000_000,
      maximum: 1_000_000,
      description: "Fixed costs of connection and contract, less fixed credits [EUR]",
    }),
  ),
}

export const CustomGrid = Strict(
  {
    buyEurPerKwh: Type.Optional(GridFee),
    ...gridCharges,
    orElse: Type.Optional(
      Strict(
        { buyEurPerKwh: GridFee, ...gridCharges },
        {
          description:
            "Other charges in place of buyEurPerKwh, demand and fixedEurPerMonth: a year is billed under the lower of the two, such as the maximum tariff of Flanders",
        },
      ),
    ),
    until: LastYear("Last calendar year of the charges; the terms of after hold in the years after it"),
    after: Type.Optional(
      Strict(
        { buyEurPerKwh: Type.Optional(GridFee), ...gridCharges },
        {
          description:
            "Charges after until, at the prices of the first year. Without buyEurPerKwh the grid fee stays; other omitted charges do not apply then",
        },
      ),
    ),
  },
  { description: "Charges of the grid operator in a custom tariff" },
)
export type CustomGrid = Static<typeof CustomGrid>

const Kw = (description: string) => Type.Number({ minimum: 0, maximum: 1_000_000, description: `${description} [kW]` })

const LimitWindow = Strict({ kw: Kw("Limit in the window"), ...inHours })

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
  { description: "Limits of connection and contract, for any type of tariff" },
)
export type TariffLimits = Static<typeof TariffLimits>

export const BatteryCredit = Strict(
  {
    eurPerKwYear: Type.Optional(
      Type.Number({ minimum: 0, maximum: 100_000, description: "Credit for each kW of the battery [EUR/kW a year]" }),
    ),
    eurPerYear: Type.Optional(
      Type.Number({ minimum: 0, maximum: 1_000_000, description: "Credit for a battery of any size [EUR a year]" }),
    ),
    until: LastYear("Last calendar year of the credit; default: it does not end"),
  },
  {
    description:
      "Yearly credit of a contract for an installed battery, such as the bonus of a virtual power plant or congestion pay. It grows like fixed costs",
  },
)
export type BatteryCredit = Static<typeof BatteryCredit>

/** Fields of `tariff` that only a custom one has. */
export const customFields = {
  zone: Type.Optional(
    StringEnum(ZONES, { description: "Bidding zone of a custom tariff's day-ahead prices; default: the site's" }),
  ),
  buy: Type.Optional(CustomBuy),
  sell: Type.Optional(CustomSell),
  grid: Type.Optional(CustomGrid),
} as const
