import { type OnProgress, type Optimiser, SolveCancelled } from "../../wasm/index.ts"
import { workOf } from "./knownYears.ts"

/** Work of the optimiser that takes a core about a millisecond (wasm/assembly/work.ts). */
export const WORK_PER_MS = 1e6
/** Ratio of the thread's CPU time to the expected time of its counted work at which time ends a step. */
const CPU_TIME_FACTOR = 3
/**
 * The part of a scan's budget that is gone when each of its steps is ended; a step that ends early leaves the rest to
 * the next.
 */
export const SHARES = { sizing: 0.75, all: 1 } as const

/** Optimiser for a part of a scan; `goOn` answers false if the part has to end. */
export interface Solving {
  optimiser: Optimiser
  goOn: () => boolean
}

/** Asks whether to go on; the answer false cancels the scan. */
export type GoOn = (share: number) => boolean

/**
 * Solver budget of one scan. Work is counted, not timed (Optimiser.work), so that the same scan ends at the same point
 * on every machine and under every load; the CPU time of the thread only ends what takes far longer than its work was
 * measured to take.
 */
export interface Budget {
  /** Work of the scan so far, counted as Optimiser.work does. */
  workDone(): number
  isSpent(share: number): boolean
  /** True if CPU time ended a step: another run of the scan may then find another plant. */
  isEndedByTime(): boolean
}

/** The budget of a scan that begins now. `cpuMs`: CPU time of the thread; absent: only work counts. */
export const createBudget = (optimiser: Optimiser, budgetMs: number, cpuMs: () => number = () => 0): Budget => {
  const begun = { work: workOf(optimiser), cpuMs: cpuMs() }
  let isEndedByTime = false
  const workDone = () => workOf(optimiser) - begun.work
  return {
    workDone,
    isSpent(share) {
      if (workDone() >= share * budgetMs * WORK_PER_MS) return true
      const isLate = cpuMs() - begun.cpuMs >= CPU_TIME_FACTOR * share * budgetMs
      if (isLate) isEndedByTime = true
      return isLate
    },
    isEndedByTime: () => isEndedByTime,
  }
}

/** Ends a search with its best plant when a share of the budget is spent. */
export const searchWithin =
  (budget: Budget, share: number, goOn: GoOn): OnProgress =>
  done => {
    if (!goOn(done)) return false
    return budget.isSpent(share) ? "enough" : true
  }

/** The result of `work`; undefined if the budget ends first. Throws SolveCancelled when `goOn` answers false. */
export const wholeWithin = <T>(budget: Budget, goOn: GoOn, work: (goOn: () => boolean) => T): T | undefined => {
  let isCancelled = false
  const ask = () => {
    isCancelled ||= !goOn(1)
    return !isCancelled && !budget.isSpent(SHARES.all)
  }
  try {
    if (ask()) return work(ask)
  } catch (error) {
    if (!(error instanceof SolveCancelled)) throw error
  }
  if (isCancelled) throw new SolveCancelled()
  return undefined
}
