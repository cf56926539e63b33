/** Weather in the Netherlands and Belgium: measured KNMI hours, brought to the long-term sunlight of the place. */

// Indices of this file are in bounds by construction.

import { knmiNormals, knmiStations, readStationHours, type Station } from "../../../fixtures/solar/index.ts"
import { HOURS_PER_YEAR, MONTH_START_HOURS } from "../year.ts"
import type { Weather } from "./chain.ts"
import { clearSkyWm2, scaleBelow } from "./clearSky.ts"
import { sunYear } from "./sunYear.ts"

const RADIANS = Math.PI / 180
const EARTH_KM_PER_DEGREE = 111.2
/**
 * Distance below which stations have equal weight, so that a place next to a station does not depend on that station
 * alone.
 */
const MIN_DISTANCE_KM = 1
/** Lowest sine of the sun's elevation in a ratio of two, as in the clearness index of decomposition.ts. */
const MIN_SIN_ELEVATION = 0.065

interface Place {
  lat: number
  lon: number
}

const distanceKm = (a: Place, b: Place): number =>
  Math.hypot(a.lat - b.lat, (a.lon - b.lon) * Math.cos(((a.lat + b.lat) / 2) * RADIANS)) * EARTH_KM_PER_DEGREE

/** Calendar years of which measured hours are on file, ascending. */
export const measuredYears = (): number[] => [...new Set(knmiStations.flatMap(station => station.years))].sort()

/**
 * The station nearest to a place that has measured hours of a year.
 * @throws RangeError when no station has that year
 */
export const nearestStation = (place: Place, year: number): Station => {
  const stations = knmiStations.filter(station => station.years.includes(year))
  if (stations.length === 0) {
    throw new RangeError(`no measured weather of ${year}; there is ${measuredYears().join(", ")}`)
  }
  return nearestOf(stations, place)
}

/** The nearest of several places; at least one. */
export const nearestOf = <P extends Place>(places: readonly P[], place: Place): P => {
  let [nearest, nearestKm] = [places[0]!, Number.POSITIVE_INFINITY]
  for (const each of places) {
    const km = distanceKm(each, place)
    if (km < nearestKm) [nearest, nearestKm] = [each, km]
  }
  return nearest
}

/**
 * The measured hours of a station and year, unchanged, on the axis of a standard time. The hour that falls out of the
 * year wraps round.
 */
export const stationWeather = (station: Station, year: number, offsetHours: number): Weather => {
  const measured = readStationHours(station, year)
  const column = (values: ArrayLike<number>, scale: number): Float64Array => {
    const hours = new Float64Array(HOURS_PER_YEAR)
    for (let hour = 0; hour < HOURS_PER_YEAR; hour++) {
      hours[hour] = values[(hour - offsetHours + HOURS_PER_YEAR) % HOURS_PER_YEAR]! / scale
    }
    return hours
  }
  return {
    lat: station.lat,
    lon: station.lon,
    year,
    offsetHours,
    ghiWm2: column(measured.ghi, 1),
    airC: column(measured.air, 10),
    windMs: column(measured.wind, 10),
  }
}

/**
 * Long-term sunlight of each month at a place, kWh/m²: the normals of all KNMI stations weighted with the inverse
 * square of the distance. It also serves Belgium: the satellite climatology varies there by 6 % from cell to cell
 * without a pattern that stations confirm. The nearest stations give the coast its surplus and the inland its level.
 */
const monthlyNormalsKwhM2 = (place: Place): number[] => {
  const weights = knmiNormals.map(station => 1 / Math.max(MIN_DISTANCE_KM, distanceKm(station, place)) ** 2)
  const total = weights.reduce((a, b) => a + b, 0)
  return Array.from({ length: 12 }, (_, month) =>
    knmiNormals.reduce((sum, station, i) => sum + (weights[i]! / total) * station.monthlyKwhM2[month]!, 0),
  )
}

/** Long-term sunlight of a year at a place [kWh/m²]. */
export const normalSunlightKwhM2 = (place: Place): number =>
  monthlyNormalsKwhM2(place).reduce((sum, month) => sum + month, 0)

/**
 * The long-term sunlight of the place, or the year's sunlight: the station's measurement, scaled by the place's
 * long-term ratio.
 */
export type Sunlight = "longTerm" | "ofTheYear"

/**
 * Weather year of a place: a station's measured clearness under the place's own sun, each month scaled to the wanted
 * sunlight with no hour above a clear sky. Temperature and wind are the station's.
 */
export const knmiWeather = (
  place: Place,
  station: Station,
  year: number,
  offsetHours: number,
  sunlight: Sunlight = "longTerm",
): Weather => {
  const measured = stationWeather(station, year, offsetHours)
  const here = sunYear({ ...place, year, offsetHours }).up
  const there = sunYear(measured).up
  const clearWm2 = here.map(clearSkyWm2)
  const normalsKwhM2 = monthlyNormalsKwhM2(place)
  const stationNormalsKwhM2 = monthlyNormalsKwhM2(station)
  const { ghiWm2 } = measured
  for (let month = 0; month < 12; month++) {
    const [from, to] = [MONTH_START_HOURS[month]!, MONTH_START_HOURS[month + 1]!]
    let measuredWhM2 = 0
    for (let hour = from; hour < to; hour++) {
      measuredWhM2 += ghiWm2[hour]!
      ghiWm2[hour]! *= Math.max(MIN_SIN_ELEVATION, here[hour]!) / Math.max(MIN_SIN_ELEVATION, there[hour]!)
    }
    const monthWhM2 = sunlight === "longTerm" ? stationNormalsKwhM2[month]! * 1000 : measuredWhM2
    const total = (normalsKwhM2[month]! / stationNormalsKwhM2[month]!) * monthWhM2
    scaleBelow(ghiWm2, clearWm2, { from, to, total })
  }
  return { ...measured, lat: place.lat, lon: place.lon }
}
