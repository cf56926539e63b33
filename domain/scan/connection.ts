import { type Note, note } from "../notes/note.ts"
import type { ScanCase } from "./case.ts"

/** What a plant may draw and feed in at most, in every hour. */
export interface ConnectionLimits {
  importLimitKw?: number
  exportLimitKw?: number
}

type Site = Pick<ScanCase, "input" | "loadKwh" | "existingProductionKwh">

/** The highest hours of the site as it is, without any curtailment [kW]. */
const peaksAsIs = ({ loadKwh, existingProductionKwh }: Site): { importKw: number; exportKw: number } => {
  let [importKw, exportKw] = [0, 0]
  for (let hour = 0; hour < loadKwh.length; hour++) {
    const boughtKwh = loadKwh[hour]! - existingProductionKwh[hour]!
    if (boughtKwh > importKw) importKw = boughtKwh
    if (-boughtKwh > exportKw) exportKw = -boughtKwh
  }
  return { importKw, exportKw }
}

/**
 * The contracted power binds import and export; where the site as it is exceeds it already, its own highest hour does. The goals
 * maximize-connection and energyhub demand it whatever the site does today: of import, and energyhub of export too.
 */
export const connectionLimits = (site: Site): ConnectionLimits => {
  const { goal, contractedPowerKw } = site.input
  if (goal.kind === "energyhub")
    return goal.limitKw === undefined ? {} : { importLimitKw: goal.limitKw, exportLimitKw: goal.limitKw }
  if (contractedPowerKw === undefined) return {}
  const { importKw, exportKw } = peaksAsIs(site)
  const isDemanded = goal.kind === "maximize-connection"
  return {
    importLimitKw: isDemanded ? goal.importLimitKw : Math.max(contractedPowerKw, importKw),
    exportLimitKw: Math.max(contractedPowerKw, exportKw),
  }
}

/** By how much the site as it is exceeds its contracted power, where the goal does not demand to end that. */
export const connectionNotes = (site: Site): Note[] => {
  const { goal, contractedPowerKw } = site.input
  if (contractedPowerKw === undefined || goal.kind === "energyhub") return []
  const { importKw, exportKw } = peaksAsIs(site)
  const drawsTooMuch = importKw > contractedPowerKw && goal.kind !== "maximize-connection"
  const feedsInTooMuch = exportKw > contractedPowerKw
  if (!drawsTooMuch && !feedsInTooMuch) return []
  const rounded = (kw: number) => Number(kw.toPrecision(4))
  return [
    note("connection-exceeded", {
      contractedPowerKw,
      importKw: drawsTooMuch ? rounded(importKw) : null,
      exportKw: feedsInTooMuch ? rounded(exportKw) : null,
    }),
  ]
}
