import { type Static, Type } from "@sinclair/typebox"
import { orNull, Strict, StringEnum } from "../base/validation/schema.ts"
import type { ScanCase } from "../case/case.ts"
import { COMPONENT_STATUSES } from "../market/tariff/componentKinds.ts"
import { type CountryPack, countryPack, NO_FEED_IN } from "../market/tariff/countryPacks.ts"
import { dynamicPurchasePrice } from "../market/tariff/tariffYear.ts"
import { calendarYear, text } from "./schemaParts.ts"

/** Codes of premises; docs/premises.md explains each. */
const PREMISE_CODES = [
  "usual-contract",
  "usual-price",
  "average-of-bills",
  "usual-feed-in",
  "feed-in-unknown",
  "dynamic-additions",
  "household",
] as const

const Premise = Strict({
  code: StringEnum(PREMISE_CODES, { description: "Stable, one for each assumption: docs/premises.md" }),
  field: text("Field of the request that was open"),
  value: Type.Union([Type.Number(), Type.String()], { description: "In EUR/kWh, or a value of the field" }),
  origin: StringEnum(["country", "assumed"], {
    description: "country: a figure of the site's country; assumed: a figure of another origin",
  }),
  status: StringEnum(COMPONENT_STATUSES, { description: "As of tariffComponents" }),
  year: orNull(calendarYear("Year of the figure"), "Year of the figure; null without a year"),
  source: text("Publication, or the assumption, in the language of the reader"),
})
type Premise = Static<typeof Premise>

export const Premises = Type.Optional(
  Type.Array(Premise, {
    description: "Assumptions in place of open fields of the request; absent in reports of earlier versions (addition)",
  }),
)

type Origin = Pick<Premise, "origin" | "status" | "year" | "source">

const NOTHING_PAID: Origin = {
  ...{ origin: "assumed", status: "assumed", year: null },
  source: NO_FEED_IN,
}
const DEFAULT: Origin = { origin: "assumed", status: "assumed", year: null, source: "Assumption: own choice" }

const originOf = ({ country }: CountryPack, { status, year, source }: Omit<Origin, "origin">): Origin => ({
  origin: country === "EU" ? "assumed" : "country",
  ...{ status, year, source },
})

const feedInPremise = (pack: CountryPack, eurPerKwh: number): Premise => {
  const field = "tariff.feedInEurPerKwh"
  return pack.feedIn?.isPaidToAll
    ? { code: "usual-feed-in", field, value: eurPerKwh, ...originOf(pack, pack.feedIn) }
    : { code: "feed-in-unknown", field, value: eurPerKwh, ...NOTHING_PAID }
}

/** Grid fees, taxes and mark-up of a kWh at a market price of 0, with VAT if it counts [EUR/kWh]. */
const additionsPremise = ({ tariff }: ScanCase): Premise => {
  const isAssumed = tariff.components.some(({ status }) => status === "assumed")
  return {
    ...{ code: "dynamic-additions", field: "tariff.type", value: dynamicPurchasePrice(0, tariff, true) },
    ...{ origin: "country", status: isAssumed ? "assumed" : "typical", year: tariff.componentsYear },
    source: "tariffComponents of the report",
  }
}

/** Premises of a scan: what its request left open about the contract; undefined for requests of earlier versions. */
export const premisesOf = (scan: ScanCase): Premise[] | undefined => {
  const { usual } = scan.request.tariff
  if (!usual) return undefined
  const pack = countryPack(usual.country)
  const { customer, tariff: terms } = scan.input
  const price = pack[customer]
  const isOpen = (field: string) => usual.fields.some(one => one === field)
  const flat = terms.type === "flat" ? terms : undefined
  const origin = originOf(pack, price)
  const purchase = { field: "tariff.flatEurPerKwh", value: flat?.flatEurPerKwh ?? 0, ...origin }
  const isFeedInOpen = isOpen("feedInEurPerKwh") && flat?.feedInEurPerKwh !== undefined
  return [
    ...(isOpen("type")
      ? [{ code: "usual-contract", field: "tariff.type", value: terms.type, ...origin } as const]
      : []),
    ...(isOpen("flatEurPerKwh") ? [{ code: "usual-price", ...purchase } as const] : []),
    ...(isOpen("flatEurPerKwh") && price.isAverageOfBills ? [{ code: "average-of-bills", ...purchase } as const] : []),
    ...(isFeedInOpen ? [feedInPremise(pack, flat.feedInEurPerKwh!)] : []),
    ...(terms.type === "dynamic" && terms.taxesIncluded ? [additionsPremise(scan)] : []),
    ...(scan.request.customer === undefined
      ? [{ code: "household", field: "customer", value: "household", ...DEFAULT } as const]
      : []),
  ]
}
