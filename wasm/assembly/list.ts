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
/** Position of level 0. */
let origin: f64 = 0
/** Length, and how far the origin may wander before the positions are renewed (else they lose digits). */
let span: f64 = 0
let farthest: f64 = 0

/** Entries longer than this are searched by halving. */
const SHORT: usize = 24 << 4

/** Takes the buffer of the loaded year. */
export function listTake(): void {
  buffer = take((<usize>(2 * MAX_SEGMENTS * (steps + 2))) << 4)
}

/** The list at the end of the year: stored energy is worth nothing. */
export function listBegin(length: f64, step: f64): void {
  head = buffer + ((<usize>(MAX_SEGMENTS * (steps + 2))) << 4)
  tail = head + 16
  origin = 0
  span = length
  farthest = 16 * (length + step)
  store<f64>(head, 0)
  store<f64>(head + 8, 0)
  store<f64>(tail, length)
  store<f64>(tail + 8, -Infinity)
}

/** First entry with λ at or below `slope`. */
function seek(slope: f64): usize {
  let at = head
  if (tail - head > SHORT) {
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

/** Moves the starts of [from, to) by `width`. */
function push(from: usize, to: usize, width: f64): void {
  for (let at = from; at < to; at += 16) store<f64>(at, load<f64>(at) + width)
}

/**
 * Merges a segment of a step's cost into the list and returns its threshold: the width of the list with λ above `slope`,
 * `inserted` of which came with earlier segments of the same step.
 */
export function insert(slope: f64, width: f64, inserted: f64): f64 {
  const at = seek(slope)
  const position = load<f64>(at)
  const threshold = position - origin - inserted
  const left = at - head < tail - at
  if (load<f64>(at + 8) == slope) {
    if (left) {
      push(head, at + 16, -width)
      origin -= width
    } else {
      push(at + 16, tail + 16, width)
    }
  } else if (left) {
    for (let to = head; to < at; to += 16) {
      store<f64>(to - 16, load<f64>(to) - width)
      store<f64>(to - 8, load<f64>(to + 8))
    }
    head -= 16
    origin -= width
    store<f64>(at - 16, position - width)
    store<f64>(at - 8, slope)
  } else {
    for (let from = tail; from >= at; from -= 16) {
      store<f64>(from + 16, load<f64>(from) + width)
      store<f64>(from + 24, load<f64>(from + 8))
    }
    tail += 16
    store<f64>(at, position)
    store<f64>(at + 8, slope)
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
}

function renew(): void {
  push(head, tail, -origin)
  origin = 0
  store<f64>(tail, span)
}
