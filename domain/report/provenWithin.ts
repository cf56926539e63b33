import type { StoredReport } from "./schema.ts"

/**
 * Accuracy: no allowed plant, however operated, is cheaper by more than this share of the operated plant's cost. Null
 * if the life-cycle cost is not positive. The lower bound assumes foresight, so no controller can cost less.
 */
export const provenWithin = ({ financial, optimisation }: Pick<StoredReport, "financial" | "optimisation">) => {
  const { totalCost } = financial.lifecycle
  if (!(totalCost > 0)) return null
  return Math.max(0, totalCost - optimisation.lowerBoundTotalCost) / totalCost
}
