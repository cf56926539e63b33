/**
 * The interface of the optimiser in types: plain arrays of numbers, no scans.
 * Prices in EUR/kWh, energies in kWh per step, powers in kW; T steps of `stepHours` (8760 × 1 h or 35,040 × 0.25 h).
 */

/** One year of a site: what is consumed, what a panel would produce, what the grid asks and pays. Arrays of T steps. */
export interface Year {
  stepHours: number
  loadKwh: Float64Array
  /**
   * exportKwPerPanel: where any roof has it, export is also limited to Σ panels · exportKwPerPanel, as a feed-in cap by
   * installed power.
   */
  roofs: { productionKwhPerPanel: Float64Array; exportKwPerPanel?: number }[]
  buyEurPerKwh: Float64Array
  /** Never above buyEurPerKwh: the caller caps it. */
  sellEurPerKwh: Float64Array
  /** One limit, or one a step; Infinity: none. */
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
   * Level before the first step as a fraction of the capacity; default minLevel. The level after the last step is free.
   */
  initialLevel?: number | undefined
  /**
   * Charges per kW of the highest import of each period, several sets at once (by month, by tariff period); `period`
   * gives each step its index in eurPerKw, -1: no charge at this step. A period may hold any steps: 12 months are 12
   * indices, and so are a tariff period's 12 months. The core needs no calendar: it cuts the year into twelve parts
   * where no period is cut. `floorKw`: each period of the set is charged for at least this power; default 0.
   */
  demandCharges?: { period: Int16Array; eurPerKw: number[]; floorKw?: number }[] | undefined
  /** Annual netting: credit per kWh of min(import, export) of the year; at most buy − sell in every step. */
  nettingEurPerKwh?: number
  /**
   * Years of operation of one plant, as terms change: all arrays hold them one after the other, of as many steps each.
   * The caller scales the prices of each by its part of presentWorthFactor, so that costs are of all of them. The
   * battery begins each at initialLevel. Default: one.
   */
  phases?: Phase[] | undefined
}

/** A year of operation among several. */
export interface Phase {
  /** Of the battery's use over its life; those of all phases sum to 1. */
  wearShare: number
  /** Whether nettingEurPerKwh counts; where phases are netted the first is, and none after one that is not. */
  isNetted: boolean
}

/** Sizes: panels per roof, usable range is [minLevel·capacityKwh, capacityKwh], AC power of the battery. */
export interface Plant {
  panels: number[]
  capacityKwh: number
  powerKw: number
}

/** What a year costs, unserved energy at its price included, and what of the load stays unserved. */
export interface YearCost {
  costEur: number
  unservedKwh: number
}

/** The same with what the battery gives, on the AC side; of several phases by their wear shares. */
export interface OperationCost extends YearCost {
  dischargeKwh: number
}

/** What a plant does, step by step. */
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
export interface Dispatch extends YearCost, Schedule {
  lowerBoundEur: number
  /**
   * Of the year of a sizing that was kept (keepYear): schedules of the same name are the same, to the bit. Absent: it
   * has none.
   */
  name?: string
  /** Of a year with phases the schedules of those after the first, which is this one. Costs are of all. */
  later?: Schedule[]
}

export type Goal =
  | { kind: "cost" }
  /** Least cost with a share of own energy, 1 - import/load, of at least `share`. */
  | { kind: "minShare"; share: number }
  /**
   * Panel counts at their maxima, and the cheapest battery with which the share is at least the best share minus
   * `within`; dispatch: least import, then least cost. Plants with fewer panels are not looked at, and the bound says
   * nothing of them.
   */
  | { kind: "maxShare"; within: number }
  /** Least cost with no unserved energy under the limits. */
  | { kind: "noUnserved" }

/** A point of a price: what so much costs in all. */
export interface PricePoint {
  /** kWh of a battery, kW of panels. */
  size: number
  eur: number
}

/**
 * A price by points of rising size: straight between them, on along the last piece beyond. A first point at size 0 is a
 * fixed cost: nothing costs nothing, anything at least that. Without one the price rises from 0.
 */
export type PriceCurve = PricePoint[]

export interface PanelBounds {
  min: number
  max: number
  /** 1: whole panels, 0: continuous. */
  step: 0 | 1
  kwPerPanel: number
  /** Of this roof; with isPricedTogether on top of panelCurve. */
  eurPerKw: number
  /** Paid where the roof gets any panel; needs step 1. Default 0. */
  fixedEur?: number | undefined
  /** The roof's kW count in panelCurve; needs step 1. Default no. */
  isPricedTogether?: boolean | undefined
}

export interface BatteryBounds {
  minKwh: number
  maxKwh: number
  minKw: number
  maxKw: number
  /** Of the power above includedRate. */
  eurPerKw: number
  /** kW per kWh of capacity that the price of the capacity includes. Default 0. */
  includedRate?: number | undefined
  /** Most kW per kWh of capacity; minKw may lift it. Default: any. */
  highestRate?: number | undefined
  /** With minKwh 0 there is no battery, or one of at least this, or of maxKwh where that is less. Default 0. */
  smallestKwh?: number | undefined
  /** One of three prices of the capacity: of each kWh, … */
  eurPerKwh?: number | undefined
  /** … of the whole size by size: (previous maxKwh, maxKwh], … */
  tiers?: { maxKwh: number; eurPerKwh: number }[] | undefined
  /** … or a curve. */
  curve?: PriceCurve | undefined
  /**
   * What it takes in every step while it stands there, kW: standby, and the idle of its inverter. The year's load is
   * without it. Default 0.
   */
  constantKw?: number | undefined
  /** What use costs; default: nothing. */
  wear?: BatteryWear | undefined
}

/**
 * Wear by use: what the battery gives in a year on the AC side, above includedKwhPerKwh times its capacity, costs
 * eurPerKwh. At present worth, as the price of the battery: the present worth factor does not count.
 */
export interface BatteryWear {
  eurPerKwh: number
  includedKwhPerKwh: number
}

export interface Sizing {
  year: Year
  /** What one EUR of year-one energy cost is worth over the horizon. */
  presentWorthFactor: number
  panels: PanelBounds[]
  /** What all panels of roofs with isPricedTogether cost, by their kW. */
  panelCurve?: PriceCurve | undefined
  /** Default: cost. */
  goal?: Goal
  battery?: BatteryBounds | undefined
  /**
   * What a year of these panels without a battery costs, EUR, where that is not what their dispatch does: panels of
   * today that follow no prices. It counts where they are the least that the bounds allow (not with maxShare), and
   * `dispatch` is then only a schedule of that plant. All other plants are as dispatched.
   */
  leastYear?: { panels: number[]; eur: number } | undefined
  /** Relative gap at which to stop, for example 1e-3. */
  tolerance: number
  /**
   * Stop only where the gap is also within `tolerance` of what the plant saves against the site as it is, which costs
   * `asIsEur` in year one. Where little or nothing is saved, a gap of 1e-6 of the bill without a new plant is near
   * enough.
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
  /** What of the total is the battery's wear, EUR at present worth. */
  wearEur: number
  /**
   * What a kWh that the battery gives wears at the margin of the year, EUR: above 0 where it gives what is included, or
   * more.
   */
  wearEurPerKwh: number
  /** Whether the search ended because onProgress had enough. */
  isCut: boolean
  dispatch: Dispatch
  /** Cuts of the cost function, to start a changed sizing from (at most 64 KB). */
  cuts: Float64Array
  reached: { share: number; unservedKwh: number; peakUnservedKw: number }
}

/** What reprice() may change: everything else of the sizing stays, but `savings`, which it leaves out. */
export type PriceChange = Partial<
  Pick<Sizing, "presentWorthFactor" | "panels" | "panelCurve" | "battery" | "tolerance" | "maxDispatches">
>

/** A plant that reprice() found; its year is not made. */
export interface Repriced {
  plant: Plant
  /** As in Sized. */
  wearEurPerKwh: number
  /**
   * Under demand charges the highest import of each charged period, kW, for `Knowledge.targetPeaksKw`; absent where the
   * year was given.
   */
  peaksKw?: number[]
  /** Whether a plant within the bounds meets the goal; else this one comes nearest, and its bound is its own total. */
  isReached: boolean
  totalEur: number
  lowerBoundEur: number
  gap: number
  dispatches: number
}

/**
 * Gets the share of the work done, after every step (at most one dispatch or some masters). The answer false cancels
 * with SolveCancelled; "enough" ends the search: the best plant so far is the result, with its gap. Repricing takes
 * "enough" for true.
 */
export type OnProgress = (share: number) => boolean | "enough"

/**
 * What a controller that plans knows, arrays of T values. A value for step t may depend only on what is known before t
 * ends; `year` itself is read for step t only, when its load and production are real.
 */
export interface Knowledge {
  /** For each step the first step without a published price, above the step itself. */
  pricesUntil: Int32Array
  /** So many steps after it are planned too, with expected prices, of which export is never above import. */
  beyondSteps: number
  expectedBuyEurPerKwh: Float64Array
  expectedSellEurPerKwh: Float64Array
  /** For each step the first one that the far forecast of the load is for; steps before it have the near one. */
  nearUntil: Int32Array
  nearLoadKwh: Float64Array
  farLoadKwh: Float64Array
  /**
   * The highest load that each forecast expects: under demand charges the battery keeps what it would need then.
   * Default: the forecasts themselves.
   */
  highNearLoadKwh?: Float64Array | undefined
  highFarLoadKwh?: Float64Array | undefined
  /** Production of the plant under a clear sky, and the part of it that is usual at this time of the year. */
  clearProductionKwh: Float64Array
  usualClearness: Float64Array
  /** The part of it that the 24 hours before the step had. */
  clearness: Float64Array
  /** Over so many steps a forecast goes from that to the usual part. */
  clearnessSteps: number
  /** What a kWh that the battery gives counts besides, for what it wears; default 0. Not in the bill. */
  wearEurPerKwh?: number | undefined
  /** What a stored kWh is worth after the last planned step. */
  endValueEurPerKwh: Float64Array
  /**
   * Imports with foresight. What they have as the highest of a charged period is the target of the next one of the same
   * charge, with a margin; the first one's is that of the last. Default: none, so that any import is a new peak.
   */
  targetImportKwh?: Float64Array | undefined
  /** The same targets by themselves, of a plant that was found in a year with the same charges (`Repriced.peaksKw`). */
  targetPeaksKw?: readonly number[] | undefined
}

/**
 * How a plant is operated. selfConsumption: the battery takes what is produced above the load and gives what the load
 * is above it; the rest is exported, at any price. zeroExport: the same without exporting. forecast: by plans, from
 * what is known. switching: each week by plans or by the rule of selfConsumption, whichever cost less in the four weeks
 * before; with demand charges or constant prices by plans alone.
 */
export type Controller =
  | { kind: "selfConsumption" }
  | { kind: "zeroExport" }
  | { kind: "forecast" | "switching"; knowledge: Knowledge }

/** A year that is operated without proof. Under a controller its cost is never below that of dispatch(). */
export type Operated = Omit<Dispatch, "lowerBoundEur">

export interface Optimiser {
  dispatch(year: Year, plant: Plant): Dispatch
  /**
   * The schedule of dispatch() and its cost, without the proof. Without a battery its flows are one array of zeros in
   * all years that are kept (keepYear), as control() gives them.
   */
  operate(year: Year, plant: Plant): Operated
  /** What dispatch() would cost, in half the time: without schedule and proof. */
  cost(year: Year, plant: Plant): OperationCost
  /**
   * The year of a plant as a controller operates it, one call for all its steps. `into`: arrays of as many steps that
   * the schedule is written to; new ones where it is left out.
   */
  control(year: Year, plant: Plant, controller: Controller, into?: Schedule): Operated
  size(sizing: Sizing, onProgress?: OnProgress): Sized
  resize(sizing: Sizing, cuts: Float64Array, onProgress?: OnProgress): Sized
  /** The sizing under each change, from the cuts of an earlier one and of the changes before. */
  reprice(sizing: Sizing, cuts: Float64Array, changes: readonly PriceChange[], onProgress?: OnProgress): Repriced[]
  /**
   * The same, where `next` gives each change by what the one before came to, until it gives none. It calls no method of
   * the optimiser.
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
