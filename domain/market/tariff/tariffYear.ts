import { InvalidInput } from "../../base/errors.ts"
import { createMemo, sharedHours } from "../../base/memo.ts"
import { note } from "../../base/note.ts"
import { violation } from "../../base/validation/violation.ts"
import { stepsPerHour } from "../../site/steps.ts"
import { HOURS_PER_YEAR } from "../../site/year.ts"
import { componentNotes, type TariffComponents } from "./components.ts"
import { customYear } from "./custom/year.ts"
import { dayAheadYear, marketPrices, newestPriceYear } from "./dayAhead.ts"
import { partsWithin, priceParts } from "./priceParts.ts"
import { blockTaxOf, componentsOf, feesByKind, shown, usedOf } from "./siteComponents.ts"
import { type BlockTax, NO_BLOCK_TAX } from "./taxBlocks.ts"
import type { CustomTerms, DynamicTerms, FlatTerms, TariffSite, TariffTerms, TariffYear } from "./terms.ts"

/**
 * Purchase price of a dynamic tariff [EUR/kWh]: (spot + tax + levies and grid fees)·(1 + VAT) + mark-up with taxes,
 * spot + mark-up/(1 + VAT) without.
 * @param spotEurPerKwh day-ahead price without tax and VAT
 */
export const dynamicPurchasePrice = (
  spotEurPerKwh: number,
  {
    taxEurPerKwh,
    feesEurPerKwh,
    vatFraction,
    markUpEurPerKwh,
  }: Pick<TariffComponents, "taxEurPerKwh" | "feesEurPerKwh" | "vatFraction" | "markUpEurPerKwh">,
  taxesIncluded: boolean,
): number =>
  taxesIncluded
    ? (spotEurPerKwh + taxEurPerKwh + feesEurPerKwh) * (1 + vatFraction) + markUpEurPerKwh
    : spotEurPerKwh + markUpEurPerKwh / (1 + vatFraction)

type Prices = Pick<TariffYear, "buyEurPerKwh" | "sellEurPerKwh" | "nettingEurPerKwh" | "cappedHours" | "tax" | "parts">

const flatPrices = (terms: FlatTerms, components: TariffComponents, site: TariffSite): Prices => {
  const { taxEurPerKwh, feesEurPerKwh, vatFraction, feedInVatFraction, feedInShareOfBarePrice } = components
  const flatEurPerKwh = terms.flatEurPerKwh
  const tax = terms.taxesIncluded ? NO_BLOCK_TAX : blockTaxOf(components, site)
  const buy = terms.taxesIncluded ? flatEurPerKwh : flatEurPerKwh * (1 + vatFraction) + tax.inPriceEurPerKwh
  const feesInPrice = terms.taxesIncluded ? feesEurPerKwh : 0
  const taxInPrice = terms.taxesIncluded ? taxEurPerKwh : tax.inPriceEurPerKwh / (1 + vatFraction)
  const bare = Math.max(0, buy / (1 + vatFraction) - taxInPrice - feesInPrice)
  const sell = terms.feedInEurPerKwh ?? Math.min(buy, feedInShareOfBarePrice * bare * (1 + feedInVatFraction))
  if (sell > buy) {
    const priceEurPerKwh = Number(buy.toPrecision(6))
    throw new InvalidInput([violation(["tariff", "feedInEurPerKwh"], "feed-in-above-price", { priceEurPerKwh })])
  }
  const length = HOURS_PER_YEAR * (site.steps ?? 1)
  const everyStep = (price: number) => sharedHours(new Float64Array(length).fill(price))
  const nettingEurPerKwh = terms.netting ? buy - sell : 0
  const { gridFee, levy } = feesByKind(components)
  const vat = 1 + vatFraction
  const inPrice = terms.taxesIncluded
    ? { gridFee: gridFee * vat, tax: (taxEurPerKwh + levy) * vat }
    : { gridFee: 0, tax: tax.inPriceEurPerKwh }
  const parts = partsWithin(buy, inPrice, { nettingEurPerKwh, length })
  return { buyEurPerKwh: everyStep(buy), sellEurPerKwh: everyStep(sell), nettingEurPerKwh, cappedHours: 0, tax, parts }
}

/** Parts of a dynamic tariff's hours apart from spot prices. */
interface DynamicAmounts {
  marginal: Pick<TariffComponents, "taxEurPerKwh" | "feesEurPerKwh" | "vatFraction" | "markUpEurPerKwh">
  taxesIncluded: boolean
  /** Feed-in: a fixed price, or VAT on the spot price and a fee. */
  fixedEurPerKwh: number | undefined
  feedInVatFraction: number
  feedInFeeEurPerKwh: number
  nettingEurPerKwh: number
  gridFeeEurPerKwh: number
  levyEurPerKwh: number
}

type DynamicHours = Pick<Prices, "buyEurPerKwh" | "sellEurPerKwh" | "cappedHours" | "parts">

/** Number of tariffs with cached prices per year of spot prices: the scan's, and one to compare with. */
const TARIFFS_KEPT = 2
const dynamicHours = createMemo<DynamicHours>(TARIFFS_KEPT)

const makeDynamicHours = (spotEurPerKwh: Float64Array, amounts: DynamicAmounts): DynamicHours => {
  const { marginal, taxesIncluded, fixedEurPerKwh, feedInVatFraction, feedInFeeEurPerKwh, nettingEurPerKwh } = amounts
  const { length } = spotEurPerKwh
  const buyEurPerKwh = new Float64Array(length)
  const sellEurPerKwh = new Float64Array(length)
  let cappedSteps = 0
  for (let step = 0; step < length; step++) {
    const spot = spotEurPerKwh[step]!
    const buy = dynamicPurchasePrice(spot, marginal, taxesIncluded)
    const sell = fixedEurPerKwh ?? spot * (1 + feedInVatFraction) - feedInFeeEurPerKwh
    buyEurPerKwh[step] = buy
    const most = buy - nettingEurPerKwh
    sellEurPerKwh[step] = Math.min(sell, most)
    if (sell > most) cappedSteps++
  }
  const parts = priceParts(amounts.gridFeeEurPerKwh, amounts.levyEurPerKwh, { nettingEurPerKwh, length })
  return { buyEurPerKwh, sellEurPerKwh, cappedHours: cappedSteps / stepsPerHour(buyEurPerKwh), parts }
}

const dynamicPrices = (
  terms: DynamicTerms,
  components: TariffComponents,
  { spotEurPerKwh, tax }: { spotEurPerKwh: Float64Array; tax: BlockTax },
): Prices => {
  const { taxesIncluded, feedInEurPerKwh: fixedEurPerKwh, netting } = terms
  const { feesEurPerKwh, vatFraction, markUpEurPerKwh, feedInVatFraction, feedInFeeEurPerKwh } = components
  const taxEurPerKwh = tax.inPriceEurPerKwh / (1 + vatFraction)
  const nettingEurPerKwh = netting ? tax.inPriceEurPerKwh : 0
  const { gridFee, levy } = taxesIncluded ? feesByKind(components) : { gridFee: 0, levy: 0 }
  const vat = 1 + vatFraction
  const amounts: DynamicAmounts = {
    marginal: { taxEurPerKwh, feesEurPerKwh, vatFraction, markUpEurPerKwh },
    ...{ taxesIncluded, fixedEurPerKwh, feedInVatFraction, feedInFeeEurPerKwh, nettingEurPerKwh },
    gridFeeEurPerKwh: gridFee * vat,
    levyEurPerKwh: tax.inPriceEurPerKwh + levy * vat,
  }
  const make = () => makeDynamicHours(spotEurPerKwh, amounts)
  const { buyEurPerKwh, sellEurPerKwh, ...rest } = dynamicHours([spotEurPerKwh], JSON.stringify(amounts), make)
  const shared = { buyEurPerKwh: sharedHours(buyEurPerKwh), sellEurPerKwh: sharedHours(sellEurPerKwh) }
  return { ...shared, ...rest, nettingEurPerKwh, tax }
}

/**
 * Prices of a tariff over the year. Dynamic: the day-ahead market's, with tax, VAT and mark-up unless taxesIncluded is
 * false; feed-in at spot − fee, or the fixed price given. Flat: as given, or with tax and VAT added when taxesIncluded
 * is false; feed-in at the price given, or at half the bare price. Netting raises the netted part of the feed-in to the
 * purchase price of a flat tariff, and by the energy tax with its VAT of a dynamic one. Custom: custom/year.ts. Throws
 * InvalidInput naming the field when a flat feed-in price lies above the purchase price.
 */
export const tariffYear = (terms: TariffTerms, site: TariffSite): TariffYear => {
  const { batteryCredit } = terms
  const year = terms.type === "custom" && terms.grid?.orElse ? withOrElse(terms, site) : pricedYear(terms, site)
  return batteryCredit ? { ...year, batteryCredit } : year
}

/** A custom tariff with two charges of the grid: prices of the charges that the site names, and the other charges. */
const withOrElse = (terms: CustomTerms, site: TariffSite): TariffYear => {
  const { orElse, ...listed } = terms.grid!
  const { usesOrElse = false } = site
  const [listedYear, orElseYear] = [listed, orElse!].map(grid => customYear({ ...terms, grid }, site)) as [
    TariffYear,
    TariffYear,
  ]
  const [used, other] = usesOrElse ? [orElseYear, listedYear] : [listedYear, orElseYear]
  const { buyEurPerKwh, demand, fixedCostEurPerMonth = 0, parts } = other
  const charges = { buyEurPerKwh, demand, fixedCostEurPerMonth, ...(parts ? { parts } : {}) }
  return { ...used, otherCharges: { ...charges, isOrElse: !usesOrElse } }
}

const pricedYear = (terms: TariffTerms, site: TariffSite): TariffYear => {
  switch (terms.type) {
    case "flat":
      return flatYear(terms, site)
    case "dynamic":
      return dynamicYear(terms, site)
    case "custom":
      return customYear(terms, site)
  }
}

const feedInGrowthOf = ({ feedInGrowth }: FlatTerms | DynamicTerms): Pick<TariffYear, "feedInGrowth"> =>
  feedInGrowth === undefined ? {} : { feedInGrowth }

const flatYear = (terms: FlatTerms, site: TariffSite): TariffYear => {
  const components = componentsOf(site)
  const { componentsYear } = components
  const isBareWanted = terms.feedInEurPerKwh === undefined
  const used = usedOf(components, {
    energyTax: isBareWanted || !terms.taxesIncluded,
    levy: isBareWanted && terms.taxesIncluded,
    gridFee: isBareWanted && terms.taxesIncluded,
    vat: isBareWanted || !terms.taxesIncluded,
    feedInShareOfBarePrice: isBareWanted,
  })
  return {
    type: "flat",
    isVaried: false,
    demand: [],
    ...flatPrices(terms, components, site),
    ...feedInGrowthOf(terms),
    filledHours: 0,
    priceYear: site.priceYear ?? newestPriceYear(site, site.imported),
    componentsYear,
    ...shown(components),
    components: used,
    notes: componentNotes(used, { ...site, year: componentsYear }),
  }
}

const dynamicYear = (terms: DynamicTerms, site: TariffSite): TariffYear => {
  const spot = dayAheadYear(site, site.priceYear ?? terms.priceYear, site.imported)
  const components = componentsOf(site)
  const { componentsYear } = components
  const spotEurPerKwh = marketPrices(spot, { year: site.calendarYear ?? spot.year, steps: site.steps })
  const tax = terms.taxesIncluded ? blockTaxOf(components, site) : NO_BLOCK_TAX
  const prices = dynamicPrices(terms, components, { spotEurPerKwh, tax })
  const used = usedOf(components, {
    energyTax: terms.taxesIncluded,
    levy: terms.taxesIncluded,
    gridFee: terms.taxesIncluded,
    vat: true,
    markUp: true,
    feedInFee: terms.feedInEurPerKwh === undefined,
  })
  const lowered = note("feed-in-lowered", { hours: prices.cappedHours, hasNetting: terms.netting === true })
  return {
    type: "dynamic",
    isVaried: true,
    demand: [],
    ...prices,
    ...feedInGrowthOf(terms),
    filledHours: spot.filledHours,
    priceYear: spot.year,
    componentsYear,
    ...shown(components),
    components: used,
    notes: [
      ...spot.notes,
      ...componentNotes(used, { ...site, year: componentsYear }),
      ...(prices.cappedHours > 0 ? [lowered] : []),
    ],
  }
}
