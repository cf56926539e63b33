/** The whole chain from an hour of weather to an hour of production, over a year in flat arrays. */

// Indices of this file are in bounds by construction.

import { HOURS_PER_YEAR } from "../year.ts"
import { diffuseWm2, directWm2 } from "./decomposition.ts"
import { heatingPerWm2, type LightGain, moduleTemperatureC, powerKwPerKwp } from "./module.ts"
import { beamTransmittance, diffuseTransmittance } from "./reflection.ts"
import { refractionDeg, relativeAirMass } from "./sun.ts"
import { sunYear } from "./sunYear.ts"
import {
  circumsolarDivisor,
  circumsolarShare,
  groundShare,
  horizonShare,
  perezClass,
  skyOnPlaneWm2,
} from "./transposition.ts"

const RADIANS = Math.PI / 180
const NO_GAIN: LightGain = { direct: 1, diffuse: 1 }

/** One year of weather at a place, 8760 hours of its standard time. */
export interface Weather {
  lat: number
  lon: number
  /** Calendar year that the sun positions belong to. */
  year: number
  /** Standard time minus UTC, hours. */
  offsetHours: number
  /** Mean global irradiance on a horizontal plane, W/m². */
  ghiWm2: Float64Array
  /** Air temperature, °C. */
  airC: Float64Array
  /** Wind at 10 m, m/s. */
  windMs: Float64Array
  /** Direct and diffuse irradiance, W/m², if known; made by the DISC model where absent. */
  dniWm2?: Float64Array
  dhiWm2?: Float64Array
}

/** The hours with light of a year, made once per place: everything of the chain that does not depend on the panel. */
export interface LitHours {
  lat: number
  count: number
  hour: Uint16Array
  /** Direction of the sun as seen through the air. */
  east: Float64Array
  north: Float64Array
  up: Float64Array
  ghiWm2: Float64Array
  dniWm2: Float64Array
  /** Diffuse light by origin as skyOnPlaneWm2 wants it, W/m². */
  isotropicWm2: Float64Array
  circumsolarWm2: Float64Array
  horizonWm2: Float64Array
  airC: Float64Array
  /** Warming of a panel per W/m², K m²/W. */
  heating: Float64Array
}

const emptyLitHours = (lat: number): LitHours => {
  const column = () => new Float64Array(HOURS_PER_YEAR)
  return {
    lat,
    count: 0,
    hour: new Uint16Array(HOURS_PER_YEAR),
    east: column(),
    north: column(),
    up: column(),
    ghiWm2: column(),
    dniWm2: column(),
    isotropicWm2: column(),
    circumsolarWm2: column(),
    horizonWm2: column(),
    airC: column(),
    heating: column(),
  }
}

/** Sun, sky and air of every hour with light: refraction, air mass, DISC and the Perez sky. */
export const litHours = (weather: Weather): LitHours => {
  const lit = emptyLitHours(weather.lat)
  const sun = sunYear(weather)
  let i = 0
  for (let hour = 0; hour < HOURS_PER_YEAR; hour++) {
    const ghiWm2 = weather.ghiWm2[hour]!
    if (!(ghiWm2 > 0)) continue
    const sinElevation = sun.up[hour]!
    const level = Math.sqrt(sun.east[hour]! * sun.east[hour]! + sun.north[hour]! * sun.north[hour]!)
    const elevationDeg = Math.atan2(sinElevation, level) / RADIANS
    const apparentDeg = elevationDeg + refractionDeg(elevationDeg)
    if (apparentDeg <= 0) continue
    const extraWm2 = sun.extraWm2[hour]!
    const airMass = relativeAirMass(90 - apparentDeg)
    const dniWm2 = weather.dniWm2?.[hour] ?? directWm2(ghiWm2, sinElevation, extraWm2, airMass)
    const dhiWm2 = weather.dhiWm2?.[hour] ?? diffuseWm2(ghiWm2, dniWm2, sinElevation)
    const up = Math.sin(apparentDeg * RADIANS)
    const levelled = level > 0 ? Math.cos(apparentDeg * RADIANS) / level : 0
    lit.hour[i] = hour
    lit.east[i] = sun.east[hour]! * levelled
    lit.north[i] = sun.north[hour]! * levelled
    lit.up[i] = up
    lit.ghiWm2[i] = ghiWm2
    lit.dniWm2[i] = dniWm2
    if (dhiWm2 > 0) {
      const zenith = (90 - apparentDeg) * RADIANS
      const group = perezClass(dhiWm2, dniWm2, zenith)
      const brightness = (dhiWm2 * airMass) / extraWm2
      const circumsolar = circumsolarShare(group, brightness, zenith)
      lit.isotropicWm2[i] = dhiWm2 * (1 - circumsolar)
      lit.circumsolarWm2[i] = (dhiWm2 * circumsolar) / circumsolarDivisor(up)
      lit.horizonWm2[i] = dhiWm2 * horizonShare(group, brightness, zenith)
    }
    lit.airC[i] = weather.airC[hour]!
    lit.heating[i] = heatingPerWm2(weather.windMs[hour]!)
    i++
  }
  lit.count = i
  return lit
}

/**
 * Production of 1 kWp over the year, before system losses: beam, Perez sky and ground light, Martin & Ruiz reflection,
 * Faiman temperature, Huld power.
 * @param tiltDeg 0 flat – 90 upright
 * @param azimuthDeg 0 = north, 90 = east, 180 = south
 * @param gain factor of each hour, mixed by the origin of its light
 * @returns 8760 hours, kWh per kWp
 */
export const chainKwhPerKwp = (
  lit: LitHours,
  tiltDeg: number,
  azimuthDeg: number,
  gain: LightGain = NO_GAIN,
): Float64Array => {
  const hoursKwh = new Float64Array(HOURS_PER_YEAR)
  const sinTilt = Math.sin(tiltDeg * RADIANS)
  const normalUp = Math.cos(tiltDeg * RADIANS)
  const normalEast = sinTilt * Math.sin(azimuthDeg * RADIANS)
  const normalNorth = sinTilt * Math.cos(azimuthDeg * RADIANS)
  const plane = { skyView: (1 + normalUp) / 2, sinTilt }
  const ground = groundShare(tiltDeg)
  const passed = diffuseTransmittance(tiltDeg)
  for (let i = 0; i < lit.count; i++) {
    const cosIncidence = Math.max(0, lit.up[i]! * normalUp + lit.east[i]! * normalEast + lit.north[i]! * normalNorth)
    const beam = lit.dniWm2[i]! * cosIncidence
    const sky = skyOnPlaneWm2(lit.isotropicWm2[i]!, lit.circumsolarWm2[i]!, lit.horizonWm2[i]!, cosIncidence, plane)
    const reflected = lit.ghiWm2[i]! * ground
    const effective = beam * beamTransmittance(cosIncidence) + sky * passed.sky + reflected * passed.ground
    const onPlane = beam + sky + reflected
    const moduleC = moduleTemperatureC(onPlane, lit.airC[i]!, lit.heating[i]!)
    const mixedGain = onPlane > 0 ? gain.diffuse + ((gain.direct - gain.diffuse) * beam) / onPlane : 1
    hoursKwh[lit.hour[i]!] = powerKwPerKwp(effective, moduleC) * mixedGain
  }
  return hoursKwh
}
