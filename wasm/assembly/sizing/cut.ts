/**
 * A cut is a line below a convex function of the plant x, for all x: weight · J(x) + premium · bought(x) ≥ A + N·panels
 * + B_C·capacity + B_P·power, bought = import + ω · unserved. Weight 1: yearly cost, with the premium µ and the price v
 * of a kWh that the battery gives (wear.ts), less v · given; weight 0: bought energy alone (premium 1) or unserved
 * energy (premium 0, the line is ≤ 0).
 *
 * With demand charges x holds the limits D. A dispatch gives a line for each block of the year, below the block's cost
 * for its levels at start and end.
 */
import { lineLength } from "../dispatch/duals"
import { Series } from "../memory/series"
import { pointNumbers } from "./point"

/** Numbers of a record before its line (duals.ts): A, slopes by x, and with several blocks those by the levels. */
@unmanaged
export class Cut {
  weight: f64
  premium: f64
  block: f64
  /** v */
  wearPrice: f64

  @inline
  get line(): Series {
    return changetype<Series>(changetype<usize>(this) + offsetof<Cut>())
  }

  /** A */
  @inline
  get fixed(): f64 {
    return this.line[0]
  }

  /** Slope by number k of a plant. */
  @inline
  slope(k: i32): f64 {
    return this.line[1 + k]
  }

  /** Slopes by the levels that the block starts and ends with. */
  @inline
  get startSlope(): f64 {
    return this.line[1 + pointNumbers()]
  }

  @inline
  get endSlope(): f64 {
    return this.line[2 + pointNumbers()]
  }

  /** True for a line below bought or unserved energy, not below cost. */
  @inline
  get ofEnergy(): bool {
    return this.weight == 0
  }
}

/** Numbers of one cut. */
export function cutRecord(): i32 {
  return <i32>(offsetof<Cut>() >> 3) + lineLength()
}
