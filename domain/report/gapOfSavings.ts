import type { StoredReport } from "./schema.ts"

type Proven = Pick<StoredReport, "financial" | "optimisation" | "control">

/**
 * What the plant saves over its life with foresight of the whole year, and what its life then costs: the bound is of
 * that year.
 */
const idealOf = ({ financial, control }: Proven): { savingsEur: number; costEur: number } => {
  const { netPresentValue, lifecycle } = financial
  const savingsEur = control?.netPresentValue.ideal ?? netPresentValue
  return { savingsEur, costEur: lifecycle.totalCost + netPresentValue - savingsEur }
}

/** Less than this over the life of a plant is nothing, of which a share would say nothing either [EUR]. */
const LEAST_SAVINGS_EUR = 1

/**
 * How much more than this plant any allowed plant can save at most, as a share of what this one saves over its life;
 * null where it saves less than a euro. Both with foresight. The plant's own saving may be below the best by less than
 * the proof says.
 */
export const gapOfSavings = (report: Proven) => {
  const { savingsEur, costEur } = idealOf(report)
  if (!(savingsEur >= LEAST_SAVINGS_EUR)) return null
  return Math.max(0, costEur - report.optimisation.lowerBoundTotalCost) / savingsEur
}
