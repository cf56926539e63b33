import { type Note, note } from "../base/note.ts"
import { standbyKw } from "../finance/standby.ts"
import type { HourlyLimit, HourlyLimits } from "../market/tariff/custom/limits.ts"
import { HOURS_PER_YEAR } from "../site/year.ts"
import type { ScanCase } from "./case.ts"

/** Maximum import and export of a plant, constant or hour by hour [kW]. */
export interface ConnectionLimits {
  importLimitKw?: HourlyLimit
  exportLimitKw?: HourlyLimit
}

type Site = Pick<ScanCase, "input" | "loadKwh" | "existingProductionKwh"> & { limits?: HourlyLimits | undefined }
type SiteWithBattery = Site & Pick<ScanCase, "assumptions">

/** Highest import and export of the baseline without curtailment [kW]. */
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
 * Limits by the contracted power and the goal [kW].
 *
 * The contracted power limits import and export; if the baseline's highest hour exceeds it, that hour is the limit.
 * Goals set limits regardless of the baseline: maximize-connection for import, energyhub (if it has a limit) for import
 * and export.
 */
const contractedLimits = (site: Site): { importLimitKw?: number; exportLimitKw?: number } => {
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

/** Net import of the baseline in an hour, negative for export [kWh]. */
const boughtAsIs = ({ loadKwh, existingProductionKwh }: Site, hour: number): number =>
  loadKwh[hour]! - existingProductionKwh[hour]!

const limitAt = (limit: HourlyLimit, hour: number): number => (typeof limit === "number" ? limit : limit[hour]!)

/** Number of hours in which a baseline flow exceeds a limit. */
const hoursAbove = (limit: HourlyLimit | undefined, flowAsIs: (hour: number) => number): number => {
  if (limit === undefined) return 0
  let hours = 0
  for (let hour = 0; hour < HOURS_PER_YEAR; hour++) if (flowAsIs(hour) > limitAt(limit, hour)) hours++
  return hours
}

/**
 * Lower of two limits [kW]. In hours with a baseline flow above the second limit, that limit is raised to the flow plus
 * `besideKw`.
 */
const lower = (
  contractedKw: number | undefined,
  limit: HourlyLimit | undefined,
  flowAsIs: (hour: number) => number,
  besideKw = 0,
): HourlyLimit | undefined => {
  if (limit === undefined) return contractedKw
  const most = contractedKw ?? Number.POSITIVE_INFINITY
  if (typeof limit === "number" && hoursAbove(limit, flowAsIs) === 0) return Math.min(limit, most)
  return Float64Array.from({ length: HOURS_PER_YEAR }, (_, hour) => {
    const [limitKw, asIsKw] = [limitAt(limit, hour), flowAsIs(hour)]
    return Math.min(most, asIsKw > limitKw ? asIsKw + besideKw : limitKw)
  })
}

/**
 * Limits of the plant's import and export: contracted power and limits of the tariff. In hours in which the baseline
 * exceeds a limit of the tariff, the baseline's flow is the limit. Imports may then also include the standby use of a
 * battery, which may be empty.
 */
export const connectionLimits = (site: SiteWithBattery): ConnectionLimits => {
  const contracted = contractedLimits(site)
  const besideKw = site.input.electricBattery ? standbyKw(site) : 0
  const importLimitKw = lower(contracted.importLimitKw, site.limits?.importKw, hour => boughtAsIs(site, hour), besideKw)
  const exportLimitKw = lower(contracted.exportLimitKw, site.limits?.exportKw, hour => -boughtAsIs(site, hour))
  return {
    ...(importLimitKw === undefined ? {} : { importLimitKw }),
    ...(exportLimitKw === undefined ? {} : { exportLimitKw }),
  }
}

/** Notes on a baseline that exceeds its contracted power or a limit of its tariff. */
export const connectionNotes = (site: Site): Note[] => {
  const importHours = hoursAbove(site.limits?.importKw, hour => boughtAsIs(site, hour))
  const exportHours = hoursAbove(site.limits?.exportKw, hour => -boughtAsIs(site, hour))
  const exceeded = importHours + exportHours > 0 ? [note("limits-exceeded", { importHours, exportHours })] : []
  return [...contractedNotes(site), ...exceeded]
}

/** Note on the excess of the baseline over its contracted power, unless the goal requires to end the excess. */
const contractedNotes = (site: Site): Note[] => {
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
