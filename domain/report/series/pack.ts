import { compressArrays, MalformedSeries, packCompressed, unpack } from "../../base/packing.ts"
import { decimalsOf } from "./answered.ts"
import { HOURLY_SERIES, type HourlySeries, type HourlySeriesName, type ScanSeries, type YearFigures } from "./hourly.ts"

/** Start of the names of quarters, which are stored as whole Wh and 0.00001 EUR: half the bytes of their floats. */
const OF_QUARTERS = "quarters."
/** Values of a whole unit of stored quarters. */
const scaleOf = (name: HourlySeriesName): number => 10 ** decimalsOf(name)

const packedQuarters = (quarters: HourlySeries): Record<string, Float32Array> =>
  Object.fromEntries(
    HOURLY_SERIES.map(name => [
      `${OF_QUARTERS}${name}`,
      quarters[name].map(value => Math.round(value * scaleOf(name))),
    ]),
  )

const unpackedQuarters = (arrays: Record<string, Float32Array>): Pick<ScanSeries, "quarters"> => {
  const stored = HOURLY_SERIES.flatMap(name => {
    const values = arrays[`${OF_QUARTERS}${name}`]
    return values ? [[name, values.map(value => value / scaleOf(name))] as const] : []
  })
  return stored.length > 0 ? { quarters: Object.fromEntries(stored) as HourlySeries } : {}
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
  return { hours, ...unpackedQuarters(arrays), figures: meta as YearFigures }
}
