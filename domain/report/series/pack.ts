import { compressArrays, MalformedSeries, packCompressed, unpack } from "../../base/packing.ts"
import { QUARTERS_PER_HOUR } from "../../site/steps.ts"
import { decimalsOf } from "./answered.ts"
import { HOURLY_SERIES, type HourlySeries, type HourlySeriesName, type ScanSeries, type YearFigures } from "./hourly.ts"

/**
 * Start of the names of quarters. Three quarters of each hour are stored, as whole Wh and 0.00001 EUR: the last follows
 * from the hour. Sums from the start of the hour are rounded, so that the last one is no more than a unit off.
 */
const OF_QUARTERS = "quarters3."
const STORED_PER_HOUR = 3
/** Start of the names of quarters in development versions before 1.0.0, which stored all four. */
const EARLIER_QUARTERS = "quarters."
/** Values of a whole unit of stored quarters. */
const scaleOf = (name: HourlySeriesName): number => 10 ** decimalsOf(name)
const isPrice = (name: HourlySeriesName): boolean => name.endsWith("EurPerKwh")
const isLevel = (name: HourlySeriesName): boolean => name === "batteryLevel"

const packedQuarters = (quarters: HourlySeries): Record<string, Float32Array> =>
  Object.fromEntries(
    HOURLY_SERIES.map(name => {
      const stored = new Float32Array((quarters[name].length / QUARTERS_PER_HOUR) * STORED_PER_HOUR)
      let [sum, rounded] = [0, 0]
      for (let at = 0; at < stored.length; at++) {
        const [hour, quarter] = [Math.floor(at / STORED_PER_HOUR), at % STORED_PER_HOUR]
        if (quarter === 0 || isLevel(name)) [sum, rounded] = [0, 0]
        sum += quarters[name][hour * QUARTERS_PER_HOUR + quarter]! * scaleOf(name)
        stored[at] = Math.round(sum) - rounded
        rounded += stored[at]!
      }
      return [`${OF_QUARTERS}${name}`, stored]
    }),
  )

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
    const earlier = arrays[`${EARLIER_QUARTERS}${name}`]
    if (earlier) return [[name, earlier.map(unit => unit / scaleOf(name))] as const]
    return stored ? [[name, quartersOf(name, stored, hours[name])] as const] : []
  })
  return unpacked.length > 0 ? { quarters: Object.fromEntries(unpacked) as HourlySeries } : {}
}

/** Compressed bytes by hourly series. */
const bodies = new WeakMap<HourlySeries, Uint8Array>()

/**
 * Packs the series of a solved scan for messages and storage. The same hours, which never change, are compressed once.
 */
export const packSeries = ({ hours, quarters, figures }: ScanSeries): Uint8Array => {
  const arrays = { ...hours, ...(quarters ? packedQuarters(quarters) : {}) }
  const body = bodies.get(hours) ?? compressArrays(arrays)
  bodies.set(hours, body)
  return packCompressed({ arrays, meta: figures }, body)
}

/** Unpacks the series of a solved scan. Throws MalformedSeries. */
export const unpackSeries = (packed: Uint8Array): ScanSeries => {
  const { arrays, meta } = unpack(packed)
  const missing = HOURLY_SERIES.filter(name => !(name in arrays))
  if (missing.length > 0) throw new MalformedSeries(`without ${missing.join(", ")}`)
  const hours = Object.fromEntries(HOURLY_SERIES.map(name => [name, arrays[name]])) as HourlySeries
  return { hours, ...unpackedQuarters(arrays, hours), figures: meta as YearFigures }
}
