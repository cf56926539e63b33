/** Sums over series, two lanes at a time. */
import { Series } from "./series"

const LANES: usize = 16

/** Σ a·b over `count` values. */
export function dot(a: Series, b: Series, count: i32): f64 {
  const bytes = (<usize>count) << 3
  const even = bytes & ~(LANES - 1)
  let sums = f64x2.splat(0)
  for (let t: usize = 0; t < even; t += LANES) {
    sums = f64x2.add(sums, f64x2.mul(v128.load(a.address + t), v128.load(b.address + t)))
  }
  const sum = f64x2.extract_lane(sums, 0) + f64x2.extract_lane(sums, 1)
  return even < bytes ? sum + a.here(even) * b.here(even) : sum
}

/** target += factor·from over `count` values. */
export function addScaled(target: Series, factor: f64, from: Series, count: i32): void {
  const bytes = (<usize>count) << 3
  const even = bytes & ~(LANES - 1)
  const factors = f64x2.splat(factor)
  for (let t: usize = 0; t < even; t += LANES) {
    const sum = f64x2.add(v128.load(target.address + t), f64x2.mul(factors, v128.load(from.address + t)))
    v128.store(target.address + t, sum)
  }
  if (even < bytes) target.putHere(even, target.here(even) + factor * from.here(even))
}
