/** What the host calls. */
export { arenaMark, arenaRelease, takeF64 } from "./arena"
export {
  costEur,
  cutLength,
  dispatchYear,
  exportKwh,
  exportLimitSlope,
  firstUnservedStep,
  importKwh,
  importLimitSlope,
  lowerBoundEur,
  peakUnservedKw,
  unservedKwh,
  unservedSteps,
  writeSeries,
} from "./dispatch"
export {
  buyPointer,
  loadPointer,
  productionPointer,
  sellPointer,
  setObjective,
  yearBegin,
  yearReady,
} from "./year"
