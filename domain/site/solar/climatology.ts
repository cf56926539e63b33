/** Weather anywhere on Earth: the monthly climate between cells of 1°, made into hours. */

import {
  HEIGHT_CELLS_PER_DEGREE,
  isShore,
  knmiNormals,
  NO_TOWN,
  readClimateRow,
  readTownHeights,
  sunCorrection,
} from "../../../fixtures/solar/index.ts"
import { HOURS_PER_YEAR, MONTH_DAYS, MONTH_START_HOURS } from "../year.ts"
import type { Weather } from "./chain.ts"
import { dailyExtraterrestrialKwhM2 } from "./sun.ts"
import { syntheticGhiWm2 } from "./synthetic.ts"

const ROWS = 180
const COLUMNS = 360
/** No free grid of wind speeds exists: ordinary means for land and for shores and open water, m/s. */
const WIND_INLAND_MS = 3
const WIND_COAST_MS = 5
/**
 * Clearness of a month per square root of its daily temperature range, K^-0.5, inland and at shores. Source: Allen,
 * Pereira, Raes & Smith, "Crop evapotranspiration", FAO Irrigation and Drainage Paper 56 (1998), eq. 50, after
 * Hargreaves & Samani 1982.
 */
const CLEARNESS_PER_ROOT_RANGE_INLAND = 0.16
const CLEARNESS_PER_ROOT_RANGE_COAST = 0.19
/**
 * Amplitude of the mean daily wave of the air temperature as a share of the range: the extremes of single days lie at
 * different hours. Typical years at 45° N 8° E, Greensboro, 40.01° N 80.02° W and De Bilt have 0.35 to 0.44.
 */
const WAVE_PER_RANGE = 0.4
/** Maximum clearness of a month, as in a desert without clouds. */
const CLEAREST_MONTH = 0.75
const WARMEST_SOLAR_HOUR = 15
/** Temperature lapse rate with which the climatology was reduced to sea level. */
const LAPSE_C_PER_M = 0.0065
/** Minimum number of own years of stations that correct the satellite climatology. */
const LONG_RECORD_YEARS = 18
/** Latitude and longitude in the middle of the KNMI stations. */
const STATIONS_CENTRE = [52.2, 5.5]
const EARTH_RADIUS_KM = 6371

/**
 * Number of the 1° cell (0–64799) that a place lies in; longitude 180 is −180, the north pole lies in the topmost
 * row.
 */
export const cellOf = (lat: number, lon: number): number => {
  const row = Math.min(ROWS - 1, Math.floor(lat + 90))
  const column = Math.floor(lon + 180) % COLUMNS
  return row * COLUMNS + column
}

/** Centre of a cell in degrees. */
export const cellCentre = (cell: number): { lat: number; lon: number } => ({
  lat: Math.floor(cell / COLUMNS) - 89.5,
  lon: (cell % COLUMNS) - 179.5,
})

interface Corner {
  row: number
  column: number
  weight: number
}

/** The four cells whose centres surround a place, with their weights. */
const cornersOf = (lat: number, lon: number): Corner[] => {
  const y = Math.max(0, Math.min(ROWS - 1, lat + 89.5))
  const x = lon + 179.5
  const [south, west] = [Math.min(ROWS - 2, Math.floor(y)), Math.floor(x)]
  const [up, right] = [y - south, x - west]
  return [0, 1].flatMap(north =>
    [0, 1].map(east => ({
      row: south + north,
      column: (west + east + COLUMNS) % COLUMNS,
      weight: (north === 1 ? up : 1 - up) * (east === 1 ? right : 1 - right),
    })),
  )
}

/**
 * Mean daily sunlight of each month at a place as the climatology has it, each cell corrected to its country's mean,
 * kWh/m².
 */
const satelliteKwhM2Day = (lat: number, lon: number): number[] => {
  const corners = cornersOf(lat, lon).map(({ row, column, weight }) => ({
    ghi: readClimateRow(row).ghi,
    column,
    weight: (weight * sunCorrection(row * COLUMNS + column)) / 100,
  }))
  return MONTH_DAYS.map((_, month) =>
    corners.reduce((sum, { ghi, column, weight }) => sum + weight * ghi[month * COLUMNS + column]!, 0),
  )
}

/** Maximum distance of a town that gives a place its height, in cells of 0.25°. */
const TOWN_REACH_CELLS = 2

/**
 * Height of the roofs at a place, m: of the towns in its cell of 0.25° or the nearest one with towns, else of the land
 * around. The mean height of land would put a town at the foot of mountains among them.
 */
const heightM = (lat: number, lon: number): number => {
  const row = Math.min(ROWS * HEIGHT_CELLS_PER_DEGREE - 1, Math.floor((lat + 90) * HEIGHT_CELLS_PER_DEGREE))
  const column = Math.floor((lon + 180) * HEIGHT_CELLS_PER_DEGREE)
  const columns = COLUMNS * HEIGHT_CELLS_PER_DEGREE
  let [nearest, nearestM] = [Number.POSITIVE_INFINITY, NO_TOWN]
  for (let up = -TOWN_REACH_CELLS; up <= TOWN_REACH_CELLS; up++) {
    if (row + up < 0 || row + up >= ROWS * HEIGHT_CELLS_PER_DEGREE) continue
    const heights = readTownHeights(row + up)
    for (let right = -TOWN_REACH_CELLS; right <= TOWN_REACH_CELLS; right++) {
      const townM = heights[(column + right + columns) % columns]!
      const distance = up * up + right * right
      if (townM !== NO_TOWN && distance < nearest) [nearest, nearestM] = [distance, townM]
    }
  }
  if (nearestM !== NO_TOWN) return nearestM
  return cornersOf(lat, lon).reduce(
    (sum, { row, column, weight }) => sum + weight * readClimateRow(row).height[column]!,
    0,
  )
}

/**
 * Air temperature of each month at a place, °C: between the cells at sea level, then brought to the height of its
 * roofs.
 */
const monthlyAirC = (lat: number, lon: number): number[] => {
  const corners = cornersOf(lat, lon).map(corner => ({ ...corner, air: readClimateRow(corner.row).air }))
  const cooler = LAPSE_C_PER_M * heightM(lat, lon)
  return MONTH_DAYS.map(
    (_, month) =>
      corners.reduce((sum, { air, column, weight }) => sum + (weight * air[month * COLUMNS + column]!) / 10, 0) -
      cooler,
  )
}

const meanRatios = (): number[] => {
  const stations = knmiNormals.filter(station => station.years >= LONG_RECORD_YEARS)
  const satellite = stations.map(station => satelliteKwhM2Day(station.lat, station.lon))
  return MONTH_DAYS.map((days, month) => {
    const ratios = stations.map((station, i) => station.monthlyKwhM2[month]! / (days * satellite[i]![month]!))
    return ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length
  })
}

let ratios: number[] | undefined
/**
 * Ratio of ground measurements to the satellite climatology, per month: mean of the KNMI stations with a long record.
 * The climatology makes northern European winters too sunny and springs too dull.
 */
const groundOverSatellite = (): number[] => {
  ratios ??= meanRatios()
  return ratios
}

/** 1 up to `from`, 0 beyond `to`, linear between. */
const fade = (value: number, from: number, to: number): number => Math.max(0, Math.min(1, (to - value) / (to - from)))

/**
 * Weight of the KNMI stations' correction at a place, 0–1: full in northern Europe, fading out with the distance from
 * the stations and towards the south. In Romania, Moldova and Switzerland winters are still too sunny; at 45° N 8° E
 * (PVGIS) they are not.
 */
const correctionWeight = ({ lat, lon }: { lat: number; lon: number }): number => {
  const radians = Math.PI / 180
  const [fromLat, fromLon] = STATIONS_CENTRE
  const cosAngle =
    Math.sin(lat * radians) * Math.sin(fromLat! * radians) +
    Math.cos(lat * radians) * Math.cos(fromLat! * radians) * Math.cos((lon - fromLon!) * radians)
  const distanceKm = Math.acos(Math.min(1, cosAngle)) * EARTH_RADIUS_KM
  return fade(distanceKm, 1500, 2500) * fade(-lat, -48, -44)
}

/** Mean daily sunlight of each month at a place, kWh/m², corrected where stations measured it. */
const sunlightKwhM2Day = (lat: number, lon: number): number[] => {
  const satellite = satelliteKwhM2Day(lat, lon)
  const weight = correctionWeight({ lat, lon })
  if (weight === 0) return satellite
  return satellite.map((kwh, month) => kwh * (1 + weight * (groundOverSatellite()[month]! - 1)))
}

/**
 * Amplitude of the daily wave of the air temperature in each month, °C: a clear sky lets the ground warm by day and
 * cool by night.
 */
const monthlySwingC = (lat: number, sunlightKwhM2: readonly number[], isCoast: boolean): number[] => {
  const perRoot = isCoast ? CLEARNESS_PER_ROOT_RANGE_COAST : CLEARNESS_PER_ROOT_RANGE_INLAND
  return sunlightKwhM2.map((kwh, month) => {
    const middleDay = MONTH_START_HOURS[month]! / 24 + Math.ceil(MONTH_DAYS[month]! / 2)
    const extraKwhM2 = dailyExtraterrestrialKwhM2(lat, middleDay)
    const clearness = extraKwhM2 > 0 ? Math.min(CLEAREST_MONTH, kwh / extraKwhM2) : 0
    return WAVE_PER_RANGE * (clearness / perRoot) ** 2
  })
}

/** Values of every hour, linear between the middles of the months. */
const hourlyFromMonths = (monthly: readonly number[]): Float64Array => {
  const hourly = new Float64Array(HOURS_PER_YEAR)
  const middleOf = (month: number): number => MONTH_START_HOURS[month]! + MONTH_DAYS[month]! * 12
  for (let month = 0; month < 12; month++) {
    const next = (month + 1) % 12
    const from = middleOf(month)
    const hours = (middleOf(next) - from + HOURS_PER_YEAR) % HOURS_PER_YEAR
    const change = (monthly[next]! - monthly[month]!) / hours
    for (let i = 0; i < hours; i++) hourly[(from + i) % HOURS_PER_YEAR] = monthly[month]! + (i + 0.5) * change
  }
  return hourly
}

/** Air temperature of every hour, °C: mean and daily swing of the months, with a wave by solar time. */
const hourlyAirC = (meanC: readonly number[], swingC: readonly number[], toSolarHours: number): Float64Array => {
  const swing = hourlyFromMonths(swingC)
  return hourlyFromMonths(meanC).map((mean, hour) => {
    const solarHour = (hour % 24) + 0.5 + toSolarHours
    return mean + swing[hour]! * Math.cos((2 * Math.PI * (solarHour - WARMEST_SOLAR_HOUR)) / 24)
  })
}

/**
 * Weather year of a place: NASA SSE sunlight and NCEP temperatures between the centres of their cells made into hours.
 * The number of the place's cell is the seed, so that it always has the same year.
 * @param lon −180 to below 180
 * @param year calendar year of the sun positions
 * @param offsetHours standard time minus UTC
 */
export const climatologyWeather = (lat: number, lon: number, year: number, offsetHours: number): Weather => {
  const place = { lat, lon, year, offsetHours }
  const cell = cellOf(lat, lon)
  const isCoast = isShore(cell)
  const sunlight = sunlightKwhM2Day(lat, lon)
  return {
    ...place,
    ghiWm2: syntheticGhiWm2(place, sunlight, cell),
    airC: hourlyAirC(monthlyAirC(lat, lon), monthlySwingC(lat, sunlight, isCoast), lon / 15 - offsetHours),
    windMs: new Float64Array(HOURS_PER_YEAR).fill(isCoast ? WIND_COAST_MS : WIND_INLAND_MS),
  }
}
