/** Sums over series of f64, two lanes at a time. `bytes`: 8 × their length. */

const LANES: usize = 16

/** Σ a·b. */
export function dot(a: usize, b: usize, bytes: usize): f64 {
  let sums = f64x2.splat(0)
  const even = bytes & ~(LANES - 1)
  for (let t: usize = 0; t < even; t += LANES) {
    sums = f64x2.add(sums, f64x2.mul(v128.load(a + t), v128.load(b + t)))
  }
  const sum = f64x2.extract_lane(sums, 0) + f64x2.extract_lane(sums, 1)
  return even < bytes ? sum + load<f64>(a + even) * load<f64>(b + even) : sum
}

/** target += factor·from. */
export function addScaled(target: usize, factor: f64, from: usize, bytes: usize): void {
  const factors = f64x2.splat(factor)
  const even = bytes & ~(LANES - 1)
  for (let t: usize = 0; t < even; t += LANES) {
    v128.store(target + t, f64x2.add(v128.load(target + t), f64x2.mul(factors, v128.load(from + t))))
  }
  if (even < bytes) store<f64>(target + even, load<f64>(target + even) + factor * load<f64>(from + even))
}
