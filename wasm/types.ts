/**
 * The interface of the optimiser in types: plain arrays of numbers, no scans.
 * Prices in EUR/kWh, energies in kWh per step, powers in kW; T steps of `stepHours` (8760 × 1 h or 35,040 × 0.25 h).
 */

/** One year of a site: consumption, production per panel, grid prices. Arrays of T steps. */
export interface Year {
  stepHours: number
  loadKwh: Float64Array
  /**
   * exportKwPerPanel: if any roof has it, export is also limited to Σ panels · exportKwPerPanel, as a feed-in cap by
   * installed power. mustRunPanels: the roof's production is stopped by no price, only by a limit of export; the number
   * is the maximum of its panels. Other production may be stopped in any step.
   */
  roofs: { productionKwhPerPanel: Float64Array; exportKwPerPanel?: number; mustRunPanels?: number }[]
  buyEurPerKwh: Float64Array
  /** Never above buyEurPerKwh: the caller caps it. */
  sellEurPerKwh: Float64Array
  /** One limit, or one per step; Infinity: none. */
  importLimitKw?: number | Float64Array | undefined
  exportLimitKw?: number | Float64Array | undefined
  gridCharging: boolean
  /** Fraction above 0, up to 1. */
  chargeEfficiency: number
  /** Fraction above 0, up to 1. */
  dischargeEfficiency: number
  /** Lowest level as a fraction of the capacity. */
  minLevel: number
  /**
   * Existing battery of the site. It forms one store with the battery of every plant. Sizes and prices of a sizing
   * count new capacity only; wear counts the whole store. Default: none.
   */
  existingBattery?: { capacityKwh: number; powerKw: number } | undefined
  /**
   * Level before the first step as a fraction of the capacity; default minLevel. The level after the last step is free.
   */
  initialLevel?: number | undefined
  /**
   * Charges per kW of the highest import of each period, several sets at once (by month, by tariff period). `period`
   * gives each step its index in eurPerKw, -1: no charge at this step. A period may hold any steps: 12 months have 12
   * indices, and a tariff period's 12 months have 12 more. The core needs no calendar: it cuts the year into twelve
   * parts without splitting a period. `floorKw`: each period of the set is charged for at least this power; default 0.
   */
  demandCharges?: { period: Int16Array; eurPerKw: number[]; floorKw?: number }[] | undefined
  /** Annual netting: credit per kWh of min(import, export) of the year; at most buy − sell in every step. */
  nettingEurPerKwh?: number
  /**
   * Phases of operation of one plant under changing terms. All arrays hold the phases one after the other, with as
   * many steps each. The caller scales each phase's prices by its part of presentWorthFactor: costs are totals over
   * all phases. The battery begins each at initialLevel. Default: one.
   */
  phases?: Phase[] | undefined
}

/** A year of operation among several. */
export interface Phase {
  /** Share of the battery's use over its life; the shares of all phases sum to 1. */
  wearShare: number
  /** True if nettingEurPerKwh applies. Phases with netting come first: none follows a phase without it. */
  isNetted: boolean
}

/** Sizes: panels per roof, usable range is [minLevel·capacityKwh, capacityKwh], AC power of the battery. */
export interface Plant {
  panels: number[]
  capacityKwh: number
  powerKw: number
}

/** Cost of a year, including unserved energy at its price, and the unserved part of the load. */
export interface YearCost {
  costEur: number
  unservedKwh: number
}

/** Cost of a year and the battery's discharge on the AC side; several phases are weighted by their wear shares. */
export interface OperationCost extends YearCost {
  dischargeKwh: number
}

/** Operation of a plant by step. */
export interface Schedule {
  importKwh: Float64Array
  exportKwh: Float64Array
  curtailedKwh: Float64Array
  /** AC side. */
  chargeKwh: Float64Array
  /** AC side. */
  dischargeKwh: Float64Array
  /** Level at the end of a step. */
  levelKwh: Float64Array
}

/**
 * The least-cost operation of a plant over the year, with the lower bound that its duals prove: to rounding, under
 * demand charges to 1e-6. costEur holds demand charges and netting.
 */
export interface Dispatch extends YearCost {
  lowerBoundEur: number
  /**
   * Name of a schedule of a kept year (keepYear) of a sizing: schedules with the same name are identical to the bit.
   * Absent: it has none.
   */
  name?: string
  /** Schedule of each phase of the year; one without phases. Costs are totals over all phases. */
  years: readonly [Schedule, ...Schedule[]]
}

export type Goal =
  | { kind: "cost" }
  /** Least cost with a share of own energy, 1 - import/load, of at least `share`. */
  | { kind: "minShare"; share: number }
  /**
   * Panel counts at their maxima, and the cheapest battery with a share of at least the best share minus `within`;
   * dispatch: least import, then least cost. The search skips plants with fewer panels, and the bound does not cover
   * them.
   */
  | { kind: "maxShare"; within: number }
  /** Least cost with no unserved energy under the limits. */
  | { kind: "noUnserved" }

/** A point of a price: the total cost of a size. */
export interface PricePoint {
  /** kWh of a battery, kW of panels. */
  size: number
  eur: number
}

/**
 * A price by points of rising size, linear between the points and beyond the last point. A first point at size 0 is a
 * fixed cost, paid for every size above 0. Without such a point the price rises from 0.
 */
export type PriceCurve = PricePoint[]

export interface PanelBounds {
  min: number
  max: number
  /** 1: whole panels, 0: continuous. */
  step: 0 | 1
  kwPerPanel: number
  /** Price of this roof's panels; with isPricedTogether it is added to panelCurve. */
  eurPerKw: number
  /** Fixed cost of a roof with panels; needs step 1. Default 0. */
  fixedEur?: number | undefined
  /** The roof's kW count in panelCurve; needs step 1. Default no. */
  isPricedTogether?: boolean | undefined
}

export interface BatteryBounds {
  minKwh: number
  maxKwh: number
  minKw: number
  maxKw: number
  /** Price of the power above includedRate. */
  eurPerKw: number
  /** kW per kWh of capacity that the price of the capacity includes. Default 0. */
  includedRate?: number | undefined
  /** Maximum kW per kWh of capacity, which minKw may raise. Default: no maximum. */
  highestRate?: number | undefined
  /** Minimum size of an installed battery if minKwh is 0, or maxKwh if smaller. Default 0. */
  smallestKwh?: number | undefined
  /** One of three prices of the capacity: of each kWh, … */
  eurPerKwh?: number | undefined
  /** … of the whole size by size: (previous maxKwh, maxKwh], … */
  tiers?: { maxKwh: number; eurPerKwh: number }[] | undefined
  /** … or a curve. */
  curve?: PriceCurve | undefined
  /**
   * Constant consumption of an installed battery in every step, kW: standby, and the idle losses of its inverter. It is
   * not part of the year's load. Default 0.
   */
  constantKw?: number | undefined
  /** Earnings of an installed battery per kW, like its price at present worth. Default 0. */
  creditEurPerKw?: number | undefined
  /** Earnings of an installed battery of any size. Default 0. */
  creditEur?: number | undefined
  /** Cost of use. Default: none. */
  wear?: BatteryWear | undefined
}

/**
 * Wear by use: the battery's yearly discharge on the AC side, above includedKwhPerKwh times its capacity, costs
 * eurPerKwh. The cost is at present worth, like the battery's price: the present worth factor does not apply.
 */
export interface BatteryWear {
  eurPerKwh: number
  includedKwhPerKwh: number
}

export interface Sizing {
  year: Year
  /** Present worth over the horizon of one EUR of year-one energy cost. */
  presentWorthFactor: number
  panels: PanelBounds[]
  /** Cost of all panels of roofs with isPricedTogether, by their kW. */
  panelCurve?: PriceCurve | undefined
  /** Default: cost. */
  goal?: Goal
  battery?: BatteryBounds | undefined
  /**
   * Yearly cost of these panels without a battery, EUR, if it differs from their dispatch: existing panels that follow
   * no prices. It applies if the bounds allow no fewer panels (not with maxShare); `dispatch` is then only a schedule
   * of that plant. All other plants are as dispatched.
   */
  leastYear?: { panels: number[]; eur: number } | undefined
  /** Relative gap at which to stop, for example 1e-3. */
  tolerance: number
  /**
   * Stop only if the gap is also within `tolerance` of the plant's savings against the baseline, which costs `asIsEur`
   * in year one. With little or no savings, a gap of 1e-6 of the bill without a new plant is sufficient.
   */
  savings?: { asIsEur: number; tolerance: number } | undefined
  maxDispatches: number
}

export interface Sized {
  plant: Plant
  totalEur: number
  lowerBoundEur: number
  gap: number
  dispatches: number
  /** Part of the total that is the battery's wear, EUR at present worth. */
  wearEur: number
  /** Wear of a discharged kWh at the margin of the year, EUR: above 0 if the discharge reaches the included amount. */
  wearEurPerKwh: number
  /** True if onProgress ended the search. */
  isCut: boolean
  dispatch: Dispatch
  /** Cuts of the cost function, to start a changed sizing from (at most 64 KB). */
  cuts: Float64Array
  reached: { share: number; unservedKwh: number; peakUnservedKw: number }
}

/** Fields that reprice() may change. The rest of the sizing stays, except `savings`, which it omits. */
export type PriceChange = Partial<
  Pick<Sizing, "presentWorthFactor" | "panels" | "panelCurve" | "battery" | "tolerance" | "maxDispatches">
>

/** A plant found by reprice(), without its year. */
export interface Repriced {
  plant: Plant
  /** As in Sized. */
  wearEurPerKwh: number
  /**
   * Under demand charges the highest import of each charged period, kW, for `Knowledge.targetPeaksKw`; absent if the
   * year was given.
   */
  peaksKw?: number[]
  /**
   * True if a plant within the bounds meets the goal; otherwise this plant comes nearest, and its bound is its own
   * total.
   */
  isReached: boolean
  totalEur: number
  lowerBoundEur: number
  gap: number
  dispatches: number
}

/**
 * Receives the share of the finished work after every step (at most one dispatch or some masters). The result false
 * cancels with SolveCancelled; "enough" ends the search: the best plant so far is the result, with its gap. Repricing
 * takes "enough" for true.
 */
export type OnProgress = (share: number) => boolean | "enough"

/**
 * Knowledge of a planning controller, arrays of T values. A value for step t may depend only on data known before t
 * ends; `year` itself is read for step t only, when its load and production are real.
 */
export interface Knowledge {
  /** For each step, the first step without a published price, after the step itself. */
  pricesUntil: Int32Array
  /**
   * Number of later steps that are planned too, at expected prices; their export price is never above the import
   * price.
   */
  beyondSteps: number
  expectedBuyEurPerKwh: Float64Array
  expectedSellEurPerKwh: Float64Array
  /** For each step, the first step of the far forecast of the load; earlier steps use the near forecast. */
  nearUntil: Int32Array
  nearLoadKwh: Float64Array
  farLoadKwh: Float64Array
  /**
   * The highest load that each forecast expects: under demand charges the battery reserves the energy for it. Default:
   * the forecasts themselves.
   */
  highNearLoadKwh?: Float64Array | undefined
  highFarLoadKwh?: Float64Array | undefined
  /** Production of the plant under a clear sky, and its usual fraction at this time of the year. */
  clearProductionKwh: Float64Array
  usualClearness: Float64Array
  /** Expected fraction of clear-sky production right after the step. */
  clearness: Float64Array
  /** Number of steps over which a forecast goes from that fraction to the usual fraction. */
  clearnessSteps: number
  /** Extra cost of a discharged kWh for wear; default 0. Not in the bill. */
  wearEurPerKwh?: number | undefined
  /** Value of a stored kWh after the last planned step. */
  endValueEurPerKwh: Float64Array
  /**
   * Imports with foresight. Their highest import in a charged period, with a margin, is the target of the next period
   * of the same charge. The first period uses the target of the last period. Default: none, and any import is a new
   * peak.
   */
  targetImportKwh?: Float64Array | undefined
  /** Only these targets, of a plant found in a year with the same charges (`Repriced.peaksKw`). */
  targetPeaksKw?: readonly number[] | undefined
}

/**
 * Controller of a plant. selfConsumption: the battery charges from production above the load and discharges for load
 * above production; the rest is exported, at any price. forecast: by plans, from the controller's knowledge. switching:
 * each week plans or the rule of selfConsumption, by the lower cost in the previous eight weeks. Under demand charges
 * it takes each month plans or a peak-cutting rule, by the lower cost in the previous two months; there plans alone at
 * market prices. At constant prices without charges plans equal the rule.
 */
export type Controller = { kind: "selfConsumption" } | { kind: "forecast" | "switching"; knowledge: Knowledge }

/** A year that is operated without proof. Under a controller its cost is never below the cost of dispatch(). */
export type Operated = Omit<Dispatch, "lowerBoundEur">

export interface Optimiser {
  dispatch(year: Year, plant: Plant): Dispatch
  /**
   * The schedule of dispatch() and its cost, without the proof. Without a battery, all kept years (keepYear) share one
   * array of zeros for its flows, as with control().
   */
  operate(year: Year, plant: Plant): Operated
  /** Cost of dispatch() in half the time, without schedule and proof. */
  cost(year: Year, plant: Plant): OperationCost
  /**
   * Year of a plant under a controller, in one call for all steps. `into`: arrays of as many steps to write the
   * schedule to; default: new arrays.
   */
  control(year: Year, plant: Plant, controller: Controller, into?: Schedule): Operated
  size(sizing: Sizing, onProgress?: OnProgress): Sized
  resize(sizing: Sizing, cuts: Float64Array, onProgress?: OnProgress): Sized
  /** Sizes again under each change, from the cuts of an earlier sizing and of previous changes. */
  reprice(sizing: Sizing, cuts: Float64Array, changes: readonly PriceChange[], onProgress?: OnProgress): Repriced[]
  /**
   * Reprices one change after another: `next` derives each change from the previous result, until it returns none. It
   * calls no method of the optimiser.
   */
  repriceEach(
    sizing: Sizing,
    cuts: Float64Array,
    next: (before?: Repriced) => PriceChange | undefined,
    onProgress?: OnProgress,
  ): void
  /**
   * Work done since this optimiser was made, a whole number: counted, not timed, so that the same calls count the same
   * on every machine. 1e6 is about a millisecond of a core.
   */
  work(): number
}
