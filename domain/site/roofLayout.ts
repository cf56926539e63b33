/**
 * Modules laid out on the plane of a roof, in rows along its eaves.
 *
 * - Coordinates are metres in the plane: x along the eaves, y from the eaves to the ridge.
 * - A module with its margin on all four sides is within the outline, and on no keep-free area.
 * - Other planes are outlines of their own.
 * - Rows begin at several heights, in both orientations unless one is given. The layout with most modules wins, and the
 *   first one of equal layouts.
 */

// Indices of this file are in bounds by construction.

export interface Corner {
  xM: number
  yM: number
}

export const ORIENTATIONS = ["portrait", "landscape"] as const

/** Area of a roof without modules, such as a roof window, by its lower left corner [m]. */
export interface KeepFree extends Corner {
  widthM: number
  heightM: number
}

/** Outline of a roof and size of its modules. */
export interface RoofPlan {
  corners: readonly Corner[]
  longM: number
  shortM: number
  /** Free border on each side. */
  marginM: number
  /** Absent: the orientation with most modules. */
  orientation?: (typeof ORIENTATIONS)[number]
  keepFree?: readonly KeepFree[]
}

/** Module by its lower left corner. */
export interface PlacedModule {
  xM: number
  yM: number
  widthM: number
  heightM: number
}

/** Heights of the first row that are tried, as parts of a row; fewer for outlines of much work. */
const TRIED_STARTS = 8
/** Most rows times corners of the starts in one orientation: bounds the time of a layout with its bounded areas. */
const MOST_WORK = 4_000
/** Rounding of sums of metres. */
const TOLERANCE_M = 1e-9
/** Most modules of a roof. */
const MAX_MODULES = 5_000

type Span = readonly [from: number, to: number]
type Edge = readonly [Corner, Corner]

/** Part of an outline between two heights of corners: its edges go all the way from bottom to top. */
interface Slab {
  bottomM: number
  topM: number
  edges: readonly Edge[]
}

const xAt = ([a, b]: Edge, y: number): number => a.xM + ((b.xM - a.xM) * (y - a.yM)) / (b.yM - a.yM)

/** Slabs of an outline from the eaves up. Corners of nearly one height end one slab. */
const slabsOf = (corners: readonly Corner[]): Slab[] => {
  const edges = corners.map((corner, i): Edge => [corner, corners[(i + 1) % corners.length]!])
  const bounds: number[] = []
  for (const yM of corners.map(corner => corner.yM).sort((a, b) => a - b))
    if (!(yM - bounds.at(-1)! <= TOLERANCE_M)) bounds.push(yM)
  return bounds.slice(1).map((topM, i) => {
    const bottomM = bounds[i]!
    const middle = (bottomM + topM) / 2
    const crossing = edges.filter(([a, b]) => a.yM < middle !== b.yM < middle)
    return { bottomM, topM, edges: crossing.sort((edge, other) => xAt(edge, middle) - xAt(other, middle)) }
  })
}

/** Spans of a slab that are inside the outline at all heights from `low` to `high`, in order. */
const spansOf = ({ edges }: Slab, low: number, high: number): Span[] => {
  const sides = edges.map((edge): Span => [xAt(edge, low), xAt(edge, high)])
  sides.sort((side, other) => side[0] + side[1] - other[0] - other[1])
  const spans: Span[] = []
  for (let i = 0; i + 1 < sides.length; i += 2) {
    const [left, right] = [sides[i]!, sides[i + 1]!]
    spans.push([Math.max(left[0], left[1]), Math.min(right[0], right[1])])
  }
  return spans
}

/** Spans that are in both lists, each in order. */
const common = (some: readonly Span[], otherSpans: readonly Span[]): Span[] => {
  const both: Span[] = []
  for (let i = 0, j = 0; i < some.length && j < otherSpans.length; ) {
    const [span, other] = [some[i]!, otherSpans[j]!]
    const [from, to] = [Math.max(span[0], other[0]), Math.min(span[1], other[1])]
    if (from < to) both.push([from, to])
    if (span[1] < other[1]) i++
    else j++
  }
  return both
}

/** Spans of x that are inside the outline at all heights from `low` to `high`. */
const spansBetween = (slabs: readonly Slab[], low: number, high: number): Span[] => {
  let inside: Span[] = [[Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]]
  for (const slab of slabs) {
    const [bottom, top] = [Math.max(low, slab.bottomM), Math.min(high, slab.topM)]
    if (top - bottom > TOLERANCE_M) inside = common(inside, spansOf(slab, bottom, top))
  }
  return inside
}

/** Spans of x without a keep-free area at heights from `low` to `high`. @param areas ordered by their left sides */
const freeSpans = (areas: readonly KeepFree[], low: number, high: number): Span[] => {
  const spans: Span[] = []
  let from = Number.NEGATIVE_INFINITY
  for (const { xM, yM, widthM, heightM } of areas) {
    if (Math.min(high, yM + heightM) - Math.max(low, yM) <= TOLERANCE_M) continue
    if (xM > from) spans.push([from, xM])
    from = Math.max(from, xM + widthM)
  }
  return [...spans, [from, Number.POSITIVE_INFINITY]]
}

interface Size {
  widthM: number
  heightM: number
}

/** Modules of one size side by side. */
interface Row extends Size {
  xM: number
  yM: number
  count: number
}

interface Layout {
  rows: readonly Row[]
  count: number
}

interface Outline {
  slabs: readonly Slab[]
  /** Areas in the order of their left sides. */
  keepFree: readonly KeepFree[]
  topM: number
  marginM: number
}

/** Rows from a height up, until MAX_MODULES. */
const rowsFrom = ({ slabs, keepFree, topM, marginM }: Outline, { widthM, heightM }: Size, firstM: number): Layout => {
  const rows: Row[] = []
  let count = 0
  for (let yM = firstM + marginM; yM + heightM + marginM <= topM + TOLERANCE_M; yM += heightM) {
    const [low, high] = [yM - marginM, yM + heightM + marginM]
    for (const [from, to] of common(spansBetween(slabs, low, high), freeSpans(keepFree, low, high))) {
      const fitting = Math.floor((to - from - 2 * marginM + TOLERANCE_M) / widthM)
      const taken = Math.min(fitting, MAX_MODULES - count)
      if (taken > 0) rows.push({ xM: from + marginM, yM, widthM, heightM, count: taken })
      count += Math.max(0, taken)
      if (count === MAX_MODULES) return { rows, count }
    }
  }
  return { rows, count }
}

/** Layout with most modules; none if a side of a module is not above 0. */
const bestLayout = ({ corners, longM, shortM, marginM, orientation, keepFree = [] }: RoofPlan): Layout => {
  let best: Layout = { rows: [], count: 0 }
  if (!(longM > 0 && shortM > 0)) return best
  const heights = corners.map(({ yM }) => yM)
  const [lowestM, topM] = [Math.min(...heights), Math.max(...heights)]
  const areas = keepFree.toSorted((area, other) => area.xM - other.xM)
  const outline = { slabs: slabsOf(corners), keepFree: areas, topM, marginM }
  const sizes = {
    portrait: { widthM: shortM, heightM: longM },
    landscape: { widthM: longM, heightM: shortM },
  }
  // Areas do not change the number of starts: other starts could have more modules than the starts without the area.
  const work = (corners.length * (topM - lowestM)) / Math.min(longM, shortM)
  const starts = Math.max(1, Math.min(TRIED_STARTS, Math.floor(MOST_WORK / work)))
  for (const name of orientation ? [orientation] : ORIENTATIONS)
    for (let start = 0; start < starts && best.count < MAX_MODULES; start++) {
      const layout = rowsFrom(outline, sizes[name], lowestM + (start * sizes[name].heightM) / starts)
      if (layout.count > best.count) best = layout
    }
  return best
}

/** Number of modules of a roof. */
export const moduleCount = (plan: RoofPlan): number => bestLayout(plan).count

/** Modules of a roof, row by row from the eaves. */
export const laidOut = (plan: RoofPlan): PlacedModule[] =>
  bestLayout(plan).rows.flatMap(({ count, xM, ...row }) =>
    Array.from({ length: count }, (_, i) => ({ ...row, xM: xM + i * row.widthM })),
  )
