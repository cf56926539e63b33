/** The list of the value of stored energy in plain JavaScript; wasm/assembly/dispatch/valueList.ts explains it. */

const SHORT = 24

let starts: Float64Array = new Float64Array(0)
let values: Float64Array = starts
/** Start of the list, at equal distance from both ends of the buffer. */
let middle = 0
let span = 0
let head = 0
let tail = 0
let place = 0
let origin = 0
let farthest = 0
/** Entries of the longest list of the last dispatch. */
export let longestList = 0

/** Takes a buffer for lists that gain at most `most` entries at each end. */
export function listTake(most: number): void {
  starts = new Float64Array(2 * most)
  values = new Float64Array(2 * most)
  middle = most
}

export function listBegin(length: number, step: number): void {
  head = middle
  place = head
  tail = head + 1
  origin = 0
  span = length
  farthest = 16 * (length + step)
  starts[head] = 0
  values[head] = 0
  starts[tail] = length
  values[tail] = Number.NEGATIVE_INFINITY
  longestList = 1
}

function seek(slope: number): number {
  let at = place
  if (tail - at > SHORT) {
    let after = tail
    while (after > at) {
      const half = (at + after) >> 1
      if (values[half]! > slope) at = half + 1
      else after = half
    }
    return at
  }
  while (values[at]! > slope) at++
  return at
}

function insertLeft(at: number, slope: number, width: number): void {
  const position = starts[at]!
  const same = values[at] === slope
  origin -= width
  if (same) {
    for (let to = head; to <= at; to++) starts[to]! -= width
    place = at
    return
  }
  for (let to = head; to < at; to++) {
    starts[to - 1] = starts[to]! - width
    values[to - 1] = values[to]!
  }
  head--
  place = at - 1
  starts[place] = position - width
  values[place] = slope
}

function insertRight(at: number, slope: number, width: number): void {
  place = at
  if (values[at] === slope) {
    for (let to = at + 1; to <= tail; to++) starts[to]! += width
    return
  }
  for (let from = tail; from > at; from--) {
    starts[from + 1] = starts[from]! + width
    values[from + 1] = values[from]!
  }
  starts[at + 1] = starts[at]! + width
  values[at + 1] = values[at]!
  tail++
  values[at] = slope
}

export function insert(slope: number, width: number, inserted: number): number {
  const at = seek(slope)
  const threshold = starts[at]! - origin - inserted
  if (at - head < tail - at) insertLeft(at, slope, width)
  else insertRight(at, slope, width)
  return threshold
}

export function cut(charged: number): void {
  origin += charged
  while (starts[head + 1]! <= origin) head++
  starts[head] = origin
  const end = origin + span
  while (starts[tail - 1]! >= end) tail--
  starts[tail] = end
  values[tail] = Number.NEGATIVE_INFINITY
  if (origin > farthest || origin < -farthest) {
    for (let at = head; at < tail; at++) starts[at]! -= origin
    origin = 0
    starts[tail] = span
  }
  place = head
  if (tail - head > longestList) longestList = tail - head
}
