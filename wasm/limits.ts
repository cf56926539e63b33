/** Limits of a year: a constant, a value per step, or limits that grow with the panels. */
import type { Year } from "./types.ts"

/** Limit of all steps [kW]; Infinity without a limit, and for limits by step. */
export const evenLimit = (limitKw: Year["importLimitKw"]): number =>
  typeof limitKw === "number" ? limitKw : Number.POSITIVE_INFINITY

/** True if the plant's panels limit export. */
export const growsWithPanels = ({ roofs }: Pick<Year, "roofs">): boolean =>
  roofs.some(({ exportKwPerPanel }) => exportKwPerPanel !== undefined)

/** Export limit per panel of each roof [kW]. */
export const exportPerPanel = ({ roofs }: Pick<Year, "roofs">): Float64Array =>
  Float64Array.from(roofs, ({ exportKwPerPanel = 0 }) => exportKwPerPanel)

const isMustRun = ({ mustRunPanels }: Year["roofs"][number]): boolean => mustRunPanels !== undefined

/** All limits that are not a single number, and the must-run roofs; empty for a year with constant limits alone. */
export const changingLimits = (year: Year): Float64Array[] => [
  ...[year.importLimitKw, year.exportLimitKw].filter(limit => limit instanceof Float64Array),
  ...(growsWithPanels(year) ? [exportPerPanel(year)] : []),
  ...(year.roofs.some(isMustRun) ? [Float64Array.from(year.roofs, roof => Number(isMustRun(roof)))] : []),
]
