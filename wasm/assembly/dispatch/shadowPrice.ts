/** The shadow price z of stored energy, as far as the steps gone through determine it. */
import { passes } from "./year"

/** Between two times that the battery is empty or full z is constant: a range that each step narrows. */
@unmanaged
class ShadowPrice {
  low: f64
  high: f64

  /** Any price. */
  open(): void {
    this.low = -Infinity
    this.high = Infinity
  }

  /**
   * Bounds by the slopes left and right of a step's end; where rounding leaves no common point, to the nearest one so
   * far.
   */
  @inline
  narrow(lower: f64, upper: f64): void {
    const high = f64x2.splat(this.high)
    const low = f64x2.pmax(f64x2.splat(this.low), f64x2.pmin(high, f64x2.splat(lower)))
    this.low = f64x2.extract_lane(low, 0)
    this.high = f64x2.extract_lane(f64x2.pmin(high, f64x2.pmax(low, f64x2.splat(upper))), 0)
  }

  /**
   * Keeps the range of a step that ends empty, full or the year. Past an empty battery z may fall, past a full one
   * rise.
   */
  keep(t: usize, empty: bool, full: bool): void {
    passes.shadowPriceRange.putHere(t << 1, this.low)
    passes.shadowPriceRange.putHere((t << 1) + 8, this.high)
    if (empty) this.low = -Infinity
    if (full) this.high = Infinity
  }
}

export const shadowPrice = changetype<ShadowPrice>(memory.data(offsetof<ShadowPrice>(), 16))
