/** Numbers in memory. */

/** The i-th f64 at `base`. */
// @ts-ignore: decorator
@inline
export function at(base: usize, i: i32): f64 {
  return load<f64>(base + ((<usize>i) << 3))
}

// @ts-ignore: decorator
@inline
export function put(base: usize, i: i32, value: f64): void {
  store<f64>(base + ((<usize>i) << 3), value)
}
