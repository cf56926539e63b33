/**
 * The cuts stored with a sizing's result: a self-describing Float64Array. A changed sizing of the same year starts
 * from them, and wrong cuts are refused.
 *
 * Layout, in this order:
 * - version, roofs, steps, charged periods, blocks, cuts;
 * - two halves of a hash over everything physical;
 * - price of unserved energy, yearly bill without a new plant;
 * - the best plant's year (BestYear), PRICE_SUMS sums over the prices;
 * - the most panels of each must-run roof, up to which the cuts hold;
 * - the best plant (panels, kWh, kW, demand limits, constant load);
 * - the cuts: weight, premium, block, price of wear, line (assembly/sizing/cut.ts and assembly/dispatch/duals.ts).
 *
 * Multiplying all prices by k multiplies all sums and cuts by k.
 */
// Indices of this file are in bounds by construction.

import type { DemandPlan } from "./demand.ts"
import { InvalidArgument } from "./errors.ts"
import { factsOf } from "./keptYears.ts"
import { changingLimits, evenLimit } from "./limits.ts"
import type { GivenRule } from "./rules.ts"
import type { Year } from "./types.ts"

const VERSION = 6
/** Four over the prices of import, four of export, two over demand charges, netting. */
const PRICE_SUMS = 11
const ENERGY_SUMS = 4
/** Numbers before the price sums. */
const FACTS = 19
/** Maximum size of the passed Float64Array. */
const CUTS_BYTES_MAX = 64 * 1024
/** Tolerance for equal price sums, relative to the sum of the absolute terms. */
const SAME_PRICES = 1e-12

/** Origin of the best plant's year. */
export interface BestYear {
  /** Number of its goal in the core, and the share that the goal requires; −1: it replaces no dispatch. */
  goal: number
  share: number
  /** Without wear. */
  eur: number
  /** Multipliers of the two dispatches that it mixes, and the weight of the dispatch at `high`. */
  low: number
  high: number
  weight: number
  /**
   * wearPrice: price of wear in both dispatches if it is not the multiplier; hasWear: true if the battery's use had a
   * cost.
   */
  wearPrice: number
  dischargeKwh: number
  hasWear: boolean
}

/** Cuts of an earlier sizing, unpacked for a year. */
export interface KeptCuts {
  /** Whole cuts, one after the other. */
  records: Float64Array
  /** Yearly bill without a new plant, EUR. */
  nothingEur: number
  /** The best plant, and its year. */
  plant: Float64Array
  year: BestYear
}

/** Dimensions that determine the length of a cut. */
export interface CutShape {
  roofs: number
  /** Charged periods of demand charges. */
  demands: number
  /** Blocks of the year. */
  blocks: number
}

/** The shape of a year's cuts under its plan of demand charges. */
export function cutShape(year: Year, { eurPerKw, blockStarts }: DemandPlan): CutShape {
  return { roofs: year.roofs.length, demands: eurPerKw.length, blocks: blockStarts.length - 1 }
}

/** Numbers of a plant: panels, kWh, kW, demand limits, constant load. */
export function pointNumbers({ roofs, demands }: CutShape): number {
  return roofs + 3 + demands
}

/** Numbers before the cuts. */
function head(shape: CutShape): number {
  return FACTS + PRICE_SUMS + shape.roofs + pointNumbers(shape)
}

/** The most panels of each roof up to which cuts of a year hold. */
function mostPanels({ roofs }: Year): number[] {
  return roofs.map(({ mustRunPanels = Number.MAX_VALUE }) => mustRunPanels)
}

/** Numbers of one cut. */
export function cutNumbers(shape: CutShape): number {
  return 5 + pointNumbers(shape) + (shape.blocks > 1 ? 2 : 0)
}

/** Maximum number of passed cuts of a shape. */
export function travellingCuts(shape: CutShape): number {
  return Math.floor((CUTS_BYTES_MAX / 8 - head(shape)) / cutNumbers(shape))
}

/** 64 bits over limits, efficiencies, charged periods and their floors, load and production, as two whole numbers. */
function hashOfYear(year: Year, plan: DemandPlan): [number, number] {
  const facts = factsOf(year)
  facts.hash ??= hashed(year, plan)
  return facts.hash
}

function hashed(year: Year, plan: DemandPlan): [number, number] {
  const scalars = Float64Array.of(
    year.stepHours,
    evenLimit(year.importLimitKw),
    evenLimit(year.exportLimitKw),
    year.gridCharging ? 1 : 0,
    year.chargeEfficiency,
    year.dischargeEfficiency,
    year.minLevel,
    year.initialLevel ?? year.minLevel,
  )
  const periods = Float64Array.from(plan.periods)
  // Without floors the hash equals the hash of older cuts, from before floors existed.
  const floors = plan.floorKw.some(kw => kw > 0) ? [Float64Array.from(plan.floorKw)] : []
  const { existingBattery } = year
  const existing = existingBattery ? [Float64Array.of(existingBattery.capacityKwh, existingBattery.powerKw)] : []
  const phases = year.phases ?? []
  const shares =
    phases.length > 0 ? [Float64Array.from(phases.flatMap(each => [each.wearShare, Number(each.isNetted)]))] : []
  let low = 0x811c9dc5
  let high = 0x9e3779b9
  for (const values of [
    scalars,
    periods,
    ...floors,
    ...existing,
    ...shares,
    ...changingLimits(year),
    year.loadKwh,
    ...year.roofs.map(roof => roof.productionKwhPerPanel),
  ]) {
    const words = new Uint32Array(values.buffer, values.byteOffset, values.length * 2)
    for (let i = 0; i < words.length; i++) {
      low = Math.imul(low ^ words[i]!, 0x01000193)
      high = Math.imul((high ^ words[i]!) + low, 0x85ebca6b)
      high ^= high >>> 15
    }
  }
  return [low >>> 0, high >>> 0]
}

const nextRandom = (random: number) => (Math.imul(random, 1664525) + 1013904223) >>> 0
const weightOf = (random: number) => 0.5 + random / 2 ** 32

/** Sums of the prices with weights that repeat nowhere within a year, and the sums of their absolute terms. */
function priceSums(year: Year, plan: DemandPlan): { sums: number[]; sizes: number[] } {
  const facts = factsOf(year)
  facts.priceSums ??= summedPrices(year, plan)
  return facts.priceSums
}

function summedPrices(year: Year, plan: DemandPlan): { sums: number[]; sizes: number[] } {
  const sums = new Array<number>(PRICE_SUMS).fill(0)
  const sizes = new Array<number>(PRICE_SUMS).fill(0)
  const add = (i: number, weight: number, price: number) => {
    sums[i]! += weight * price
    sizes[i]! += weight * Math.abs(price)
  }
  let random = 0x2545f491
  for (let t = 0; t < year.buyEurPerKwh.length; t++) {
    for (let i = 0; i < ENERGY_SUMS; i++) {
      random = nextRandom(random)
      add(i, weightOf(random), year.buyEurPerKwh[t]!)
      add(ENERGY_SUMS + i, weightOf(random), year.sellEurPerKwh[t]!)
    }
  }
  for (const eurPerKw of plan.eurPerKw) {
    for (let i = 2 * ENERGY_SUMS; i < PRICE_SUMS - 1; i++) {
      random = nextRandom(random)
      add(i, weightOf(random), eurPerKw)
    }
  }
  add(PRICE_SUMS - 1, 1, year.nettingEurPerKwh ?? 0)
  return { sums, sizes }
}

/** Packs the cuts of a year; `records` holds whole cuts, `plant` the best one. */
export function packCuts(
  year: Year,
  plan: DemandPlan,
  best: { records: Float64Array; plant: Float64Array; unservedEur: number; nothingEur: number; year: BestYear },
): Float64Array {
  const shape = cutShape(year, plan)
  const { records, plant, unservedEur, nothingEur, year: its } = best
  const packed = new Float64Array(head(shape) + records.length)
  const count = records.length / cutNumbers(shape)
  const facts = [VERSION, shape.roofs, year.loadKwh.length, shape.demands, shape.blocks, count]
  packed.set([...facts, ...hashOfYear(year, plan), unservedEur, nothingEur])
  packed.set([its.goal, its.share, its.eur, its.low, its.high, its.weight], 10)
  packed.set([its.wearPrice, its.dischargeKwh, its.hasWear ? 1 : 0], 16)
  packed.set(priceSums(year, plan).sums, FACTS)
  packed.set(mostPanels(year), FACTS + PRICE_SUMS)
  packed.set(plant, FACTS + PRICE_SUMS + shape.roofs)
  packed.set(records, head(shape))
  return packed
}

/** Factor from the old prices to the new prices; undefined if no single factor exists. */
function priceScale(year: Year, plan: DemandPlan, packed: Float64Array): number | undefined {
  const { sums, sizes } = priceSums(year, plan)
  let widest = 0
  for (let i = 1; i < PRICE_SUMS; i++) if (sizes[i]! > sizes[widest]!) widest = i
  const scale = sizes[widest] === 0 ? 1 : sums[widest]! / packed[FACTS + widest]!
  if (!(scale > 0)) return undefined
  for (let i = 0; i < PRICE_SUMS; i++) {
    if (!(Math.abs(sums[i]! - scale * packed[FACTS + i]!) <= SAME_PRICES * sizes[i]!)) return undefined
  }
  return Math.abs(scale - 1) <= SAME_PRICES ? 1 : scale
}

/** The shape that packed cuts claim, checked for a year. */
function shapeOf(year: Year, plan: DemandPlan, packed: Float64Array): CutShape {
  if (!(packed instanceof Float64Array) || packed.length < FACTS) throw refuse("cuts-of-result")
  if (packed[0] !== VERSION) throw refuse("version-of-cuts", { found: packed[0]!, expected: VERSION })
  const shape = { roofs: packed[1]!, demands: packed[3]!, blocks: packed[4]! }
  const expected = cutShape(year, plan)
  if (shape.roofs !== expected.roofs || packed[2] !== year.loadKwh.length || shape.demands !== expected.demands)
    throw refuse("shape-of-cuts")
  if (shape.blocks !== expected.blocks) throw refuse("blocks-of-cuts")
  if (packed.length !== head(shape) + packed[5]! * cutNumbers(shape) || packed[5]! > travellingCuts(shape))
    throw refuse("whole-cuts")
  return shape
}

function refuse(...broken: GivenRule): InvalidArgument {
  return new InvalidArgument("cuts", ...broken)
}

/**
 * Unpacks cuts for a year that differs from the cuts' year at most by one factor on all prices.
 * @throws InvalidArgument `cuts` if the cuts belong to another year or to other blocks, or are no cuts.
 */
export function unpackCuts(year: Year, plan: DemandPlan, packed: Float64Array, unservedEur: number): KeptCuts {
  const shape = shapeOf(year, plan, packed)
  const hash = hashOfYear(year, plan)
  if (packed[6] !== hash[0] || packed[7] !== hash[1]) throw refuse("year-of-cuts")
  const most = packed.subarray(FACTS + PRICE_SUMS)
  if (mostPanels(year).some((panels, k) => panels > most[k]!)) throw refuse("year-of-cuts")
  const scale = priceScale(year, plan, packed)
  if (scale === undefined) throw refuse("prices-of-cuts")
  const limited = year.importLimitKw instanceof Float64Array || evenLimit(year.importLimitKw) < Number.POSITIVE_INFINITY
  const unservedScale = unservedEur / packed[8]!
  if (limited && Math.abs(unservedScale / scale - 1) > SAME_PRICES) {
    throw refuse("unserved-price-of-cuts")
  }
  if (!packed.every(Number.isFinite)) throw refuse("finite-cuts")
  const records = packed.slice(head(shape))
  const width = cutNumbers(shape)
  for (let i = 0; i < records.length; i += width) {
    if (!(records[i + 2]! >= 0 && records[i + 2]! < shape.blocks)) throw refuse("block-of-cut")
    if (records[i] === 0) continue
    records[i + 1]! *= scale
    for (let j = i + 3; j < i + width; j++) records[j]! *= scale
  }
  const [goal, share, eur, low, high, weight, wearPrice, dischargeKwh, hasWear] = packed.subarray(10, FACTS)
  // Under netting the multipliers are shares, otherwise prices.
  const times = (year.nettingEurPerKwh ?? 0) > 0 ? 1 : scale
  return {
    records,
    nothingEur: packed[9]! * scale,
    year: {
      ...{ goal: goal!, share: share!, eur: eur! * scale, low: low! * times, high: high! * times, weight: weight! },
      ...{ wearPrice: wearPrice! * scale, dischargeKwh: dischargeKwh!, hasWear: hasWear === 1 },
    },
    plant: packed.slice(FACTS + PRICE_SUMS + shape.roofs, head(shape)),
  }
}
