/** Point of a price curve: total price of a size. */
export interface PricePoint {
  /** Capacity of a battery [kWh], or power of panels [kWp]. */
  size: number
  eur: number
}

/**
 * Price by points of rising size and price: linear between points, and beyond the last along the last segment. A point
 * at size 0 is a fixed cost of any positive size; size 0 costs nothing. Without such a point the price rises from 0.
 */
export type PriceCurve = readonly PricePoint[]

const ORIGIN: PricePoint = { size: 0, eur: 0 }

/** Price of a size [EUR]. */
export const curveEur = (curve: PriceCurve, size: number): number => {
  if (size <= 0) return 0
  const points = curve[0]!.size > 0 ? [ORIGIN, ...curve] : curve
  const next = points.findIndex(point => point.size >= size)
  const i = next < 0 ? points.length - 1 : Math.max(1, next)
  const from = points[i - 1]!
  const to = points[i]!
  return from.eur + ((size - from.size) / (to.size - from.size)) * (to.eur - from.eur)
}

/** Lowest price of a kWh or kWp over all sizes, including the unbounded last segment [EUR]. */
export const lowestPrice = (curve: PriceCurve): number => {
  const points = curve[0]!.size > 0 ? [ORIGIN, ...curve] : curve
  const [before, last] = points.slice(-2) as [PricePoint, PricePoint]
  const slope = (last.eur - before.eur) / (last.size - before.size)
  return Math.min(slope, ...points.filter(({ size }) => size > 0).map(({ size, eur }) => eur / size))
}

/** Curve multiplied by a factor. */
export const timesPrice = (curve: PriceCurve, factor: number): PricePoint[] =>
  curve.map(({ size, eur }) => ({ size, eur: factor * eur }))

/** Curve plus a fixed cost [EUR]. */
export const withFixed = (curve: PriceCurve, fixedEur: number): PricePoint[] => {
  const points = curve[0]!.size > 0 ? [ORIGIN, ...curve] : curve
  return points.map(({ size, eur }) => ({ size, eur: eur + fixedEur }))
}

/**
 * Index of the first point that does not rise above the previous point, −1 if all rise. A curve also needs a point
 * above size 0.
 */
export const brokenPoint = (curve: PriceCurve): number => {
  const broken = curve.findIndex(({ size, eur }, i) => i > 0 && (size <= curve[i - 1]!.size || eur < curve[i - 1]!.eur))
  return broken >= 0 || curve.at(-1)!.size > 0 ? broken : curve.length - 1
}
