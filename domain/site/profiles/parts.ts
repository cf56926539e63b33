import type { Hours } from "./hours.ts"

/** Series of a base, layer, source or asset in steps of a year. */
export interface PartSeries {
  /** Energy of the part: bought, used or produced. */
  kwh: Hours
  /** Feed-in, in addition to purchase. */
  exported?: Hours
  /** Production behind the feed-in (merged profiles). */
  produced?: Hours
  /** Overlap of the meters, part of `kwh` and `exported` (merged profiles). */
  overlap?: Hours
}

/** Hours of a part. */
export interface PartHours extends PartSeries {
  /** 35,040 quarters of the hours; absent if no meter measured them. */
  quarters?: PartSeries
  /** The base before scaling, as stored by the studio; any number of values. */
  original?: Float32Array
}

/** A part of a profile with its hours. */
export interface Part<D> {
  definition: D
  hours: PartHours
}
