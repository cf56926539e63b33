import { InvalidInput } from "../../../base/errors.ts"
import type { Path } from "../../../base/validation/path.ts"
import { violation } from "../../../base/validation/violation.ts"
import { type LocalCalendar, localCalendar } from "../../../site/localCalendar.ts"
import { HOURS_PER_YEAR } from "../../../site/year.ts"
import { componentNotes, type TariffComponents } from "../components.ts"
import { countedFeedIn, countedFeedInNotes } from "../countedFeedIn.ts"
import { type DayAheadYear, dayAheadYear, marketPrices, newestPriceYear, onCalendar } from "../dayAhead.ts"
import { needsMarket, netsTax } from "../followsMarket.ts"
import { highestPay } from "../payBySize.ts"
import { payAlong, volumeBlocks } from "../payByVolume.ts"
import { type Netting, type PriceParts, priceParts } from "../priceParts.ts"
import type { PriceSeries } from "../priceSeries.ts"
import { blockTaxOf, componentsOf, feesByKind, usedOf } from "../siteComponents.ts"
import { type BlockTax, NO_BLOCK_TAX } from "../taxBlocks.ts"
import type { CustomTerms, TariffSite, TariffYear } from "../terms.ts"
import { demandSets } from "./demand.ts"
import type { EnergyPrice } from "./schema.ts"
import { valueOfSteps } from "./windows.ts"

/** Clock of sites without a clock of their own. */
const CENTRAL_EUROPE = { zone: "Europe/Amsterdam", standardOffsetHours: 1 }

/** Inputs of prices in steps. */
interface Material {
  /** Steps per hour. */
  steps: number
  calendar: LocalCalendar
  calendarYear: number
  series: ReadonlyMap<string, PriceSeries>
  /** Day-ahead prices of each step; absent if no price needs them. */
  spotEurPerKwh: Float64Array | undefined
}

/** An energy price in each step [EUR/kWh]. */
const energyHours = (energy: EnergyPrice, path: Path, material: Material): Float64Array => {
  const { calendar, calendarYear, spotEurPerKwh, series, steps } = material
  if (typeof energy === "number") return new Float64Array(HOURS_PER_YEAR * steps).fill(energy)
  if (Array.isArray(energy))
    return valueOfSteps(energy, calendar, { read: ({ eurPerKwh }) => eurPerKwh, otherwise: 0, steps })
  if (energy !== "dayAhead") {
    const named = series.get(energy.series)
    if (!named) throw new InvalidInput([violation([...path, "series"], "price-series-deleted")])
    return onCalendar(named.eurPerKwh, named.year, { year: calendarYear, steps })
  }
  if (!spotEurPerKwh) throw new RangeError("a tariff of the day-ahead market needs its prices")
  return spotEurPerKwh
}

/** Taxes on top of an untaxed purchase price. */
interface Taxes {
  /** Levies and the country's grid fees without VAT [EUR/kWh]; 0 for an all-in price. */
  feesEurPerKwh: number
  vatFraction: number
  tax: BlockTax
}

const taxesOf = ({ buy, grid }: CustomTerms, components: TariffComponents, site: TariffSite): Taxes => {
  if (!buy.taxed) return { feesEurPerKwh: 0, vatFraction: 0, tax: NO_BLOCK_TAX }
  const isCharged = (component: string) =>
    component === "levy" || (component === "gridFee" && grid?.buyEurPerKwh === undefined)
  const fees = components.listed.filter(({ component }) => isCharged(component))
  return {
    feesEurPerKwh: fees.reduce((sum, { value }) => sum + value, 0),
    vatFraction: components.vatFraction,
    tax: blockTaxOf(components, site),
  }
}

/** Grid fees of the contract in each hour; undefined if it names none [EUR/kWh]. */
const gridFeeHours = ({ grid }: CustomTerms, material: Material): Float64Array | undefined =>
  grid?.buyEurPerKwh && energyHours(grid.buyEurPerKwh, ["tariff", "grid", "buyEurPerKwh"], material)

/** The country's grid fees count if the contract names none; an all-in price has no separate tax. */
const partsOf = (
  terms: CustomTerms,
  { gridFee, taxes, components }: { gridFee: Float64Array | undefined; taxes: Taxes; components: TariffComponents },
  netting: Netting,
): PriceParts => {
  const { gridFee: ofCountry, levy } = terms.buy.taxed ? feesByKind(components) : { gridFee: 0, levy: 0 }
  const vat = 1 + taxes.vatFraction
  const feeEurPerKwh = gridFee ? gridFee.map(eur => eur * vat) : ofCountry * vat
  return priceParts(feeEurPerKwh, taxes.tax.inPriceEurPerKwh + levy * vat, netting)
}

const purchaseHours = (
  { buy }: CustomTerms,
  material: Material,
  taxes: Taxes,
  gridFee: Float64Array | undefined,
): Float64Array => {
  const { energy, timesFraction = 1, plusEurPerKwh = 0 } = buy
  const { feesEurPerKwh, vatFraction, tax } = taxes
  return energyHours(energy, ["tariff", "buy", "energy"], material).map((price, hour) => {
    const untaxed = price * timesFraction + plusEurPerKwh + (gridFee?.[hour] ?? 0) + feesEurPerKwh
    return untaxed * (1 + vatFraction) + tax.inPriceEurPerKwh
  })
}

/** Pay by volume along a line. */
const volumePayOf = (
  { sell: { byVolume } }: Pick<CustomTerms, "sell">,
  line: TariffSite["volumeLine"],
): Pick<TariffYear, "volumePay"> => (byVolume ? { volumePay: payAlong(volumeBlocks(byVolume), line) } : {})

const NO_PANELS = [0, 0] as const

const feedInHours = (
  { sell }: CustomTerms,
  material: Material,
  { panelsKwp = NO_PANELS, volumeLine }: Pick<TariffSite, "panelsKwp" | "volumeLine">,
): Float64Array => {
  const ofVolume = volumePayOf({ sell }, volumeLine).volumePay?.inPriceEurPerKwh ?? 0
  const { energy, timesFraction = 1, feeEurPerKwh = 0, bySize } = sell
  const deductedEurPerKwh = bySize ? feeEurPerKwh - highestPay(bySize, ...panelsKwp) : feeEurPerKwh
  const { floorEurPerKwh = Number.NEGATIVE_INFINITY, stopsAtNegativePrices = false } = sell
  return energyHours(energy, ["tariff", "sell", "energy"], material).map((price, hour) => {
    if (stopsAtNegativePrices && material.spotEurPerKwh![hour]! < 0) return 0
    return Math.max(floorEurPerKwh, price * timesFraction - deductedEurPerKwh) + ofVolume
  })
}

/**
 * Refund of netting per kWh. For a tariff that follows the market or a series it is the energy tax with VAT. Otherwise
 * it is the smallest hourly difference of purchase and feed-in price, at least 0.
 */
const nettingCredit = (
  terms: CustomTerms,
  { tax }: Taxes,
  { buy, sell }: { buy: Float64Array; sell: Float64Array },
): number => {
  if (!terms.netting) return 0
  if (netsTax(terms)) return tax.inPriceEurPerKwh
  return Math.max(
    0,
    buy.reduce((least, price, hour) => Math.min(least, price - sell[hour]!), Number.POSITIVE_INFINITY),
  )
}

const isVaried = (hours: Float64Array): boolean => hours.some(price => price !== hours[0])

const marketOf = (terms: CustomTerms, site: TariffSite): DayAheadYear | undefined =>
  needsMarket(terms)
    ? dayAheadYear(
        { ...site, ...(terms.zone ? { zone: terms.zone } : {}) },
        site.priceYear ?? terms.priceYear,
        site.imported,
      )
    : undefined

const usedComponents = ({ buy, grid }: CustomTerms, components: TariffComponents) =>
  usedOf(components, {
    energyTax: buy.taxed,
    levy: buy.taxed,
    gridFee: buy.taxed && grid?.buyEurPerKwh === undefined,
    vat: buy.taxed,
  })

const settlementOf = (
  { sell: { settlement } }: CustomTerms,
  { gridFeeEurPerKwh }: PriceParts,
): Pick<TariffYear, "settlement"> => {
  if (!settlement) return {}
  const { carryOverMonths = 0, refundFraction = 0 } = settlement
  return { settlement: { carryOverMonths, refundFraction, gridFeeEurPerKwh } }
}

/**
 * Prices and charges of a custom tariff over the year (docs/tariffs.md). Purchase: energy · timesFraction +
 * plusEurPerKwh + the grid fee of the hour's window, with the country's levies, energy tax and VAT if taxed. Feed-in:
 * energy · timesFraction − fee, at least the floor, and nothing at negative market prices if it stops there. The pay
 * by volume is added along a line of the site.
 */
export const customYear = (terms: CustomTerms, site: TariffSite): TariffYear => {
  const market = marketOf(terms, site)
  const priceYear = market?.year ?? site.priceYear ?? terms.priceYear ?? newestPriceYear(site, site.imported)
  const calendarYear = site.calendarYear ?? priceYear
  const { steps = 1 } = site
  const material: Material = {
    steps,
    calendarYear,
    series: site.series ?? new Map(),
    calendar: localCalendar({ ...CENTRAL_EUROPE, ...site.clock, country: site.country }, calendarYear, site.holidaysOf),
    spotEurPerKwh: market && marketPrices(market, { year: calendarYear, steps }),
  }
  const components = componentsOf(site)
  const { componentsYear } = components
  const taxes = taxesOf(terms, components, site)
  const gridFee = gridFeeHours(terms, material)
  const buyEurPerKwh = purchaseHours(terms, material, taxes, gridFee)
  const offered = feedInHours(terms, material, site)
  const nettingEurPerKwh = nettingCredit(terms, taxes, { buy: buyEurPerKwh, sell: offered })
  const feedIn = countedFeedIn(buyEurPerKwh, offered, nettingEurPerKwh)
  const used = usedComponents(terms, components)
  const { length } = buyEurPerKwh
  const parts = partsOf(terms, { gridFee, taxes, components }, { nettingEurPerKwh, length })
  return {
    type: "custom",
    ...settlementOf(terms, parts),
    ...volumePayOf(terms, site.volumeLine),
    isVaried: isVaried(buyEurPerKwh) || isVaried(feedIn.sellEurPerKwh),
    demand: demandSets(terms.grid?.demand ?? [], material.calendar, material.steps),
    fixedCostEurPerMonth: terms.grid?.fixedEurPerMonth ?? 0,
    ...{ buyEurPerKwh, nettingEurPerKwh, ...feedIn },
    parts,
    ...(terms.buy.growthFraction === undefined ? {} : { buyGrowth: terms.buy.growthFraction }),
    ...(terms.sell.growthFraction === undefined ? {} : { feedInGrowth: terms.sell.growthFraction }),
    ...(terms.sell.bySize ? { hasPayBySize: true } : {}),
    tax: taxes.tax,
    filledHours: market?.filledHours ?? 0,
    priceYear,
    componentsYear,
    taxEurPerKwh: terms.buy.taxed ? components.taxEurPerKwh : 0,
    feesEurPerKwh: taxes.feesEurPerKwh,
    vatFraction: taxes.vatFraction,
    markUpEurPerKwh: terms.buy.plusEurPerKwh ?? 0,
    feedInFeeEurPerKwh: terms.sell.feeEurPerKwh ?? 0,
    components: used,
    notes: [
      ...(market?.notes ?? []),
      ...componentNotes(used, { ...site, year: componentsYear }),
      ...countedFeedInNotes({ ...feedIn, nettingEurPerKwh }),
    ],
  }
}
