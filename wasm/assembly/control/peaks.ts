/**
 * Demand charges as a controller meets them: of each charged period it knows the highest import so far, and a target.
 * It plans to the higher of the two. The target of the next period is raised by what the last one went above its own.
 */
import { demand, NO_PERIOD, periodOf, setLimits } from "../dispatch/demand"
import { plant, setPlant } from "../dispatch/plant"
import { batteryTakes, settleStep } from "../dispatch/recount"
import { year } from "../dispatch/year"
import { Integers, Series, takeIntegers, takeSeries } from "../memory/series"

/** A target is raised to so many times itself at most. */
const FACTOR_MOST: f64 = 4

@unmanaged
class Peaks {
  /** kW of each period: what the host gives, what is planned to, and the highest import so far. */
  targets: Series
  planned: Series
  reached: Series
  /** The period that each set is in. */
  current: Integers
}

const peaks = changetype<Peaks>(memory.data(offsetof<Peaks>(), 8))

/** Takes the series of the loaded year; the host may write the targets at peakTargetPointer(), else there are none. */
export function peaksBegin(): void {
  peaks.targets = takeSeries(demand.count)
  for (let j = 0; j < demand.count; j++) peaks.targets[j] = Infinity
  peaks.planned = takeSeries(demand.count)
  peaks.reached = takeSeries(demand.count)
  peaks.current = takeIntegers(demand.sets)
}

export function peakTargetPointer(): usize {
  return peaks.targets.address
}

function planTo(capacityKwh: f64, powerKw: f64): void {
  setLimits(peaks.planned)
  setPlant(capacityKwh, powerKw)
}

/** Before the first step. */
export function peaksOpen(capacityKwh: f64, powerKw: f64): void {
  if (demand.count == 0) return
  for (let j = 0; j < demand.count; j++) peaks.planned[j] = max<f64>(peaks.targets[j], demand.floors[j])
  peaks.reached.clear(demand.count)
  for (let set = 0; set < demand.sets; set++) peaks.current[set] = NO_PERIOD
  planTo(capacityKwh, powerKw)
}

/** Before a step is planned: in a new period its target counts, raised by what the last one went above its own. */
export function peaksBefore(t: i32, capacityKwh: f64, powerKw: f64): void {
  if (demand.count == 0) return
  let isChanged = false
  for (let set = 0; set < demand.sets; set++) {
    const period = periodOf(set, t)
    const last = peaks.current[set]
    if (period < 0 || period == last) continue
    peaks.current[set] = period
    if (last < 0) continue
    const target = peaks.targets[last]
    const excess = target > 0 ? peaks.reached[last] / target : 1
    const raised = peaks.targets[period] * (excess < 1 ? 1 : excess > FACTOR_MOST ? FACTOR_MOST : excess)
    if (raised <= peaks.planned[period]) continue
    peaks.planned[period] = raised
    isChanged = true
  }
  if (isChanged) planTo(capacityKwh, powerKw)
}

/** After the level of a step is known: what it imports counts from now on. */
export function peaksAfter(t: i32, capacityKwh: f64, powerKw: f64): void {
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
  if (isChanged) planTo(capacityKwh, powerKw)
}

/** After the last step: only the contract limits, and the charges of what was imported count. */
export function peaksClose(): void {
  for (let j = 0; j < demand.count; j++) peaks.planned[j] = Infinity
  setLimits(peaks.planned)
}
