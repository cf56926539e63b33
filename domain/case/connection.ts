import { type Note, note } from "../base/note.ts"
import { standbyKw } from "../finance/standby.ts"
import type { HourlyLimit, HourlyLimits } from "../market/tariff/custom/limits.ts"
import { HOURS_PER_YEAR } from "../site/year.ts"
import type { ScanCase } from "./case.ts"

/** What a plant may draw and feed in at most, in every hour, or hour by hour. */
export interface ConnectionLimits {
  importLimitKw?: HourlyLimit
  exportLimitKw?: HourlyLimit
}

type Site = Pick<ScanCase, "input" | "loadKwh" | "existingProductionKwh"> & { limits?: HourlyLimits | undefined }
type SiteWithBattery = Site & Pick<ScanCase, "assumptions">

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
 * The contracted power binds import and export; where the site as it is exceeds it already, its own highest hour does.
 * The goals maximize-connection and energyhub demand it whatever the site does today: of import, and energyhub of
 * export too.
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

/** What the site as it is draws in an hour beyond its production, and below 0 what it feeds in [kWh]. */
const boughtAsIs = ({ loadKwh, existingProductionKwh }: Site, hour: number): number =>
  loadKwh[hour]! - existingProductionKwh[hour]!

const limitAt = (limit: HourlyLimit, hour: number): number => (typeof limit === "number" ? limit : limit[hour]!)

/** In how many hours a flow of the site as it is exceeds a limit. */
const hoursAbove = (limit: HourlyLimit | undefined, flowAsIs: (hour: number) => number): number => {
  if (limit === undefined) return 0
  let hours = 0
  for (let hour = 0; hour < HOURS_PER_YEAR; hour++) if (flowAsIs(hour) > limitAt(limit, hour)) hours++
  return hours
}

/**
 * The lower of two limits, the second one raised, in hours in which the site as it is exceeds it, to its flow and what
 * is let beside it.
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
 * What binds import and export of the plant: the contracted power, and the limits of the tariff. An hour in which the
 * site as it is exceeds a limit of the tariff keeps what it draws or feeds in then; a battery, which may be empty in
 * that hour, draws its standby beside it.
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

/** Where the site as it is exceeds its contracted power or a limit of its tariff. */
export const connectionNotes = (site: Site): Note[] => {
  const importHours = hoursAbove(site.limits?.importKw, hour => boughtAsIs(site, hour))
  const exportHours = hoursAbove(site.limits?.exportKw, hour => -boughtAsIs(site, hour))
  const exceeded = importHours + exportHours > 0 ? [note("limits-exceeded", { importHours, exportHours })] : []
  return [...contractedNotes(site), ...exceeded]
}

/** By how much the site as it is exceeds its contracted power, where the goal does not demand to end that. */
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
