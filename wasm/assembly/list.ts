/**
 * The value of stored energy as a list: λ = −V′, falling from the left, on [0, W].
 *
 * An entry is (where it starts, λ), 16 bytes; the last is a sentinel (where the list ends, −Infinity). Positions are
 * counted from a moving origin, so that cutting an end or shifting one costs nothing for the rest, and an insertion moves
 * only the shorter side. The buffer is wide enough that the list, begun in the middle, never reaches its ends.
 */
import { take } from "./arena"
import { MAX_SEGMENTS, steps } from "./year"

let buffer: usize = 0
/** First entry and sentinel. */
let head: usize = 0
let tail: usize = 0
/** Where the last insertion of this step went. */
let found: usize = 0
/** Position of level 0. */
let origin: f64 = 0
/** Length, and how far the origin may wander before the positions are renewed (else they lose digits). */
let span: f64 = 0
let farthest: f64 = 0

/** Lists longer than this (bytes) are searched by halving. */
const SHORT: usize = 24 << 4

/** Takes the buffer of the loaded year. */
export function listTake(): void {
  buffer = take((<usize>(2 * MAX_SEGMENTS * (steps + 2))) << 4)
}

/** The list at the end of the year: stored energy is worth nothing. `step`: most that one step inserts. */
export function listBegin(length: f64, step: f64): void {
  head = buffer + ((<usize>(MAX_SEGMENTS * (steps + 2))) << 4)
  tail = head + 16
  found = head
  origin = 0
  span = length
  farthest = 16 * (length + step)
  store<f64>(head, 0)
  store<f64>(head + 8, 0)
  store<f64>(tail, length)
  store<f64>(tail + 8, -Infinity)
}

/** First entry with λ at or below `slope`, from the last one found in this step. */
function seek(slope: f64): usize {
  let at = found
  if (tail - at > SHORT) {
    let after = tail
    while (after > at) {
      const middle = at + (((after - at) >> 5) << 4)
      if (load<f64>(middle + 8) > slope) at = middle + 16
      else after = middle
    }
    return at
  }
  while (load<f64>(at + 8) > slope) at += 16
  return at
}

/**
 * Merges a segment of a step's cost into the list and returns its threshold: the width of the list with λ above `slope`,
 * `inserted` of which came with earlier segments of the same step. Within a step the slopes must fall.
 */
export function insert(slope: f64, width: f64, inserted: f64): f64 {
  const at = seek(slope)
  const position = load<f64>(at)
  const threshold = position - origin - inserted
  const same = load<f64>(at + 8) == slope
  if (at - head < tail - at) {
    const by = f64x2(-width, 0)
    origin -= width
    if (same) {
      for (let to = head; to <= at; to += 16) v128.store(to, f64x2.add(v128.load(to), by))
      found = at
    } else {
      for (let to = head; to < at; to += 16) v128.store(to - 16, f64x2.add(v128.load(to), by))
      head -= 16
      found = at - 16
      store<f64>(found, position - width)
      store<f64>(found + 8, slope)
    }
  } else {
    const by = f64x2(width, 0)
    found = at
    if (same) {
      for (let to = at + 16; to <= tail; to += 16) v128.store(to, f64x2.add(v128.load(to), by))
    } else {
      for (let from = tail; from >= at; from -= 16) v128.store(from + 16, f64x2.add(v128.load(from), by))
      tail += 16
      store<f64>(at, position)
      store<f64>(at + 8, slope)
    }
  }
  return threshold
}

/** Cuts the list back to [0, W] after a step: `charging` off the left end, the rest off the right. */
export function cut(charging: f64): void {
  origin += charging
  while (load<f64>(head + 16) <= origin) head += 16
  store<f64>(head, origin)
  const end = origin + span
  while (load<f64>(tail - 16) >= end) tail -= 16
  store<f64>(tail, end)
  store<f64>(tail + 8, -Infinity)
  if (origin > farthest || origin < -farthest) renew()
  found = head
}

/** Counts the positions from level 0 again. */
function renew(): void {
  for (let at = head; at < tail; at += 16) store<f64>(at, load<f64>(at) - origin)
  origin = 0
  store<f64>(tail, span)
}
