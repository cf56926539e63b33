/** A proven share is shown in steps of this, rounded up, so that what is said is proven. */
const STEP = 1e-4

/** The share as it is shown, with two decimals of a percent. */
export const provenShare = (fraction: number): number => Math.ceil(fraction / STEP) * STEP
