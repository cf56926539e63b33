import type { SolvedPlant } from "../../domain/case/solvedPlant.ts"
import type { PriceYear } from "../../domain/market/tariff/dayAhead.ts"
import type { Optimiser } from "../../wasm/index.ts"
import type { Budget } from "./budget.ts"

export type OnProgress = (share: number) => boolean

/** Optimiser, accuracy, limits and clocks of a solver thread. */
export interface Solver {
  optimiser: Optimiser
  /** Relative gap at which a sizing stops. */
  sizingTolerance: number
  /** Solver budget of one scan, in counted work (search/model/budget.ts); absent: unlimited. */
  budgetMs?: number
  /** CPU time of the thread [ms]. */
  cpuMs?: () => number
  /** Clock that measures solveMs of the report [ms]; absent: 0. */
  nowMs?: () => number
}

/** Solver, budget and progress of one scan. */
export interface Search {
  solver: Solver
  onProgress: OnProgress
  budget: Budget
}

/** Cuts, imported prices and extent that a search starts with. */
export interface Start {
  /** Cuts of the scan that this one adjusts. */
  cuts?: Float64Array | undefined
  /** Day-ahead prices that the operator imported. */
  prices?: PriceYear[] | undefined
  /** True if the report has no outlook and no alternatives; absent: false. */
  isPlantAlone?: boolean
  /** Parts of the report: `plant`, `rest` (parts that a report of the plant lacks) or, by default, `full`. */
  detail?: "plant" | "rest" | "full"
  /** Plant of an earlier search, whose report is completed without a search. */
  solved?: SolvedPlant | undefined
}
