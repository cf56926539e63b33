import type { Format } from "../lib/format.ts"

/** Step of a shown proven share; rounding up keeps the statement proven. */
const STEP = 1e-4
/** Steps of a share that is looked at while it changes. */
const FINE_STEP = 1e-6

/** The share as a sentence says that something is within it, with two decimals of a percent: never within nothing. */
export const provenShare = (fraction: number, step = STEP): number => Math.max(1, Math.ceil(fraction / step)) * step

/** The share as a table shows it. */
export const gapText = ({ percent }: Format, fraction: number): string =>
  `${fraction < STEP ? "< " : ""}${percent(provenShare(fraction), 2)}`

/** The share with four decimals of a percent; give it as it was worked out, not rounded. */
export const fineGapText = ({ percent }: Format, fraction: number): string =>
  `${fraction < FINE_STEP ? "< " : ""}${percent(provenShare(fraction, FINE_STEP), 4)}`
