import type { Format } from "../lib/format.ts"

/** A proven share is shown in steps of this, rounded up, so that what is said is proven. */
const STEP = 1e-4

/** The share as a sentence says that something is within it, with two decimals of a percent: never within nothing. */
export const provenShare = (fraction: number): number => Math.max(1, Math.ceil(fraction / STEP)) * STEP

/** The share as a table shows it. */
export const gapText = ({ percent }: Format, fraction: number): string =>
  `${fraction < STEP ? "< " : ""}${percent(provenShare(fraction), 2)}`
