/** What the host calls. */
export { arenaMark, arenaRelease, takeF64 } from "./arena"
export { cutLength, dispatchYear, lowerBoundEur, writeSeries } from "./dispatch"
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
export { unservedEur } from "./sizingGoal"
export { cutRecord, cuts, poolPointer, slackAt } from "./sizingPool"
export { panelTablePointer, problemBegin, problemPower, tierTablePointer } from "./sizingProblem"
export {
  finalBoundEur,
  finalEur,
  sizingAdopt,
  sizingBegin,
  sizingBest,
  sizingBound,
  sizingDispatches,
  sizingGap,
  sizingNothing,
  sizingReachable,
  sizingStep,
} from "./sizing"
