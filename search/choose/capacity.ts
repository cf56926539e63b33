/**
 * Search for the capacity of least cost along one curve: the life cost of the best plant with each capacity, as a
 * controller operates it. The curve has no formula and may have several minima, since plans react to single hours.
 *
 * - It starts at the best capacity with foresight and goes downhill in equal steps on the logarithm of the capacity. It
 *   ends between the neighbours of the lowest point.
 * - There it follows the parabola through the three points (Brent 1973, "Algorithms for Minimization without
 *   Derivatives", chapter 5) while the capacity still moves by more than NEAR.
 * - It evaluates at most MOST_CAPACITIES capacities.
 */

/** Ratio of two neighbours on the way downhill. */
const STEP = 1.25
/** Smallest relative change of the capacity that is worth an evaluation. */
const NEAR = 0.06
/** Maximum number of capacities that one search evaluates. */
export const MOST_CAPACITIES = 7

/** A capacity and its cost; the cost of a capacity that the request does not allow is infinite. */
interface Point {
  kwh: number
  eur: number
}

/**
 * Evaluates capacities around `first` until none is expected to be cheaper; the caller keeps the best.
 * @param eurAt life cost of a capacity [EUR], or Infinity if it is not allowed
 */
export const searchCapacity = (first: Point, eurAt: (kwh: number) => number): void => {
  let left = MOST_CAPACITIES
  const evaluate = (kwh: number): Point => {
    if (left === 0) return { kwh, eur: Number.POSITIVE_INFINITY }
    left--
    return { kwh, eur: eurAt(kwh) }
  }
  const smaller = evaluate(first.kwh / STEP)
  // A controller often has a second minimum at a smaller battery.
  const smallest = smaller.eur < first.eur ? smaller : evaluate(smaller.kwh / STEP)
  const larger = smallest.eur < first.eur ? first : evaluate(first.kwh * STEP)
  let bracket: Bracket = [smaller, first, larger]
  if (smaller.eur < first.eur) bracket = downhill([first, smaller], evaluate)
  else if (smallest.eur < first.eur) bracket = downhill([smaller, smallest], evaluate)
  else if (larger.eur < first.eur) bracket = downhill([first, larger], evaluate)
  if (isOneSided(bracket)) bracket = narrowed(bracket, evaluate(middleOf(bracket)))
  for (let next = vertexOf(bracket); next !== undefined && left > 0; next = vertexOf(bracket))
    bracket = narrowed(bracket, evaluate(next))
}

/** Three points by capacity; the middle one costs least. */
type Bracket = [Point, Point, Point]

/** True if the lowest point lies at an end of the allowed capacities. */
const isOneSided = ([a, , c]: Bracket): boolean => Number.isFinite(a.eur) !== Number.isFinite(c.eur)

/** The capacity between the lowest point and its only allowed neighbour. */
const middleOf = ([a, b, c]: Bracket): number => Math.sqrt(b.kwh * (Number.isFinite(a.eur) ? a : c).kwh)

/** The bracket around the lower of its middle point and a point between its ends. */
const narrowed = ([a, b, c]: Bracket, point: Point): Bracket => {
  const [low, high] = point.kwh < b.kwh ? [point, b] : [b, point]
  if (point.eur < b.eur) return point === low ? [a, point, b] : [b, point, c]
  return point === low ? [point, b, c] : [a, b, high]
}

/** Goes on from two points in the direction of the second until a step costs more; the points around the lowest. */
const downhill = ([from, to]: [Point, Point], evaluate: (kwh: number) => Point): Bracket => {
  let [before, lowest] = [from, to]
  for (;;) {
    const next = evaluate((lowest.kwh * lowest.kwh) / before.kwh)
    if (!(next.eur < lowest.eur)) return next.kwh < before.kwh ? [next, lowest, before] : [before, lowest, next]
    before = lowest
    lowest = next
  }
}

/** Capacity at the lowest point of the parabola through a bracket; undefined without one, or near the middle point. */
const vertexOf = ([a, b, c]: Bracket): number | undefined => {
  const middle = Math.log(b.kwh)
  const [below, above] = [Math.log(a.kwh) - middle, Math.log(c.kwh) - middle]
  const [slopeBelow, slopeAbove] = [(a.eur - b.eur) / below, (c.eur - b.eur) / above]
  const curvature = (slopeAbove - slopeBelow) / (above - below)
  const offset = -(slopeBelow - curvature * below) / (2 * curvature)
  return curvature > 0 && Math.abs(offset) > NEAR ? Math.exp(middle + offset) : undefined
}
