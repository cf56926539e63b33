/**
 * Reserve of a peak-cutting rule, the higher of two levels:
 *
 * - The need of the hour. In the 30 days before the window this level kept to the limits from the same hour of a day
 *   on. The second highest counts, because the highest may be chance.
 * - A share of the battery. The surplus expected in the next 24 hours limits it to the room that is left.
 */
import { demand, periodOf } from "../dispatch/demand"
import { plant } from "../dispatch/plant"
import { contract, passes, year } from "../dispatch/year"
import { Series, takeSeries } from "../memory/series"
import { countRuledSteps } from "../memory/work"
import { fineEndOf, means, widthOf } from "./hourMeans"
import { knowledge } from "./knowledge"
import { pastNet, pastPeriod, stepBefore } from "./past"
import { mostTaken } from "./reserve"
import { productionFrom, produceUntil } from "./sunPlan"

const DAY_HOURS: f64 = 24

@unmanaged
class RuleReserve {
  stepsPerDay: i32
  /** Energy that the battery could store of the expected surplus of a day after each step. */
  surplus: Series
  production: Series
  /** Limit of each set of charges, kWh a step. */
  limits: Series
  /** The highest and the second highest need after each step of a day. */
  highest: Series
  second: Series
  /** First step of the window. */
  from: i32
  isKnown: bool
}

const ruleReserve = changetype<RuleReserve>(memory.data(offsetof<RuleReserve>(), 8))

/** Takes the series of the loaded year. */
export function ruleReserveBegin(): void {
  const steps = demand.count > 0 ? year.steps : 0
  ruleReserve.stepsPerDay = max<i32>(1, <i32>(DAY_HOURS / year.stepHours))
  ruleReserve.surplus = takeSeries(steps)
  ruleReserve.production = takeSeries(steps)
  ruleReserve.limits = takeSeries(demand.sets)
  ruleReserve.highest = takeSeries(ruleReserve.stepsPerDay)
  ruleReserve.second = takeSeries(ruleReserve.stepsPerDay)
}

/** Forecast of the load in step `h`, or the mean of its hour. */
function expectedLoad(h: i32, isNear: bool, isFine: bool): f64 {
  if (isFine) return isNear ? knowledge.nearLoad[h] : knowledge.farLoad[h]
  return isNear ? means.nearLoad[h] : means.farLoad[h]
}

/** Finds the expected surplus of all steps, before the first rule. */
export function expectSurplus(): void {
  const production = passes.production
  passes.production = ruleReserve.production
  for (let t = 0; t < year.steps; t++) {
    const last = min<i32>(t + ruleReserve.stepsPerDay, year.steps - 1)
    productionFrom(t)
    produceUntil(last)
    const fineEnd = fineEndOf(t)
    let surplus: f64 = 0
    for (let h = t + 1; h <= last; h += widthOf(h, fineEnd)) {
      const load = expectedLoad(h, h < knowledge.nearUntil[t], h < fineEnd)
      surplus += <f64>widthOf(h, fineEnd) * min<f64>(plant.power, max<f64>(0, passes.production[h] - load))
    }
    ruleReserve.surplus[t] = surplus * year.chargeEfficiency
  }
  passes.production = production
}

/** Begins a window of a policy with step `from`. */
export function openNeeds(from: i32): void {
  ruleReserve.from = from
  ruleReserve.isKnown = false
  ruleReserve.limits.fill(Infinity, demand.sets)
}

/** Sets the limit of a set of charges, kWh a step. Limits that a high import raises later keep their needs. */
export function limitNeeds(set: i32, kwh: f64): void {
  ruleReserve.limits[set] = kwh
  ruleReserve.isKnown = false
}

/** Import that the limits allow in a past step, kWh. */
function allowed(h: i32): f64 {
  let kwh = contract.imports[h]
  for (let set = 0; set < demand.sets; set++) {
    if (periodOf(set, h) >= 0) kwh = min<f64>(kwh, ruleReserve.limits[set])
  }
  return kwh
}

/** Finds the needs of a day's steps in the 30 days before the window, from the last step back. */
function findNeeds(): void {
  ruleReserve.highest.clear(ruleReserve.stepsPerDay)
  ruleReserve.second.clear(ruleReserve.stepsPerDay)
  countRuledSteps(pastPeriod())
  let need: f64 = 0
  for (let ago = 1; ago <= pastPeriod(); ago++) {
    const h = stepBefore(ruleReserve.from, ago)
    const at = h % ruleReserve.stepsPerDay
    if (need > ruleReserve.highest[at]) {
      ruleReserve.second[at] = ruleReserve.highest[at]
      ruleReserve.highest[at] = need
    } else if (need > ruleReserve.second[at]) ruleReserve.second[at] = need
    const net = pastNet(h)
    need = min<f64>(plant.usable, max<f64>(0, need - mostTaken(net, allowed(h) - net)))
  }
  ruleReserve.isKnown = true
}

/** Level that a rule keeps at the end of step `t` for loads above its limits; `share` of the usable battery. */
export function reserveAfter(t: i32, share: f64): f64 {
  if (!ruleReserve.isKnown) findNeeds()
  const kept = min<f64>(share * plant.usable, plant.usable - ruleReserve.surplus[t])
  return max<f64>(ruleReserve.second[t % ruleReserve.stepsPerDay], kept)
}
