import type { Note } from "../../base/note.ts"
import type { Site } from "../../site/geo/site.ts"
import type { HolidayPlace } from "../../site/publicHolidays.ts"
import type { Customer, TariffComponent } from "./components.ts"
import type { CustomBuy, CustomGrid, CustomSell } from "./custom/schema.ts"
import type { PricePlace, PriceYear, Zone } from "./dayAhead.ts"
import type { DemandSet } from "./demandSets.ts"
import type { OwnTerms } from "./ownTerms.ts"
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
}

interface CommonTerms {
  feedInEurPerKwh?: number
  taxesIncluded: boolean
  /** True if export counts against import over the year. */
  netting?: boolean
}

/** Place and time of a tariff. */
export interface TariffSite extends PricePlace {
  /** Baseline import [kWh]. */
  yearlyImportKwh: number
  /** Import of the year whose tax block prices hold the rate of [kWh]; yearlyImportKwh when absent. */
  taxedKwh?: number
  /** A household when absent. */
  customer?: Customer
  /** Taxes and terms in place of the country's. */
  own?: OwnTerms
  /** Year of the market prices; the newest whole one when absent. */
  priceYear?: number
  /** Year of taxes, fees and supplier's terms; the newest known when absent. */
  componentsYear?: number
  /** Calendar the prices are laid on by month, weekday and hour; the price year's own when absent. */
  calendarYear?: number
  /** Price years that an operator brought. */
  imported?: readonly PriceYear[]
  /** Price series that a custom tariff names, by their ids. */
  series?: ReadonlyMap<string, PriceSeries>
  /** Whose public holidays windows of a custom tariff name; the country's when absent. */
  holidaysOf?: HolidayPlace
  /** Whose clocks windows of a custom tariff go by; Central European ones when absent. */
  clock?: Pick<Site, "zone" | "standardOffsetHours">
}

/** Purchase and feed-in price of each hour of the site's standard time, and their origin. */
export interface TariffYear {
  type: TariffTerms["type"]
  /** True if the purchase or the feed-in price changes within the year. */
  isVaried: boolean
  /** 8760 h, EUR/kWh. */
  buyEurPerKwh: Float64Array
  /** Feed-in price, without netting: 8760 h, EUR/kWh. */
  sellEurPerKwh: Float64Array
  /**
   * Part that the choice and the operation of a plant count: in no hour more than the purchase price less
   * nettingEurPerKwh. Absent: the whole price, which is within that bound.
   */
  countedEurPerKwh?: Float64Array
  /** Credit for each kWh of the smaller of the year's import and export [EUR/kWh]; 0 without netting. */
  nettingEurPerKwh: number
  /** Parts of the purchase prices apart from energy; absent: unknown. */
  parts?: PriceParts
  /** Demand charges of a custom tariff; other notices are an assumption. */
  demand: readonly DemandSet[]
  /** Fixed costs of a custom tariff [EUR]; absent: the values of the assumptions. */
  fixedCostEurPerMonth?: number
  /** Growth of what feed-in earns, a fraction a year; absent: the growth of electricity prices. */
  feedInGrowth?: number
  /** Hours in which the contract offers more for feed-in than that. */
  cappedHours: number
  /** Hours whose market price was missing and filled. */
  filledHours: number
  /** Year of the market prices. */
  priceYear: number
  /** Year that taxes, fees and supplier's terms were looked up for. */
  componentsYear: number
  /** Energy tax by blocks, and its rate in buyEurPerKwh. */
  tax: BlockTax
  /** Energy tax without VAT, the mean over the baseline import. */
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
