/**
 * The value of stored energy as a list in memory: λ = −V′, falling from the left, on [0, W]. The backward pass keeps
 * it.
 *
 * An entry is (start, λ); the last is a sentinel (end of the list, −Infinity). Positions are counted from a moving
 * origin, so that cutting an end or shifting one costs nothing for the rest, and an insertion moves only the shorter
 * side. The buffer is wide enough that the list, begun in the middle, never reaches its ends.
 */
import { take } from "../memory/arena"
import { MAX_SEGMENTS, year } from "./year"

@unmanaged
class Entry {
  start: f64
  lambda: f64
}

@unmanaged
class ListBuffer {
  address: usize
}

const buffer = changetype<ListBuffer>(memory.data(offsetof<ListBuffer>(), 8))

/** Bytes of an entry. */
export const ENTRY: usize = 16
/** Lists longer than this (bytes) are searched by halving. */
const SHORT: usize = 24 * ENTRY

/** Bytes on each side of the first entry. */
function sideBytes(): usize {
  return <usize>(MAX_SEGMENTS * (year.steps + 2)) * ENTRY
}

/** Takes the buffer of the loaded year. */
export function listTake(): void {
  buffer.address = take(2 * sideBytes())
}

/**
 * The list after the last step, with a stored kWh worth `value` EUR. Returns its first entry; the second is the
 * sentinel.
 */
export function listBegin(length: f64, value: f64): usize {
  const head = buffer.address + sideBytes()
  putEntry(head, 0, value)
  putEntry(head + ENTRY, length, -Infinity)
  return head
}

// @ts-ignore: decorator
@inline
export function startOf(entry: usize): f64 {
  return changetype<Entry>(entry).start
}

// @ts-ignore: decorator
@inline
export function setStart(entry: usize, start: f64): void {
  changetype<Entry>(entry).start = start
}

// @ts-ignore: decorator
@inline
export function lambdaOf(entry: usize): f64 {
  return changetype<Entry>(entry).lambda
}

// @ts-ignore: decorator
@inline
export function putEntry(entry: usize, start: f64, lambda: f64): void {
  changetype<Entry>(entry).start = start
  changetype<Entry>(entry).lambda = lambda
}

/** First entry at or after `from` with λ at or below `slope`. */
// @ts-ignore: decorator
@inline
export function seek(slope: f64, from: usize, tail: usize): usize {
  let at = from
  if (tail - at > SHORT) return seekByHalves(slope, at, tail)
  while (lambdaOf(at) > slope) at += ENTRY
  return at
}

function seekByHalves(slope: f64, from: usize, tail: usize): usize {
  let at = from
  let after = tail
  while (after > at) {
    const middle = at + (((after - at) >> 5) << 4)
    if (lambdaOf(middle) > slope) at = middle + ENTRY
    else after = middle
  }
  return at
}

/** Lets the entries [from, to) start `width` later; with `offset`, and moves them down by this number of bytes. */
// @ts-ignore: decorator
@inline
export function shift(from: usize, to: usize, width: f64, offset: usize): void {
  const by = f64x2(width, 0)
  for (let at = from; at < to; at += ENTRY) v128.store(at - offset, f64x2.add(v128.load(at), by))
}

/** Lets the entries [from, to) start `width` later, and moves them up by one. */
// @ts-ignore: decorator
@inline
export function shiftUp(from: usize, to: usize, width: f64): void {
  const by = f64x2(width, 0)
  for (let at = to - ENTRY; at >= from; at -= ENTRY) v128.store(at + ENTRY, f64x2.add(v128.load(at), by))
}

/** Counts the positions of a list of this length from level 0 again. */
export function renew(head: usize, tail: usize, origin: f64, length: f64): void {
  for (let at = head; at < tail; at += ENTRY) setStart(at, startOf(at) - origin)
  setStart(tail, length)
}
