/** The backward pass: the value of stored energy from the last step to the first; only the thresholds stay. */
import { plant } from "./plant"
import { describe, describeThree, hasThreeSegments, StepCost } from "./step"
import { ENTRY, lambdaOf, listBegin, putEntry, renew, seek, setStart, shift, shiftUp, startOf } from "./valueList"
import { MAX_SEGMENTS, objective, passes, year } from "./year"

/**
 * So many times the list and a step's segments its origin may wander before the positions are renewed (else they lose
 * digits).
 */
const WANDERS: f64 = 16

/** φ of the step at cursor `t`. */
// @ts-ignore: decorator
@inline
function costOf(t: usize): StepCost {
  const load = year.load.here(t)
  const production = passes.production.here(t)
  const sell = objective.exportPrice.here(t)
  const buy = objective.importPrice.here(t)
  return hasThreeSegments(load - production, sell, t)
    ? describeThree(load, production, buy, sell, t)
    : describe(load, production, buy, sell, 0, t)
}

/**
 * For each step from `end` − 1 down to `begin`, after which a stored kWh is worth `endValue` EUR: merges the segments
 * of its cost into the list, and cuts the list back to [0, W], charging segments off the left end and the rest off the
 * right. The threshold of a segment is the width of the list with λ above its slope, without what came with the
 * segments of the same step before; a missing segment's threshold never moves the level. After a segment of the same
 * slope the threshold is too low by that one's width, which changes nothing: the walk ends in either. Returns the start
 * of the first step's thresholds, by ascending slope; the next step's thresholds follow. Without usable capacity they
 * are all 0.
 */
export function backward(begin: i32, end: i32, endValue: f64): usize {
  const first = passes.thresholds.address
  const length = plant.usable
  let threshold = first + ((<usize>((end - begin) * MAX_SEGMENTS)) << 3)
  if (length <= 0) {
    memory.fill(first, 0, threshold - first)
    return first
  }
  // The list lives in locals: in memory each of its fields would wait for its last store.
  const farthest = WANDERS * (length + plant.power * (year.chargeEfficiency + plant.perDischarge))
  let head = listBegin(length, endValue)
  let tail = head + ENTRY
  let origin: f64 = 0
  for (let t = ((<isize>end) << 3) - 8, last = (<isize>begin) << 3; t >= last; t -= 8) {
    const cost = costOf(<usize>t)
    let place = head
    let inserted: f64 = 0
    for (let i = cost.count - 1; i >= 0; i--) {
      const slope = cost.segment(i).slope
      const width = cost.segment(i).width
      threshold -= 8
      if (!(width > 0)) {
        store<f64>(threshold, 0)
        continue
      }
      const at = seek(slope, place, tail)
      const start = startOf(at)
      assert(at == head || lambdaOf(at - ENTRY) > slope, "λ falls from the left")
      store<f64>(threshold, start - origin - inserted)
      inserted += width
      place = at
      const same = lambdaOf(at) == slope
      if (at - head < tail - at) {
        origin -= width
        if (same) {
          shift(head, at + ENTRY, -width, 0)
        } else {
          shift(head, at, -width, ENTRY)
          head -= ENTRY
          place -= ENTRY
          putEntry(place, start - width, slope)
        }
      } else if (same) {
        shift(at + ENTRY, tail + ENTRY, width, 0)
      } else {
        shiftUp(at, tail + ENTRY, width)
        tail += ENTRY
        putEntry(at, start, slope)
      }
    }
    origin += cost.charging
    const full = origin + length
    while (startOf(head + ENTRY) <= origin) head += ENTRY
    while (startOf(tail - ENTRY) >= full) tail -= ENTRY
    assert(head < tail, "W is positive")
    setStart(head, origin)
    putEntry(tail, full, -Infinity)
    if (origin > farthest || origin < -farthest) {
      renew(head, tail, origin, length)
      origin = 0
    }
  }
  assert(threshold >= first, "thresholds have room for MAX_SEGMENTS a step")
  return threshold
}
