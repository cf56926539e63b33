/**
 * Demand charges: EUR per kW of the highest import of each period, of several sets of periods at once. The limit D_j of
 * period j is a variable of the sizing: a step may import min(contract, D_j of every set), and more at the price of
 * unserved energy, which is above the cost of raising the limits. The flows that count need no such limit (recount.ts).
 */
import { Integers, Series, takeIntegers, takeSeries } from "../memory/series"
import { contract, importLimits, objective, year } from "./year"

/** No period limits a step, or is charged in it. */
export const NO_PERIOD: i32 = -1

@unmanaged
class Demand {
  /** Charged periods, over all sets. */
  count: i32
  sets: i32
  /** Do demand limits and charges count in the next dispatch? */
  limited: bool
  /** Set after set, for each step its period or NO_PERIOD. */
  periods: Integers
  /** Runs of steps with the same periods: how many, the first step of each, and the number of steps. */
  runCount: i32
  runs: Integers
  /** EUR/kW of each period. */
  rates: Series
  /** The least kW that each period is charged for. */
  floors: Series
  /** The limit in force of each period, kW. */
  limits: Series
  /** The highest import of each period of the last recount, kW. */
  peaks: Series
  /** For each step the period whose limit is the lowest; NO_PERIOD: the contract's is. */
  owners: Integers
}

export const demand = changetype<Demand>(memory.data(offsetof<Demand>(), 16))

/** No charges. */
export function demandNone(): void {
  demand.count = 0
  demand.sets = 0
  demand.runCount = 0
  demand.limited = false
  objective.demandPerKwh = 0
}

/** Takes the tables; the host writes periods, rates and floors, then calls demandReady(). */
export function demandTake(sets: i32, count: i32): void {
  assert(sets >= 0 && count >= 0)
  demand.sets = sets
  demand.count = count
  demand.periods = takeIntegers(sets * year.steps)
  demand.owners = takeIntegers(year.steps)
  demand.runs = takeIntegers(year.steps + 1)
  demand.rates = takeSeries(count)
  demand.floors = takeSeries(count)
  demand.limits = takeSeries(count)
  demand.peaks = takeSeries(count)
}

// @ts-ignore: decorator
@inline
export function periodOf(set: i32, t: i32): i32 {
  return demand.periods[set * year.steps + t]
}

/** Finds the runs of steps, and the highest charges of a kWh in one step; before yearReady(). */
export function demandReady(): void {
  let count = 0
  for (let t = 0; t < year.steps; t++) {
    if (t > 0 && !beginsRun(t)) continue
    demand.runs[count++] = t
    let sum: f64 = 0
    for (let set = 0; set < demand.sets; set++) {
      const period = periodOf(set, t)
      assert(period >= NO_PERIOD && period < demand.count)
      if (period >= 0) sum += demand.rates[period]
    }
    const perKwh = sum / year.stepHours
    if (perKwh > objective.demandPerKwh) objective.demandPerKwh = perKwh
  }
  demand.runs[count] = year.steps
  demand.runCount = count
}

/** True if a step has another period than the previous step, in any set. */
function beginsRun(t: i32): bool {
  for (let set = 0; set < demand.sets; set++) if (periodOf(set, t) != periodOf(set, t - 1)) return true
  return false
}

/** Most kW that a period can be charged for with a battery of `powerKw`. */
export function demandMost(period: i32, powerKw: f64): f64 {
  let highest: f64 = 0
  for (let set = 0; set < demand.sets; set++) {
    for (let t = 0; t < year.steps; t++) {
      if (periodOf(set, t) != period) continue
      const most = min<f64>(year.load[t] + powerKw * year.stepHours, contract.imports[t])
      if (most > highest) highest = most
    }
  }
  return max<f64>(highest / year.stepHours, demand.floors[period])
}

/** Only the contract limits the next dispatches, and no charge counts. */
export function freeLimits(): void {
  demand.limited = false
  importLimits.perStep.copyFrom(contract.imports, year.steps)
  importLimits.lowest = contract.isImportEven ? contract.evenImport : contract.imports.least(year.steps)
}

/** Limits of the next dispatches: kW per period, Infinity for none. */
export function setLimits(kw: Series): void {
  if (demand.count == 0) return
  demand.limited = true
  demand.limits.copyFrom(kw, demand.count)
  let lowest = Infinity
  for (let run = 0; run < demand.runCount; run++) {
    const first = demand.runs[run]
    let least = Infinity
    let lowestPeriod = NO_PERIOD
    for (let set = 0; set < demand.sets; set++) {
      const period = periodOf(set, first)
      if (period < 0) continue
      const most = demand.limits[period] * year.stepHours
      if (most < least) {
        least = most
        lowestPeriod = period
      }
    }
    for (let t = first, end = demand.runs[run + 1]; t < end; t++) {
      const most = contract.imports[t]
      const isDemand = least < most
      const limit = isDemand ? least : most
      importLimits.perStep[t] = limit
      demand.owners[t] = isDemand ? lowestPeriod : NO_PERIOD
      if (limit < lowest) lowest = limit
    }
  }
  importLimits.lowest = lowest
}

/** Charges of the limits in force, EUR; those without end, of a first try, aside. */
export function limitsEur(): f64 {
  let eur: f64 = 0
  for (let j = 0; j < demand.count; j++) if (demand.limits[j] < Infinity) eur += demand.rates[j] * demand.limits[j]
  return eur
}
