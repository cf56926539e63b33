/**
 * Inputs of benches, drawn from a seed, all different. A solver thread memoises years: a bench that solves one input
 * twice measures the memo.
 */
import { randomNumbers } from "../support/solvedCase.ts"

/** Drawn consumption lies between these parts of the request's. */
const CONSUMPTION = [0.8, 1.25] as const
/** Largest distance of a drawn place from the request's, in latitude and in longitude [degrees]. */
const PLACE_DEG = 0.1
/** Steps of an additive sequence in three dimensions: even at any number of draws (Roberts 2018), irrational. */
const GROWTH = 1.2207440846057596
const STEPS = [1, 2, 3].map(power => GROWTH ** -power)

interface Drawable {
  location: { lat: number; lon: number }
  yearlyKwh?: number
  yearlyExportKwh?: number
}

export type Draws = ReturnType<typeof createDraws>

/** The same sequence for the same seed. */
export const createDraws = (seed: number) => {
  const random = randomNumbers(seed)
  const starts = STEPS.map(random)
  let drawn = 0
  /** One number in [0, 1) for each dimension. */
  const next = () => {
    drawn++
    return starts.map((start, i) => (start + drawn * STEPS[i]!) % 1) as [number, number, number]
  }
  const between = (low: number, high: number): number => low + (high - low) * next()[0]
  const consuming = <R extends Drawable>(request: R, factor: number): R => ({
    ...request,
    ...(request.yearlyKwh === undefined ? {} : { yearlyKwh: request.yearlyKwh * factor }),
    ...(request.yearlyExportKwh === undefined ? {} : { yearlyExportKwh: request.yearlyExportKwh * factor }),
  })
  return {
    between,
    /** A factor on a consumption. */
    factor: () => between(...CONSUMPTION),
    /** The request with another consumption. */
    request: <R extends Drawable>(request: R): R => consuming(request, between(...CONSUMPTION)),
    /** The request with another consumption at another place, whose sun is to be computed. */
    requestElsewhere: <R extends Drawable>(request: R): R => {
      const [share, north, east] = next()
      const { lat, lon } = request.location
      const location = { lat: lat + PLACE_DEG * (2 * north - 1), lon: lon + PLACE_DEG * (2 * east - 1) }
      return { ...consuming(request, CONSUMPTION[0] + (CONSUMPTION[1] - CONSUMPTION[0]) * share), location }
    },
  }
}

/** Guard of a bench: it throws on a repeated input. */
export const createOnce = () => {
  const seen = new Set<number | bigint>()
  return (input: object): void => {
    const hash = Bun.hash(JSON.stringify(input))
    if (seen.has(hash)) throw new Error("the bench solves one input twice: draw it (tests/bench/draws.ts)")
    seen.add(hash)
  }
}
