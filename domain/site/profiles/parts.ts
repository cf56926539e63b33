import type { Hours } from "./hours.ts"

/** Hours of a base, layer, source or asset. */
export interface PartHours {
  /** Energy of the part: bought, used or produced. */
  kwh: Hours
  /** Fed in, in addition to what is bought. */
  exported?: Hours
  /** Production behind what is fed in (merged profiles). */
  produced?: Hours
  /** The base before it was scaled, as the studio keeps it; any number of values. */
  original?: Float32Array
}

/** A part of a profile with its hours. */
export interface Part<D> {
  definition: D
  hours: PartHours
}
