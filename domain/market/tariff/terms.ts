import type { Note } from "../../base/note.ts"
import type { Site } from "../../site/geo/site.ts"
import type { HolidayPlace } from "../../site/publicHolidays.ts"
import type { Customer } from "./componentKinds.ts"
import type { TariffComponent } from "./components.ts"
import type { BatteryCredit, CustomBuy, CustomGrid, CustomSell } from "./custom/schema.ts"
import type { PricePlace, PriceYear, Zone } from "./dayAhead.ts"
import type { DemandSet } from "./demandSets.ts"
import type { OwnTerms } from "./ownTerms.ts"
import type { VolumeLine } from "./payByVolume.ts"
import type { PriceParts } from "./priceParts.ts"
import type { PriceSeries } from "./priceSeries.ts"
import type { BlockTax } from "./taxBlocks.ts"

/** A validated tariff: one price or the day-ahead market's (document 1), or a contract as data. */
export type TariffTerms = FlatTerms | DynamicTerms | CustomTerms

export interface FlatTerms extends CommonTerms {
  type: "flat"
  flatEurPerKwh: number
}

export interface DynamicTerms extends CommonTerms {
  type: "dynamic"
  /** Year of the market prices; absent: the service's. */
  priceYear?: number
}

/** A contract as data (custom/schema.ts). */
export interface CustomTerms {
  type: "custom"
  /** Year of the day-ahead prices; absent: the site's. */
  zone?: Zone
  /** Year of the market prices; absent: the service's. */
  priceYear?: number
  buy: CustomBuy
  sell: CustomSell
  grid?: CustomGrid
  /** True if export counts against import over the year. */
  netting?: boolean
  /** Credit for an installed battery. */
  batteryCredit?: BatteryCredit
}

interface CommonTerms {
  feedInEurPerKwh?: number
  /** Growth of feedInEurPerKwh, a fraction per year; absent: the growth of electricity prices. */
  feedInGrowth?: number
  /** Last calendar year of feedInEurPerKwh; absent: it does not end. */
  feedInUntil?: number
  taxesIncluded: boolean
  /** True if export counts against import over the year. */
  netting?: boolean
  /** Credit for an installed battery. */
  batteryCredit?: BatteryCredit
}

/** Place and time of a tariff. */
export interface TariffSite extends PricePlace {
  /** Baseline import [kWh]. */
  yearlyImportKwh: number
  /** Import that determines the tax block of the rate in the prices [kWh]; absent: yearlyImportKwh. */
  taxedKwh?: number
  /** Kind of customer; absent: a household. */
  customer?: Customer
  /** Country pack of taxes and supplier's terms; absent: as in versions before packs. */
  pack?: string
  /** Taxes and terms in place of the country's. */
  own?: OwnTerms
  /** Year of the market prices; absent: the newest whole year. */
  priceYear?: number
  /** Year of taxes, fees and supplier's terms; absent: the newest known year. */
  componentsYear?: number
  /** Calendar year onto which prices are mapped by month, weekday and hour; absent: the price year's own. */
  calendarYear?: number
  /** Price years of an operator. */
  imported?: readonly PriceYear[]
  /** Price series of custom tariffs, by id. */
  series?: ReadonlyMap<string, PriceSeries>
  /** True if prices and demand charges follow `grid.orElse`. */
  usesOrElse?: boolean
  /** Range of the peak power of all panels, whose highest pay by size counts [kWp]; absent: no panels. */
  panelsKwp?: readonly [least: number, most: number]
  /** Line whose pay by volume the feed-in prices include; absent: the pay of the first block. */
  volumeLine?: VolumeLine
  /** Country of the public holidays in a custom tariff's windows; absent: the site's country. */
  holidaysOf?: HolidayPlace
  /** Steps per hour of the prices, 1 or 4; absent: 1. */
  steps?: number
  /** Clock of a custom tariff's windows; absent: Central European. */
  clock?: Pick<Site, "zone" | "standardOffsetHours">
}

/** Monthly settlement of feed-in in money. */
export interface Settlement {
  /** Months after which the rest of a month's pay ends. */
  carryOverMonths: number
  /** Part of this rest that is paid. */
  refundFraction: number
  /** Grid fee within the purchase prices, which pay cannot be set off against, in each step [EUR/kWh]. */
  gridFeeEurPerKwh: Float64Array
}

/** Charges of the grid, with the purchase prices that include its fee. */
export interface OtherCharges extends Pick<TariffYear, "buyEurPerKwh" | "demand" | "fixedCostEurPerMonth" | "parts"> {
  /** True for the charges of `grid.orElse`. */
  isOrElse: boolean
}

/** Purchase and feed-in price of each step of the site's standard time, and their origin. */
export interface TariffYear {
  type: TariffTerms["type"]
  /** True if the purchase or the feed-in price changes within the year. */
  isVaried: boolean
  /** Purchase price of each step [EUR/kWh]. */
  buyEurPerKwh: Float64Array
  /** Feed-in price of each step, without netting [EUR/kWh]. */
  sellEurPerKwh: Float64Array
  /**
   * Part of the feed-in price that counts for the choice and operation of a plant: at most the purchase price less
   * nettingEurPerKwh. Absent: the whole price, which is within that bound.
   */
  countedEurPerKwh?: Float64Array
  /** Credit for each kWh of the smaller of the year's import and export [EUR/kWh]; 0 without netting. */
  nettingEurPerKwh: number
  /** Parts of the purchase prices apart from energy; absent: unknown. */
  parts?: PriceParts
  /** Demand charges of a custom tariff; for other tariffs the demand charge is an assumption. */
  demand: readonly DemandSet[]
  /** Fixed costs of a custom tariff [EUR]; absent: the values of the assumptions. */
  fixedCostEurPerMonth?: number
  /** Yearly credit for an installed battery, at the prices of the first year; absent: none. */
  batteryCredit?: Omit<BatteryCredit, "until">
  /** Monthly settlement of feed-in in money; absent: every kWh is paid. */
  settlement?: Settlement
  /** Other charges of the grid: a year is billed under the lower of the two; absent: none. */
  otherCharges?: OtherCharges
  /** Feed-in pay by the volume of the year, and its rate in sellEurPerKwh; absent: none. */
  volumePay?: BlockTax
  /** True if the feed-in price depends on the peak power of all panels; it is of the site's `panelsKwp`. */
  hasPayBySize?: boolean
  /** Growth of the energy part of the purchase price, a fraction per year; absent: the assumption. */
  buyGrowth?: number
  /** Growth of the feed-in price, a fraction per year; absent: the growth of electricity prices. */
  feedInGrowth?: number
  /** Number of hours whose feed-in price exceeds its counted part. */
  cappedHours: number
  /** Hours whose market price was missing and filled. */
  filledHours: number
  /** Year of the market prices. */
  priceYear: number
  /** Year of the taxes, fees and supplier's terms. */
  componentsYear: number
  /** Energy tax by blocks, and its rate in buyEurPerKwh. */
  tax: BlockTax
  /** Energy tax without VAT, the mean over the baseline import. */
  taxEurPerKwh: number
  feesEurPerKwh: number
  vatFraction: number
  markUpEurPerKwh: number
  feedInFeeEurPerKwh: number
  /** Components of the prices. */
  components: TariffComponent[]
  /** Notes for the report. */
  notes: Note[]
}
