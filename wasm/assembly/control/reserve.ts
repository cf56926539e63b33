/**
 * Reserve of a controller under demand charges: the energy that the limits need if the load is the highest of the last
 * days and the sun gives half of its forecast. Room for the surplus that is expected goes first.
 */
import { demand } from "../dispatch/demand"
import { plant } from "../dispatch/plant"
import { chargeBound } from "../dispatch/step"
import { importLimits, passes, year } from "../dispatch/year"
import { Series, takeSeries } from "../memory/series"
import { fineEndOf, means, planFrom, widthOf } from "./hourMeans"
import { knowledge } from "./knowledge"
import { producedUntil, produceUntil } from "./sunPlan"

/** Part of the expected production that is counted on. */
const SUN_COUNTED_ON: f64 = 0.5

@unmanaged
class Reserve {
  /** The highest load that is expected at each later step, kWh. */
  load: Series
}

const reserve = changetype<Reserve>(memory.data(offsetof<Reserve>(), 8))

/** Takes the series of the loaded year. */
export function reserveBegin(): void {
  reserve.load = takeSeries(demand.count > 0 ? year.steps : 0)
}

/** Highest loads of the hours from `from` to `end`; those before step `near` by the near forecast. */
export function reserveLaterLoad(from: i32, end: i32, near: i32): void {
  planFrom(reserve.load, from, end, near, means.highNearLoad, means.highFarLoad)
}

/** Highest loads of the steps from `t` to step `fineEnd`. */
export function reserveSoonLoad(t: i32, fineEnd: i32, near: i32): void {
  planFrom(reserve.load, t, fineEnd, near, knowledge.highNearLoad, knowledge.highFarLoad)
}

/**
 * Energy that the battery may take in a step with this room under its import limit; negative: energy that it must give.
 */
export function mostTaken(net: f64, room: f64): f64 {
  if (room < 0) return max<f64>(room, -plant.power) * plant.perDischarge
  return min<f64>(room, chargeBound(max<f64>(0, -net))) * year.chargeEfficiency
}

/** Writes the expected production of step `h`, and returns it. */
// @ts-ignore: decorator
@inline
function productionAt(h: i32): f64 {
  if (h >= producedUntil()) produceUntil(h)
  return passes.production[h]
}

/**
 * The level that step `t` should end with if the steps up to `end` were as hard as they may be. Hours after a period
 * that fills an empty battery do not count.
 */
function needed(t: i32, end: i32): f64 {
  const usable = plant.usable
  const fineEnd = fineEndOf(t)
  let missing: f64 = 0
  let most: f64 = 0
  for (let h = t + 1; h < end && missing > -usable; h += widthOf(h, fineEnd)) {
    const net = reserve.load[h] - SUN_COUNTED_ON * productionAt(h)
    missing -= <f64>widthOf(h, fineEnd) * mostTaken(net, importLimits.perStep[h] - net)
    if (missing > most) most = missing
  }
  return most
}

/** Energy that the battery could take from the expected surplus of steps `t` to `end`. */
function expectedSurplus(t: i32, end: i32): f64 {
  const fineEnd = fineEndOf(t)
  let surplus: f64 = 0
  for (let h = t + 1; h < end; h += widthOf(h, fineEnd)) {
    surplus += <f64>widthOf(h, fineEnd) * min<f64>(max<f64>(0, productionAt(h) - year.load[h]), plant.power)
  }
  return surplus * year.chargeEfficiency
}

/** The `level` after step `t` that a plan asks for, or a higher one that keeps the reserve within the limit. */
export function withReserve(t: i32, end: i32, before: f64, level: f64): f64 {
  const usable = plant.usable
  if (level >= usable) return level
  const most = needed(t, end)
  if (level >= most) return level
  const least = min<f64>(most, usable - expectedSurplus(t, end))
  const net = year.load[t] - passes.production[t]
  const taken = mostTaken(net, importLimits.perStep[t] - net)
  return max<f64>(level, min<f64>(least, before + (year.gridCharging || taken < 0 ? taken : 0)))
}
