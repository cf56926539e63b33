import type { StoredReport } from "./schema.ts"

/**
 * How much more than this plant any allowed plant can save at most, as a share of what this one saves over its life; null
 * where it saves nothing. The plant's own saving may be below the best by less than the proof says.
 */
export const gapOfSavings = ({ financial, optimisation }: Pick<StoredReport, "financial" | "optimisation">) => {
  const savingsEur = financial.netPresentValue
  if (!(savingsEur > 0)) return null
  return Math.max(0, financial.lifecycle.totalCost - optimisation.lowerBoundTotalCost) / savingsEur
}
