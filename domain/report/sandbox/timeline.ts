/**
 * The fixed timeline of sandbox scans (document 1, "States and transitions"): pending from 0 to 5 seconds, processing
 * from 5 to 10, completed from then on. `atMs` counts from the scan's creation.
 */
export const SANDBOX_TIMELINE = [
  { from: "pending", to: "processing", atMs: 5_000 },
  { from: "processing", to: "completed", atMs: 10_000 },
] as const

/** Maximum interval between ticks of the sandbox clock. */
export const SANDBOX_TICK_MS = 2_000
