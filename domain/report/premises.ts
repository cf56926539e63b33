import { type Static, Type } from "@sinclair/typebox"
import { orNull, Strict, StringEnum } from "../base/validation/schema.ts"
import type { ScanCase } from "../case/case.ts"
import { meanYieldOf, panelYearsOf, shippedPricesOf } from "../case/readings.ts"
import { assumptionSource } from "../market/assumptions.ts"
import { COMPONENT_STATUSES } from "../market/tariff/componentKinds.ts"
import { type CountryPack, countryPack, NO_FEED_IN } from "../market/tariff/countryPacks.ts"
import { dynamicPurchasePrice } from "../market/tariff/tariffYear.ts"
import type { Figures } from "./figures.ts"
import type { ReadWorth } from "./readPlants.ts"
import { calendarYear, presentValueEur, text } from "./schemaParts.ts"

/** Codes of premises; docs/premises.md explains each. */
const PREMISE_CODES = [
  "usual-contract",
  "usual-price",
  "average-of-bills",
  "usual-feed-in",
  "usual-feed-in-end",
  "feed-in-unknown",
  "dynamic-additions",
  "household",
  "business",
  "plain-inverter",
  "price-growth",
  "maintenance",
  "inverter-life",
  "equipment-prices",
  "plants-in-use",
  "sun-of-prices",
  "modelled-quarters",
] as const

const Effect = Strict(
  {
    reading: Type.Union([Type.Number(), Type.String()], { description: "The other value, in the unit of value" }),
    netPresentValue: presentValueEur("netPresentValue of the same plant under it"),
  },
  { description: "The plant under the other usual reading of the assumption; absent: not calculated, or none" },
)

const Premise = Strict({
  code: StringEnum(PREMISE_CODES, { description: "Stable, one for each assumption: docs/premises.md" }),
  field: text("Field of the request, or assumption of the organization, that was open"),
  value: Type.Union([Type.Number(), Type.String()], {
    description:
      "In EUR/kWh, kWh/kWp for plants-in-use, a fraction for price-growth and equipment-prices, a year for sun-of-prices and usual-feed-in-end, years for inverter-life, or a value of the field",
  }),
  origin: StringEnum(["country", "assumed"], {
    description: "country: a figure of the site's country; assumed: a figure of another origin",
  }),
  status: StringEnum(COMPONENT_STATUSES, { description: "As of tariffComponents" }),
  year: orNull(calendarYear("Year of the figure"), "Year of the figure; null without a year"),
  source: text("Publication, or the assumption, in the language of the reader"),
  effect: Type.Optional(Effect),
})
type Premise = Static<typeof Premise>

export const Premises = Type.Optional(
  Type.Array(Premise, {
    description:
      "Assumptions of the request's contract, and others that move the net present value by more than 5 %; absent in reports of earlier versions",
  }),
)

type Origin = Pick<Premise, "origin" | "status" | "year" | "source">

const NOTHING_PAID: Origin = {
  ...{ origin: "assumed", status: "assumed", year: null },
  source: NO_FEED_IN,
}
const USUAL_KIND: Origin = {
  ...{ origin: "assumed", status: "assumed", year: null },
  source: "Assumption: most households have no dynamic contract",
}
const DEFAULT: Origin = { origin: "assumed", status: "assumed", year: null, source: "Assumption: own choice" }
const MODEL: Origin = {
  origin: "assumed",
  status: "typical",
  year: null,
  source: "Calculated from sunlight and the panels",
}

const SUN_OF_PRICES: Origin = {
  ...{ origin: "assumed", status: "typical", year: null },
  source: "Days of the weather year in the order of the price year's sun",
}

const QUARTERS: Origin = {
  ...{ origin: "assumed", status: "typical", year: null },
  source: "Blocks of use within the hour, fitted to ten measured homes",
}

const originOf = ({ country }: CountryPack, { status, year, source }: Omit<Origin, "origin">): Origin => ({
  origin: country === "EU" ? "assumed" : "country",
  ...{ status, year, source },
})

const feedInPremises = (pack: CountryPack, eurPerKwh: number, until: number | undefined): Premise[] => {
  const price = { field: "tariff.feedInEurPerKwh", value: eurPerKwh }
  if (!pack.feedIn?.isPaidToAll) return [{ code: "feed-in-unknown", ...price, ...NOTHING_PAID }]
  const origin = originOf(pack, pack.feedIn)
  return [
    { code: "usual-feed-in", ...price, ...origin },
    ...(until === undefined
      ? []
      : [{ code: "usual-feed-in-end", field: "tariff.feedInUntil", value: until, ...origin } as const]),
  ]
}

/** Grid fees, taxes and mark-up of a kWh at a market price of 0, with VAT if it counts [EUR/kWh]. */
const additionsPremise = ({ tariffs: [tariff] }: ScanCase): Premise => {
  const isAssumed = tariff.components.some(({ status }) => status === "assumed")
  return {
    ...{ code: "dynamic-additions", field: "tariff.type", value: dynamicPurchasePrice(0, tariff, true) },
    ...{ origin: "country", status: isAssumed ? "assumed" : "typical", year: tariff.componentsYear },
    source: "tariffComponents of the report",
  }
}

/** Premises about the contract: fields that the request left open. */
const contractPremises = (scan: ScanCase, usual: { country: string; fields: readonly string[] }): Premise[] => {
  const pack = countryPack(usual.country)
  const { customer, phases, endings } = scan.input
  const [{ terms }] = phases
  const price = pack[customer]
  const isOpen = (field: string) => usual.fields.includes(field)
  const flat = terms.type === "flat" ? terms : undefined
  const origin = originOf(pack, price)
  const purchase = { field: "tariff.flatEurPerKwh", value: flat?.flatEurPerKwh ?? 0, ...origin }
  const isFeedInOpen = isOpen("feedInEurPerKwh") && flat?.feedInEurPerKwh !== undefined
  return [
    ...(isOpen("type")
      ? [{ code: "usual-contract", field: "tariff.type", value: terms.type, ...USUAL_KIND } as const]
      : []),
    ...(isOpen("flatEurPerKwh") ? [{ code: "usual-price", ...purchase } as const] : []),
    ...(isOpen("flatEurPerKwh") && price.isAverageOfBills ? [{ code: "average-of-bills", ...purchase } as const] : []),
    ...(isFeedInOpen ? feedInPremises(pack, flat.feedInEurPerKwh!, endings?.feedInUntil) : []),
    ...(terms.type === "dynamic" && terms.taxesIncluded ? [additionsPremise(scan)] : []),
    ...(scan.request.customer === undefined
      ? [{ code: customer, field: "customer", value: customer, ...DEFAULT } as const]
      : []),
  ]
}

/** Premises about the plant and its prices, each with another reading. */
const plantPremises = (scan: ScanCase): Premise[] => {
  const yieldKwhPerKwp = meanYieldOf(scan)
  const { priceYear } = scan.tariffs[0]
  const growth = { field: "electricityPriceGrowth", value: scan.assumptions.electricityPriceGrowth }
  return [
    { code: "plain-inverter", field: "inverterControl", value: "none", ...DEFAULT },
    {
      ...{ code: "price-growth", ...growth, ...DEFAULT },
      source: assumptionSource("electricityPriceGrowth").source,
    },
    { code: "maintenance", field: "includePvMaintenanceCosts", value: "excluded", ...DEFAULT },
    { code: "inverter-life", field: "inverterReplacementYear", value: panelYearsOf(scan), ...DEFAULT },
    ...shippedPricesOf(scan)
      .slice(0, 1)
      .map(field => {
        const { source } = assumptionSource(field)
        return { code: "equipment-prices", field, value: 0, ...DEFAULT, source } as const
      }),
    ...(yieldKwhPerKwp === null
      ? []
      : [{ code: "plants-in-use", field: "newPv", value: Math.round(yieldKwhPerKwp), ...MODEL } as const]),
    { code: "sun-of-prices", field: "tariff.priceYear", value: priceYear, ...SUN_OF_PRICES, year: priceYear },
    { code: "modelled-quarters", field: "resolution", value: "quarter", ...QUARTERS },
  ]
}

/** Smallest relative change of the net present value that lists a premise about the plant. */
const NOTED_EFFECT = 0.05

/** Premises of a scan, each with the value of the plant under its other reading; undefined for earlier requests. */
export const premisesOf = ({ scan, money }: Figures, worths: ReadonlyMap<string, ReadWorth>): Premise[] | undefined => {
  const { usual } = scan.request.tariff
  if (!usual) return undefined
  const ownEur = money.netPresentValueEur
  const withEffect = (premise: Premise): Premise => {
    const worth = worths.get(premise.code)
    if (!worth) return premise
    const { reading, netPresentValue } = worth
    return { ...premise, effect: { reading, netPresentValue } }
  }
  const isNoted = ({ code, effect }: Premise) =>
    code === "modelled-quarters"
      ? scan.hasModelledQuarters === true
      : effect !== undefined &&
        (code === "sun-of-prices" || Math.abs(effect.netPresentValue - ownEur) > NOTED_EFFECT * Math.abs(ownEur))
  return [...contractPremises(scan, usual).map(withEffect), ...plantPremises(scan).map(withEffect).filter(isNoted)]
}
