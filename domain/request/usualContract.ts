import { TariffNeeded } from "../base/errors.ts"
import { isSame } from "../base/isSame.ts"
import { fill } from "../base/validation/filled.ts"
import { type Violation, violation, withPaths } from "../base/validation/violation.ts"
import { CUSTOMERS, type Customer } from "../market/tariff/componentKinds.ts"
import { NEWEST_TAX_YEAR, tariffComponents } from "../market/tariff/components.ts"
import { type CountryPack, countryPack, usualTemplateId } from "../market/tariff/countryPacks.ts"
import { zoneOf } from "../market/tariff/dayAhead.ts"
import type { FlatTerms } from "../market/tariff/terms.ts"
import { inContract } from "./contracts.ts"
import { assumedCustomer, customerOf } from "./customer.ts"
import type { FilledRequest, FilledTariff, ScanRequest } from "./request.ts"
import { TARIFF_DEFAULTS, Tariff, type UsualField } from "./tariffRequest.ts"

type GivenTariff = NonNullable<ScanRequest["tariff"]>

/** Country and kind of customer of a request. */
interface Place {
  /** ISO 3166 alpha-2; null at sea. */
  country: string | null
  pack: CountryPack
  customer: Customer
  /** Consumption, for the mean rate of the energy tax [kWh]. */
  yearlyKwh: number
}

const PRICE_DIGITS = 5
const rounded = (eurPerKwh: number): number => Number(eurPerKwh.toFixed(PRICE_DIGITS))

/** Usual price of a kWh, with all taxes or without energy tax and VAT [EUR/kWh]. */
const priceOf = ({ pack, customer, yearlyKwh }: Place, taxesIncluded: boolean): number => {
  const { eurPerKwh } = pack[customer]
  if (taxesIncluded) return eurPerKwh
  const { country } = pack
  const { taxEurPerKwh, vatFraction } = tariffComponents({
    ...{ country, pack: country, customer, yearlyImportKwh: yearlyKwh, year: NEWEST_TAX_YEAR },
  })
  return rounded(eurPerKwh / (customer === "business" ? 1 : 1 + vatFraction) - taxEurPerKwh)
}

/** Feed-in price that every household gets; 0 if there is none. A price of the request is its limit. */
const feedInOf = ({ feedIn }: CountryPack, priceEurPerKwh: number): number =>
  Math.min(priceEurPerKwh, feedIn?.isPaidToAll ? feedIn.eurPerKwh : 0)

/** Terms of feed-in, which are usual together. */
const FEED_IN_TERMS = ["feedInEurPerKwh", "feedInGrowthFraction", "feedInUntil"] as const
type FeedInTerms = Pick<GivenTariff, (typeof FEED_IN_TERMS)[number]>

/**
 * Terms of feed-in that a request leaves open. The price of a law ends after the years that it is paid for, counted
 * from the first year of the analysis; not with netting, whose years have equal prices.
 */
export const usualFeedIn = (
  pack: CountryPack,
  tariff: Pick<GivenTariff, "firstYear" | "netting"> & { flatEurPerKwh: number },
): FeedInTerms => {
  const { flatEurPerKwh, firstYear = NEWEST_TAX_YEAR, netting } = tariff
  const feedInEurPerKwh = feedInOf(pack, flatEurPerKwh)
  if (!pack.feedIn?.isPaidToAll) return { feedInEurPerKwh }
  const { growthFraction, paidYears } = pack.feedIn
  return {
    feedInEurPerKwh,
    ...(growthFraction === undefined ? {} : { feedInGrowthFraction: growthFraction }),
    ...(paidYears === undefined || netting ? {} : { feedInUntil: firstYear + paidYears - 1 }),
  }
}

/** True if a stored field still has the value that a pack gave it. */
const isUsual = (tariff: GivenTariff, field: UsualField, place: Place): boolean => {
  const { taxesIncluded = TARIFF_DEFAULTS.taxesIncluded, flatEurPerKwh = 0 } = tariff
  if (field === "type") return tariff.type === "flat"
  if (field === "feedInEurPerKwh") return tariff.feedInEurPerKwh === feedInOf(place.pack, flatEurPerKwh)
  return CUSTOMERS.some(customer => priceOf({ ...place, customer }, taxesIncluded) === flatEurPerKwh)
}

/** A tariff without the values that an earlier filling gave, and the fields that were open. */
const openedOf = (givenTariff: GivenTariff, place: Place): { tariff: GivenTariff; open: UsualField[] } => {
  const { usual, ...tariff } = givenTariff
  const former = { ...place, pack: countryPack(usual?.country ?? place.country) }
  const open = (usual?.fields ?? []).filter(field => isUsual(givenTariff, field, former))
  const isOpen = (name: string) =>
    name !== "type" &&
    open.some(field => field === (FEED_IN_TERMS.some(term => term === name) ? "feedInEurPerKwh" : name))
  const kept = Object.fromEntries(Object.entries(tariff).filter(([name]) => !isOpen(name)))
  return { tariff: { ...kept, type: tariff.type }, open }
}

const USUAL: { tariff: GivenTariff; open: UsualField[] } = { tariff: { type: "flat" }, open: ["type"] }

const usualTariff = (givenTariff: GivenTariff | undefined, place: Place): GivenTariff => {
  const { tariff, open } = givenTariff ? openedOf(givenTariff, place) : USUAL
  const fields: UsualField[] = open.includes("type") ? ["type"] : []
  const { country } = place.pack
  if (tariff.type !== "flat") return { ...tariff, usual: { country, fields } }
  const { taxesIncluded = TARIFF_DEFAULTS.taxesIncluded } = tariff
  const flatEurPerKwh = tariff.flatEurPerKwh ?? priceOf(place, taxesIncluded)
  if (tariff.flatEurPerKwh === undefined) fields.push("flatEurPerKwh")
  if (tariff.feedInEurPerKwh === undefined) fields.push("feedInEurPerKwh")
  const feedIn = tariff.feedInEurPerKwh === undefined ? usualFeedIn(place.pack, { ...tariff, flatEurPerKwh }) : {}
  return { ...feedIn, ...tariff, flatEurPerKwh, usual: { country, fields } }
}

/** Terms of the usual flat contract of a pack. @param firstYear calendar year of the first year of the analysis */
export const usualFlatTerms = (country: string, customer: Customer, firstYear: number): FlatTerms => {
  const pack = countryPack(country)
  const { eurPerKwh } = pack[customer]
  const { feedInGrowthFraction: feedInGrowth, ...feedIn } = usualFeedIn(pack, { flatEurPerKwh: eurPerKwh, firstYear })
  return {
    ...{ type: "flat", taxesIncluded: true, flatEurPerKwh: eurPerKwh, ...feedIn },
    ...(feedInGrowth === undefined ? {} : { feedInGrowth }),
  }
}

/** Usual flat prices of a place, as an open request gets them [EUR/kWh]. */
export const usualPrices = (country: string | null, customer: Customer) => {
  const pack = countryPack(country)
  const { eurPerKwh, isAverageOfBills, year, source } = pack[customer]
  return {
    country: pack.country,
    ...{ flatEurPerKwh: eurPerKwh, feedInEurPerKwh: feedInOf(pack, eurPerKwh) },
    ...{ isAverageOfBills, year, source },
  }
}

/** Tariff types of a contract that need the market prices of the site's zone. */
const needsZone = ({ type, zone, buy, sell }: GivenTariff): boolean =>
  type === "dynamic" ||
  (zone === undefined &&
    (buy?.energy === "dayAhead" ||
      buy?.after?.energy === "dayAhead" ||
      sell?.energy === "dayAhead" ||
      sell?.after?.energy === "dayAhead" ||
      sell?.stopsAtNegativePrices === true))

/** Violation of a contract by market prices at a place without any. */
const marketViolations = (tariff: GivenTariff, { country, pack }: Place): Violation[] =>
  needsZone(tariff) && zoneOf({ country: country ?? "" }) === undefined
    ? [violation(["tariff", "type"], "tariff-needed", { country, template: usualTemplateId(pack) })]
    : []

/**
 * A request with the usual contract of its country in place of what its tariff and contracts leave open. Throws
 * TariffNeeded for market prices at a place without any: prices of another country never count.
 * @param country ISO 3166 alpha-2; null at sea
 * @param root stored request of an adjustment, whose contracts do not change
 */
export const withUsualContract = (
  request: ScanRequest,
  country: string | null,
  root?: FilledRequest,
): ScanRequest & { tariff: GivenTariff } => {
  const customer = request.customer ?? assumedCustomer(request)
  const place: Place = { country, pack: countryPack(country), customer, yearlyKwh: request.yearlyKwh ?? 0 }
  const stored = root && customerOf(root) === customer ? [root.tariff, ...(root.contracts ?? [])] : []
  const storedOf = (givenTariff: GivenTariff | undefined): FilledTariff | undefined =>
    givenTariff && stored.find(each => isSame(each, fill(Tariff, givenTariff)))
  const offered = request.contracts ?? []
  const needed = [request.tariff, ...offered].flatMap((givenTariff, index) => {
    if (!givenTariff || storedOf(givenTariff)) return []
    const violations = marketViolations(givenTariff, place)
    return index === 0 ? violations : violations.map(each => withPaths(each, inContract(index - 1)))
  })
  if (needed.length > 0) throw new TariffNeeded(needed)
  const placed = (givenTariff: GivenTariff | undefined) => storedOf(givenTariff) ?? usualTariff(givenTariff, place)
  return {
    ...request,
    tariff: placed(request.tariff),
    ...(request.contracts ? { contracts: offered.map(placed) } : {}),
  }
}
