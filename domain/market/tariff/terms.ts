import type { Note } from "../../note.ts"
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
  /** Of the day-ahead prices; absent: the site's. */
  zone?: Zone
  /** Year of the market prices; absent: the service's. */
  priceYear?: number
  buy: CustomBuy
  sell: CustomSell
  grid?: CustomGrid
  /** Whether export counts against import over the year. */
  netting?: boolean
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
  /** Price series that a custom tariff names, by their ids. */
  series?: ReadonlyMap<string, PriceSeries>
  /** Whose public holidays windows of a custom tariff name; the country's when absent. */
  holidaysOf?: HolidayPlace
  /** Whose clocks windows of a custom tariff go by; Central European ones when absent. */
  clock?: Pick<Site, "zone" | "standardOffsetHours">
}

/** What a kWh costs and earns in each hour of the site's standard time, and how that came about. */
export interface TariffYear {
  type: TariffTerms["type"]
  /** Whether the purchase or the feed-in price changes within the year. */
  isVaried: boolean
  /** 8760 h, EUR/kWh. */
  buyEurPerKwh: Float64Array
  /** What feed-in earns, netting aside: 8760 h, EUR/kWh. */
  sellEurPerKwh: Float64Array
  /**
   * What the choice and the operation of a plant count of it: in no hour more than the purchase price less
   * nettingEurPerKwh. Absent: all of it, which is no more.
   */
  countedEurPerKwh?: Float64Array
  /** Credit for each kWh of the smaller of the year's import and export [EUR/kWh]; 0 without netting. */
  nettingEurPerKwh: number
  /** What of the purchase prices is not the energy itself; absent: nothing is known of it. */
  parts?: PriceParts
  /** Demand charges of a custom tariff; those of others are an assumption. */
  demand: readonly DemandSet[]
  /** Fixed costs of a custom tariff [EUR]; absent: those of the assumptions. */
  fixedCostEurPerMonth?: number
  /** Growth of what feed-in earns, a fraction a year; absent: that of electricity prices. */
  feedInGrowth?: number
  /** Hours in which the contract offers more for feed-in than that. */
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
