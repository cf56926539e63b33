/** What an adjustment may change of its root scan: each step is a group of fields of the request. */
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
