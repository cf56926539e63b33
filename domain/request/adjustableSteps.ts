/** Parts of its root scan that an adjustment may change: each step is a group of fields of the request. */
export const ADJUSTABLE_STEPS = [
  "consumption",
  "existing-pv",
  "new-pv",
  "battery",
  "tariff",
  "goal",
  "financial",
] as const
export type AdjustableStep = (typeof ADJUSTABLE_STEPS)[number]
