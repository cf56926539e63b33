/**
 * Functions that the host calls (core.ts, size.ts). Results are structs that it reads as numbers, one after the other
 * (results.ts).
 */
export { controlBegin } from "./control/begin"
export { operateByRule } from "./control/greedy"
export {
  clearnessPointer,
  clearProductionPointer,
  endValuePointer,
  expectedBuyPointer,
  expectedSellPointer,
  farLoadPointer,
  highFarLoadPointer,
  highNearLoadPointer,
  knowledgeBegin,
  nearLoadPointer,
  nearUntilPointer,
  pricesUntilPointer,
  usualClearnessPointer,
} from "./control/knowledge"
export { peakTargetPointer } from "./control/peaks"
export { operateByPlans } from "./control/rolling"
export { operateByReplay } from "./control/replay"
export { operateBySwitching } from "./control/switching"
export { blockPointer, buyPointer, demandBegin, exportLimitPointer, exportPerPanelPointer, floorPointer, holdBattery, importLimitPointer, limitsBySteps, loadPointer, mustRunPointer, numberYear, periodPointer, productionPointer, ratePointer, sellPointer, yearBegin, yearReady } from "./dispatch/loading"
export { demandReady } from "./dispatch/demand"
export { cutLength, dispatchYear } from "./dispatch/dispatch"
export { setObjective, setWearPrice } from "./dispatch/objective"
export { phasesBegin, phaseSharePointer } from "./dispatch/phases"
export { dispatchedYear } from "./dispatch/result"
export { writeSeries } from "./dispatch/schedule"
/** The master problem alone, for its own test. */
export { masterColumn, masterRow } from "./master/program"
export { masterBytes, masterPlace, masterSolve } from "./master/simplex"
export { arenaMark, arenaRelease, takeF64 } from "./memory/arena"
export { workDone } from "./memory/work"
export { lastYearIsMade, lastYearKey } from "./sizing/known"
export { makeYearOf } from "./sizing/objectives"
export { sizingBound, sizingGap } from "./sizing/best"
export { poolPointer, provenCost, slackAt } from "./sizing/pool"
export { panelTablePointer, pointTablePointer, problemBegin, problemConstant, problemCredit, problemLeastYear, problemOperation, problemPower, problemPrices, problemRules, problemSavings, problemWear, segmentTablePointer } from "./sizing/problem"
export { sizingStop } from "./sizing/search"
export { sizingAdopt, sizingBegin, sizingBest, sizingDispatches, sizingEarlier, sizingFound, sizingReachable, sizingResult, sizingStep } from "./sizing/sizing"
