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
