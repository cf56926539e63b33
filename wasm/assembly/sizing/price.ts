/**
 * Purchase price of a plant, and the lines below it that a node's master uses.
 *
 * Panels that are priced together cost by their kW in all, straight between the points of a curve that may begin with a
 * fixed cost. In a node with plants from `least` to `most` kW the master uses the line from end to end, lowered until
 * no point of the curve lies below. It is a bound of the curve there, and exact on a single piece. A roof's fixed cost
 * counts by panels up to `most`; exact if the box ends at 0 or begins above.
 */
import { year } from "../dispatch/year"
import { Series } from "../memory/series"
import { panelEur, pointEur, pointKw, pricedKw, problem, roofEur } from "./problem"

/** Less than this is nothing, kW or panels: rounding of the master. */
const NOTHING: f64 = 1e-7

/** EUR = fixed + slope · kW. */
@unmanaged
export class PriceLine {
  fixed: f64
  slope: f64
  /** The range of kW in which it holds. */
  least: f64
  most: f64
}

/** kW of a plant's panels that are priced together. */
export function pricedSize(plant: Series): f64 {
  let sum: f64 = 0
  for (let k = 0; k < year.roofs; k++) sum += pricedKw(k) * plant[k]
  return sum
}

/** EUR of panels that are priced together, by their kW. */
export function curveEur(kw: f64): f64 {
  if (problem.points == 0 || kw <= NOTHING) return 0
  let i = 1
  while (i < problem.points - 1 && pointKw(i) < kw) i++
  const from = pointKw(i - 1)
  const share = (kw - from) / (pointKw(i) - from)
  return pointEur(i - 1) + share * (pointEur(i) - pointEur(i - 1))
}

/** EUR of a plant's panels. */
export function panelsEur(plant: Series): f64 {
  let sum = curveEur(pricedSize(plant))
  for (let k = 0; k < year.roofs; k++) {
    sum += panelEur(k) * plant[k]
    if (plant[k] > NOTHING) sum += roofEur(k)
  }
  return sum
}

/** Makes `line` the line below the curve from `least` to `most` kW. */
export function setLineBelow(line: PriceLine, least: f64, most: f64): void {
  const from = curveEur(least)
  line.least = least
  line.most = most
  line.slope = most > least ? (curveEur(most) - from) / (most - least) : 0
  line.fixed = from - line.slope * least
  for (let i = 0; i < problem.points; i++) {
    const kw = pointKw(i)
    if (kw > least && kw < most) line.fixed = min<f64>(line.fixed, pointEur(i) - line.slope * kw)
  }
}

/** Distance of the line below the price of a plant's panels that are priced together, EUR. */
export function belowCurve(line: PriceLine, plant: Series): f64 {
  const kw = pricedSize(plant)
  return curveEur(kw) - line.fixed - line.slope * kw
}

/**
 * The size in a line's range with the largest distance of the curve from the straight line between its ends; 0: it
 * begins with a fixed cost there. −1: the line is exact.
 */
export function loosestSize(line: PriceLine): f64 {
  const start = curveEur(line.least) - line.slope * line.least
  let loosest: f64 = -1
  let farthest: f64 = 0
  for (let i = 0; i < problem.points; i++) {
    const kw = pointKw(i)
    const inside = (kw > line.least || (kw == 0 && line.least == 0)) && kw < line.most
    const away = abs(pointEur(i) - start - line.slope * kw)
    if (inside && away > farthest) {
      farthest = away
      loosest = kw
    }
  }
  return loosest
}

/** The least kW of a plant that has any of the panels that are priced together. */
export function leastPlaced(): f64 {
  let least = Infinity
  for (let k = 0; k < year.roofs; k++) if (pricedKw(k) > 0) least = min<f64>(least, pricedKw(k))
  return least
}
