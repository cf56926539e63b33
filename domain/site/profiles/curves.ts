// Indices of this file are in bounds by construction.

import { HOURS_PER_YEAR } from "../year.ts"
import { type Hours, peakOf, sumOfHours, totalOf } from "./hours.ts"

/**
 * The curves of a profile, 8760 h each in kWh. The load behind the meter is bought + produced − exported; a scan takes it as
 * consumption and the production as panels that are there.
 */
export interface ProfileCurves {
  /** Bought without the layers and assets. */
  baseline: Hours
  /** Bought: document 3's result. */
  result: Hours
  /** Fed in. */
  export: Hours
  /** Of the solar layer, the generating assets and sources. */
  production: Hours
}

/** What the meter of a profile counts before anything is added to it, and what is added. */
export interface ProfileParts {
  /** Bought energy of the base or of each consuming source. */
  bought: readonly Hours[]
  /** Energy that goes with it to the grid. */
  exported: readonly Hours[]
  /** Production behind `exported` that is known (of merged profiles). */
  produced: readonly Hours[]
  /** Some of `exported` was measured, and `produced` does not explain it. */
  hasUnexplainedExport: boolean
  /** Use of each enabled layer or asset. */
  added: readonly Hours[]
  /** Production of each enabled solar layer, generating asset or source. */
  generated: readonly Hours[]
}

/** The curves, and whether export was measured that no production explains: such a profile cannot be scanned. */
export interface CombinedProfile {
  curves: ProfileCurves
  lacksSolar: boolean
}

/**
 * The curves of a profile from its parts.
 *
 * Where production explains what is exported, and where none is known, bought and exported energy stay as they are but for
 * the difference that layers make: use takes from the export first, production from what is bought first. With templates that
 * is result = max(load − production, 0), export = the surplus; merged profiles keep their bought and exported energy apart.
 * A meter's export with solar panels: load = max(0, bought + produced − exported), then the same two formulas.
 */
export const combine = (parts: ProfileParts): CombinedProfile => {
  const bought = sumOfHours(parts.bought)
  const exported = sumOfHours(parts.exported)
  const produced = sumOfHours(parts.produced)
  const added = sumOfHours(parts.added)
  const generated = sumOfHours(parts.generated)
  const generates = totalOf(generated) > 0
  const fromMeter = parts.hasUnexplainedExport && generates
  const curves = emptyCurves()
  for (let hour = 0; hour < HOURS_PER_YEAR; hour++) {
    curves.baseline[hour] = bought[hour]!
    curves.production[hour] = produced[hour]! + generated[hour]!
    if (fromMeter) {
      const behindMeter = produced[hour]! + generated[hour]!
      const load = Math.max(0, bought[hour]! + behindMeter - exported[hour]!) + added[hour]!
      curves.result[hour] = Math.max(0, load - behindMeter)
      curves.export[hour] = Math.max(0, behindMeter - load)
      continue
    }
    const moreUse = Math.max(0, added[hour]! - generated[hour]!)
    const moreSun = Math.max(0, generated[hour]! - added[hour]!)
    const fromExport = Math.min(moreUse, exported[hour]!)
    const fromBought = Math.min(moreSun, bought[hour]!)
    curves.result[hour] = bought[hour]! - fromBought + moreUse - fromExport
    curves.export[hour] = exported[hour]! - fromExport + moreSun - fromBought
  }
  return { curves, lacksSolar: parts.hasUnexplainedExport && !generates }
}

const emptyCurves = (): ProfileCurves => ({
  baseline: new Float32Array(HOURS_PER_YEAR),
  result: new Float32Array(HOURS_PER_YEAR),
  export: new Float32Array(HOURS_PER_YEAR),
  production: new Float32Array(HOURS_PER_YEAR),
})

/** Figures of a profile that lists show, of the stored curves. */
export interface ProfileTotals {
  totalKwh: number
  peakKw: number
  totalExportKwh: number
  peakExportKw: number
}

/** Totals and peaks of curves. */
export const totalsOf = ({ result, export: exported }: ProfileCurves): ProfileTotals => ({
  totalKwh: totalOf(result),
  peakKw: peakOf(result),
  totalExportKwh: totalOf(exported),
  peakExportKw: peakOf(exported),
})

/** Load behind the meter, 8760 h in kWh: result + production − export, never below 0. */
export const loadOf = ({
  result,
  production,
  export: exported,
}: Pick<ProfileCurves, "result" | "production" | "export">): Float64Array => {
  const load = new Float64Array(HOURS_PER_YEAR)
  for (let hour = 0; hour < HOURS_PER_YEAR; hour++)
    load[hour] = Math.max(0, result[hour]! + production[hour]! - exported[hour]!)
  return load
}
