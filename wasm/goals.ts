/** Numbers of the goals in the core. */
import type { Goal, Sizing } from "./types.ts"

export const GOALS: Record<Goal["kind"], number> = { cost: 0, minShare: 1, maxShare: 2, noUnserved: 3 }

/** Converts a sizing's goal for the core. Shares are never below 0, so a minimum of 0 has no effect. */
export function goalNumbers({ goal = { kind: "cost" } }: Sizing): { code: number; share: number } {
  if (goal.kind === "minShare" && goal.share === 0) return { code: GOALS.cost, share: 0 }
  const share = goal.kind === "minShare" ? goal.share : goal.kind === "maxShare" ? goal.within : 0
  return { code: GOALS[goal.kind], share }
}
