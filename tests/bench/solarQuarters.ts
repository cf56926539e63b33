import { readdirSync } from "node:fs"
import { join } from "node:path"
import { stationWeather } from "../../domain/site/solar/knmi.ts"
import { productionQuarters, skyQuarters } from "../../domain/site/solar/productionQuarters.ts"
import { hourlyKwh, spreadOver } from "../../domain/site/steps.ts"
import { axisHourOf } from "../../domain/site/year.ts"
import { knmiStations } from "../../fixtures/solar/index.ts"
import { textOf } from "./homes.ts"
import type { Row } from "./table.ts"

/**
 * Production within the hour against measured quarter-hours of a folder, which are not shipped. A file
 * `*quarterhour*.csv.gz` of a year has the start in UTC, and mean and registered power of all panels of Belgium.
 */

const BELGIUM = { lat: 50.8, lon: 4.5 }
const UTC = 0
const MS_PER_QUARTER = 900_000
/** Least power of a compared ramp, by the registered power. */
const LEAST_POWER = 0.05
const STATIONS_YEAR = 2023

interface MeasuredSun {
  name: string
  /** 35,040 quarters by the registered power; NaN if missing. */
  kwhPerKwp: Float64Array
}

const readSun = (folder: string | undefined): MeasuredSun[] => {
  const files = folder ? readdirSync(folder).filter(name => /quarterhour.*\.csv(\.gz)?$/.test(name)) : []
  return files.sort().map(name => {
    const kwhPerKwp = new Float64Array(35_040).fill(Number.NaN)
    for (const line of textOf(join(folder!, name)).trim().split("\n").slice(1)) {
      const [start = "", power = "", registered = ""] = line.split(",")
      const utcMs = Date.parse(start.replace("Z", ":00Z"))
      const place = axisHourOf(utcMs, UTC)
      if (!place || power === "") continue
      kwhPerKwp[4 * place.hour + ((utcMs / MS_PER_QUARTER) % 4)] = Number(power) / Number(registered) / 4
    }
    return { name: name.replace(/\.csv.*/, ""), kwhPerKwp }
  })
}

/** Variance and lag correlation of quarter ramps, against measured ones. */
const rampsOf = (measured: Float64Array, modelled: Float64Array) => {
  let [variance, ofMeasured, lagged, squares, count] = [0, 0, 0, 0, 0]
  const at = (kwh: Float64Array, quarter: number) => kwh[quarter]! - kwh[quarter - 1]!
  for (let quarter = 2; quarter < measured.length; quarter++) {
    if (!(2 * (measured[quarter]! + measured[quarter - 1]!) > LEAST_POWER) || Number.isNaN(measured[quarter - 2]))
      continue
    variance += at(modelled, quarter) ** 2
    ofMeasured += at(measured, quarter) ** 2
    lagged += at(modelled, quarter) * at(modelled, quarter - 1)
    squares += (4 * (modelled[quarter]! - measured[quarter]!)) ** 2
    count++
  }
  return { ratio: variance / ofMeasured, lag: lagged / variance, rmsKw: Math.sqrt(squares / count) }
}

/** Rows of measured, even and modelled ramps. @param folder SOLAR_DIR */
export const rampRows = (folder: string | undefined): Row[] => {
  const sky = skyQuarters(BELGIUM.lat, BELGIUM.lon, UTC)
  return readSun(folder).map(({ name, kwhPerKwp }) => {
    const hours = hourlyKwh(kwhPerKwp.map(kwh => (Number.isNaN(kwh) ? 0 : kwh)))
    const shown = (quarters: Float64Array) => {
      const { ratio, lag, rmsKw } = rampsOf(kwhPerKwp, quarters)
      return `${ratio.toFixed(2)}, ${lag.toFixed(2)}, ${rmsKw.toFixed(4)}`
    }
    const rows = [kwhPerKwp, spreadOver(hours, 4), productionQuarters(hours, sky, 0), productionQuarters(hours, sky)]
    return { what: name, measured: rows.map(shown).join("; "), bar: "" }
  })
}

const fours = (values: Float64Array): Float64Array =>
  Float64Array.from({ length: values.length / 4 }, (_, four) =>
    values.subarray(4 * four, 4 * four + 4).reduce((sum, value) => sum + value, 0),
  )

/** Deviation of measured parts of an interval from straight clearness, by the bend of three intervals. */
const bendShare = (parts: Float64Array, sky: Float64Array, leastWm2: number): number => {
  const [whole, light] = [fours(parts), fours(sky)]
  let [deviations, bends] = [0, 0]
  for (let at = 1; at < whole.length - 1; at++) {
    const [before, own, after] = [-1, 0, 1].map(next => whole[at + next]! / light[at + next]!) as [
      number,
      number,
      number,
    ]
    const isLit = light[at]! > leastWm2 && Math.min(light[at - 1]!, light[at + 1]!) > 0.3 * leastWm2
    if (!isLit || Number.isNaN(before + own + after)) continue
    const shares = [0, 1, 2, 3].map(part => {
      const middle = (part - 1.5) / 4
      return sky[4 * at + part]! * (own + (Math.min(2 * own, middle < 0 ? before : after) - own) * Math.abs(middle))
    })
    const sum = shares.reduce((total, share) => total + share, 0)
    shares.forEach((share, part) => {
      deviations += ((4 * (parts[4 * at + part]! - (share * whole[at]!) / sum)) / light[at]!) ** 2 / 4
    })
    bends += ((before - 2 * own + after) / 2) ** 2
  }
  return Math.sqrt(deviations / bends)
}

const LEAST_WM2 = 600

/** Rows of the deviation by clouds: of all Belgium in hours and in four hours, of stations in four hours. */
export const cloudRows = (folder: string | undefined): Row[] => {
  const sky = skyQuarters(BELGIUM.lat, BELGIUM.lon, UTC)
  const ofBelgium = readSun(folder).map(({ name, kwhPerKwp }) => {
    const [hour, four] = [bendShare(kwhPerKwp, sky, LEAST_WM2), bendShare(fours(kwhPerKwp), fours(sky), 4 * LEAST_WM2)]
    return { what: name, measured: `${hour.toFixed(2)} in an hour, ${four.toFixed(2)} in four hours`, bar: "" }
  })
  const stations = knmiStations.filter(({ years }) => years.includes(STATIONS_YEAR))
  const shares = stations.map(station => {
    const hours = fours(skyQuarters(station.lat, station.lon, UTC))
    return bendShare(stationWeather(station, STATIONS_YEAR, UTC).ghiWm2, hours, 4 * LEAST_WM2)
  })
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length
  return [...ofBelgium, { what: `${shares.length} stations`, measured: `${mean.toFixed(2)} in four hours`, bar: "" }]
}
