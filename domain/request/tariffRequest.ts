import { Type } from "@sinclair/typebox"
import { filledIf } from "../base/validation/filled.ts"
import { Strict, StringEnum } from "../base/validation/schema.ts"
import { BatteryCredit, customFields, TariffLimits } from "../market/tariff/custom/schema.ts"
import { HOLIDAY_PLACES } from "../site/publicHolidays.ts"

/** Default taxes of a flat or dynamic tariff. */
export const TARIFF_DEFAULTS = { taxesIncluded: true } as const

/** Fields of a tariff that the usual contract of a country gives if a request leaves them open. */
const USUAL_FIELDS = ["type", "flatEurPerKwh", "feedInEurPerKwh"] as const
export type UsualField = (typeof USUAL_FIELDS)[number]

const Usual = Strict(
  {
    country: Type.String({
      minLength: 2,
      maxLength: 2,
      description: "Country of the usual contract (ISO 3166-1); EU: the mean of the European Union",
    }),
    fields: Type.Array(StringEnum(USUAL_FIELDS), {
      maxItems: USUAL_FIELDS.length,
      description: "Fields that the request left open, with values of the usual contract",
    }),
  },
  {
    description:
      "Values of the usual contract of the site's country, as stored; the service calculates them for each request",
  },
)

const MAX_NAME_LENGTH = 200

const Price = (description: string) => Type.Number({ minimum: -10, maximum: 10, description })

export const Tariff = Strict(
  {
    type: StringEnum(["flat", "dynamic", "custom"], {
      description: "One price, one an hour by the day-ahead market, or a contract as data with buy, sell and grid",
    }),
    name: Type.Optional(Type.String({ minLength: 1, maxLength: MAX_NAME_LENGTH, description: "Name of the contract" })),
    flatEurPerKwh: Type.Optional(
      Price("Purchase price of a flat tariff [EUR/kWh]; default: the usual price of the site's country"),
    ),
    feedInEurPerKwh: Type.Optional(
      Price(
        "Feed-in price [EUR/kWh]; default of a flat tariff: the price that every household of the country gets, else 0; of a dynamic one: the market price less the supplier's deduction",
      ),
    ),
    feedInGrowthFraction: Type.Optional(
      Type.Number({
        minimum: -0.5,
        maximum: 1,
        description:
          "Yearly growth of feedInEurPerKwh, a fraction; 0 is a fixed amount. Default: 0 for a usual price that law fixes, else the growth of electricity prices",
      }),
    ),
    feedInUntil: Type.Optional(
      Type.Integer({
        minimum: 2000,
        maximum: 2100,
        description:
          "Last calendar year of feedInEurPerKwh; later feed-in earns nothing, or the market price less the supplier's deduction with a dynamic tariff. Default: the end that law sets for a usual price, else it does not end",
      }),
    ),
    contractedPowerKw: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 1_000_000,
        description:
          "Contracted power of the connection [kW]: import and export stay within it, or within the baseline's highest hour where that is above it",
      }),
    ),
    taxesIncluded: filledIf(
      Type.Boolean({ default: TARIFF_DEFAULTS.taxesIncluded, description: "Energy tax and VAT are in the prices" }),
      (value, { object }) => value ?? (object.type === "custom" ? undefined : TARIFF_DEFAULTS.taxesIncluded),
    ),
    priceYear: Type.Optional(
      Type.Integer({
        minimum: 2000,
        maximum: 2100,
        description:
          "Year of the day-ahead prices of a dynamic or custom tariff; the nearest year with prices otherwise; default: the newest whole one",
      }),
    ),
    demandEurPerKwMonth: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 10_000,
        description:
          "Charge for the highest hourly import of each month [EUR/kW]; default: the organization's assumption",
      }),
    ),
    fixedEurPerMonth: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 1_000_000,
        description: "Fixed costs of the connection and the contract [EUR]; default: the organization's assumption",
      }),
    ),
    netting: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          "Feed-in counts against purchases over the year: at the purchase price of a flat tariff, and with energy tax and its VAT refunded for a dynamic one",
      }),
    ),
    nettingUntil: Type.Optional(
      Type.Integer({
        minimum: 2000,
        maximum: 2100,
        description:
          "Last calendar year of netting; the years of the analysis after it are billed without. Default: it does not end",
      }),
    ),
    firstYear: Type.Optional(
      Type.Integer({
        minimum: 2000,
        maximum: 2100,
        description:
          "Calendar year of the first year of the analysis, for terms that end with a year; default: the year of the newest taxes, which the first year is billed with",
      }),
    ),
    ...customFields,
    holidaysOf: Type.Optional(
      StringEnum(HOLIDAY_PLACES, {
        description:
          "Country (ISO 3166-1) whose public holidays count if a window names holidays, or a German Land with its own days (ISO 3166-2), such as DE-BY; default: the site's country",
      }),
    ),
    limits: Type.Optional(TariffLimits),
    batteryCredit: Type.Optional(BatteryCredit),
    existingFollowsPrices: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          "True if the inverter of the existing panels stops feeding in while feed-in costs money; an older way to say inverterControl exportLimit of existingPv",
      }),
    ),
    usual: Type.Optional(Usual),
  },
  {
    description:
      "Electricity tariff; a dynamic one follows the day-ahead market. Default: the usual contract of the site's country",
  },
)
