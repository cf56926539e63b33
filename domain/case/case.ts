import type { ControllerName, ControlOrigin } from "../base/controllers.ts"
import type { NonEmpty } from "../base/nonEmpty.ts"
import type { StoredNote } from "../base/note.ts"
import type { PhaseAmounts } from "../finance/lifecycle.ts"
import type { AssumptionOrigins, Assumptions } from "../market/assumptions.ts"
import type { PricedProduct } from "../market/batteryProduct.ts"
import type { HourlyLimits } from "../market/tariff/custom/limits.ts"
import type { TariffSite, TariffYear } from "../market/tariff/terms.ts"
import type { PanelModule } from "../request/panelModules.ts"
import type { ExistingPvInput, FilledRequest, NewPvInput } from "../request/request.ts"
import type { ScanInput } from "../request/scanInput.ts"
import type { Site } from "../site/geo/site.ts"
import type { StudioProfile } from "../site/profiles/studioProfileSchema.ts"
import type { CountryMean } from "../site/solar/countryMean.ts"
import type { ProductionSource } from "../site/solar/provider.ts"
import type { YearSunlight } from "../site/solar/yearlySunlight.ts"
import type { AlternativeTerms } from "./alternatives.ts"
import type { Heating } from "./heating.ts"
import type { SiteSun } from "./sunOrders.ts"

/** Existing panels with their production. */
export interface ExistingSystem {
  input: ExistingPvInput
  /** 8760 h, kWh, after system losses and inverter. */
  productionKwh: Float64Array
  /** Production of a year that shade takes, before the inverter; absent without shade. */
  shadeLossKwh?: number
}

/** Roof for new panels with the production of one panel. */
export interface CandidateRoof {
  input: NewPvInput
  /** 8760 h, kWh per panel, after system losses and inverter. */
  productionKwhPerPanel: Float64Array
  /** Production of one panel and year that shade takes, before the inverter; absent without shade. */
  shadeLossKwhPerPanel?: number
  /** Module of the panels; absent: no named module. */
  module?: PanelModule
  /** Roof with each allowed module; the roof itself has the first. Absent: no choice. */
  choices?: readonly CandidateRoof[]
}

/** Least and most panels of a roof. */
export interface PanelRange {
  minPanelCount: number
  maxPanelCount: number
}

/** Case of a scan: all data for sizing. Hourly series are in the site's standard time. */
export interface ScanCase {
  /** The request with its defaults: for the report. */
  request: FilledRequest
  /** The request in the form that the search uses. */
  input: ScanInput
  site: Site
  /** Gross load without overlap, 8760 h, kWh. */
  loadKwh: Float64Array
  /** True if the quarters of the load are modelled; absent: measured, or hours. */
  hasModelledQuarters?: true
  /** Purchase and feed-in of the same hours, beyond all flows of the case, 8760 h, kWh (overlap.ts); absent: none. */
  overlapKwh?: Float64Array | undefined
  /** Use of heat pumps that the load includes; absent without any. */
  heating?: Heating | undefined
  /** Export of the nearest load, if no load gives the metered export [kWh]. */
  nearestExportKwh?: number | undefined
  /** Measured years near the site; absent: looked up when needed. */
  sunlight?: readonly YearSunlight[] | undefined
  /** Orders of the days of the weather year. */
  sun: SiteSun
  /** Mean yield of plants in the site's country; null if unknown. */
  meanYield: CountryMean | null
  existing: ExistingSystem[]
  roofs: CandidateRoof[]
  /** Production within a studio profile without overlap, 8760 h, kWh; absent for inputMethod known. */
  profileProductionKwh?: Float64Array
  /** Profile as the report shows it; absent for inputMethod known. */
  studioProfile?: StudioProfile
  /** Existing production: existing systems and the profile's production, 8760 h, kWh. */
  existingProductionKwh: Float64Array
  /** Tariff of each phase in `input.phases`, at the price level of the first year. */
  tariffs: NonEmpty<TariffYear>
  /** Hourly limits of the tariff; absent: none. */
  limits?: HourlyLimits
  /** Place and time of the tariff's look-up. */
  tariffSite: TariffSite
  /** Calendar year of load and prices. */
  calendarYear: number
  assumptions: Assumptions
  /** Assumptions that the organization or the request set; absent: none. */
  assumptionOrigins?: AssumptionOrigins
  /** Numbers of panels of each roof that a part of the search allows; absent: as the request. */
  panelRanges?: readonly PanelRange[]
  /** Controller of the plant. */
  control: ControllerName
  /** Origin of the controller. */
  controlOrigin: ControlOrigin
  /** Battery products of the request with prices; absent: none. */
  products?: readonly PricedProduct[]
  /** Multiplier on the battery price of the request or the assumptions; absent: 1. */
  batteryCostFactor?: number
  /** Cases of the site under each compared contract; absent: none. */
  contracts?: readonly ContractCase[]
  /** Origin of the solar hours; null without panels. */
  solarSource: ProductionSource | null
  /** Notes for the report on substitutions and limits: prices of another country, a limited battery, a fallback. */
  notes: StoredNote[]
}

/** Operation of a year, 8760 h, kWh; charge and discharge on the AC side, level at the end of the hour. */
export interface Schedule {
  importKwh: Float64Array
  exportKwh: Float64Array
  curtailedKwh: Float64Array
  chargeKwh: Float64Array
  dischargeKwh: Float64Array
  levelKwh: Float64Array
  /**
   * Discharging for the battery's standby use in the year [kWh], if charge and discharge include standby use
   * (terminals.ts).
   */
  standbyFromBatteryKwh?: number
}

/** Operation of a plant. */
export interface Operation {
  /** Year under each of the case's tariffs. */
  years: NonEmpty<Schedule>
  /** Mean cost of all terms, weighted by the present worth of their years [EUR]. */
  costEur: number
  /** Sum of unserved energy over all terms [kWh]. */
  unservedKwh: number
}

/** Figures of the optimisation for the report, an addition to document 1. */
export interface Optimisation {
  solver: string
  version: string
  /** Lower bound of the life-cycle cost [EUR]. */
  lowerBoundTotalCost: number
  /** Gap: (cost − bound) / cost, a fraction. */
  gap: number
  dispatches: number
  /** True if the search started from the cuts of the adjusted scan. */
  fromKeptCuts: boolean
  solveMs: number
}

/** Sizes of the plant and its operation, with the operation without its battery and the baseline. */
export interface Solution {
  /** New panels per roof, in the order of ScanCase.roofs. */
  panels: number[]
  capacityKwh: number
  powerKw: number
  optimised: Operation
  /** Operation of the same plant without the battery. */
  withoutBattery: Operation
  /** Operation of the baseline: load and existing panels, same tariff, no limit. */
  baseline: Operation
  /** Operation of the plant under the controllers that the report compares. */
  control: ControlledYears
  optimisation: Optimisation
  /** The plant in other futures; null if nothing can be added, or if the budget ended first. */
  outlook: PlantOutlook | null
  /** Ranking of the request's products; null without products. */
  products: Ranking | null
  /** Alternatives to the plant. */
  alternatives: AlternativePlant[]
  /** Compared contracts with their plants; absent: none. */
  contracts?: ContractPlant[]
  /** Parts that the scan's budget ended; absent: none. */
  cutShort?: CutShort
}

/** Best plant with a given battery choice, operated with foresight. */
export interface RankedPlant {
  /** New panels per roof, in the order of ScanCase.roofs. */
  panels: number[]
  capacityKwh: number
  powerKw: number
  /** Optimiser's objective [EUR]. */
  totalEur: number
  /** Lower bound of the objective for all plants with this choice [EUR]. */
  lowerBoundEur: number
  /** Gap: total minus bound, relative to the same cost as the scan's gap. */
  gap: number
  /** True if the plant meets the goal. */
  isReached: boolean
  /**
   * Results under the scan's controller; absent: not operated, because even with foresight the plant is no better than
   * the best.
   */
  operated?: { firstYearSavings: number; netPresentValue: number; returnPeriod: number | null }
}

/** Best plant with a product, at its best count. */
export interface RankedProduct extends RankedPlant {
  product: PricedProduct
  count: number
}

/**
 * Ranking of a request's products, best first, and the plant without a battery; null if the request requires a battery.
 */
export interface Ranking {
  products: RankedProduct[]
  withoutBattery: RankedPlant | null
}

/** Alternative plant as the scan's controller operates it. */
export interface AlternativePlant {
  kind: AlternativeTerms["kind"]
  /** New panels per roof, in the order of ScanCase.roofs. */
  panels: number[]
  capacityKwh: number
  powerKw: number
  withBattery: Operation
  /** Operation of the same panels without the battery. */
  withoutBattery: Operation
  /** Wear of a discharged kWh, which plans count. */
  wearEurPerKwh: number
  /** Years from which the range of its value is drawn; absent: not computed. */
  futures?: AlternativeFutures
  /**
   * Gap of the alternative: maximum excess of its cost with foresight over the best plant under the same terms,
   * relative like the scan's gap.
   */
  gap: number
}

/** Case of the site under a contract on offer. */
export interface ContractCase {
  /** Index in the request's list. */
  index: number
  scan: ScanCase
}

/** Contract on offer with its best plant. */
export interface ContractPlant extends ContractCase {
  /** New panels per roof, in the order of ScanCase.roofs. */
  panels: number[]
  capacityKwh: number
  powerKw: number
  control: ControllerName
  /** Ranking of the request's products under the contract; null without products. */
  products: Ranking | null
  /** Operation under the controller. */
  operated: Operation
  /** Operation of the baseline. */
  baseline: Operation
  /** Lower bound of the optimiser's objective with foresight [EUR], and the plant's gap to it. */
  lowerBoundEur: number
  gap: number
}

/** Operation of a plant with and without its battery, under one controller. */
export interface ControlledYear {
  withBattery: Operation
  withoutBattery: Operation
}

/** Operation of the plant under several controllers; null: not calculated. */
export interface ControlledYears {
  chosen: ControllerName
  ideal: ControlledYear
  forecast: ControlledYear | null
  selfConsumption: ControlledYear
}

/** Parts of a scan that its budget ended or left out. */
export interface CutShort {
  /** Budget of the scan, counted as solver work [ms of a core]. */
  budgetMs: number
  /** Search ended early: a better plant may exist, within the gap. */
  search: boolean
  /** Outlook left out. */
  outlook: boolean
  /** Alternatives left out. */
  alternatives: boolean
  /** Contracts left out. */
  contracts?: boolean
  /** True if elapsed time and not counted work ended it: another run may get further. */
  byTime: boolean
}

/** The plant of a scan under changed parameters and in other years. */
export interface PlantOutlook {
  /** Each parameter lower, then higher. */
  variations: VariedSolution[]
  /** Other readings of the assumptions; empty if nothing is bought. */
  readings: ReadPlant[]
  /** Savings in other years; null if the request does not ask for them. */
  otherYears: YearSavings[] | null
  /** Bills at lower and higher yield with held demand; empty without held demand or without panels. */
  heldYields: HeldYield[]
}

/** Other years of an alternative: the scan's own year alone if the request asks for no other years. */
export interface AlternativeFutures extends Pick<PlantOutlook, "variations" | "heldYields"> {
  otherYears: YearSavings[]
}

/** First-year savings of a plant under the weather and prices of given years. */
export interface YearSavings {
  /** Null: the weather of the scan. */
  weatherYear: number | null
  priceYear: number
  /** Savings under the scan's controller [EUR]. */
  savingsEur: number
  /** Bills under each possible controller, in order. */
  byController: ({ control: ControllerName } & BillPair)[]
}

/** Bills of plant and baseline, under all terms of the case. */
export interface BillPair {
  bills: PhaseAmounts
  baselineBills: PhaseAmounts
}

/** Year of the plant at another yield. */
export interface HeldYield extends BillPair {
  /** Relative: 0.1 is 10 % more. */
  change: number
}

/** Parameters that the outlook changes, one at a time. */
export type VariedParameter = "electricityPriceGrowth" | "batteryCost" | "consumption" | "yield"

/** Change of one parameter of a scan. */
export interface Variation {
  parameter: VariedParameter
  /** Relative: 0.2 is 20 % more. */
  change: number
}

/** Bills of a plant and its baseline in another year, and the battery's discharging. */
export interface OtherYearBills extends BillPair {
  unservedKwh: number
  dischargedKwh: number
}

/** Codes of the premises with another reading, and of the site after its free measures. */
export type ReadingCode =
  | "free-measures"
  | "usual-contract"
  | "dynamic-additions"
  | "average-of-bills"
  | "usual-feed-in-end"
  | "plain-inverter"
  | "price-growth"
  | "maintenance"
  | "inverter-life"
  | "equipment-prices"
  | "plants-in-use"
  | "sun-of-prices"
  | "modelled-quarters"

/** The plant under another reading of an assumption. */
export interface ReadPlant {
  code: ReadingCode
  /** The other value: a kind of contract or control, a price, a growth, or a yield. */
  reading: string | number
  /** The scan under it. */
  scan: ScanCase
  /** Bills of its year; absent: its hours are the scan's. */
  otherYear?: OtherYearBills
}

/** Result of one change: the unchanged plant, and the best plant under the change. */
export interface VariedSolution extends Variation {
  /** The changed case. */
  scan: ScanCase
  /** The change in another year; absent if it does not affect the hours. */
  otherYear?: OtherYearBills
  /** Best plant under the change, within its gap; null if it would need a sizing without cuts. */
  optimum: { panels: number[]; capacityKwh: number; objectiveEur: number; gap: number } | null
}
