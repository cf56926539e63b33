/**
 * Shade on a plane: skyline of horizon and obstacles, and the sky light below it.
 *
 * - A skyline is the height of what hides the sky in each direction, seen from the lower edge of the panels.
 * - The horizon is interpolated between its directions. An obstacle is an upright wall that faces the panels.
 * - The higher one of both counts. Everything is opaque, in all seasons.
 * - A higher skyline never lets more light through.
 */

// Indices of this file are in bounds by construction.

import type { Obstacle } from "./shadeSchema.ts"

const RADIANS = Math.PI / 180
/** Directions of a skyline, clockwise from north. Each holds for the half degree after it. */
export const DIRECTIONS = 720
const STEP = (2 * Math.PI) / DIRECTIONS
/** Rings of the sky for its view factor, one per degree of elevation. */
const RINGS = 90
/** Height of the bright band at the horizon: Perez et al., Solar Energy 39 (1987) 221–231. */
const BAND = 6.5 * RADIANS
/** Directions of the horizon that a PVGIS server gets. */
const SENT_DIRECTIONS = 120

/** Horizon of a place and obstacles of a roof. */
export interface Shade {
  /** Elevations at equal steps, clockwise from north [degrees]. */
  horizon: readonly number[]
  obstacles: readonly Obstacle[]
}

/** Shade that a request states; undefined without horizon and obstacles. A horizon of zeros states an open sky. */
export const shadeOf = (horizon: readonly number[] = [], obstacles: readonly Obstacle[] = []): Shade | undefined =>
  obstacles.length > 0 || horizon.length > 0 ? { horizon, obstacles } : undefined

/** Shade that hides sky; undefined if nothing is above the panels: the light then keeps every bit. */
export const hidingShade = (shade: Shade | undefined): Shade | undefined =>
  shade && (shade.obstacles.length > 0 || shade.horizon.some(degrees => degrees > 0)) ? shade : undefined

/** Text of a shade for keys: equal shades have equal texts. */
export const shadeKey = (shade: Shade | undefined): string => {
  if (!shade) return ""
  const walls = shade.obstacles.map(({ azimuth, widthM, heightM, distanceM }) =>
    [azimuth, widthM, heightM, distanceM].join(" "),
  )
  return ` ${[shade.horizon.join(" "), ...walls].join("|")}`
}

const horizonAt = (horizon: readonly number[], azimuthDeg: number): number => {
  const { length } = horizon
  if (length === 0) return 0
  const at = (azimuthDeg / 360) * length
  const before = Math.floor(at)
  const [low, high] = [horizon[before % length]!, horizon[(before + 1) % length]!]
  return (low + (high - low) * (at - before)) * RADIANS
}

const obstacleAt = ({ azimuth, widthM, heightM, distanceM }: Obstacle, azimuthDeg: number): number => {
  const aside = ((((azimuthDeg - azimuth) % 360) + 540) % 360) - 180
  if (Math.abs(aside) * RADIANS > Math.atan(widthM / 2 / distanceM)) return 0
  return Math.atan((heightM * Math.cos(aside * RADIANS)) / distanceM)
}

/** Elevation of the skyline in each direction [radians]. */
export const skylineOf = ({ horizon, obstacles }: Shade): Float64Array =>
  Float64Array.from({ length: DIRECTIONS }, (_, direction) => {
    const azimuthDeg = ((direction + 0.5) * 360) / DIRECTIONS
    return Math.max(
      horizonAt(horizon, azimuthDeg),
      ...obstacles.map(obstacle => Math.max(0, obstacleAt(obstacle, azimuthDeg))),
    )
  })

/** Horizon for a PVGIS server: mean elevations at equal steps, clockwise from north [degrees]. */
export const sentHorizon = (shade: Shade): number[] => {
  const skyline = skylineOf(shade)
  const width = DIRECTIONS / SENT_DIRECTIONS
  return Array.from({ length: SENT_DIRECTIONS }, (_, direction) => {
    let sum = 0
    for (let i = 0; i < width; i++) sum += skyline[(direction * width + i - width / 2 + DIRECTIONS) % DIRECTIONS]!
    return Math.round((10 * sum) / width / RADIANS) / 10
  })
}

/** Unit vector of a plane's normal. */
export interface Normal {
  east: number
  north: number
  up: number
}

export const normalOf = (tiltDeg: number, azimuthDeg: number): Normal => {
  const level = Math.sin(tiltDeg * RADIANS)
  return {
    east: level * Math.sin(azimuthDeg * RADIANS),
    north: level * Math.cos(azimuthDeg * RADIANS),
    up: Math.cos(tiltDeg * RADIANS),
  }
}

/** Shares of diffuse light that a plane keeps, 0–1. */
export interface SkyView {
  /** Share of light from all over the sky: cosine of incidence, integrated over the free part of the plane's sky. */
  sky: number
  /** Share of light from the band at the horizon. */
  band: number
}

/**
 * View of a plane over a skyline, relative to its view without one. The sum over the sky is the sky view factor of
 * Dozier & Frew, IEEE Transactions on Geoscience and Remote Sensing 28 (1990) 963–969, by numbers.
 */
export const skyViewOf = (skyline: Float64Array, { east, north, up }: Normal): SkyView => {
  const [free, open] = [
    { sky: 0, band: 0 },
    { sky: 0, band: 0 },
  ]
  const ring = Math.PI / 2 / RINGS
  for (let direction = 0; direction < DIRECTIONS; direction++) {
    const azimuth = (direction + 0.5) * STEP
    const ahead = east * Math.sin(azimuth) + north * Math.cos(azimuth)
    const height = skyline[direction]!
    for (let i = 0; i < RINGS; i++) {
      const elevation = (i + 0.5) * ring
      const light = Math.max(0, up * Math.sin(elevation) + ahead * Math.cos(elevation)) * Math.cos(elevation)
      open.sky += light
      free.sky += light * Math.min(1, Math.max(0, i + 1 - height / ring))
    }
    open.band += Math.max(0, ahead)
    free.band += Math.max(0, ahead) * Math.max(0, 1 - height / BAND)
  }
  return { sky: open.sky > 0 ? free.sky / open.sky : 1, band: open.band > 0 ? free.band / open.band : 1 }
}
