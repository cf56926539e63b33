import { InvalidInput } from "../../errors.ts"
import { type Note, note } from "../../notes/note.ts"
import { HOURS_PER_YEAR } from "../../site/year.ts"
import { violation } from "../../validation/violation.ts"
import {
  type ComponentKind,
  type Customer,
  componentNotes,
  NEWEST_TAX_YEAR,
  type TariffComponent,
  type TariffComponents,
  tariffComponents,
} from "./components.ts"
import { dayAheadYear, newestPriceYear, onCalendar, type PricePlace, type PriceYear } from "./dayAhead.ts"
import { type OwnTerms, withOwnTerms } from "./ownTerms.ts"
import { type BlockTax, blockOf, NO_BLOCK_TAX } from "./taxBlocks.ts"

/** A validated tariff (document 1): one price, or the day-ahead market's. */
export type TariffTerms = FlatTerms | DynamicTerms

export interface FlatTerms extends CommonTerms {
  type: "flat"
  flatEurPerKwh: number
}

export interface DynamicTerms extends CommonTerms {
  type: "dynamic"
  /** Year of the market prices; absent: the service's. */
  priceYear?: number
}

interface CommonTerms {
  feedInEurPerKwh?: number
  taxesIncluded: boolean
  /** Whether export counts against import over the year. */
  netting?: boolean
}

/** Where and when a tariff applies. */
export interface TariffSite extends PricePlace {
  /** Import of the site as it is [kWh]. */
  yearlyImportKwh: number
  /** Import of the year whose tax block prices hold the rate of [kWh]; yearlyImportKwh when absent. */
  taxedKwh?: number
  /** A household when absent. */
  customer?: Customer
  /** Taxes and terms in place of those of the country. */
  own?: OwnTerms
  /** Year of the market prices; the newest whole one when absent. */
  priceYear?: number
  /** Year of taxes, fees and supplier's terms; the newest known when absent. */
  componentsYear?: number
  /** Calendar the prices are laid on by month, weekday and hour; the price year's own when absent. */
  calendarYear?: number
  /** Price years that an operator brought. */
  imported?: readonly PriceYear[]
}

/** What a kWh costs and earns in each hour of the site's standard time, and how that came about. */
export interface TariffYear {
  type: "flat" | "dynamic"
  /** 8760 h, EUR/kWh. */
  buyEurPerKwh: Float64Array
  /** 8760 h, EUR/kWh, never above the purchase price of the hour less nettingEurPerKwh. */
  sellEurPerKwh: Float64Array
  /** Credit for each kWh of the smaller of the year's import and export [EUR/kWh]; 0 without netting. */
  nettingEurPerKwh: number
  /** Hours whose feed-in price was lowered to that. */
  cappedHours: number
  /** Hours whose market price was missing and filled. */
  filledHours: number
  /** Year of the market prices. */
  priceYear: number
  /** Year that taxes, fees and supplier's terms were looked up for. */
  componentsYear: number
  /** Energy tax by blocks, and the rate of it that buyEurPerKwh holds. */
  tax: BlockTax
  /** Energy tax without VAT, the mean over the import of the site as it is. */
  taxEurPerKwh: number
  feesEurPerKwh: number
  vatFraction: number
  markUpEurPerKwh: number
  feedInFeeEurPerKwh: number
  /** The components that the prices are made of. */
  components: TariffComponent[]
  /** For the report. */
  notes: Note[]
}

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

type Prices = Pick<TariffYear, "buyEurPerKwh" | "sellEurPerKwh" | "nettingEurPerKwh" | "cappedHours" | "tax">

/** The components of a site for who buys there: a business gets its VAT back, so that its prices hold none. */
const componentsOf = (site: TariffSite): TariffComponents & { componentsYear: number } => {
  const componentsYear = site.componentsYear ?? NEWEST_TAX_YEAR
  const found = tariffComponents({ ...site, year: componentsYear })
  const components = { ...withOwnTerms(found, site.own ?? {}, { ...site, year: componentsYear }), componentsYear }
  if (site.customer !== "business") return components
  const markUpEurPerKwh = components.markUpEurPerKwh / (1 + components.vatFraction)
  const listed = components.listed.flatMap(listing => businessTerm(listing, components.vatFraction))
  return { ...components, vatFraction: 0, feedInVatFraction: 0, markUpEurPerKwh, listed }
}

const businessTerm = (listing: TariffComponent, vatFraction: number): TariffComponent[] => {
  if (listing.component === "vat") return []
  if (listing.component !== "markUp") return [listing]
  return [{ ...listing, value: listing.value / (1 + vatFraction), unit: "EUR/kWh excluding VAT" }]
}

/** Energy tax with VAT, and the rate of the block that the taxed import ends in. */
const blockTaxOf = ({ taxBlocks, vatFraction }: TariffComponents, site: TariffSite): BlockTax => {
  const blocks = taxBlocks.map(block => ({ ...block, eurPerKwh: block.eurPerKwh * (1 + vatFraction) }))
  const block = blockOf(blocks, site.taxedKwh ?? site.yearlyImportKwh)
  return block ? { blocks, inPriceEurPerKwh: block.eurPerKwh, inPriceFromKwh: block.fromKwh } : NO_BLOCK_TAX
}

const flatPrices = (terms: FlatTerms, components: TariffComponents, site: TariffSite): Prices => {
  const { taxEurPerKwh, feesEurPerKwh, vatFraction, feedInVatFraction, feedInShareOfBarePrice } = components
  const given = terms.flatEurPerKwh
  const tax = terms.taxesIncluded ? NO_BLOCK_TAX : blockTaxOf(components, site)
  const buy = terms.taxesIncluded ? given : given * (1 + vatFraction) + tax.inPriceEurPerKwh
  const feesInPrice = terms.taxesIncluded ? feesEurPerKwh : 0
  const taxInPrice = terms.taxesIncluded ? taxEurPerKwh : tax.inPriceEurPerKwh / (1 + vatFraction)
  const bare = Math.max(0, buy / (1 + vatFraction) - taxInPrice - feesInPrice)
  const sell = terms.feedInEurPerKwh ?? Math.min(buy, feedInShareOfBarePrice * bare * (1 + feedInVatFraction))
  if (sell > buy) {
    const priceEurPerKwh = Number(buy.toPrecision(6))
    throw new InvalidInput([violation(["tariff", "feedInEurPerKwh"], "feed-in-above-price", { priceEurPerKwh })])
  }
  const everyHour = (price: number) => new Float64Array(HOURS_PER_YEAR).fill(price)
  const nettingEurPerKwh = terms.netting ? buy - sell : 0
  return { buyEurPerKwh: everyHour(buy), sellEurPerKwh: everyHour(sell), nettingEurPerKwh, cappedHours: 0, tax }
}

const dynamicPrices = (
  terms: DynamicTerms,
  components: TariffComponents,
  { spotEurPerKwh, tax }: { spotEurPerKwh: Float64Array; tax: BlockTax },
): Prices => {
  const marginal = { ...components, taxEurPerKwh: tax.inPriceEurPerKwh / (1 + components.vatFraction) }
  const buyEurPerKwh = new Float64Array(HOURS_PER_YEAR)
  const sellEurPerKwh = new Float64Array(HOURS_PER_YEAR)
  const nettingEurPerKwh = terms.netting ? tax.inPriceEurPerKwh : 0
  let cappedHours = 0
  for (let hour = 0; hour < HOURS_PER_YEAR; hour++) {
    const spot = spotEurPerKwh[hour]!
    const buy = dynamicPurchasePrice(spot, marginal, terms.taxesIncluded)
    const sell = terms.feedInEurPerKwh ?? spot * (1 + components.feedInVatFraction) - components.feedInFeeEurPerKwh
    buyEurPerKwh[hour] = buy
    const most = buy - nettingEurPerKwh
    sellEurPerKwh[hour] = Math.min(sell, most)
    if (sell > most) cappedHours++
  }
  return { buyEurPerKwh, sellEurPerKwh, nettingEurPerKwh, cappedHours, tax }
}

/**
 * Prices of a tariff over the year. Dynamic: the day-ahead market's, with tax, VAT and mark-up unless taxesIncluded is
 * false; feed-in at spot − fee, or the fixed price given. Flat: as given, or with tax and VAT added when taxesIncluded is
 * false; feed-in at the price given, or at half the bare price. Netting raises the netted part of the feed-in to the
 * purchase price of a flat tariff, and by the energy tax with its VAT of a dynamic one.
 * Throws InvalidInput naming the field when a flat feed-in price lies above the purchase price.
 */
export const tariffYear = (terms: TariffTerms, site: TariffSite): TariffYear =>
  terms.type === "flat" ? flatYear(terms, site) : dynamicYear(terms, site)

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
    ...flatPrices(terms, components, site),
    filledHours: 0,
    priceYear: site.priceYear ?? newestPriceYear(site, site.imported),
    componentsYear,
    ...shown(components),
    components: used,
    notes: componentNotes(used, { country: site.country, year: componentsYear }),
  }
}

const dynamicYear = (terms: DynamicTerms, site: TariffSite): TariffYear => {
  const spot = dayAheadYear(site, site.priceYear ?? terms.priceYear, site.imported)
  const components = componentsOf(site)
  const { componentsYear } = components
  const spotEurPerKwh = onCalendar(spot.eurPerKwh, spot.year, site.calendarYear ?? spot.year)
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
    ...prices,
    filledHours: spot.filledHours,
    priceYear: spot.year,
    componentsYear,
    ...shown(components),
    components: used,
    notes: [
      ...spot.notes,
      ...componentNotes(used, { country: site.country, year: componentsYear }),
      ...(prices.cappedHours > 0 ? [lowered] : []),
    ],
  }
}

const usedOf = ({ listed }: TariffComponents, use: Partial<Record<ComponentKind, boolean>>): TariffComponent[] =>
  listed.filter(({ component }) => use[component])

const shown = ({
  taxEurPerKwh,
  feesEurPerKwh,
  vatFraction,
  markUpEurPerKwh,
  feedInFeeEurPerKwh,
}: TariffComponents) => ({ taxEurPerKwh, feesEurPerKwh, vatFraction, markUpEurPerKwh, feedInFeeEurPerKwh })
