import { createMemo } from "../base/memo.ts"
import { type Note, note } from "../base/note.ts"
import { standbyKw } from "../finance/standby.ts"
import type { HourlyLimit, HourlyLimits } from "../market/tariff/custom/limits.ts"
import { stepsPerHour } from "../site/steps.ts"
import type { ScanCase } from "./case.ts"

/** Maximum import and export of a plant, constant or step by step [kW]. */
export interface ConnectionLimits {
  importLimitKw?: HourlyLimit
  exportLimitKw?: HourlyLimit
}

type Site = Pick<ScanCase, "input" | "loadKwh" | "existingProductionKwh" | "overlapKwh"> & {
  limits?: HourlyLimits | undefined
}
type SiteWithBattery = Site & Pick<ScanCase, "assumptions">

/** Import of the baseline in a step as its meter counts it [kW]; negative for export without an overlap. */
const boughtAsIs = ({ loadKwh, existingProductionKwh, overlapKwh }: Site, step: number): number => {
  const netKwh = loadKwh[step]! - existingProductionKwh[step]!
  return stepsPerHour(loadKwh) * (overlapKwh ? Math.max(0, netKwh) + overlapKwh[step]! : netKwh)
}

/** Export of the baseline in a step as its meter counts it [kW]; negative for import without an overlap. */
const soldAsIs = ({ loadKwh, existingProductionKwh, overlapKwh }: Site, step: number): number => {
  const netKwh = existingProductionKwh[step]! - loadKwh[step]!
  return stepsPerHour(loadKwh) * (overlapKwh ? Math.max(0, netKwh) + overlapKwh[step]! : netKwh)
}

/** Highest import and export of the baseline without curtailment [kW]. */
const peaksAsIs = (site: Site): { importKw: number; exportKw: number } => {
  let [importKw, exportKw] = [0, 0]
  for (let step = 0; step < site.loadKwh.length; step++) {
    importKw = Math.max(importKw, boughtAsIs(site, step))
    exportKw = Math.max(exportKw, soldAsIs(site, step))
  }
  return { importKw, exportKw }
}

/**
 * Limits by the contracted power and the goal [kW].
 *
 * The contracted power limits import and export; if the baseline's highest step exceeds it, that step is the limit.
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

const limitAt = (limit: HourlyLimit, step: number): number => (typeof limit === "number" ? limit : limit[step]!)

/** A flow of the baseline [kW]. */
interface FlowAsIs {
  length: number
  at: (step: number) => number
}

const boughtFlow = (site: Site): FlowAsIs => ({ length: site.loadKwh.length, at: step => boughtAsIs(site, step) })
const soldFlow = (site: Site): FlowAsIs => ({ length: site.loadKwh.length, at: step => soldAsIs(site, step) })

/** Hours in which a baseline flow exceeds a limit. */
const hoursAbove = (limit: HourlyLimit | undefined, flow: FlowAsIs): number => {
  if (limit === undefined) return 0
  let steps = 0
  for (let step = 0; step < flow.length; step++) if (flow.at(step) > limitAt(limit, step)) steps++
  return steps / stepsPerHour(flow)
}

/**
 * Lower of two limits [kW]. In steps with a baseline flow above the second limit, that limit is raised to the flow plus
 * `besideKw`.
 */
const lower = (
  contractedKw: number | undefined,
  limit: HourlyLimit | undefined,
  flow: FlowAsIs,
  besideKw = 0,
): HourlyLimit | undefined => {
  if (limit === undefined) return contractedKw
  const most = contractedKw ?? Number.POSITIVE_INFINITY
  if (typeof limit === "number" && hoursAbove(limit, flow) === 0) return Math.min(limit, most)
  return Float64Array.from({ length: flow.length }, (_, step) => {
    const [limitKw, asIsKw] = [limitAt(limit, step), flow.at(step)]
    return Math.min(most, asIsKw > limitKw ? asIsKw + besideKw : limitKw)
  })
}

/** Limits less overlaps that stay memoised: of import and export. */
const LIMITS_KEPT = 2
const lessOverlaps = createMemo<Float64Array>(LIMITS_KEPT)

/** Part of a limit that the overlap leaves. */
const lessOverlap = (limit: HourlyLimit, { overlapKwh }: Site): HourlyLimit => {
  if (!overlapKwh) return limit
  const steps = stepsPerHour(overlapKwh)
  const make = () => overlapKwh.map((kwh, step) => Math.max(0, limitAt(limit, step) - kwh * steps))
  return typeof limit === "number" ? lessOverlaps([overlapKwh], `${limit}`, make) : make()
}

/**
 * Limits of the plant's import and export: contracted power and limits of the tariff, less the overlap. In steps in
 * which the baseline exceeds a limit of the tariff, the baseline's flow is the limit. Imports may then also include the
 * standby use of a battery, which may be empty.
 */
export const connectionLimits = (site: SiteWithBattery): ConnectionLimits => {
  const contracted = contractedLimits(site)
  const besideKw = site.input.electricBattery ? standbyKw(site) : 0
  const importLimitKw = lower(contracted.importLimitKw, site.limits?.importKw, boughtFlow(site), besideKw)
  const exportLimitKw = lower(contracted.exportLimitKw, site.limits?.exportKw, soldFlow(site))
  return {
    ...(importLimitKw === undefined ? {} : { importLimitKw: lessOverlap(importLimitKw, site) }),
    ...(exportLimitKw === undefined ? {} : { exportLimitKw: lessOverlap(exportLimitKw, site) }),
  }
}

/** Notes on a baseline that exceeds its contracted power or a limit of its tariff. */
export const connectionNotes = (site: Site): Note[] => {
  const importHours = hoursAbove(site.limits?.importKw, boughtFlow(site))
  const exportHours = hoursAbove(site.limits?.exportKw, soldFlow(site))
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
