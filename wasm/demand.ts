/**
 * Demand charges in the form of the core's tables: periods of all sets with consecutive numbers, and the blocks of the
 * year.
 */
import type { Year } from "./types.ts"

/** Number of blocks of a year with demand charges. */
const BLOCKS = 12

export interface DemandPlan {
  /** Set after set, T each: number of the charged period, −1: no charge. */
  periods: Int32Array
  sets: number
  /** EUR per kW of each charged period. */
  eurPerKw: number[]
  /** Least kW of each charged period. */
  floorKw: number[]
  /** First step of each block, and T. */
  blockStarts: number[]
}

/** Periods of all sets with consecutive numbers; periods without a price or a step are left out. */
function numberPeriods(year: Year): Omit<DemandPlan, "blockStarts"> {
  const steps = year.loadKwh.length
  const charges = year.demandCharges ?? []
  const periods = new Int32Array(charges.length * steps).fill(-1)
  const eurPerKw: number[] = []
  const floorKw: number[] = []
  charges.forEach((charge, set) => {
    const numbers = new Map<number, number>()
    for (let t = 0; t < steps; t++) {
      const period = charge.period[t]!
      if (period < 0 || charge.eurPerKw[period] === 0) continue
      let number = numbers.get(period)
      if (number === undefined) {
        number = eurPerKw.push(charge.eurPerKw[period]!) - 1
        floorKw.push(charge.floorKw ?? 0)
        numbers.set(period, number)
      }
      periods[set * steps + t] = number
    }
  })
  return { periods, sets: charges.length, eurPerKw, floorKw }
}

/** For each step, 1 if a block may begin there without splitting a period. */
function cleanStarts(periods: Int32Array, steps: number, count: number): Uint8Array {
  const first = new Int32Array(count).fill(steps)
  const last = new Int32Array(count).fill(-1)
  periods.forEach((period, i) => {
    if (period < 0) return
    const t = i % steps
    first[period] = Math.min(first[period]!, t)
    last[period] = Math.max(last[period]!, t)
  })
  const clean = new Uint8Array(steps).fill(1)
  first.forEach((begin, period) => {
    clean.fill(0, begin + 1, last[period]! + 1)
  })
  return clean
}

/**
 * Twelve nearly equal blocks. Each begins at the nearest step within half a block at which no period is split, so
 * monthly periods give the months. Each phase has twelve blocks. Any partition is correct; with this partition most
 * limits affect only one block.
 */
function findBlocks(periods: Int32Array, steps: number, count: number, phases: number): number[] {
  const clean = cleanStarts(periods, steps, count)
  const parts = Math.min(BLOCKS * phases, steps)
  const starts = [0]
  for (let part = 1; part < parts; part++) {
    const middle = Math.round((part * steps) / parts)
    const reach = Math.floor(steps / parts / 2)
    let start = middle
    for (let away = 0; away <= reach; away++) {
      const nearest = [middle - away, middle + away].find(t => t < steps && clean[t] === 1)
      if (nearest === undefined) continue
      start = nearest
      break
    }
    if (start > starts[starts.length - 1]!) starts.push(start)
  }
  return [...starts, steps]
}

/** Demand charges of the year and its blocks; a single block without charges. */
export function planDemand(year: Year): DemandPlan {
  const steps = year.loadKwh.length
  const numbered = numberPeriods(year)
  const charged = numbered.eurPerKw.length
  return {
    ...numbered,
    blockStarts: charged === 0 ? [0, steps] : findBlocks(numbered.periods, steps, charged, year.phases?.length ?? 1),
  }
}
