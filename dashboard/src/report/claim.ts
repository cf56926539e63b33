import type { Settings } from "../lib/settings.tsx"
import type { FullReport } from "./data.ts"
import { provenShare } from "./provenShare.ts"

type Proven = Pick<FullReport, "optimisation">

/** Gaps below this count as 0. */
const NO_GAP = 1e-9

/** Smallest shortfall that is shown [EUR]. */
const LEAST_SHORTFALL_EUR = 0.5

/** Freedom of the sizes; for a report without this field, the limits of its request apply. */
export const sizesIn = ({ optimisation }: Proven) => optimisation.sizes ?? "bounded"

/** Proof of the plant, with the scope that it holds for. */
export const claimText = (report: Proven, { text, format }: Pick<Settings, "text" | "format">): string => {
  const { gap, gapOfSavings } = report.optimisation
  const { best, ofCost, ofSavings } = text.report.proof.claims[sizesIn(report)]
  if (gap < NO_GAP) return best
  return (gapOfSavings === null ? ofCost : ofSavings)(format.percent(provenShare(gapOfSavings ?? gap), 2))
}

/**
 * Shortfall of the plant's value against the best other choice in the report, otherwise of its middle value over the
 * futures; null without a better choice.
 * @param extraEur price of the plant's offer above the report's
 */
export const shortfallText = (
  report: Proven & Pick<FullReport, "financial">,
  { text, format }: Pick<Settings, "text" | "format">,
  extraEur = 0,
): string | null => {
  const { shortfall, middleShortfall = null } = report.optimisation
  const { shortfall: texts, middleShortfall: middleText, others: otherTexts } = text.report.proof
  const years = format.number(report.financial.parameters.evaluationPeriod, 0)
  const inWords = (less: typeof shortfall, words: (amount: string, years: string, other: string) => string) => {
    const lessEur = less ? less.shortfall + extraEur : 0
    if (!less || lessEur < LEAST_SHORTFALL_EUR) return null
    const { than, batteryCapacityKwh } = less
    const other = than === "usualBattery" ? otherTexts.usualBattery(format.kwh(batteryCapacityKwh)) : otherTexts[than]
    return words(format.eur(lessEur), years, other)
  }
  return inWords(shortfall, texts[sizesIn(report)]) ?? inWords(middleShortfall, middleText)
}
