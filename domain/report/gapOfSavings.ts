import type { StoredReport } from "./schema.ts"

type Proven = Pick<StoredReport, "financial" | "optimisation" | "control">

/**
 * Savings and life-cycle cost of the plant with foresight of the whole year [EUR]. The lower bound also assumes
 * foresight.
 */
const idealOf = ({ financial, control }: Proven): { savingsEur: number; costEur: number } => {
  const { netPresentValue, lifecycle } = financial
  const savingsEur = control?.netPresentValue.ideal ?? netPresentValue
  return { savingsEur, costEur: lifecycle.totalCost + netPresentValue - savingsEur }
}

/** Minimum savings over the life of a plant for a meaningful share [EUR]. */
const LEAST_SAVINGS_EUR = 1

/**
 * Bound on the additional savings of any allowed plant, as a share of the savings of this plant. Both are with
 * foresight. Null if the plant saves less than 1 EUR. The plant's own savings can be closer to the best than this proof
 * shows.
 */
export const gapOfSavings = (report: Proven) => {
  const { savingsEur, costEur } = idealOf(report)
  if (!(savingsEur >= LEAST_SAVINGS_EUR)) return null
  return Math.max(0, costEur - report.optimisation.lowerBoundTotalCost) / savingsEur
}
