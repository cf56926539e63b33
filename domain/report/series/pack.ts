import { packIntegers, unpackIntegers, unzstd, zstd } from "../../base/integers.ts"
import { MalformedSeries } from "../../base/packing.ts"
import { QUARTERS_PER_HOUR } from "../../site/steps.ts"
import { DAYS_PER_YEAR, HOURS_PER_YEAR } from "../../site/year.ts"
import { unpackEarlier } from "./earlier.ts"
import {
  HOURLY_SERIES,
  type HourlySeries,
  type HourlySeriesName,
  isPrice,
  type ScanSeries,
  type YearFigures,
} from "./hourly.ts"
import { type Columns, columnsOf, differencesOf, type Fit, fitOf } from "./predict.ts"
import { packShipped, type ShippedName, type ShippedSeries, type ShippedUnits, unpackShipped } from "./shipped.ts"
import {
  energiesOf,
  hoursOfQuarters,
  hourUnits,
  quarterUnits,
  quarterUnitsPer,
  unitsPer,
  valuesOf,
  writeRests,
} from "./units.ts"

/**
 * Stored series of a report: whole units as differences from their predictions.
 *
 * Invariants.
 * - Each answered hour and quarter comes back as it was: energies to 1 Wh, prices to 0.00001 EUR.
 * - Energies of a day keep their sum to a part of a Wh.
 * - Hours of a scan in quarters follow from the quarters, but for a stored difference.
 * - Shipped series are at the end of the bytes. Stored bytes may lack them, and are read with them.
 */

const MAGIC = 0x32_53_53_5a // "ZSS2", little endian
/** Bytes whose predictions use shipped series. Readers that know none refuse them. */
const MAGIC_SHIPPED = 0x33_53_53_5a // "ZSS3"
const HEAD_START_BYTES = 8

interface Head {
  isInQuarters: boolean
  /** Units per kWh or EUR of the hours. */
  units: Record<HourlySeriesName, number>
  fit: Fit
  planes: number[][]
  figures: YearFigures
  /** Bytes of the body without shipped series; absent without any. */
  bodyBytes?: number
  shipped?: ShippedHead[]
}

/** A shipped series at the end of the bytes. */
interface ShippedHead {
  name: ShippedName
  hash: string
  planes: number[]
}

const bySeries = <Value>(of: (name: HourlySeriesName, index: number) => Value) =>
  Object.fromEntries(HOURLY_SERIES.map((name, index) => [name, of(name, index)])) as Record<HourlySeriesName, Value>
/** Series with sums in charts. */
const ENERGIES = HOURLY_SERIES.filter(name => !isPrice(name) && name !== "batteryLevel")

/** Packed bytes by hourly series. */
const packed = new WeakMap<HourlySeries, Omit<Head, "figures"> & { body: Uint8Array }>()

/**
 * Packs the series of a solved scan for messages and storage. The same hours, which never change, are compressed once.
 */
export const packSeries = (series: ScanSeries): Uint8Array => {
  const { hours, figures } = series
  const { body, ...about } = packed.get(hours) ?? packSteps(series)
  packed.set(hours, { body, ...about })
  const head = zstd(new TextEncoder().encode(JSON.stringify({ ...about, figures } satisfies Head)))
  const bytes = new Uint8Array(HEAD_START_BYTES + head.length + body.length)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, about.shipped ? MAGIC_SHIPPED : MAGIC, true)
  view.setUint32(4, head.length, true)
  bytes.set(head, HEAD_START_BYTES)
  bytes.set(body, HEAD_START_BYTES + head.length)
  return bytes
}

const packSteps = ({ hours, quarters, shipped = {} }: ScanSeries): Omit<Head, "figures"> & { body: Uint8Array } => {
  const units = bySeries(name => unitsPer(name, hours[name], quarters !== undefined))
  const ofHours: Columns = bySeries(name => hourUnits(name, hours[name], units[name]))
  const steps = quarters ? bySeries(name => quarterUnits(name, quarters[name], hours[name], units[name])) : ofHours
  const shippedParts = packedParts(shipped)
  const shippedUnits: ShippedUnits = Object.fromEntries(shippedParts.map(part => [part.name, part.units]))
  const fit = fitOf(steps, shippedUnits)
  const differences = differencesOf(steps, fit, shippedUnits)
  const rests = new Int32Array(ENERGIES.length * DAYS_PER_YEAR)
  for (const name of ENERGIES) writeRests(restOf(name, rests), hours[name], ofHours[name], units[name])
  const arrays = [
    ...HOURLY_SERIES.map(name => differences[name]),
    rests,
    ...(quarters ? HOURLY_SERIES.map(name => minus(ofHours[name], hoursOfQuarters(name, steps[name]))) : []),
  ]
  const { body, planes } = packIntegers(arrays)
  const about = { isInQuarters: quarters !== undefined, units, fit, planes }
  if (shippedParts.length === 0) return { ...about, body }
  return {
    ...about,
    bodyBytes: body.length,
    shipped: shippedParts.map(({ name, hash, planes: ofContent }) => ({ name, hash, planes: ofContent })),
    body: Buffer.concat([body, ...shippedParts.map(({ content }) => content)]),
  }
}

const packedParts = (shipped: ShippedSeries) =>
  (Object.entries(shipped) as [ShippedName, Float64Array][]).map(([name, values]) => ({
    name,
    ...packShipped(name, values),
  }))

/** Unpacks the series of a solved scan. Throws MalformedSeries. */
export const unpackSeries = (bytes: Uint8Array): ScanSeries => {
  const opened = openedOf(bytes)
  if (!opened) return unpackEarlier(bytes)
  const { head, body, shipped } = opened
  const { isInQuarters, units, fit, planes, figures } = head
  const length = isInQuarters ? HOURS_PER_YEAR * QUARTERS_PER_HOUR : HOURS_PER_YEAR
  const lengths = [...HOURLY_SERIES.map(() => length), ENERGIES.length * DAYS_PER_YEAR]
  if (isInQuarters) lengths.push(...HOURLY_SERIES.map(() => HOURS_PER_YEAR))
  const arrays = unpackIntegers({ body, planes }, lengths)
  const steps = columnsOf(
    bySeries((_, index) => arrays[index]!),
    fit,
    Object.fromEntries(
      shipped.map(({ name, planes: ofContent, content }) => [name, unpackShipped(content, ofContent)]),
    ),
  )
  const rests = arrays[HOURLY_SERIES.length]!
  const ofHours = isInQuarters
    ? bySeries((name, index) => plus(hoursOfQuarters(name, steps[name]), arrays[HOURLY_SERIES.length + 1 + index]!))
    : steps
  const hours = bySeries(name =>
    ENERGIES.includes(name)
      ? energiesOf(ofHours[name], units[name], restOf(name, rests))
      : valuesOf(ofHours[name], units[name]),
  )
  if (!isInQuarters) return { hours, figures }
  return { hours, quarters: bySeries(name => valuesOf(steps[name], quarterUnitsPer(name, units[name]))), figures }
}

/** Head, body and shipped series of packed bytes; undefined for bytes of an earlier version. Throws MalformedSeries. */
const openedOf = (bytes: Uint8Array) => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < HEAD_START_BYTES || ![MAGIC, MAGIC_SHIPPED].includes(view.getUint32(0, true))) return undefined
  const bodyStart = HEAD_START_BYTES + view.getUint32(4, true)
  const head = headOf(bytes.subarray(HEAD_START_BYTES, bodyStart))
  const { shipped = [], bodyBytes = bytes.length - bodyStart } = head
  let end = bodyStart + bodyBytes
  const parts = shipped.map(part => {
    const content = bytes.subarray(end, end + part.planes.reduce((sum, plane) => sum + plane, 0))
    end += content.length
    return { ...part, content }
  })
  const storedBytes = bodyStart + bodyBytes
  return { head, body: bytes.subarray(bodyStart, storedBytes), shipped: parts, stored: bytes.subarray(0, storedBytes) }
}

/** A shipped series by its hash. */
export interface ShippedContent {
  hash: string
  content: Uint8Array
}

/** Splits packed bytes into their stored form and the shipped series that they have. Throws MalformedSeries. */
export const withoutShipped = (bytes: Uint8Array): { stored: Uint8Array; shipped: ShippedContent[] } => {
  const { stored, shipped } = openedOf(bytes) ?? { stored: bytes, shipped: [] }
  if (stored.length === bytes.length) return { stored, shipped: [] }
  return { stored, shipped: shipped.map(({ hash, content }) => ({ hash, content })) }
}

/** Hashes of shipped series that stored bytes lack, in their order; none if they have them. Throws MalformedSeries. */
export const lackedShipped = (bytes: Uint8Array): string[] => {
  const opened = openedOf(bytes)
  return opened && opened.stored.length === bytes.length ? opened.shipped.map(({ hash }) => hash) : []
}

const headOf = (bytes: Uint8Array): Head => {
  try {
    return JSON.parse(new TextDecoder().decode(unzstd(bytes))) as Head
  } catch {
    throw new MalformedSeries("its head is not JSON")
  }
}

/** Days of a series among the rests of all energies. */
const restOf = (name: HourlySeriesName, rests: Int32Array): Int32Array =>
  rests.subarray(ENERGIES.indexOf(name) * DAYS_PER_YEAR, (ENERGIES.indexOf(name) + 1) * DAYS_PER_YEAR)
const minus = (a: Int32Array, b: Int32Array): Int32Array => a.map((value, at) => value - b[at]!)
const plus = (a: Int32Array, b: Int32Array): Int32Array => a.map((value, at) => value + b[at]!)
