/** Limits of a year: one for all steps, one a step, and those that grow with the panels. */
import type { Year } from "./types.ts"

/** The limit that holds in all steps [kW]; Infinity: none, or one a step. */
export const evenLimit = (limitKw: Year["importLimitKw"]): number =>
  typeof limitKw === "number" ? limitKw : Number.POSITIVE_INFINITY

/** Whether export is limited by the panels of the plant. */
export const growsWithPanels = ({ roofs }: Pick<Year, "roofs">): boolean =>
  roofs.some(({ exportKwPerPanel }) => exportKwPerPanel !== undefined)

/** What a panel of each roof lets through [kW]. */
export const exportPerPanel = ({ roofs }: Pick<Year, "roofs">): Float64Array =>
  Float64Array.from(roofs, ({ exportKwPerPanel = 0 }) => exportKwPerPanel)

/** All limits that are not one number; none of a year that has one limit for all steps. */
export const changingLimits = (year: Year): Float64Array[] => [
  ...[year.importLimitKw, year.exportLimitKw].filter(limit => limit instanceof Float64Array),
  ...(growsWithPanels(year) ? [exportPerPanel(year)] : []),
]
