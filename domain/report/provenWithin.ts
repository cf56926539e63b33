import type { StoredReport } from "./schema.ts"

/**
 * By how much of the cost of the plant, as its controller operates it, any allowed plant can be cheaper at most,
 * however operated; null where its life costs nothing. The bound is of the year with foresight, which no controller
 * goes below.
 */
export const provenWithin = ({ financial, optimisation }: Pick<StoredReport, "financial" | "optimisation">) => {
  const { totalCost } = financial.lifecycle
  if (!(totalCost > 0)) return null
  return Math.max(0, totalCost - optimisation.lowerBoundTotalCost) / totalCost
}
