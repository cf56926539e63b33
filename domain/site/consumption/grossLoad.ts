import { InvalidInput } from "../../errors.ts"
import { violation } from "../../validation/violation.ts"
import { peakOf, timesFactor, totalOf } from "../profiles/hours.ts"

/** What the meter and the panels measured in a year. */
export interface MeteredYear {
  /** 8760 h, use over the year in any unit, sum above 0. */
  shape: Float64Array
  /** 8760 h, kWh of the panels that are there. */
  productionKwh: Float64Array
  /** Import of the year, above 0. */
  boughtKwh: number
  /** Export of the year; absent when unknown. */
  exportedKwh?: number
}

const EXPORT = ["yearlyExportKwh"]
const MAX_TILT = 50
const TILT_STEP = 0.25
const RELATIVE_TOLERANCE = 1e-12
const MAX_ITERATIONS = 200

/**
 * The load behind the meter, 8760 h in kWh, whose import with the panels is exactly boughtKwh.
 *
 * With an export: load_t = c·shape_t·exp(κ·production_t / max production), where c gives the total bought + produced −
 * exported and κ, the nearest to 0 in [−50, 50], gives the import: κ above 0 is a household that uses its own sun.
 * Without: the shape scaled until the import fits.
 * Throws InvalidInput naming yearlyExportKwh when no κ meets it.
 */
export const grossLoad = (year: MeteredYear): Float64Array => {
  const producedKwh = totalOf(year.productionKwh)
  if (year.exportedKwh === undefined || (producedKwh === 0 && year.exportedKwh === 0)) return scaledToImport(year)
  const { exportedKwh } = year
  if (exportedKwh >= producedKwh)
    throw new InvalidInput([violation(EXPORT, "export-above-production", { exportedKwh, producedKwh })])
  return tiltedToExport(year, producedKwh, year.exportedKwh)
}

/**
 * Σ max(c·shape − production, 0) is convex, piecewise linear and rising in c: Newton from a c that buys too much comes
 * down to the exact root in a few steps.
 */
const scaledToImport = ({ shape, productionKwh, boughtKwh }: MeteredYear): Float64Array => {
  let factor = (boughtKwh + totalOf(productionKwh)) / totalOf(shape)
  for (let iteration = 0; iteration < MAX_ITERATIONS; iteration++) {
    let importKwh = 0
    let slope = 0
    for (let hour = 0; hour < shape.length; hour++) {
      const net = factor * shape[hour]! - productionKwh[hour]!
      if (net > 0) {
        importKwh += net
        slope += shape[hour]!
      }
    }
    const next = factor - (importKwh - boughtKwh) / slope
    if (!(next < factor)) break
    factor = next
  }
  return timesFactor(shape, factor)
}

const tiltedToExport = (year: MeteredYear, producedKwh: number, exportedKwh: number): Float64Array => {
  const { shape, productionKwh, boughtKwh } = year
  const grossKwh = boughtKwh + producedKwh - exportedKwh
  const highestKwh = peakOf(productionKwh)
  const loadKwh = new Float64Array(shape.length)
  /** Fills the load for κ and gives its import beyond the one wanted. */
  const excessImport = (tilt: number): number => {
    let sum = 0
    for (let hour = 0; hour < shape.length; hour++) {
      const production = productionKwh[hour]!
      loadKwh[hour] = production > 0 ? shape[hour]! * Math.exp((tilt * production) / highestKwh) : shape[hour]!
      sum += loadKwh[hour]!
    }
    const factor = grossKwh / sum
    let importKwh = 0
    for (let hour = 0; hour < shape.length; hour++) {
      loadKwh[hour]! *= factor
      if (loadKwh[hour]! > productionKwh[hour]!) importKwh += loadKwh[hour]! - productionKwh[hour]!
    }
    return importKwh - boughtKwh
  }
  const tilt = rootNearZero(excessImport, RELATIVE_TOLERANCE * boughtKwh)
  if (tilt === null)
    throw new InvalidInput([violation(EXPORT, "export-does-not-fit", { exportedKwh, boughtKwh, producedKwh })])
  excessImport(tilt)
  return loadKwh
}

/**
 * The root of a function nearest to 0 in [−50, 50] by steps outwards and bisection, or null. The import falls with κ
 * until the load crowds into the sunniest hours and rises again beyond, so the ends alone do not decide.
 */
const rootNearZero = (excess: (tilt: number) => number, tolerance: number): number | null => {
  const start = excess(0)
  if (Math.abs(start) <= tolerance) return 0
  const direction = Math.sign(start)
  for (let step = TILT_STEP; step <= MAX_TILT; step += TILT_STEP) {
    if (excess(direction * step) * start <= 0) {
      return bisected(excess, direction * (step - TILT_STEP), direction * step, start, tolerance)
    }
  }
  return null
}

/** @param inner side where the excess has the sign of `start` */
const bisected = (
  excess: (tilt: number) => number,
  inner: number,
  outer: number,
  start: number,
  tolerance: number,
): number => {
  let same = inner
  let other = outer
  for (let iteration = 0; iteration < MAX_ITERATIONS; iteration++) {
    const middle = (same + other) / 2
    const value = excess(middle)
    if (Math.abs(value) <= tolerance || middle === same || middle === other) return middle
    if (value * start > 0) same = middle
    else other = middle
  }
  return (same + other) / 2
}
