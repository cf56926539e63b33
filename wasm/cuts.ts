/**
 * The cuts that travel with a sizing's result: a Float64Array that describes itself, so that a changed sizing of the same
 * year starts from them and wrong cuts are refused.
 *
 * Layout: version, roofs, steps, cuts, two halves of a hash over everything physical, price of unserved energy, yearly bill
 * without a new plant, PRICE_SUMS sums over the prices, the best plant (panels, kWh, kW), then the cuts (weight, premium, A,
 * slopes by panels, kWh and kW; assembly/sizingPool.ts).
 * All prices times k: all sums times k, and so are the cuts.
 */
import { InvalidArgument } from "./errors.ts"
import type { Year } from "./types.ts"

const VERSION = 1
const PRICE_SUMS = 8
/** Largest Float64Array that travels. */
const CUTS_BYTES_MAX = 64 * 1024
/** Price sums that differ by less, relative to the sum of the absolute terms, are the same. */
const SAME_PRICES = 1e-12

/** Numbers before the cuts. */
function head(roofs: number): number {
  return 8 + PRICE_SUMS + roofs + 2
}

/** Numbers of one cut of a year with so many roofs. */
export function cutNumbers(roofs: number): number {
  return roofs + 5
}

/** How many cuts of a year with so many roofs travel at most. */
export function travellingCuts(roofs: number): number {
  return Math.floor((CUTS_BYTES_MAX / 8 - head(roofs)) / cutNumbers(roofs))
}

/** 64 bits over limits, efficiencies, load and production, as two whole numbers. */
function hashOfYear(year: Year): [number, number] {
  const scalars = Float64Array.of(
    year.stepHours,
    year.importLimitKw ?? Number.POSITIVE_INFINITY,
    year.exportLimitKw ?? Number.POSITIVE_INFINITY,
    year.gridCharging ? 1 : 0,
    year.chargeEfficiency,
    year.dischargeEfficiency,
    year.minLevel,
    year.initialLevel ?? year.minLevel,
  )
  let low = 0x811c9dc5
  let high = 0x9e3779b9
  for (const values of [scalars, year.loadKwh, ...year.roofs.map(roof => roof.productionKwhPerPanel)]) {
    const words = new Uint32Array(values.buffer, values.byteOffset, values.length * 2)
    for (let i = 0; i < words.length; i++) {
      low = Math.imul(low ^ words[i], 0x01000193)
      high = Math.imul((high ^ words[i]) + low, 0x85ebca6b)
      high ^= high >>> 15
    }
  }
  return [low >>> 0, high >>> 0]
}

/** Sums of the prices with weights that repeat nowhere within a year, and the sums of their absolute terms. */
function priceSums(year: Year): { sums: number[]; sizes: number[] } {
  const sums = new Array<number>(PRICE_SUMS).fill(0)
  const sizes = new Array<number>(PRICE_SUMS).fill(0)
  const half = PRICE_SUMS / 2
  let random = 0x2545f491
  for (let t = 0; t < year.buyEurPerKwh.length; t++) {
    for (let i = 0; i < half; i++) {
      random = (Math.imul(random, 1664525) + 1013904223) >>> 0
      const weight = 0.5 + random / 2 ** 32
      sums[i] += weight * year.buyEurPerKwh[t]
      sizes[i] += weight * Math.abs(year.buyEurPerKwh[t])
      sums[half + i] += weight * year.sellEurPerKwh[t]
      sizes[half + i] += weight * Math.abs(year.sellEurPerKwh[t])
    }
  }
  return { sums, sizes }
}

/** Packs the cuts of a year; `records` holds whole cuts, `plant` the best one: panels, kWh, kW. */
export function packCuts(
  year: Year,
  records: Float64Array,
  plant: Float64Array,
  unservedEur: number,
  nothingEur: number,
): Float64Array {
  const roofs = year.roofs.length
  const packed = new Float64Array(head(roofs) + records.length)
  const count = records.length / cutNumbers(roofs)
  packed.set([VERSION, roofs, year.loadKwh.length, count, ...hashOfYear(year), unservedEur, nothingEur])
  packed.set(priceSums(year).sums, 8)
  packed.set(plant, 8 + PRICE_SUMS)
  packed.set(records, head(roofs))
  return packed
}

/** How many times the old prices the new ones are; undefined when they are not a multiple. */
function priceScale(year: Year, packed: Float64Array): number | undefined {
  const { sums, sizes } = priceSums(year)
  let widest = 0
  for (let i = 1; i < PRICE_SUMS; i++) if (sizes[i] > sizes[widest]) widest = i
  const scale = sizes[widest] === 0 ? 1 : sums[widest] / packed[8 + widest]
  if (!(scale > 0)) return undefined
  for (let i = 0; i < PRICE_SUMS; i++) {
    if (!(Math.abs(sums[i] - scale * packed[8 + i]) <= SAME_PRICES * sizes[i])) return undefined
  }
  return Math.abs(scale - 1) <= SAME_PRICES ? 1 : scale
}

/**
 * Unpacks cuts for a year that differs from theirs at most by one factor on all prices.
 * @throws InvalidArgument `cuts` when they belong to another year or are not cuts.
 */
export function unpackCuts(year: Year, packed: Float64Array, unservedEur: number) {
  const roofs = year.roofs.length
  const width = cutNumbers(roofs)
  const refuse = (what: string) => new InvalidArgument("cuts", what)
  if (!(packed instanceof Float64Array) || packed.length < head(0))
    throw refuse("must be the cuts of an earlier result")
  if (packed[0] !== VERSION) throw refuse(`have version ${packed[0]}, not ${VERSION}`)
  if (packed[1] !== roofs || packed[2] !== year.loadKwh.length) throw refuse("belong to a year of another shape")
  if (packed.length !== head(roofs) + packed[3] * width || packed[3] > travellingCuts(roofs))
    throw refuse("are incomplete")
  const hash = hashOfYear(year)
  if (packed[4] !== hash[0] || packed[5] !== hash[1])
    throw refuse("belong to a year of other load, production or limits")
  const scale = priceScale(year, packed)
  if (scale === undefined) throw refuse("belong to a year of other prices")
  const limited = year.importLimitKw !== undefined && year.importLimitKw < Number.POSITIVE_INFINITY
  const unservedScale = unservedEur / packed[6]
  if (limited && Math.abs(unservedScale / scale - 1) > SAME_PRICES) {
    throw refuse("belong to a year with another price of unserved energy")
  }
  if (!packed.every(Number.isFinite)) throw refuse("must be finite")
  const records = packed.slice(head(roofs))
  for (let i = 0; i < records.length; i += width) {
    if (records[i] === 0) continue
    for (let j = i + 1; j < i + width; j++) records[j] *= scale
  }
  return { records, nothingEur: packed[7] * scale, plant: packed.slice(8 + PRICE_SUMS, head(roofs)) }
}
