/**
 * Vectors of the master, one number per column. Sums are taken in the order of the columns, whatever else goes on at
 * the same time, so that every bound is the same on every machine.
 */
import { Integers, Series } from "../memory/series"

const LANES: usize = 16

/** Σ a·b */
// @ts-ignore: decorator
@inline
export function dot(a: Series, b: Series, count: i32): f64 {
  const end = (<usize>count) << 3
  let sum: f64 = 0
  for (let j: usize = 0; j < end; j += 8) sum += a.here(j) * b.here(j)
  return sum
}

/** Σ a·b over the `count` places, in bytes, of b that a's numbers belong to. */
// @ts-ignore: decorator
@inline
export function dotAt(a: Series, places: Integers, b: Series, count: i32): f64 {
  const end = (<usize>count) << 2
  let sum: f64 = 0
  for (let k: usize = 0; k < end; k += 4) sum += a.here(k << 1) * b.here(<usize>places.here(k))
  return sum
}

/** target −= factor·from at `count` places, in bytes, of both. */
// @ts-ignore: decorator
@inline
export function subtractAt(target: Series, factor: f64, from: Series, places: Integers, count: i32): void {
  const end = (<usize>count) << 2
  for (let k: usize = 0; k < end; k += 4) {
    const place = <usize>places.here(k)
    target.putHere(place, target.here(place) - factor * from.here(place))
  }
}

/** target += factor·from */
// @ts-ignore: decorator
@inline
export function addTimes(target: Series, factor: f64, from: Series, count: i32): void {
  const end = (<usize>count) << 3
  const even = end & ~(LANES - 1)
  const factors = f64x2.splat(factor)
  for (let j: usize = 0; j < even; j += LANES) {
    v128.store(target.address + j, f64x2.add(v128.load(target.address + j), f64x2.mul(factors, v128.load(from.address + j))))
  }
  if (even < end) target.putHere(even, target.here(even) + factor * from.here(even))
}

/** target −= factor·from */
// @ts-ignore: decorator
@inline
export function subtractTimes(target: Series, factor: f64, from: Series, count: i32): void {
  const end = (<usize>count) << 3
  const even = end & ~(LANES - 1)
  const factors = f64x2.splat(factor)
  for (let j: usize = 0; j < even; j += LANES) {
    v128.store(target.address + j, f64x2.sub(v128.load(target.address + j), f64x2.mul(factors, v128.load(from.address + j))))
  }
  if (even < end) target.putHere(even, target.here(even) - factor * from.here(even))
}
