/** What the host calls. */
export { arenaMark, arenaRelease, takeF64 } from "./arena"
export { cutLength, dispatchYear, lowerBoundEur, writeSeries } from "./dispatch"
export { blockPointer, demandBegin, demandReady, periodPointer, ratePointer } from "./demand"
export { exportLimitSlope, importLimitSlope } from "./duals"
export {
  costEur,
  exportKwh,
  firstUnservedStep,
  importKwh,
  peakUnservedKw,
  unservedKwh,
  unservedSteps,
} from "./totals"
export {
  buyPointer,
  loadPointer,
  productionPointer,
  sellPointer,
  setObjective,
  yearBegin,
  yearReady,
} from "./year"
/** The master problem alone, for its own test. */
export { masterBound, masterSolution, masterSolve } from "./master"
export { masterBytes, masterColumn, masterPlace, masterRow } from "./masterData"
export { unservedEur } from "./sizingGoal"
export { cuts, poolPointer, provenCost, slackAt } from "./sizingPool"
export { panelTablePointer, problemBegin, problemOperation, problemPower, problemRules, tierTablePointer } from "./sizingProblem"
export {
  finalBoundEur,
  finalEur,
  sizingAdopt,
  sizingBegin,
  sizingDispatches,
  sizingEarlier,
  sizingFound,
  sizingReachable,
  sizingStep,
  sizingStop,
} from "./sizing"
export { bestHigh, bestLow, bestWeight, sizingBest, sizingBound, sizingGap, sizingNothing, sizingYear } from "./sizingBest"
export { workDone } from "./work"
