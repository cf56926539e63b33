import type { Goal } from "../../../domain/scan/request.ts"

/** The goals in the order in which they are offered. */
export const GOALS: readonly Goal[] = [
  "cost-savings",
  "self-sufficiency",
  "renewable-minimum",
  "maximize-connection",
  "energyhub",
]
