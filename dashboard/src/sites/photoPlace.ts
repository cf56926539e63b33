/**
 * Place of a photo behind a plan.
 *
 * - A pixel (u to the right, v down) is scaled to metres, turned clockwise about the upper left corner, and moved.
 * - On a photo from above a slope looks shorter than it is: its metres are divided by the cosine of the tilt.
 * - Coordinates of a plan are along the eaves and up the roof. In the editor no point of the photo is negative, and
 *   a saved plan begins at 0.
 */

import type { KeepFree } from "../../../domain/site/roofLayout.ts"

// Indices of this file are in bounds by construction.

export interface Corner {
  xM: number
  yM: number
}

export interface Pixel {
  u: number
  v: number
}

export interface PhotoPlace {
  metresPerPixel: number
  turnDeg: number
  /** Upper left corner of the photo. */
  xM: number
  yM: number
  /** Metres of the roof per metre up the photo. */
  stretch: number
}

/** Width and height of a photo [pixels]. */
export interface PhotoSize {
  width: number
  height: number
}

/** A plan's outline and keep-free areas on its photo. */
export interface Drawn {
  corners: readonly Corner[]
  keepFree?: readonly KeepFree[]
  place: PhotoPlace
}

const RADIANS = Math.PI / 180
const ROUND_DEG = 360
/** Longest side of a photo that is not measured yet [m]. */
const FIRST_SIDE_M = 20
/** Steepest roof that is stretched by its tilt [degrees]: the factor of an upright wall has no bound. */
const MAX_TILT_DEG = 80

const within = (degrees: number): number => ((degrees % ROUND_DEG) + ROUND_DEG) % ROUND_DEG
const turnOf = ({ turnDeg }: PhotoPlace) => ({ cos: Math.cos(turnDeg * RADIANS), sin: Math.sin(turnDeg * RADIANS) })

/** Stretch of a photo from above, by the tilt of the roof [degrees]. */
export const stretchOf = (tiltDeg: number): number => 1 / Math.cos(Math.min(tiltDeg, MAX_TILT_DEG) * RADIANS)

/** Point of the plan under a pixel. */
export const cornerAt = (place: PhotoPlace, { u, v }: Pixel): Corner => {
  const { cos, sin } = turnOf(place)
  const [right, down] = [u * place.metresPerPixel, v * place.metresPerPixel]
  return { xM: place.xM + right * cos - down * sin, yM: place.yM - place.stretch * (right * sin + down * cos) }
}

/** Pixel at a point of the plan. */
export const pixelAt = (place: PhotoPlace, { xM, yM }: Corner): Pixel => {
  const { cos, sin } = turnOf(place)
  const [right, down] = [xM - place.xM, (place.yM - yM) / place.stretch]
  return {
    u: (right * cos + down * sin) / place.metresPerPixel,
    v: (down * cos - right * sin) / place.metresPerPixel,
  }
}

/** Corners of a photo in the plan. */
export const outlineOf = (place: PhotoPlace, { width, height }: PhotoSize): Corner[] =>
  [
    { u: 0, v: 0 },
    { u: width, v: 0 },
    { u: width, v: height },
    { u: 0, v: height },
  ].map(pixel => cornerAt(place, pixel))

/** Corners of a keep-free area, from the lower left one, counter-clockwise. */
export const areaCorners = ({ xM, yM, widthM, heightM }: KeepFree): Corner[] => [
  { xM, yM },
  { xM: xM + widthM, yM },
  { xM: xM + widthM, yM: yM + heightM },
  { xM, yM: yM + heightM },
]

/** Smallest area along the eaves around some points. */
export const areaAround = (points: readonly Corner[]): KeepFree => {
  const [across, up] = [points.map(({ xM }) => xM), points.map(({ yM }) => yM)]
  const [xM, yM] = [Math.min(...across), Math.min(...up)]
  return { xM, yM, widthM: Math.max(...across) - xM, heightM: Math.max(...up) - yM }
}

/** A drawn plan moved so that the lowest of some points has the coordinates 0. */
const fromZero = ({ corners, keepFree = [], place }: Drawn, points: readonly Corner[]): Drawn => {
  const [left, bottom] = [Math.min(...points.map(({ xM }) => xM)), Math.min(...points.map(({ yM }) => yM))]
  const moved = <T extends Corner>(point: T): T => ({ ...point, xM: point.xM - left, yM: point.yM - bottom })
  return { corners: corners.map(moved), keepFree: keepFree.map(moved), place: moved(place) }
}

/** A drawn plan for the editor: no point of the photo is negative. */
export const opened = (drawn: Drawn, size: PhotoSize): Drawn =>
  fromZero(drawn, [...drawn.corners, ...outlineOf(drawn.place, size)])

/** A drawn plan for saving: the outline begins at 0. */
export const settled = (drawn: Drawn): Drawn => fromZero(drawn, drawn.corners)

const middleOf = (corners: readonly Corner[]): Corner => {
  const middle = (values: number[]) => (Math.min(...values) + Math.max(...values)) / 2
  return { xM: middle(corners.map(({ xM }) => xM)), yM: middle(corners.map(({ yM }) => yM)) }
}

/** A place moved so that a pixel is at a point of the plan. */
const movedTo = (place: PhotoPlace, pixel: Pixel, { xM, yM }: Corner): PhotoPlace => {
  const now = cornerAt(place, pixel)
  return { ...place, xM: place.xM + xM - now.xM, yM: place.yM + yM - now.yM }
}

/** Place of a photo that was not measured before: the outline is in its middle. */
export const firstPlace = (corners: readonly Corner[], { width, height }: PhotoSize): PhotoPlace => {
  const place = { metresPerPixel: FIRST_SIDE_M / Math.max(width, height), turnDeg: 0, stretch: 1, xM: 0, yM: 0 }
  return movedTo(place, { u: width / 2, v: height / 2 }, middleOf(corners))
}

/** Outline with the same metres on a photo with another scale, which keeps the middle of the outline. */
export const rescaled = ({ place, ...drawn }: Drawn, metresPerPixel: number): Drawn => {
  const middle = middleOf(drawn.corners)
  return { ...drawn, place: movedTo({ ...place, metresPerPixel }, pixelAt(place, middle), middle) }
}

/**
 * Outline and areas at the same pixels of a photo with another scale, turn or stretch. An area stays along the eaves:
 * after a turn it is the area around its turned corners, so that no marked part of the roof is lost.
 */
export const replaced = ({ corners, keepFree = [], place }: Drawn, changed: Partial<PhotoPlace>): Drawn => {
  const next = { ...place, ...changed }
  const moved = (corner: Corner) => cornerAt(next, pixelAt(place, corner))
  const areas = keepFree.map(area => areaAround(areaCorners(area).map(moved)))
  return { corners: corners.map(moved), keepFree: areas, place: next }
}

/** Scale of a photo on which a line between two pixels has a length [m]. */
export const scaleOf = ([from, to]: readonly [Pixel, Pixel], lengthM: number): number =>
  lengthM / Math.hypot(to.u - from.u, to.v - from.v)

/** A drawn plan turned so that an edge is level at the bottom. @param edge number of its first corner */
export const withEaves = (drawn: Drawn, edge: number): Drawn => {
  const { corners, place } = drawn
  const pixels = corners.map(corner => pixelAt(place, corner))
  const [from, to] = [pixels[edge]!, pixels[(edge + 1) % pixels.length]!]
  const level = -Math.atan2(to.v - from.v, to.u - from.u) / RADIANS
  const down = (turnDeg: number, { u, v }: Pixel) => u * Math.sin(turnDeg * RADIANS) + v * Math.cos(turnDeg * RADIANS)
  const mean = pixels.reduce((sum, pixel) => sum + down(level, pixel), 0) / pixels.length
  const turnDeg = mean <= down(level, from) ? level : level + ROUND_DEG / 2
  return replaced(drawn, { turnDeg: within(turnDeg) })
}

/** Direction that a roof faces, by the direction of its photo's top [degrees, 0 north, 90 east]. */
export const azimuthOf = (topAzimuth: number, { turnDeg }: PhotoPlace): number =>
  within(topAzimuth + ROUND_DEG / 2 - turnDeg)
