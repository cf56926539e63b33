import { compressArrays, MalformedSeries, packCompressed, unpack } from "../../base/packing.ts"
import { HOURLY_SERIES, type HourlySeries, type ScanSeries, type YearFigures } from "./hourly.ts"

/** Compressed bytes by hourly series. */
const bodies = new WeakMap<HourlySeries, Uint8Array>()

/**
 * Packs the series of a solved scan for messages and storage. The same hours, which never change, are compressed once.
 */
export const packSeries = ({ hours, figures }: ScanSeries): Uint8Array => {
  const body = bodies.get(hours) ?? compressArrays(hours)
  bodies.set(hours, body)
  return packCompressed({ arrays: hours, meta: figures }, body)
}

/** Unpacks the series of a solved scan. Throws MalformedSeries. */
export const unpackSeries = (packed: Uint8Array): ScanSeries => {
  const { arrays, meta } = unpack(packed)
  const missing = HOURLY_SERIES.filter(name => !(name in arrays))
  if (missing.length > 0) throw new MalformedSeries(`without ${missing.join(", ")}`)
  return { hours: arrays as HourlySeries, figures: meta as YearFigures }
}
