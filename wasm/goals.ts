/** Goals as the core numbers them. */
import type { Goal, Sizing } from "./types.ts"

export const GOALS: Record<Goal["kind"], number> = { cost: 0, minShare: 1, maxShare: 2, noUnserved: 3 }

/** A sizing's goal as the core takes it. No share is below 0: at least 0 asks for nothing. */
export function goalNumbers({ goal = { kind: "cost" } }: Sizing): { code: number; share: number } {
  if (goal.kind === "minShare" && goal.share === 0) return { code: GOALS.cost, share: 0 }
  const share = goal.kind === "minShare" ? goal.share : goal.kind === "maxShare" ? goal.within : 0
  return { code: GOALS[goal.kind], share }
}
