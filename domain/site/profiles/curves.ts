// Indices of this file are in bounds by construction.

import { HOURS_PER_YEAR } from "../year.ts"
import { type Hours, peakOf, sumOfHours, totalOf } from "./hours.ts"

/**
 * The curves of a profile, 8760 h or 35,040 quarters each, in kWh. The load behind the meter is bought + produced −
 * exported; a scan uses it as consumption and the production as existing panels.
 */
export interface ProfileCurves {
  /** Bought without the layers and assets. */
  baseline: Hours
  /** Bought: document 3's result. */
  result: Hours
  /** Feed-in. */
  export: Hours
  /** Production of the solar layer, the generating assets and sources. */
  production: Hours
  /**
   * Purchase and feed-in of one meter in the same hours; result, export and production include it. Absent without a
   * meter file with feed-in, and in profiles stored before.
   */
  overlap?: Hours
  /** Production by the model alone, before meters raised it; absent if no meter did. */
  modelled?: Hours
}

/** Measurements of one meter, of a base or of a source of an energyhub. */
export interface MeterParts {
  bought: Hours
  /** Energy exported to the grid by the same meter. */
  exported?: Hours
  /** Production behind `exported` that is known (of merged profiles). */
  produced?: Hours
  /** Energy in both `bought` and `exported`, kept apart; absent of meters stored before: hours count net. */
  overlap?: Hours
  /** Some of `exported` was measured, and `produced` does not explain it. */
  hasUnexplainedExport: boolean
  /** Production behind this meter: a studio's solar layers, assets that name the source. */
  behind: readonly Hours[]
}

/** Measurements of a profile's meters before additions, and the additions. */
export interface ProfileParts {
  meters: readonly MeterParts[]
  /** Use of each enabled layer or asset. */
  added: readonly Hours[]
  /** Production of each enabled generating asset or source that is behind no meter above: further generation. */
  generated: readonly Hours[]
}

/** The curves, and whether export was measured that no production explains: such a profile cannot be scanned. */
export interface CombinedProfile {
  curves: ProfileCurves
  lacksSolar: boolean
}

/** Totals of the meters, hour by hour in double precision. */
interface Metered {
  /** Without `overlap`, as `exported`. */
  bought: Float64Array
  exported: Float64Array
  overlap: Float64Array
  /** Production behind the meters that is known. */
  produced: Float64Array
  /** Production behind a meter that does not explain its export. */
  further: Float64Array
  /** Production behind the meters by the model, less `produced`. */
  raised: Float64Array
  /** Measured export that nothing explains. */
  unexplained: Float64Array
  hasUnexplainedExport: boolean
  keepsOverlap: boolean
}

/** Number of bisections of the factor that lowers modelled production. */
const HALVINGS = 40
/** Least factor: weather does not explain lower production of the same panels. */
const LEAST_FACTOR = 0.5

/**
 * Least production behind a meter in each hour. All feed-in was produced. For meters stored before, feed-in above
 * purchase was.
 */
const provenBy = ({ bought, exported, produced, overlap }: MeterParts): Float64Array =>
  Float64Array.from(bought, (boughtKwh, hour) => {
    const ownKwh = (produced?.[hour] ?? 0) + (overlap ? 0 : boughtKwh)
    return Math.max(0, (exported?.[hour] ?? 0) - ownKwh)
  })

/**
 * Production of panels behind a meter: the model's hours, raised to the least production that the meter proves, because
 * model and file have different weather. One factor lowers the other hours, so that the production of the year stays.
 * The year's production rises if the factor would be below LEAST_FACTOR; of meters stored before, hours then stay.
 */
const withProven = (behind: Float64Array, meter: MeterParts): Float64Array => {
  const proven = provenBy(meter)
  const year = totalOf(behind)
  if (!meter.overlap && totalOf(proven) > year) return behind
  const scaled = (factor: number) => behind.map((kwh, hour) => Math.max(factor * kwh, proven[hour]!))
  let [low, high] = [meter.overlap ? LEAST_FACTOR : 0, 1]
  if (totalOf(scaled(low)) >= year) return scaled(low)
  for (let halving = 0; halving < HALVINGS; halving++) {
    const middle = (low + high) / 2
    if (totalOf(scaled(middle)) > year) high = middle
    else low = middle
  }
  return scaled(high)
}

/**
 * A meter's export with production behind it. Purchase and export stay as measured, apart from their overlap. Without
 * an overlap, load = max(0, bought + produced − exported) gives net purchase and export. Each meter is treated
 * separately, so that production of another meter never hides in its load.
 */
const addReconstructed = (to: Metered, meter: MeterParts, modelled: Float64Array): void => {
  const { bought, exported, produced, overlap } = meter
  const behind = withProven(modelled, meter)
  if (overlap) addApart(to, meter)
  for (let hour = 0; hour < bought.length; hour++) {
    const behindMeter = (produced?.[hour] ?? 0) + behind[hour]!
    to.produced[hour]! += behindMeter
    to.raised[hour]! += behind[hour]! - modelled[hour]!
    if (overlap) continue
    const load = Math.max(0, bought[hour]! + behindMeter - (exported?.[hour] ?? 0))
    to.bought[hour]! += Math.max(0, load - behindMeter)
    to.exported[hour]! += Math.max(0, behindMeter - load)
  }
}

/** Adds purchase and export of a meter without its overlap, and the overlap. */
const addApart = (to: Metered, { bought, exported, overlap }: MeterParts): void => {
  for (let hour = 0; hour < bought.length; hour++) {
    const overlapKwh = overlap?.[hour] ?? 0
    to.bought[hour]! += bought[hour]! - overlapKwh
    to.exported[hour]! += (exported?.[hour] ?? 0) - overlapKwh
    to.overlap[hour]! += overlapKwh
  }
}

const add = (to: Float64Array, hours: ArrayLike<number> | undefined): void => {
  if (hours) for (let hour = 0; hour < to.length; hour++) to[hour]! += hours[hour]!
}

const metered = (meters: readonly MeterParts[], length: number): Metered => {
  const year = () => new Float64Array(length)
  const sums: Metered = {
    bought: year(),
    exported: year(),
    overlap: year(),
    produced: year(),
    further: year(),
    raised: year(),
    unexplained: year(),
    hasUnexplainedExport: false,
    keepsOverlap: meters.some(({ overlap }) => overlap !== undefined),
  }
  for (const meter of meters) {
    const behind = sumOfHours(meter.behind, length)
    if (meter.hasUnexplainedExport && totalOf(behind) > 0) {
      addReconstructed(sums, meter, behind)
      continue
    }
    addApart(sums, meter)
    add(sums.produced, meter.produced)
    add(sums.further, behind)
    if (!meter.hasUnexplainedExport) continue
    sums.hasUnexplainedExport = true
    add(sums.unexplained, meter.exported)
  }
  return sums
}

/**
 * The curves of a profile from its parts.
 *
 * If production explains the export, or no production is known, purchase and export stay unchanged except for layers:
 * consumption reduces the export first, production reduces the purchase first. With templates that is result = max(load
 * − production, 0), export = the surplus; merged profiles keep their bought and exported energy apart. A meter's export
 * with production behind it gives the load behind that meter (`addReconstructed`). The overlap of a meter is added
 * last: no layer changes it. Export that nothing explains, next
 * to production that is not behind its meter, counts as production too: at least that was produced.
 */
export const combine = ({ meters, added: uses, generated: further }: ProfileParts): CombinedProfile => {
  const { length } = [...meters.map(({ bought }) => bought), ...uses, ...further][0] ?? { length: HOURS_PER_YEAR }
  const { bought, exported, produced, overlap, raised, unexplained, ...rest } = metered(meters, length)
  const added = sumOfHours(uses, length)
  const generated = sumOfHours([...further, rest.further], length)
  const generates = totalOf(generated) > 0 || meters.some(({ behind }) => behind.some(hours => totalOf(hours) > 0))
  const curves = emptyCurves(length)
  for (let hour = 0; hour < length; hour++) {
    const moreUse = Math.max(0, added[hour]! - generated[hour]!)
    const moreSun = Math.max(0, generated[hour]! - added[hour]!)
    const fromExport = Math.min(moreUse, exported[hour]!)
    const fromBought = Math.min(moreSun, bought[hour]!)
    curves.result[hour] = bought[hour]! - fromBought + moreUse - fromExport + overlap[hour]!
    curves.export[hour] = exported[hour]! - fromExport + moreSun - fromBought + overlap[hour]!
    curves.production[hour] = produced[hour]! + generated[hour]! + (generates ? unexplained[hour]! : 0)
  }
  curves.baseline.set(
    sumOfHours(
      meters.map(meter => meter.bought),
      length,
    ),
  )
  if (rest.keepsOverlap) {
    curves.overlap = Float32Array.from(overlap)
    if (raised.some(kwh => kwh !== 0)) curves.modelled = curves.production.map((kwh, hour) => kwh - raised[hour]!)
  }
  return { curves, lacksSolar: rest.hasUnexplainedExport && !generates }
}

const emptyCurves = (length: number): ProfileCurves => ({
  baseline: new Float32Array(length),
  result: new Float32Array(length),
  export: new Float32Array(length),
  production: new Float32Array(length),
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

/** Load behind the meter in each step [kWh]: result + production − export, never below 0. */
export const loadOf = ({
  result,
  production,
  export: exported,
}: Pick<ProfileCurves, "result" | "production" | "export">): Float64Array => {
  const load = new Float64Array(result.length)
  for (let hour = 0; hour < load.length; hour++)
    load[hour] = Math.max(0, result[hour]! + production[hour]! - exported[hour]!)
  return load
}
