import type { LocalClock } from "../../domain/site/chart/intervals.ts"

/** Dutch time. */
export const AMSTERDAM: LocalClock = { zone: "Europe/Amsterdam", standardOffsetHours: 1 }
