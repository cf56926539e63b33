/**
 * The controller that switches each week between plans and the rule of self-consumption. Both operate a battery of
 * their own through the year. The policy that cost less in the eight weeks before a week operates it, from the real
 * level. Plans operate the first week. Costs of later weeks play no part.
 */
import { batteryTakes, NO_SERIES, settleStep } from "../dispatch/recount"
import { DispatchResult } from "../dispatch/result"
import { objective, passes, year } from "../dispatch/year"
import { Series, takeSeries } from "../memory/series"
import { countRuledSteps } from "../memory/work"
import { ruleSteps } from "./greedy"
import { operationClose, operationOpen, planSteps } from "./rolling"

const WEEK_HOURS: f64 = 168
/** Weeks that are compared; at the beginning of the year only the weeks that have passed. */
const WEEKS_COMPARED: i32 = 8

/** A way to operate the battery, followed through the whole year. */
@unmanaged
class Policy {
  /** After each step. */
  levels: Series
  /** EUR of each week, with wear. */
  costs: Series
}

const rule = changetype<Policy>(memory.data(offsetof<Policy>(), 8))
const plans = changetype<Policy>(memory.data(offsetof<Policy>(), 8))

function stepsOfWeek(): i32 {
  return max<i32>(1, <i32>(WEEK_HOURS / year.stepHours))
}

/** Takes the series of the loaded year. */
export function switchingBegin(): void {
  const weeks = year.steps / stepsOfWeek() + 1
  rule.levels = takeSeries(year.steps)
  rule.costs = takeSeries(weeks)
  plans.levels = takeSeries(year.steps)
  plans.costs = takeSeries(weeks)
}

function costOf(from: i32, until: i32): f64 {
  let eur: f64 = 0
  for (let t = from; t < until; t++) {
    const battery = batteryTakes(t)
    const flows = settleStep(t, battery)
    eur += objective.importPrice[t] * flows.imported - objective.exportPrice[t] * flows.exported
    eur += objective.unservedPrice * flows.unserved
    if (battery < 0) eur -= objective.wearPrice * battery
  }
  return eur
}

/** Keeps the levels in force as a policy's, with the cost of each week. */
function keep(policy: Policy): void {
  const steps = stepsOfWeek()
  policy.levels.copyFrom(passes.level, year.steps)
  for (let from = 0, week = 0; from < year.steps; from += steps, week++) {
    policy.costs[week] = costOf(from, min<i32>(from + steps, year.steps))
  }
}

/** True if plans cost no more than the rule in the weeks before `week`; so in the first week, which has none. */
function arePlansCheaper(week: i32): bool {
  let eur: f64 = 0
  for (let before = max<i32>(0, week - WEEKS_COMPARED); before < week; before++) {
    eur += plans.costs[before] - rule.costs[before]
  }
  return eur <= 0
}

/** Operates the steps from `from` to `until` from the level in force; once that is the policy's, it stays so. */
function follow(policy: Policy, from: i32, until: i32): void {
  let t = from
  const levels = policy.levels
  if (from > 0 && passes.level[from - 1] != levels[from - 1]) {
    t = policy == plans ? planSteps(from, until, levels) : ruleSteps(from, until, levels)
  }
  passes.level.from(t).copyFrom(levels.from(t), until - t)
}

/** Operates the loaded year, which has no demand charges; the knowledge of plans is written. */
export function operateBySwitching(panels: Series, capacityKwh: f64, powerKw: f64): DispatchResult {
  const steps = stepsOfWeek()
  operationOpen(panels, capacityKwh, powerKw)
  countRuledSteps(year.steps)
  ruleSteps(0, year.steps, NO_SERIES)
  keep(rule)
  planSteps(0, year.steps, NO_SERIES)
  keep(plans)
  for (let from = 0, week = 0; from < year.steps; from += steps, week++) {
    follow(arePlansCheaper(week) ? plans : rule, from, min<i32>(from + steps, year.steps))
  }
  return operationClose()
}
