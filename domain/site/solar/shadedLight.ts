/**
 * Light of a year on a plane in shade: the lit hours of a place behind a skyline.
 *
 * - Direct light and light from around the sun are lost while the sun is below the skyline. An hour has PARTS positions
 *   of the sun, weighted by clear light on the plane, so an hour can be shaded in part.
 * - Light from all over the sky, and a bright horizon, keep the shares of `skyViewOf`. A dark horizon stays, so that
 *   shade never adds light.
 * - Light from the ground stays: the ground around the roof has the same sun as before.
 */

// Indices of this file are in bounds by construction.

import { QUARTERS_PER_HOUR } from "../steps.ts"
import { HOURS_PER_YEAR } from "../year.ts"
import type { LitHours } from "./chain.ts"
import { DIRECTIONS, type Normal, normalOf, type Shade, type SkyView, skylineOf, skyViewOf } from "./shade.ts"
import { groundShare, skyOnPlaneWm2 } from "./transposition.ts"

const RADIANS = Math.PI / 180
const PARTS = 12
const PARTS_PER_QUARTER = PARTS / QUARTERS_PER_HOUR
/** Turn of the sky from the middle of an hour to the middle of each part [radians]. */
const TURNS = Array.from({ length: PARTS }, (_, part) => 15 * ((part + 0.5) / PARTS - 0.5) * RADIANS)
const COS = TURNS.map(Math.cos)
const SIN = TURNS.map(Math.sin)

/** Plane in shade. */
export interface ShadedPlane {
  tiltDeg: number
  azimuthDeg: number
  shade: Shade
}

/** Clear direct light that a plane could have, and has, in each quarter of the lit hours, in any unit. */
interface DirectLight {
  open: Float64Array
  free: Float64Array
}

/** The sun turns around the pole within the hour; its declination stays. */
const directLight = (lit: LitHours, skyline: Float64Array, normal: Normal): DirectLight => {
  const open = new Float64Array(lit.count * QUARTERS_PER_HOUR)
  const free = new Float64Array(lit.count * QUARTERS_PER_HOUR)
  const slopes = skyline.map(Math.tan)
  const [sinLat, cosLat] = [Math.sin(lit.lat * RADIANS), Math.cos(lit.lat * RADIANS)]
  for (let i = 0; i < lit.count; i++) {
    const pole = lit.north[i]! * cosLat + lit.up[i]! * sinLat
    const outward = lit.up[i]! * cosLat - lit.north[i]! * sinLat
    for (let part = 0; part < PARTS; part++) {
      const away = outward * COS[part]! + lit.east[i]! * SIN[part]!
      const east = lit.east[i]! * COS[part]! - outward * SIN[part]!
      const north = cosLat * pole - sinLat * away
      const up = sinLat * pole + cosLat * away
      const incidence = east * normal.east + north * normal.north + up * normal.up
      if (up <= 0 || incidence <= 0) continue
      // Clear sky of Haurwitz (clearSky.ts) over the sine of the elevation.
      const light = incidence * Math.exp(-0.059 / up)
      const at = i * QUARTERS_PER_HOUR + Math.floor(part / PARTS_PER_QUARTER)
      open[at]! += light
      const direction = Math.floor((Math.atan2(east, north) / (2 * Math.PI) + 1) * DIRECTIONS) % DIRECTIONS
      if (up >= slopes[direction]! * Math.sqrt(east * east + north * north)) free[at]! += light
    }
  }
  return { open, free }
}

const shareOf = (free: number, open: number): number => (open > 0 ? free / open : 1)

const sumOf = (quarters: Float64Array, i: number): number => {
  const first = i * QUARTERS_PER_HOUR
  return quarters[first]! + quarters[first + 1]! + quarters[first + 2]! + quarters[first + 3]!
}

interface Shading {
  normal: Normal
  view: SkyView
  direct: DirectLight
}

const shadingOf = (lit: LitHours, { tiltDeg, azimuthDeg, shade }: ShadedPlane): Shading => {
  const normal = normalOf(tiltDeg, azimuthDeg)
  const skyline = skylineOf(shade)
  return { normal, view: skyViewOf(skyline, normal), direct: directLight(lit, skyline, normal) }
}

const shadedBy = (lit: LitHours, { view, direct }: Shading): LitHours => {
  const ofSun = (wm2: number, i: number) =>
    i < lit.count ? wm2 * shareOf(sumOf(direct.free, i), sumOf(direct.open, i)) : wm2
  return {
    ...lit,
    dniWm2: lit.dniWm2.map(ofSun),
    circumsolarWm2: lit.circumsolarWm2.map(ofSun),
    isotropicWm2: lit.isotropicWm2.map(wm2 => wm2 * view.sky),
    horizonWm2: lit.horizonWm2.map(wm2 => (wm2 > 0 ? wm2 * view.band : wm2)),
  }
}

/** Lit hours of a place as a plane in shade sees them. */
export const shadedHours = (lit: LitHours, plane: ShadedPlane): LitHours => shadedBy(lit, shadingOf(lit, plane))

/**
 * Light on a plane in shade in each quarter of a year, relative to the same quarter if nothing hid the sun: 1 in the
 * dark. Each value is a float32, because engines differ in the last bits of sines.
 */
export const quarterShade = (lit: LitHours, plane: ShadedPlane): Float64Array => {
  const shading = shadingOf(lit, plane)
  const { isotropicWm2, horizonWm2 } = shadedBy(lit, shading)
  const { normal, direct } = shading
  const ground = groundShare(plane.tiltDeg)
  const tilted = { skyView: (1 + normal.up) / 2, sinTilt: Math.sin(plane.tiltDeg * RADIANS) }
  const shares = new Float64Array(HOURS_PER_YEAR * QUARTERS_PER_HOUR).fill(1)
  for (let i = 0; i < lit.count; i++) {
    const incidence = lit.east[i]! * normal.east + lit.north[i]! * normal.north + lit.up[i]! * normal.up
    const ofSun = (lit.dniWm2[i]! + lit.circumsolarWm2[i]!) * Math.max(0, incidence)
    const other = skyOnPlaneWm2(isotropicWm2[i]!, 0, horizonWm2[i]!, 0, tilted) + lit.ghiWm2[i]! * ground
    if (ofSun + other <= 0) continue
    for (let quarter = 0; quarter < QUARTERS_PER_HOUR; quarter++) {
      const at = i * QUARTERS_PER_HOUR + quarter
      const left = ofSun * shareOf(direct.free[at]!, direct.open[at]!) + other
      shares[lit.hour[i]! * QUARTERS_PER_HOUR + quarter] = Math.fround(left / (ofSun + other))
    }
  }
  return shares
}
