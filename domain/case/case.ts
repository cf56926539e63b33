import type { ControllerName, ControlOrigin } from "../base/controllers.ts"
import type { StoredNote } from "../base/note.ts"
import type { YearOne } from "../finance/lifecycle.ts"
import type { AssumptionOrigins, Assumptions } from "../market/assumptions.ts"
import type { PricedProduct } from "../market/batteryProduct.ts"
import type { HourlyLimits } from "../market/tariff/custom/limits.ts"
import type { TariffSite, TariffTerms, TariffYear } from "../market/tariff/terms.ts"
import type { PanelModule } from "../request/panelModules.ts"
import type { ExistingPvInput, NewPvInput } from "../request/request.ts"
import type { ScanInput } from "../request/scanInput.ts"
import type { Site } from "../site/geo/site.ts"
import type { StudioProfile } from "../site/profiles/studioProfileSchema.ts"
import type { ProductionSource } from "../site/solar/provider.ts"
import type { YearSunlight } from "../site/solar/yearlySunlight.ts"
import type { AlternativeTerms } from "./alternatives.ts"

/** Panels that are there already, with what they produce. */
export interface ExistingSystem {
  input: ExistingPvInput
  /** 8760 h, kWh, after system losses and inverter. */
  productionKwh: Float64Array
}

/** A roof for new panels, with what one panel would produce. */
export interface CandidateRoof {
  input: NewPvInput
  /** 8760 h, kWh per panel, after system losses and inverter. */
  productionKwhPerPanel: Float64Array
  /** The panel that it is of; absent: of no module. */
  module?: PanelModule
  /** The roof with each module that it may have, of which it has the first; absent: none to choose from. */
  choices?: readonly CandidateRoof[]
}

/** Everything a scan is about, worked out before anything is sized: hours are the site's standard time. */
export interface ScanCase {
  input: ScanInput
  site: Site
  /** Gross load, 8760 h, kWh. */
  loadKwh: Float64Array
  /** Export of the load where no load has the metered one [kWh]. */
  nearestExportKwh?: number | undefined
  /** The measured years near the site; absent: looked up where they are needed. */
  sunlight?: readonly YearSunlight[] | undefined
  existing: ExistingSystem[]
  roofs: CandidateRoof[]
  /** Production that a studio profile brings along, 8760 h, kWh; absent for inputMethod known. */
  profileProductionKwh?: Float64Array
  /** The profile as the report shows it; absent for inputMethod known. */
  studioProfile?: StudioProfile
  /** Production of all that exists today: existing systems and the profile's, 8760 h, kWh. */
  existingProductionKwh: Float64Array
  /** Of the first year. */
  tariff: TariffYear
  /** Terms that hold later in the analysis period, in their order; absent: those of the first year do in all. */
  later?: readonly LaterTerms[]
  /** Hourly limits of the tariff; absent: none. */
  limits?: HourlyLimits
  /** What the tariff was looked up with. */
  tariffSite: TariffSite
  /** Calendar that load and prices are laid on. */
  calendarYear: number
  assumptions: Assumptions
  /** Which of them the organization or the request set; absent: none. */
  assumptionOrigins?: AssumptionOrigins
  /** What operates the plant that is found. */
  control: ControllerName
  /** Who chose it. */
  controlOrigin: ControlOrigin
  /** The battery products of the request, each with its price; absent: none. */
  products?: readonly PricedProduct[]
  /** A battery costs so many times what the request and the assumptions say; 1 when absent. */
  batteryCostFactor?: number
  /** The same site under each contract that is compared; absent: none. */
  contracts?: readonly ContractCase[]
  /** Where the solar hours come from; null without any panels. */
  solarSource: ProductionSource | null
  /** For the report: substitutions and caps: prices of another country, a capped battery, a fallback. */
  notes: StoredNote[]
}

/** Terms of a tariff from a year of the analysis on, and their prices at the level of the first year. */
export interface LaterTerms {
  /** From 2. */
  fromYear: number
  calendarYear: number
  terms: TariffTerms
  tariff: TariffYear
}

/** What is done in a year, 8760 h, kWh; charge and discharge on the AC side, level at the end of the hour. */
export interface Schedule {
  importKwh: Float64Array
  exportKwh: Float64Array
  curtailedKwh: Float64Array
  chargeKwh: Float64Array
  dischargeKwh: Float64Array
  levelKwh: Float64Array
  /**
   * What of the year's discharging served the standby of the battery [kWh], where charge and discharge count that
   * (finance/standby.ts).
   */
  standbyFromBatteryKwh?: number
}

/** The first year of operation, with a year under each of the case's later terms. */
export interface Operation extends Schedule {
  /** The mean over all terms, by what their years are worth. */
  costEur: number
  /** Under all terms together. */
  unservedKwh: number
  later?: readonly Schedule[]
}

/** How the optimiser got there, shown in the report: an addition to document 1. */
export interface Optimisation {
  solver: string
  version: string
  /** Proven bound on the best possible life-cycle cost [EUR]. */
  lowerBoundTotalCost: number
  /** (cost - bound) relative to the cost, a fraction. */
  gap: number
  dispatches: number
  /** Whether it started from the cuts of the scan that this one adjusts. */
  fromKeptCuts: boolean
  solveMs: number
}

/** The sizes found and how the site runs with them, without the battery, and as it is today. */
export interface Solution {
  /** New panels per roof, in the order of ScanCase.roofs. */
  panels: number[]
  capacityKwh: number
  powerKw: number
  optimised: Operation
  /** The same plant without the battery. */
  withoutBattery: Operation
  /** The site as it is: load and existing panels, same tariff, no limit. */
  baseline: Operation
  /** The plant's year under the controllers that the report compares. */
  control: ControlledYears
  optimisation: Optimisation
  /** How the plant would do if the future were another one. */
  variations: VariedSolution[]
  /** What the plant would save in other years; null unless asked for. */
  otherYears: YearSavings[] | null
  /**
   * Less and more yield, where the demand charges of other years are held; absent or empty: they are not, or nothing
   * yields.
   */
  heldYields?: HeldYield[]
  /** The products of the request; null where it has none. */
  products: Ranking | null
  /** Plants to compare with this one. */
  alternatives: AlternativePlant[]
  /** Each contract that is compared, with its plant; absent: none asked for. */
  contracts?: ContractPlant[]
  /** What the budget of the scan ended; absent: nothing. */
  cutShort?: CutShort
}

/** The best plant under a choice of battery, with foresight of the whole year. */
export interface RankedPlant {
  /** New panels per roof, in the order of ScanCase.roofs. */
  panels: number[]
  capacityKwh: number
  powerKw: number
  /** Of the optimiser's objective [EUR]. */
  totalEur: number
  /** Proven: no plant under the choice has less [EUR]. */
  lowerBoundEur: number
  /** (total − bound), relative as that of the scan. */
  gap: number
  /** Whether it meets the goal. */
  isReached: boolean
  /**
   * As the controller of the scan operates it; absent: not operated, since even with foresight it is worth no more than
   * the best.
   */
  operated?: { firstYearSavings: number; netPresentValue: number; returnPeriod: number | null }
}

/** The best plant with a product, at its best count. */
export interface RankedProduct extends RankedPlant {
  product: PricedProduct
  count: number
}

/**
 * The products of a request, the best first, and the plant without a battery; null where one is asked for in any case.
 */
export interface Ranking {
  products: RankedProduct[]
  withoutBattery: RankedPlant | null
}

/** A plant to compare with the one that was found, as the controller of the scan operates it. */
export interface AlternativePlant {
  kind: AlternativeTerms["kind"]
  /** New panels per roof, in the order of ScanCase.roofs. */
  panels: number[]
  capacityKwh: number
  powerKw: number
  withBattery: Operation
  /** The same panels without the battery. */
  withoutBattery: Operation
  /**
   * Proven bound on how far its cost with foresight lies above the best plant under the same terms, relative as that of
   * the scan.
   */
  gap: number
}

/** The site under a contract on offer. */
export interface ContractCase {
  /** In the request's list. */
  index: number
  scan: ScanCase
}

/** A contract with its plant. */
export interface ContractPlant extends ContractCase {
  /** New panels per roof, in the order of ScanCase.roofs. */
  panels: number[]
  capacityKwh: number
  powerKw: number
  control: ControllerName
  /** The products of the request as they rank under the contract; null where it has none. */
  products: Ranking | null
  /** Under the controller. */
  operated: Operation
  /** The site as it is. */
  baseline: Operation
  /** Proven bound on the optimiser's objective, with foresight, and how near the plant is to it. */
  lowerBoundEur: number
  gap: number
}

/** A year of the plant and of the same plant without its battery, under one controller. */
export interface ControlledYear {
  withBattery: Operation
  withoutBattery: Operation
}

/** The same plant under several controllers; null: not worked out. */
export interface ControlledYears {
  chosen: ControllerName
  ideal: ControlledYear
  forecast: ControlledYear | null
  selfConsumption: ControlledYear
}

/** What the budget of a scan ended before it was done. */
export interface CutShort {
  /** What the scan might take, counted in work [ms of a core]. */
  budgetMs: number
  /** The search: a better plant may exist, within the gap. */
  search: boolean
  /** The sensitivity is left out. */
  sensitivity: boolean
  /** The spread of the savings is left out. */
  savingsSpread: boolean
  /** The alternatives are left out. */
  alternatives: boolean
  /** The contracts are left out. */
  contracts?: boolean
  /** Time ended it and not the count: another run may come further. */
  byTime: boolean
}

/** First-year savings of a plant under the weather of one year and the prices of one. */
export interface YearSavings {
  /** null: the weather of the scan. */
  weatherYear: number | null
  priceYear: number
  /** Under the controller of the scan. */
  savingsEur: number
  /**
   * Under each controller that may operate the plant, in their order; with bills where not all years are as the first.
   */
  byController: { control: ControllerName; savingsEur: number; bills?: BillPair }[]
}

/** Bills of the plant and of the site as it is, under all terms of the case. */
export interface BillPair {
  bill: YearOne
  baselineBill: YearOne
}

/** The year of the plant at another yield. */
export interface HeldYield extends BillPair {
  /** Relative: 0.1 is 10 % more. */
  change: number
}

/** What the sensitivity changes, one at a time, and works a plant or a year out for. */
export type VariedParameter = "electricityPriceGrowth" | "batteryCost" | "consumption" | "yield"

/** One change of a scan. */
export interface Variation {
  parameter: VariedParameter
  /** Relative: 0.2 is 20 % more. */
  change: number
}

/** The plant that was found, and the best one, under one change. */
export interface VariedSolution extends Variation {
  /** The changed case. */
  scan: ScanCase
  /**
   * First-year bills of the plant and of the site as it is, and what the battery gives; absent where the change leaves
   * the hours as they are.
   */
  anew?: { bill: YearOne; baselineBill: YearOne; unservedKwh: number; dischargedKwh: number }
  /** The best plant under the change, within its gap; null where finding it would need a sizing from nothing. */
  optimum: { panels: number[]; capacityKwh: number; objectiveEur: number; gap: number } | null
}
