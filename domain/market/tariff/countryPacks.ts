import { type Static, Type } from "@sinclair/typebox"
import { Value } from "@sinclair/typebox/value"
import { countryPackFiles } from "../../../fixtures/countries/index.ts"
import { Strict, StringEnum } from "../../base/validation/schema.ts"
import { COMPONENT_KINDS, COMPONENT_STATUSES, CUSTOMERS } from "./componentKinds.ts"

const Price = Type.Number({ minimum: -1, maximum: 1, description: "EUR/kWh" })
const Fraction = Type.Number({ minimum: 0, maximum: 1 })
const Source = Type.String({ minLength: 1, description: "Publication, or the assumption and its reason" })
const Origin = {
  year: Type.Integer({ minimum: 2020, maximum: 2100 }),
  status: StringEnum(COMPONENT_STATUSES, { description: "As of tariffComponents" }),
  source: Source,
}

/** Amount of a year that no kWh changes [EUR], with VAT. */
const Amount = Strict({ value: Type.Number({ minimum: 0 }), source: Source })

/** Usual contract of a kind of customer. */
const UsualPrice = Strict({
  /** Price of the next kWh: with all taxes and VAT for a household, without VAT for a business. */
  eurPerKwh: Price,
  /** Parts of the price as far as the source splits them; they sum up to it. */
  parts: Type.Array(
    Strict({
      part: StringEnum(["energy", "network", "energyAndNetwork", "taxes", "vat"]),
      eurPerKwh: Price,
    }),
  ),
  /** True if the price is a mean of whole bills, which also has their fixed fees and credits. */
  isAverageOfBills: Type.Boolean(),
  ...Origin,
  /** Fixed fees and credits, known apart from the price. */
  fixedEurPerYear: Type.Optional(Amount),
  creditEurPerYear: Type.Optional(Amount),
})

/**
 * Usual contracts of a country (`fixtures/countries`), in EUR whatever its currency. EU is the mean of the Union, for
 * places without a pack.
 */
const CountryPack = Strict({
  country: Type.String({ minLength: 2, maxLength: 2, description: "ISO 3166 alpha-2, or EU" }),
  currency: Type.String({ minLength: 3, maxLength: 3, description: "Currency of the place, ISO 4217" }),
  zones: Type.Array(Type.String(), { description: "Bidding zones with shipped day-ahead prices" }),
  vat: Strict({
    electricity: Strict({ fraction: Fraction, ...Origin }),
    /** Panels and inverters of a dwelling, with the battery unless `batteries` differs; absent: the standard rate. */
    systems: Type.Optional(Strict({ fraction: Fraction, ...Origin })),
    batteries: Type.Optional(Strict({ fraction: Fraction, ...Origin })),
    /** Absent for the mean of the Union. */
    standard: Type.Optional(Strict({ fraction: Fraction, ...Origin })),
  }),
  household: UsualPrice,
  business: UsualPrice,
  /** Feed-in price after the supplier's costs; absent if no publication was found. */
  feedIn: Type.Optional(
    Strict({
      eurPerKwh: Price,
      isPaidToAll: Type.Boolean({ description: "Every household gets it" }),
      /** Yearly growth; absent: the growth of electricity prices. */
      growthFraction: Type.Optional(Type.Number({ minimum: -1, maximum: 1 })),
      /** Years for which law pays it to a new plant; absent: it does not end. */
      paidYears: Type.Optional(Type.Integer({ minimum: 1 })),
      ...Origin,
    }),
  ),
  /** Additions to the market price of a dynamic contract, and taxes; other taxes are in tariffComponents.json. */
  components: Type.Array(
    Strict({
      component: StringEnum(COMPONENT_KINDS),
      customer: Type.Optional(StringEnum(CUSTOMERS)),
      name: Type.Optional(Type.String({ minLength: 1 })),
      fromKwh: Type.Optional(Type.Number({ minimum: 0 })),
      value: Type.Number({ minimum: -1, maximum: 1 }),
      unit: Type.String({ minLength: 1 }),
      ...Origin,
    }),
  ),
  /** Contracts as data, which domain/request/contractTemplates.ts reads. */
  contracts: Type.Array(Type.Unknown()),
})
export type CountryPack = Static<typeof CountryPack>
export type UsualPrice = Static<typeof UsualPrice>

const packOf = (file: unknown): CountryPack => {
  if (Value.Check(CountryPack, file)) return file
  const [broken] = Value.Errors(CountryPack, file)
  throw new RangeError(`a country pack is not valid: ${broken?.path} ${broken?.message}`)
}

/** Shipped packs, the mean of the Union among them. */
export const countryPacks: readonly CountryPack[] = countryPackFiles.map(packOf)

const byCountry = new Map(countryPacks.map(pack => [pack.country, pack]))

/**
 * VAT on equipment at a country of a pack, as a fraction; undefined without a published rate. A business pays the
 * standard rate.
 */
export const equipmentVat = (
  country: string | null,
  customer: (typeof CUSTOMERS)[number],
  part: "panels" | "battery",
): number | undefined => {
  const pack = byCountry.get(country ?? "EU")
  if (!pack) return undefined
  const { standard, systems, batteries } = pack.vat
  const ofDwelling = part === "battery" ? (batteries ?? systems) : systems
  return (customer === "household" ? (ofDwelling ?? standard) : standard)?.fraction
}

/** Source of the feed-in price 0. */
export const NO_FEED_IN = "Assumption: no published feed-in price that every household gets was available"

/** Id of a pack's usual household contract in the list of contract templates. */
export const usualTemplateId = ({ country, household }: CountryPack): string =>
  `${country.toLowerCase()}-usual-${household.year}`

/** Pack of a country (ISO 3166 alpha-2; null at sea), or else the mean of the Union. */
export const countryPack = (country: string | null): CountryPack =>
  byCountry.get(country ?? "EU") ?? byCountry.get("EU")!
