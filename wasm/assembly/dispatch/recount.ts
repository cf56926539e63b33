/** The year of the last levels, step by step: its flows, and its totals with only the contract as a hard limit on import. */
import { Series } from "../memory/series"
import { demand, periodOf } from "./demand"
import { Flows, settleGiven, settleWithin } from "./flows"
import { beginsPhase, countedSteps, phases } from "./phases"
import { plant } from "./plant"
import { dispatched, DispatchResult } from "./result"
import { objective, passes, year } from "./year"

/** Curtailed and unserved energy of each step of a year that is a mix of two, kWh; none: the prices in force decide. */
@unmanaged
class Given {
  curtailed: Series
  unserved: Series
}

const NO_SERIES: Series = changetype<Series>(<usize>0)

const given = changetype<Given>(memory.data(offsetof<Given>(), 8))

/** The next settled steps curtail and leave unserved what is given. */
export function settleBy(curtailed: Series, unserved: Series): void {
  given.curtailed = curtailed
  given.unserved = unserved
}

/** The prices in force decide again. */
export function settleByPrices(): void {
  settleBy(NO_SERIES, NO_SERIES)
}

/** What the battery takes on the AC side in a step of the last levels; negative: gives. */
// @ts-ignore: decorator
@inline
export function batteryTakes(t: i32): f64 {
  const change = passes.level[t] - (beginsPhase(t) ? plant.start : passes.level[t - 1])
  return change > 0 ? change * plant.perCharge : change * year.dischargeEfficiency
}

/** Flows of a step from the levels, with only the contract as a hard limit on import. */
// @ts-ignore: decorator
@inline
export function settleStep(t: i32, battery: f64): Flows {
  const load = year.load[t]
  const production = passes.production[t]
  const cursor = (<usize>t) << 3
  if (changetype<usize>(given.curtailed)) {
    return settleGiven(load, production, battery, given.curtailed[t], given.unserved[t], cursor)
  }
  return settleWithin(load, production, objective.importPrice[t], objective.exportPrice[t], battery, cursor)
}

/**
 * Totals anew from the levels: EUR at `buy` and `sell` per step and `unservedEur`, and the charges of the highest imports
 * where they count; wear aside.
 */
export function recount(buy: Series, sell: Series, unservedEur: f64): DispatchResult {
  dispatched.clearTotals()
  demand.peaks.clear(demand.count)
  let eur: f64 = 0
  let bought: f64 = 0
  let sold: f64 = 0
  let discharged: f64 = 0
  const counted = countedSteps()
  for (let t = 0; t < year.steps; t++) {
    const battery = batteryTakes(t)
    const flows = settleStep(t, battery)
    if (battery < 0) discharged -= battery * (phases.count > 1 ? phases.wearShares[t / phases.steps] : 1)
    eur += buy[t] * flows.imported - sell[t] * flows.exported + unservedEur * flows.unserved
    if (t < counted) {
      bought += flows.imported
      sold += flows.exported
    }
    if (flows.unserved > plant.tolerance) dispatched.addUnserved(t, flows.unserved)
    for (let set = 0; set < demand.sets; set++) {
      const period = periodOf(set, t)
      if (period >= 0 && flows.imported > demand.peaks[period]) demand.peaks[period] = flows.imported
    }
  }
  for (let j = 0; j < demand.count; j++) {
    demand.peaks[j] = max<f64>(demand.peaks[j] / year.stepHours, demand.floors[j])
    if (demand.limited) eur += demand.rates[j] * demand.peaks[j]
  }
  dispatched.setFlows(eur, bought, sold)
  dispatched.dischargeKwh = discharged
  return dispatched
}
