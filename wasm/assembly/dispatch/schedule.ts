/** The last dispatch step by step, for the host. */
import { Series } from "../memory/series"
import { phases } from "./phases"
import { plant } from "./plant"
import { batteryTakes, both, givenCurtailed, givenUnserved, levelAfter, settleStep } from "./recount"
import { contract, exportLimits, objective, passes, year } from "./year"

/** Flows of two steps at once. */
@unmanaged
class Pair {
  imported: v128
  exported: v128
  curtailed: v128
}

const pair = changetype<Pair>(memory.data(offsetof<Pair>(), 16))

// @ts-ignore: decorator
@inline
function put(target: Series, t: i32, two: v128): void {
  v128.store(target.from(t).address, two)
}

/** settleWithin() of two steps. False if export costs money in one step: settle both one by one. */
// @ts-ignore: decorator
@inline
function pairByPrices(t: i32, net: v128): bool {
  const zero = f64x2.splat(0)
  if (v128.any_true(f64x2.lt(both(objective.exportPrice, t), zero))) return false
  const surplus = f64x2.pmax(zero, f64x2.neg(net))
  pair.imported = f64x2.pmin(both(contract.imports, t), f64x2.pmax(zero, net))
  pair.exported = f64x2.pmin(both(exportLimits.perStep, t), surplus)
  pair.curtailed = f64x2.sub(surplus, pair.exported)
  return true
}

/** settleGiven() of two steps. */
// @ts-ignore: decorator
@inline
function pairByGiven(t: i32, free: v128, curtailed: v128): void {
  const zero = f64x2.splat(0)
  const limit = both(exportLimits.perStep, t)
  const net = f64x2.sub(f64x2.add(free, curtailed), both(givenUnserved(), t))
  pair.imported = f64x2.pmax(zero, net)
  pair.exported = f64x2.pmin(limit, f64x2.pmax(zero, f64x2.neg(net)))
  const more = f64x2.sub(f64x2.sub(curtailed, net), limit)
  pair.curtailed = v128.bitselect(more, curtailed, f64x2.lt(net, f64x2.neg(limit)))
}

/** Writes the steps `t` and `t` + 1, neither the first of a phase. False: they have to be written one by one. */
// @ts-ignore: decorator
@inline
function writePair(target: Series, t: i32, steps: i32): bool {
  const zero = f64x2.splat(0)
  const level = both(passes.level, t)
  const change = f64x2.sub(level, both(passes.level, t - 1))
  const isCharging = f64x2.gt(change, zero)
  const perLevel = v128.bitselect(f64x2.splat(plant.perCharge), f64x2.splat(year.dischargeEfficiency), isCharging)
  const battery = f64x2.mul(change, perLevel)
  const net = f64x2.add(f64x2.sub(both(year.load, t), both(passes.production, t)), battery)
  const curtailed = givenCurtailed()
  if (changetype<usize>(curtailed)) pairByGiven(t, net, both(curtailed, t))
  else if (!pairByPrices(t, net)) return false
  put(target, t, pair.imported)
  put(target, t + steps, pair.exported)
  put(target, t + 2 * steps, pair.curtailed)
  put(target, t + 3 * steps, f64x2.pmax(zero, battery))
  put(target, t + 4 * steps, f64x2.pmax(zero, f64x2.neg(battery)))
  put(target, t + 5 * steps, f64x2.add(level, f64x2.splat(plant.capacity * year.minLevel)))
  return true
}

function writeStep(target: Series, t: i32, steps: i32): void {
  const battery = batteryTakes(t)
  const flows = settleStep(t, battery)
  target[t] = flows.imported
  target[t + steps] = flows.exported
  target[t + 2 * steps] = flows.curtailed
  target[t + 3 * steps] = battery > 0 ? battery : 0
  target[t + 4 * steps] = battery < 0 ? -battery : 0
  target[t + 5 * steps] = levelAfter(t)
}

/**
 * The last dispatch as six arrays of one value per step, one after the other: import, export, curtailed, charge,
 * discharge, level.
 */
export function writeSeries(target: Series): void {
  const steps = year.steps
  const pairsUntil = phases.count == 1 ? steps - 1 : 0
  for (let t = 0; t < steps; t++) {
    if (t > 0 && t < pairsUntil && writePair(target, t, steps)) t++
    else writeStep(target, t, steps)
  }
}
