/**
 * The controller under demand charges. Rules cut peaks: they discharge for the load above a limit, keep a reserve for
 * it (ruleReserve.ts), and recharge the reserve below the limit. Every rule and the plans operate a battery of their
 * own through the year. In each window the policy that cost least in the two windows before operates the real battery.
 *
 * - A rule's limit of a period follows from the 30 days before it. It is the least limit that a full battery could
 *   have kept, raised by a margin of the way to the highest import. A higher import raises it until the next window.
 * - A window ends at the first step of a new period, and after 31 days at the latest.
 * - The first window follows a rule of a middle margin and reserve. No cost of the current or a later window counts.
 * - A rule discharges no more than the model lets foresight discharge (dispatch/step.ts): no bound on costs breaks.
 */
import { demand, periodOf } from "../dispatch/demand"
import { mustRunOf } from "../dispatch/mustRun"
import { plant } from "../dispatch/plant"
import { batteryTakes, levelBefore, NO_SERIES, settleStep } from "../dispatch/recount"
import { DispatchResult } from "../dispatch/result"
import { dischargeBound } from "../dispatch/step"
import { contract, objective, passes, year } from "../dispatch/year"
import { Integers, Series, takeIntegers, takeSeries } from "../memory/series"
import { countRuledSteps } from "../memory/work"
import { pastHighest, pastLimit } from "./past"
import { peaksMeet, peaksResume } from "./peaks"
import { operationClose, operationOpen, planSteps } from "./rolling"
import { expectSurplus, limitNeeds, openNeeds, reserveAfter } from "./ruleReserve"

/** Each of five margins with each of four reserves is a rule. */
const RESERVES: i32 = 4
const RULES: i32 = 5 * RESERVES
/** Margin 0.3 and reserve 0.6, in the first window. */
const FIRST_RULE: i32 = 9
/** Policies after the rules: plans, and no battery. */
const PLANS: i32 = RULES
const NONE: i32 = RULES + 1
const POLICIES: i32 = RULES + 2
/** Part of the savings of the best rule that it must save more than plans, so that chance decides no window. */
const LEAST_GAIN: f64 = 0.2
/** Part of a rule's savings that a rule with a lower reserve must save more: of equal rules the safest is taken. */
const LEAST_LEAD: f64 = 0.02
const WINDOWS_COMPARED: i32 = 2
const LEAST_WINDOW_HOURS: f64 = 20 * 24
const LONGEST_WINDOW_HOURS: f64 = 31 * 24

/** Margin of a rule: a part of the way from the least limit to the highest import. */
function marginOf(rule: i32): f64 {
  switch (rule / RESERVES) {
    case 0:
      return 0
    case 1:
      return 0.15
    case 2:
      return 0.3
    case 3:
      return 0.5
    default:
      return 1
  }
}

/** Reserve of a rule without expected surplus, at least: a part of the usable battery. */
function reserveOf(rule: i32): f64 {
  switch (rule % RESERVES) {
    case 0:
      return 0.95
    case 1:
      return 0.6
    case 2:
      return 0.3
    default:
      return 0
  }
}

@unmanaged
class Replay {
  windowCount: i32
  /** First step of each window, and the end of the year. */
  windows: Integers
  /** Cost of each window, policy after policy [EUR]. */
  costs: Series
  /** Steps from the first to the last of each period. */
  spans: Integers
  /** Least limit and highest import before each period, window after window [kW]; a negative limit: not determined. */
  least: Series
  most: Series
  /** Limits of the current policy, and the highest imports of its year and of the window, by period [kW]. */
  limits: Series
  reached: Series
  highest: Series
  /** Window in which the limit of each period was set. */
  limited: Integers
}

const replay = changetype<Replay>(memory.data(offsetof<Replay>(), 8))

function stepsIn(hours: f64): i32 {
  return max<i32>(1, <i32>(hours / year.stepHours))
}

/** Takes the series of the loaded year. */
export function replayBegin(): void {
  const most = demand.count > 0 ? year.steps / stepsIn(LEAST_WINDOW_HOURS) + 2 : 0
  replay.windows = takeIntegers(most)
  replay.costs = takeSeries(most * POLICIES)
  replay.spans = takeIntegers(demand.count)
  replay.least = takeSeries(most * demand.count)
  replay.most = takeSeries(most * demand.count)
  replay.limits = takeSeries(demand.count)
  replay.reached = takeSeries(demand.count)
  replay.highest = takeSeries(demand.count)
  replay.limited = takeIntegers(demand.count)
}

/** True if a period begins with step `t` that no earlier step has; `spans` is negative for such periods. */
function beginsPeriod(t: i32): bool {
  for (let set = 0; set < demand.sets; set++) {
    const period = periodOf(set, t)
    if (period >= 0 && replay.spans[period] < 0) return true
  }
  return false
}

/** Finds the windows and the spans of the periods. */
function findWindows(): void {
  const least = stepsIn(LEAST_WINDOW_HOURS)
  const longest = stepsIn(LONGEST_WINDOW_HOURS)
  for (let j = 0; j < demand.count; j++) replay.spans[j] = -1
  let count = 0
  for (let t = 0; t < year.steps; t++) {
    const sofar = count > 0 ? t - replay.windows[count - 1] : longest
    if (sofar >= longest || (sofar >= least && beginsPeriod(t))) replay.windows[count++] = t
    for (let set = 0; set < demand.sets; set++) {
      const period = periodOf(set, t)
      if (period >= 0 && replay.spans[period] < 0) replay.spans[period] = t
    }
  }
  for (let t = year.steps - 1; t >= 0; t--) closeSpans(t)
  for (let j = 0; j < demand.count; j++) replay.spans[j] = -replay.spans[j]
  replay.windows[count] = year.steps
  replay.windowCount = count
  replay.least.fill(-1, count * demand.count)
}

/** Turns the first step of the periods that end with step `t` into their length, negative: a closed span. */
function closeSpans(t: i32): void {
  for (let set = 0; set < demand.sets; set++) {
    const period = periodOf(set, t)
    if (period >= 0 && replay.spans[period] >= 0) replay.spans[period] = replay.spans[period] - t - 1
  }
}

/** Begins the year of another policy. */
function openPolicy(): void {
  replay.reached.clear(demand.count)
  for (let j = 0; j < demand.count; j++) replay.limited[j] = -1
}

/** Sets the limit of a period for a window that reaches it with step `t`. */
function limitPeriod(set: i32, period: i32, t: i32, window: i32, margin: f64): void {
  const at = window * demand.count + period
  if (replay.least[at] < 0) {
    replay.least[at] = pastLimit(set, period, t)
    replay.most[at] = pastHighest()
  }
  const kept = replay.least[at] + margin * (replay.most[at] - replay.least[at])
  replay.limits[period] = max<f64>(kept, max<f64>(replay.reached[period], demand.floors[period]))
  replay.limited[period] = window
  limitNeeds(set, replay.limits[period] * year.stepHours)
}

/** Import that a rule keeps to in a step [kWh]. */
function capOf(t: i32, window: i32, margin: f64): f64 {
  let cap = contract.imports[t]
  for (let set = 0; set < demand.sets; set++) {
    const period = periodOf(set, t)
    if (period < 0) continue
    if (replay.limited[period] != window) limitPeriod(set, period, t, window, margin)
    cap = min<f64>(cap, replay.limits[period] * year.stepHours)
  }
  return cap
}

/** Level after a step that a rule operates; `reserve` is the level that it keeps for loads above the cap. */
function levelByRule(level: f64, net: f64, cap: f64, reserve: f64): f64 {
  if (net > cap) return max<f64>(0, level - min<f64>(net - cap, plant.power) * plant.perDischarge)
  const charged = level + min<f64>(-net, plant.power) * year.chargeEfficiency
  const after =
    net < 0
      ? min<f64>(plant.usable, charged)
      : max<f64>(min<f64>(level, reserve), level - min<f64>(net, plant.power) * plant.perDischarge)
  if (after >= reserve || !year.gridCharging) return after
  const most = level + min<f64>(plant.power, cap - net) * year.chargeEfficiency
  return max<f64>(after, min<f64>(reserve, most))
}

/** Level after step `t` under a rule, at most as far below the level before it as the bound on discharging allows. */
function levelAfter(t: i32, cap: f64, share: f64): f64 {
  const load = year.load[t]
  const production = passes.production[t]
  const sell = objective.exportPrice[t]
  const cursor = (<usize>t) << 3
  const bound = dischargeBound(
    load - mustRunOf(load, production, sell, cursor),
    objective.importPrice[t],
    sell,
    cursor,
  )
  const level = levelBefore(t)
  const ruled = levelByRule(level, load - production, cap, reserveAfter(t, share))
  return max<f64>(ruled, level - bound * plant.perDischarge)
}

/** Counts the import of a step. */
function meet(t: i32, kw: f64): void {
  for (let set = 0; set < demand.sets; set++) {
    const period = periodOf(set, t)
    if (period < 0) continue
    if (kw > replay.highest[period]) replay.highest[period] = kw
    if (kw > replay.reached[period]) replay.reached[period] = kw
    if (kw > replay.limits[period]) replay.limits[period] = kw
  }
}

/** Demand charges of a window [EUR]; of a longer period its share. */
function chargesOf(steps: i32): f64 {
  let eur: f64 = 0
  for (let j = 0; j < demand.count; j++) {
    if (replay.highest[j] == 0) continue
    const share = min<f64>(1, <f64>steps / <f64>replay.spans[j])
    eur += share * demand.rates[j] * max<f64>(replay.highest[j], demand.floors[j])
  }
  return eur
}

/** Operates a window by a rule, or follows the levels in force for another policy. Returns its cost [EUR]. */
function operateWindow(policy: i32, window: i32): f64 {
  const from = replay.windows[window]
  const until = replay.windows[window + 1]
  const margin = marginOf(policy)
  const share = reserveOf(policy)
  replay.highest.clear(demand.count)
  openNeeds(from)
  let eur: f64 = 0
  for (let t = from; t < until; t++) {
    if (policy < RULES) passes.level[t] = levelAfter(t, capOf(t, window, margin), share)
    const battery = batteryTakes(t)
    const flows = settleStep(t, battery)
    eur += objective.importPrice[t] * flows.imported - objective.exportPrice[t] * flows.exported
    eur += objective.unservedPrice * flows.unserved
    if (battery < 0) eur -= objective.wearPrice * battery
    meet(t, flows.imported / year.stepHours)
  }
  return eur + chargesOf(until - from)
}

/** Operates the year by a policy alone, and keeps the cost of each window. */
function rehearse(policy: i32): void {
  openPolicy()
  for (let window = 0; window < replay.windowCount; window++) {
    replay.costs[policy * replay.windowCount + window] = operateWindow(policy, window)
  }
}

/** True if a purchase has the same price in all steps. */
function isOnePrice(): bool {
  for (let t = 1; t < year.steps; t++) if (objective.importPrice[t] != objective.importPrice[0]) return false
  return true
}

/** Cost of a policy in the windows compared before `window` [EUR]. */
function pastCost(policy: i32, window: i32): f64 {
  let eur: f64 = 0
  for (let before = max<i32>(0, window - WINDOWS_COMPARED); before < window; before++) {
    eur += replay.costs[policy * replay.windowCount + before]
  }
  return eur
}

/** The policy of a window, by the costs of the windows before it. */
function chosen(window: i32): i32 {
  if (window == 0) return isOnePrice() ? FIRST_RULE : PLANS
  const none = pastCost(NONE, window)
  let best = 0
  let least = pastCost(best, window)
  for (let rule = 1; rule < RULES; rule++) {
    const eur = pastCost(rule, window)
    if (eur >= least - LEAST_LEAD * max<f64>(0, none - least)) continue
    least = eur
    best = rule
  }
  const gain = pastCost(PLANS, window) - least
  return gain > LEAST_GAIN * (none - least) ? best : PLANS
}

/** Operates the loaded year, which has demand charges; the knowledge of plans is written. */
export function operateByReplay(panels: Series, capacityKwh: f64, powerKw: f64): DispatchResult {
  operationOpen(panels, capacityKwh, powerKw)
  countRuledSteps(RULES * year.steps)
  findWindows()
  expectSurplus()
  passes.level.clear(year.steps)
  rehearse(NONE)
  planSteps(0, year.steps, NO_SERIES)
  rehearse(PLANS)
  for (let rule = 0; rule < RULES; rule++) rehearse(rule)
  operationOpen(panels, capacityKwh, powerKw)
  openPolicy()
  for (let window = 0; window < replay.windowCount; window++) {
    const policy = chosen(window)
    if (policy == PLANS) {
      peaksResume()
      planSteps(replay.windows[window], replay.windows[window + 1], NO_SERIES)
    }
    operateWindow(policy, window)
    for (let j = 0; j < demand.count; j++) peaksMeet(j, replay.reached[j])
  }
  return operationClose()
}
