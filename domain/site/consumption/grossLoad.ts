import { peakOf, timesFactor, totalOf } from "../profiles/hours.ts"

/** Measurements of the meter and the panels in a year. */
export interface MeteredYear {
  /** 8760 h, use over the year in any unit, sum above 0. */
  shape: Float64Array
  /** 8760 h, production of the existing panels in kWh. */
  productionKwh: Float64Array
  /** Import of the year, above 0. */
  boughtKwh: number
  /** Export of the year; absent when unknown. */
  exportedKwh?: number
}

/** The load behind the meter. */
export interface GrossLoad {
  /** Each step, kWh. */
  loadKwh: Float64Array
  /** True if the quarters within the hours are modelled (withinHour.ts). */
  hasModelledQuarters?: true
  /** Export of this load, the nearest to the metered export if no load gives that; absent if it is met. */
  nearestExportKwh?: number
}

const MAX_TILT = 50
const TILT_STEP = 0.25
const RELATIVE_TOLERANCE = 1e-12
const MAX_ITERATIONS = 200
/** Steps of the search for the nearest export: first over all tilts, then around the best tilt. */
const COARSE_TILT_STEP = 2
const FINE_TILT_STEP = 0.1

/**
 * Computes the load behind the meter whose import with the panels is exactly boughtKwh.
 *
 * If the export is known: load_t = c·shape_t·exp(κ·production_t / max production). The factor c gives the total bought
 * + produced − exported. The tilt κ, the nearest to 0 in [−50, 50], gives the import; a household with κ above 0 uses
 * more of its own production. Without such a κ (more export than the panels produce, or less than they leave), the κ
 * with the nearest export counts.
 *
 * If the export is unknown: the shape is scaled until the import fits.
 */
export const grossLoad = (year: MeteredYear): GrossLoad => {
  const { exportedKwh } = year
  const producedKwh = totalOf(year.productionKwh)
  if (exportedKwh === undefined || (producedKwh === 0 && exportedKwh === 0)) return { loadKwh: scaledToImport(year) }
  const loadKwh = exportedKwh < producedKwh ? tiltedToExport(year, producedKwh, exportedKwh) : null
  return loadKwh ? { loadKwh } : nearestToExport(year, producedKwh, exportedKwh)
}

/** Production in excess of a load [kWh]. */
const exportOf = (loadKwh: Float64Array, productionKwh: Float64Array): number => {
  let exported = 0
  for (let hour = 0; hour < loadKwh.length; hour++) exported += Math.max(0, productionKwh[hour]! - loadKwh[hour]!)
  return exported
}

/** The tilted load with the requested import whose export is nearest to the requested export. */
const nearestToExport = (year: MeteredYear, producedKwh: number, exportedKwh: number): GrossLoad => {
  const { shape, productionKwh } = year
  const highestKwh = peakOf(productionKwh)
  let best = { tilt: 0, loadKwh: scaledToImport(year), exported: Number.POSITIVE_INFINITY }
  const look = (tilt: number): void => {
    const tilted = shape.map((share, hour) => share * Math.exp((tilt * productionKwh[hour]!) / highestKwh))
    const loadKwh = scaledToImport({ ...year, shape: tilted })
    const exported = exportOf(loadKwh, productionKwh)
    if (Math.abs(exported - exportedKwh) < Math.abs(best.exported - exportedKwh)) best = { tilt, loadKwh, exported }
  }
  if (producedKwh === 0) return { loadKwh: best.loadKwh, nearestExportKwh: 0 }
  for (let tilt = -MAX_TILT; tilt <= MAX_TILT; tilt += COARSE_TILT_STEP) look(tilt)
  const middle = best.tilt
  for (let away = FINE_TILT_STEP; away < COARSE_TILT_STEP; away += FINE_TILT_STEP) {
    look(Math.max(-MAX_TILT, middle - away))
    look(Math.min(MAX_TILT, middle + away))
  }
  return { loadKwh: best.loadKwh, nearestExportKwh: best.exported }
}

/**
 * Scales the shape by c until its import fits. The import Σ max(c·shape − production, 0) is convex, piecewise linear
 * and rising in c. Newton's method from a c with too much import reaches the exact root in a few steps.
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

/** The tilted load that meets import and export; null without such a load. */
const tiltedToExport = (year: MeteredYear, producedKwh: number, exportedKwh: number): Float64Array | null => {
  const { shape, productionKwh, boughtKwh } = year
  const grossKwh = boughtKwh + producedKwh - exportedKwh
  const highestKwh = peakOf(productionKwh)
  const loadKwh = new Float64Array(shape.length)
  /** Fills the load for κ and returns its import above the wanted import. */
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
  if (tilt === null) return null
  excessImport(tilt)
  return loadKwh
}

/**
 * The root of a function nearest to 0 in [−50, 50] by steps outwards and bisection, or null. The import falls with κ
 * until the load concentrates in the sunniest hours, and then rises again, so the ends alone do not decide.
 */
const rootNearZero = (excess: (tilt: number) => number, tolerance: number): number | null => {
  const start = excess(0)
  if (Math.abs(start) <= tolerance) return 0
  const direction = Math.sign(start)
  for (let step = TILT_STEP; step <= MAX_TILT; step += TILT_STEP) {
    if (excess(direction * step) * start <= 0) {
      return bisected(excess, { inner: direction * (step - TILT_STEP), outer: direction * step }, start, tolerance)
    }
  }
  return null
}

/** @param start excess whose sign that at `inner` has, and that at `outer` has not */
const bisected = (
  excess: (tilt: number) => number,
  { inner, outer }: { inner: number; outer: number },
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
