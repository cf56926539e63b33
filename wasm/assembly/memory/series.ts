/** Views of numbers in memory. A view is the address of its first number and has no length of its own. */
import { take, takeF64 } from "./arena"

/** A series of f64: `series[t]`. */
@unmanaged
export class Series {
  @inline
  @operator("[]")
  get(i: i32): f64 {
    return load<f64>(changetype<usize>(this) + ((<usize>i) << 3))
  }

  @inline
  @operator("[]=")
  set(i: i32, value: f64): void {
    store<f64>(changetype<usize>(this) + ((<usize>i) << 3), value)
  }

  /** The value `cursor` bytes from the start; a pass over the year moves by 8. */
  @inline
  here(cursor: usize): f64 {
    return load<f64>(changetype<usize>(this) + cursor)
  }

  @inline
  putHere(cursor: usize, value: f64): void {
    store<f64>(changetype<usize>(this) + cursor, value)
  }

  /** The series that begins with the i-th value. */
  @inline
  from(i: i32): Series {
    return changetype<Series>(changetype<usize>(this) + ((<usize>i) << 3))
  }

  @inline
  copyFrom(other: Series, count: i32): void {
    memory.copy(changetype<usize>(this), changetype<usize>(other), (<usize>count) << 3)
  }

  @inline
  clear(count: i32): void {
    memory.fill(changetype<usize>(this), 0, (<usize>count) << 3)
  }

  fill(value: f64, count: i32): void {
    for (let i = 0; i < count; i++) this[i] = value
  }

  /** The least of the first `count` values; Infinity of none. */
  least(count: i32): f64 {
    let least = Infinity
    for (let i = 0; i < count; i++) if (this[i] < least) least = this[i]
    return least
  }

  /** The address of the first value. */
  @inline
  get address(): usize {
    return changetype<usize>(this)
  }
}

/** A series of i32. */
@unmanaged
export class Integers {
  @inline
  @operator("[]")
  get(i: i32): i32 {
    return load<i32>(changetype<usize>(this) + ((<usize>i) << 2))
  }

  @inline
  @operator("[]=")
  set(i: i32, value: i32): void {
    store<i32>(changetype<usize>(this) + ((<usize>i) << 2), value)
  }

  /** The value `cursor` bytes from the start. */
  @inline
  here(cursor: usize): i32 {
    return load<i32>(changetype<usize>(this) + cursor)
  }

  /** The series that begins with the i-th value. */
  @inline
  from(i: i32): Integers {
    return changetype<Integers>(changetype<usize>(this) + ((<usize>i) << 2))
  }

  @inline
  clear(count: i32): void {
    memory.fill(changetype<usize>(this), 0, (<usize>count) << 2)
  }

  /** The address of the first value. */
  @inline
  get address(): usize {
    return changetype<usize>(this)
  }
}

/** Takes a series of `count` f64 from the arena, not cleared. */
export function takeSeries(count: i32): Series {
  return changetype<Series>(takeF64(count))
}

/** Takes a series of `count` i32 from the arena, not cleared. */
export function takeIntegers(count: i32): Integers {
  return changetype<Integers>(take((<usize>count) << 2))
}
