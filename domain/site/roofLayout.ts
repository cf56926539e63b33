/**
 * Modules laid out on the plane of a roof, in rows along its eaves.
 *
 * - Coordinates are metres in the plane: x along the eaves, y from the eaves to the ridge.
 * - A module with its margin on all four sides is within the outline. Holes and other planes are outlines of their own.
 * - Rows begin at several heights, in both orientations unless one is given. The layout with most modules wins, and the
 *   first one of equal layouts.
 */

// Indices of this file are in bounds by construction.

export interface Corner {
  xM: number
  yM: number
}

export const ORIENTATIONS = ["portrait", "landscape"] as const

/** Outline of a roof and size of its modules. */
export interface RoofPlan {
  corners: readonly Corner[]
  longM: number
  shortM: number
  /** Free border on each side. */
  marginM: number
  /** Absent: the orientation with most modules. */
  orientation?: (typeof ORIENTATIONS)[number]
}

/** Module by its lower left corner. */
export interface PlacedModule {
  xM: number
  yM: number
  widthM: number
  heightM: number
}

/** Heights of the first row that are tried, as parts of a row. */
const TRIED_STARTS = 8
/** Rounding of sums of metres. */
const TOLERANCE_M = 1e-9
/** Most modules of a roof. */
const MAX_MODULES = 5_000

type Span = readonly [from: number, to: number]

const xAt = ([a, b]: readonly [Corner, Corner], y: number): number =>
  a.xM + ((b.xM - a.xM) * (y - a.yM)) / (b.yM - a.yM)

/** Spans of x that are inside the outline at all heights from `low` to `high`. */
const spansBetween = (corners: readonly Corner[], low: number, high: number): Span[] => {
  const edges = corners.map((corner, i) => [corner, corners[(i + 1) % corners.length]!] as const)
  const heights = corners.map(({ yM }) => yM).filter(y => y > low && y < high)
  const bounds = [low, ...new Set(heights.sort((a, b) => a - b)), high]
  let inside: Span[] = [[Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]]
  for (const [i, bottom] of bounds.slice(0, -1).entries()) {
    const top = bounds[i + 1]!
    const middle = (bottom + top) / 2
    // Between two corners no edge begins or ends: neighbours in order of x are the sides of the outline.
    const crossing = edges
      .filter(([a, b]) => Math.min(a.yM, b.yM) < middle && Math.max(a.yM, b.yM) > middle)
      .sort((one, other) => xAt(one, middle) - xAt(other, middle))
    const here = Array.from({ length: Math.floor(crossing.length / 2) }, (_, pair): Span => {
      const [left, right] = [crossing[2 * pair]!, crossing[2 * pair + 1]!]
      return [Math.max(xAt(left, bottom), xAt(left, top)), Math.min(xAt(right, bottom), xAt(right, top))]
    })
    inside = inside.flatMap(([from, to]) =>
      here
        .map(([start, end]): Span => [Math.max(from, start), Math.min(to, end)])
        .filter(([start, end]) => start < end),
    )
  }
  return inside
}

interface Size {
  widthM: number
  heightM: number
}

const rowsFrom = ({ corners, marginM }: RoofPlan, { widthM, heightM }: Size, firstM: number): PlacedModule[] => {
  const topM = Math.max(...corners.map(({ yM }) => yM))
  const placed: PlacedModule[] = []
  for (let yM = firstM + marginM; yM + heightM + marginM <= topM + TOLERANCE_M; yM += heightM)
    for (const [from, to] of spansBetween(corners, yM - marginM, Math.min(topM, yM + heightM + marginM))) {
      const count = Math.floor((to - from - 2 * marginM + TOLERANCE_M) / widthM)
      for (let i = 0; i < count; i++) {
        if (placed.length >= MAX_MODULES) return placed
        placed.push({ xM: from + marginM + i * widthM, yM, widthM, heightM })
      }
    }
  return placed
}

/** Modules of a roof, row by row from the eaves. */
export const laidOut = (plan: RoofPlan): PlacedModule[] => {
  const { corners, longM, shortM, orientation } = plan
  const lowestM = Math.min(...corners.map(({ yM }) => yM))
  const sizes = {
    portrait: { widthM: shortM, heightM: longM },
    landscape: { widthM: longM, heightM: shortM },
  }
  return (orientation ? [orientation] : ORIENTATIONS)
    .flatMap(name =>
      Array.from({ length: TRIED_STARTS }, (_, start) =>
        rowsFrom(plan, sizes[name], lowestM + (start * sizes[name].heightM) / TRIED_STARTS),
      ),
    )
    .reduce((best, layout) => (layout.length > best.length ? layout : best))
}
