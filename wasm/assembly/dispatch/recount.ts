/**
 * The year of the last levels, step by step: its flows, and its totals with only the contract as a hard limit on
 * import.
 */
import { Series } from "../memory/series"
import { demand, periodOf } from "./demand"
import { Flows, settleGiven, settleWithin } from "./flows"
import { beginsPhase, countedSteps, phases } from "./phases"
import { plant } from "./plant"
import { dispatched, DispatchResult } from "./result"
import { contract, exportLimits, objective, passes, year } from "./year"

/** Curtailed and unserved energy of each step of a year that is a mix of two, kWh; none: the prices in force decide. */
@unmanaged
class Given {
  curtailed: Series
  unserved: Series
}

/** In the place of an absent series. */
export const NO_SERIES: Series = changetype<Series>(<usize>0)

const mixSeries = changetype<Given>(memory.data(offsetof<Given>(), 8))

/** Discharge of settleBy(); of 0 the prices decide. */
export function givenCurtailed(): Series {
  return mixSeries.curtailed
}

export function givenUnserved(): Series {
  return mixSeries.unserved
}

/** The next settled steps curtail, and leave unserved, these energies. */
export function settleBy(curtailed: Series, unserved: Series): void {
  mixSeries.curtailed = curtailed
  mixSeries.unserved = unserved
}

/** The prices in force decide again. */
export function settleByPrices(): void {
  settleBy(NO_SERIES, NO_SERIES)
}

/** The level before step `t`, from the minimum. */
// @ts-ignore: decorator
@inline
export function levelBefore(t: i32): f64 {
  return beginsPhase(t) ? plant.start : passes.level[t - 1]
}

/** Charge on the AC side in a step of the last levels; negative: gives. */
// @ts-ignore: decorator
@inline
export function batteryTakes(t: i32): f64 {
  const change = passes.level[t] - levelBefore(t)
  return change > 0 ? change * plant.perCharge : change * year.dischargeEfficiency
}

/** Level after a step, kWh, of the last dispatch. */
// @ts-ignore: decorator
@inline
export function levelAfter(step: i32): f64 {
  return passes.level[step] + plant.capacity * year.minLevel
}

/** Flows of a step from the levels, with only the contract as a hard limit on import. */
// @ts-ignore: decorator
@inline
export function settleStep(t: i32, battery: f64): Flows {
  const load = year.load[t]
  const production = passes.production[t]
  const cursor = (<usize>t) << 3
  if (changetype<usize>(mixSeries.curtailed)) {
    return settleGiven(load, production, battery, mixSeries.curtailed[t], mixSeries.unserved[t], cursor)
  }
  return settleWithin(load, production, objective.importPrice[t], objective.exportPrice[t], battery, cursor)
}

/** Import of each step, in a series that the duals no longer need. */
// @ts-ignore: decorator
@inline
function imports(): Series {
  return passes.productionWorth
}

/** Flows and EUR of two steps at once. */
@unmanaged
class Pair {
  eur: v128
  bought: v128
  sold: v128
  /** Discharge of the battery. */
  given: v128
}

const pair = changetype<Pair>(memory.data(offsetof<Pair>(), 16))

/** The values of the steps `t` and `t` + 1. */
// @ts-ignore: decorator
@inline
export function both(series: Series, t: i32): v128 {
  return v128.load(series.from(t).address)
}

/**
 * Settles the steps `t` and `t` + 1 as settleStep() does each. False if the first step begins a phase, if export costs
 * money, or if energy is unserved: settle such steps one by one.
 */
// @ts-ignore: decorator
@inline
function settlePair(t: i32, buy: Series, sell: Series): bool {
  const zero = f64x2.splat(0)
  const change = f64x2.sub(both(passes.level, t), both(passes.level, t - 1))
  const perLevel = v128.bitselect(f64x2.splat(plant.perCharge), f64x2.splat(year.dischargeEfficiency), f64x2.gt(change, zero))
  const battery = f64x2.mul(change, perLevel)
  const net = f64x2.add(f64x2.sub(both(year.load, t), both(passes.production, t)), battery)
  const short = f64x2.pmax(zero, net)
  const surplus = f64x2.pmax(zero, f64x2.neg(net))
  const imported = f64x2.pmin(both(contract.imports, t), short)
  const exported = f64x2.pmin(both(exportLimits.perStep, t), surplus)
  const special = v128.or(f64x2.lt(both(objective.exportPrice, t), zero), f64x2.lt(imported, short))
  pair.eur = f64x2.sub(f64x2.mul(both(buy, t), imported), f64x2.mul(both(sell, t), exported))
  pair.bought = imported
  pair.sold = exported
  pair.given = f64x2.pmax(zero, f64x2.neg(battery))
  v128.store(imports().from(t).address, imported)
  return !v128.any_true(special)
}

/** The highest import of each charged period. */
function findPeaks(): void {
  const peaks = demand.peaks
  peaks.clear(demand.count)
  for (let run = 0; run < demand.runCount; run++) {
    const first = demand.runs[run]
    let highest: f64 = 0
    for (let t = first, end = demand.runs[run + 1]; t < end; t++) if (imports()[t] > highest) highest = imports()[t]
    for (let set = 0; set < demand.sets; set++) {
      const period = periodOf(set, first)
      if (period >= 0 && highest > peaks[period]) peaks[period] = highest
    }
  }
}

/**
 * Computes the totals again from the levels: EUR at `buy` and `sell` per step and `unservedEur`, and the charges of the
 * highest imports if they count; wear aside.
 */
export function recount(buy: Series, sell: Series, unservedEur: f64): DispatchResult {
  dispatched.clearTotals()
  let eur: f64 = 0
  let bought: f64 = 0
  let sold: f64 = 0
  let discharged: f64 = 0
  const counted = countedSteps()
  const steps = year.steps
  const pairsUntil = phases.count == 1 && counted == steps && !changetype<usize>(mixSeries.curtailed) ? steps - 1 : 0
  for (let t = 0; t < steps; t++) {
    if (t > 0 && t < pairsUntil && settlePair(t, buy, sell)) {
      eur = eur + f64x2.extract_lane(pair.eur, 0) + f64x2.extract_lane(pair.eur, 1)
      bought = bought + f64x2.extract_lane(pair.bought, 0) + f64x2.extract_lane(pair.bought, 1)
      sold = sold + f64x2.extract_lane(pair.sold, 0) + f64x2.extract_lane(pair.sold, 1)
      discharged = discharged + f64x2.extract_lane(pair.given, 0) + f64x2.extract_lane(pair.given, 1)
      t++
      continue
    }
    const battery = batteryTakes(t)
    const flows = settleStep(t, battery)
    if (battery < 0) discharged -= battery * (phases.count > 1 ? phases.wearShares[t / phases.steps] : 1)
    eur += buy[t] * flows.imported - sell[t] * flows.exported + unservedEur * flows.unserved
    if (t < counted) {
      bought += flows.imported
      sold += flows.exported
    }
    if (flows.unserved > plant.tolerance) dispatched.addUnserved(t, flows.unserved)
    imports()[t] = flows.imported
  }
  findPeaks()
  for (let j = 0; j < demand.count; j++) {
    demand.peaks[j] = max<f64>(demand.peaks[j] / year.stepHours, demand.floors[j])
    if (demand.limited) eur += demand.rates[j] * demand.peaks[j]
  }
  dispatched.setFlows(eur, bought, sold)
  dispatched.dischargeKwh = discharged
  return dispatched
}
