/**
 * Demand charges as a controller meets them. It plans each charged period to a target, or to the highest import so far
 * where that is higher. The target is the previous period's best import with foresight, which is known by then. It is
 * raised by a share of the way to the import without a battery; the share grows with the controller's misses.
 */
import { demand, NO_PERIOD, periodOf, setLimits } from "../dispatch/demand"
import { plant, setPlant } from "../dispatch/plant"
import { batteryTakes, settleStep } from "../dispatch/recount"
import { contract, passes, year } from "../dispatch/year"
import { Integers, Series, takeIntegers, takeSeries } from "../memory/series"
import { pastBegin, pastHighest, pastLimit, pastPeriod } from "./past"

/** Share of the possible cut that a target leaves: at least, and more after a missed target. */
const LEAST_MARGIN: f64 = 0.1
const MARGIN_OF_MISSED: f64 = 0.4
/** Before anything was missed or kept. */
const USUAL_MISSED: f64 = 0.4

@unmanaged
class Peaks {
  /** Battery of the operated plant. */
  capacityKwh: f64
  powerKw: f64
  /** kW of each period: the host's target, the planned target, and the highest import so far. */
  targets: Series
  planned: Series
  reached: Series
  /** Without a battery. */
  highest: Series
  /** Previous period of each period in its set, for the first period the last; one that comes again is its own. */
  before: Integers
  /** The step in which its target was set. */
  begun: Integers
}

const peaks = changetype<Peaks>(memory.data(offsetof<Peaks>(), 8))

/** Takes the series of the loaded year; the host may write the targets at peakTargetPointer(), else there are none. */
export function peaksBegin(): void {
  peaks.targets = takeSeries(demand.count)
  for (let j = 0; j < demand.count; j++) peaks.targets[j] = Infinity
  peaks.planned = takeSeries(demand.count)
  peaks.reached = takeSeries(demand.count)
  peaks.highest = takeSeries(demand.count)
  peaks.before = takeIntegers(demand.count)
  peaks.begun = takeIntegers(demand.count)
}

export function peakTargetPointer(): usize {
  return peaks.targets.address
}

function planToTargets(): void {
  setLimits(peaks.planned)
  setPlant(peaks.capacityKwh, peaks.powerKw)
}

/** The periods of a set in their order, and the import of each without a battery. */
function findPeriods(set: i32): void {
  let first = NO_PERIOD
  let last = NO_PERIOD
  for (let t = 0; t < year.steps; t++) {
    const period = periodOf(set, t)
    if (period < 0) continue
    if (last < 0) first = period
    else if (period != last) peaks.before[period] = period == first || peaks.before[period] >= 0 ? period : last
    last = period
    const kw = min<f64>(year.load[t] - passes.production[t], contract.imports[t]) / year.stepHours
    if (kw > peaks.highest[period]) peaks.highest[period] = kw
  }
  if (first >= 0 && peaks.before[first] < 0) peaks.before[first] = last
}

/** The controller's share of the way from a period's import with foresight to its import without a battery. */
function missed(period: i32, least: f64): f64 {
  const reached = peaks.reached[period]
  const span = peaks.highest[period] - least
  if (!(reached > 0 && span > 0)) return USUAL_MISSED
  return min<f64>(1, max<f64>(0, (reached - least) / span))
}

/** Planned target of a period that begins with step `t`. */
function targetOf(set: i32, period: i32, t: i32): f64 {
  const last = peaks.before[period]
  const least = peaks.targets[last]
  if (least == Infinity) return least
  if (last == period) {
    const kept = pastLimit(set, period, t)
    return kept + (LEAST_MARGIN + MARGIN_OF_MISSED * USUAL_MISSED) * (pastHighest() - kept)
  }
  const span = max<f64>(0, peaks.highest[last] - least)
  return least + (LEAST_MARGIN + MARGIN_OF_MISSED * missed(last, least)) * span
}

/** Before the first step, with the real year in force. */
export function peaksOpen(capacityKwh: f64, powerKw: f64): void {
  if (demand.count == 0) return
  peaks.capacityKwh = capacityKwh
  peaks.powerKw = powerKw
  pastBegin()
  peaks.reached.clear(demand.count)
  peaks.highest.clear(demand.count)
  for (let j = 0; j < demand.count; j++) {
    peaks.planned[j] = Infinity
    peaks.before[j] = NO_PERIOD
    peaks.begun[j] = -1
  }
  for (let set = 0; set < demand.sets; set++) findPeriods(set)
  planToTargets()
}

/** The period after one that begins is expected to be like it: plans at its end look beyond it. */
function expectLater(period: i32): void {
  for (let j = 0; j < demand.count; j++) {
    if (peaks.before[j] == period && j != period) peaks.planned[j] = max<f64>(peaks.planned[period], demand.floors[j])
  }
}

/** True if a target is set before step `t`: for a new period, and every 30 days in a long one. */
function isDue(period: i32, t: i32): bool {
  const begun = peaks.begun[period]
  return begun < 0 || (peaks.before[period] == period && t - begun >= pastPeriod())
}

/** Before a step is planned. */
export function peaksBefore(t: i32): void {
  if (demand.count == 0) return
  let isChanged = false
  for (let set = 0; set < demand.sets; set++) {
    const period = periodOf(set, t)
    if (period < 0 || !isDue(period, t)) continue
    peaks.begun[period] = t
    const least = max<f64>(peaks.reached[period], demand.floors[period])
    peaks.planned[period] = max<f64>(least, targetOf(set, period, t))
    expectLater(period)
    isChanged = true
  }
  if (isChanged) planToTargets()
}

/** Called after the level of a step is known: its import counts from now on. */
export function peaksAfter(t: i32): void {
  if (demand.count == 0) return
  const kw = settleStep(t, batteryTakes(t)).imported / year.stepHours
  let isChanged = false
  for (let set = 0; set < demand.sets; set++) {
    const period = periodOf(set, t)
    if (period < 0 || kw <= peaks.reached[period]) continue
    peaks.reached[period] = kw
    if (kw <= peaks.planned[period] + plant.tolerance) continue
    peaks.planned[period] = kw
    isChanged = true
  }
  if (isChanged) planToTargets()
}

/** An import of a period that another controller had, kW. */
export function peaksMeet(period: i32, kw: f64): void {
  peaks.reached[period] = max<f64>(peaks.reached[period], kw)
  peaks.planned[period] = max<f64>(peaks.planned[period], kw)
}

/** Puts the targets into force again, after another controller. */
export function peaksResume(): void {
  planToTargets()
}

/** Called after the last step: only the contract limits, and the charges of the import, count. */
export function peaksClose(): void {
  for (let j = 0; j < demand.count; j++) peaks.planned[j] = Infinity
  setLimits(peaks.planned)
}
