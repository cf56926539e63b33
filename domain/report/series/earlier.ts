import { MalformedSeries, unpack } from "../../base/packing.ts"
import { QUARTERS_PER_HOUR } from "../../site/steps.ts"
import { decimalsOf } from "./answered.ts"
import {
  HOURLY_SERIES,
  type HourlySeries,
  type HourlySeriesName,
  isPrice,
  type ScanSeries,
  type YearFigures,
} from "./hourly.ts"

/** Series of version 0.1.0 and of development versions of 1.0.0: float32 hours, and quarters in whole units. */

/** Start of the names of three quarters of each hour: the last follows from the hour. */
const OF_QUARTERS = "quarters3."
const STORED_PER_HOUR = 3
/** Start of the names of all four quarters. */
const OF_FOUR_QUARTERS = "quarters."
const scaleOf = (name: HourlySeriesName): number => 10 ** decimalsOf(name)
const isLevel = (name: HourlySeriesName): boolean => name === "batteryLevel"

const quartersOf = (name: HourlySeriesName, stored: Float32Array, hours: Float32Array): Float32Array => {
  const quarters = new Float32Array(hours.length * QUARTERS_PER_HOUR)
  hours.forEach((value, hour) => {
    const three = stored.subarray(hour * STORED_PER_HOUR, (hour + 1) * STORED_PER_HOUR)
    const whole = Math.round(value * scaleOf(name) * (isPrice(name) ? QUARTERS_PER_HOUR : 1))
    const last = isLevel(name) ? whole : whole - (three[0]! + three[1]! + three[2]!)
    const units = [...three, isPrice(name) ? last : Math.max(0, last)]
    quarters.set(
      units.map(unit => unit / scaleOf(name)),
      hour * QUARTERS_PER_HOUR,
    )
  })
  return quarters
}

const unpackedQuarters = (arrays: Record<string, Float32Array>, hours: HourlySeries): Pick<ScanSeries, "quarters"> => {
  const unpacked = HOURLY_SERIES.flatMap(name => {
    const stored = arrays[`${OF_QUARTERS}${name}`]
    const four = arrays[`${OF_FOUR_QUARTERS}${name}`]
    if (four) return [[name, four.map(unit => unit / scaleOf(name))] as const]
    return stored ? [[name, quartersOf(name, stored, hours[name])] as const] : []
  })
  return unpacked.length > 0 ? { quarters: Object.fromEntries(unpacked) as HourlySeries } : {}
}

/** Unpacks series in the earlier form. Throws MalformedSeries. */
export const unpackEarlier = (packed: Uint8Array): ScanSeries => {
  const { arrays, meta } = unpack(packed)
  const missing = HOURLY_SERIES.filter(name => !(name in arrays))
  if (missing.length > 0) throw new MalformedSeries(`without ${missing.join(", ")}`)
  const hours = Object.fromEntries(HOURLY_SERIES.map(name => [name, arrays[name]])) as HourlySeries
  return { hours, ...unpackedQuarters(arrays, hours), figures: meta as YearFigures }
}
