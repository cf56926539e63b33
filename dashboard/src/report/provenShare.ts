import type { Format } from "../lib/format.ts"

/** Step of a shown proven share; rounding up keeps the statement proven. */
const STEP = 1e-4
/** Finer step for a share that changes while displayed. */
const FINE_STEP = 1e-6

/** The share for a sentence ("within …"), rounded up to whole steps and never 0. */
export const provenShare = (fraction: number, step = STEP): number => Math.max(1, Math.ceil(fraction / step)) * step

/** The share as a table shows it. */
export const gapText = ({ percent }: Format, fraction: number): string =>
  `${fraction < STEP ? "< " : ""}${percent(provenShare(fraction), 2)}`

/** The share with four decimals of a percent; pass it unrounded. */
export const fineGapText = ({ percent }: Format, fraction: number): string =>
  `${fraction < FINE_STEP ? "< " : ""}${percent(provenShare(fraction, FINE_STEP), 4)}`
