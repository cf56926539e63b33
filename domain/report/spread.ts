import type { ScanCase, YearSavings } from "../case/case.ts"
import { areDemandsHeld } from "../case/variations.ts"
import { quantile } from "./quantile.ts"
import type { ReportBody } from "./schema.ts"

/** Part `savingsSpread` of the report; null if other years were not computed. */
export const savingsSpread = (
  scan: ScanCase,
  otherYears: readonly YearSavings[] | null,
): ReportBody["savingsSpread"] => {
  if (!otherYears) return null
  const savings = otherYears.map(({ savingsEur }) => savingsEur).sort((a, b) => a - b)
  const mean = savings.reduce((sum, eur) => sum + eur, 0) / savings.length
  const squares = savings.reduce((sum, eur) => sum + (eur - mean) ** 2, 0)
  return {
    years: savings.length,
    weatherYears: distinct(otherYears.flatMap(({ weatherYear }) => weatherYear ?? [])),
    priceYears: distinct(otherYears.map(({ priceYear }) => priceYear)),
    mean,
    standardDeviation: Math.sqrt(squares / savings.length),
    lowest: savings[0]!,
    percentile10: quantile(savings, 0.1),
    median: quantile(savings, 0.5),
    percentile90: quantile(savings, 0.9),
    highest: savings[savings.length - 1]!,
    ...(areDemandsHeld(scan) ? { demand: "held" } : {}),
  }
}

const distinct = (years: readonly number[]): number[] => [...new Set(years)].sort((a, b) => a - b)
