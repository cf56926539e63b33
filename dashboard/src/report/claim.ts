import { spentOn } from "../../../domain/report/offer/price.ts"
import { middleShortfallOf, shortfallOf } from "../../../domain/report/shortfall.ts"
import type { Settings } from "../lib/settings.tsx"
import { type FullReport, plantWords } from "./data.ts"
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
 * Shortfall of the plant's value against the best other choice in the report, otherwise of the middle value of a
 * purchase over the futures; null without a better choice.
 * @param extraEur price of the plant's offer above the report's
 */
export const shortfallText = (
  report: Pick<FullReport, "optimisation" | "financial" | "goal" | "alternatives" | "outlook">,
  { text, format }: Pick<Settings, "text" | "format">,
  extraEur = 0,
): string | null => {
  const { optimisation, financial } = report
  const { shortfall: texts, middleShortfall: middleText, others: otherTexts } = text.report.proof
  const years = format.number(financial.parameters.evaluationPeriod, 0)
  const inWords = (
    less: typeof optimisation.shortfall,
    words: (amount: string, years: string, other: string) => string,
  ) => {
    if (!less || less.shortfall < LEAST_SHORTFALL_EUR) return null
    const { than, newPanelCount, batteryCapacityKwh } = less
    const panels = plantWords(newPanelCount, 0, { text, format })
    const otherNames = {
      ...otherTexts,
      usualBattery: otherTexts.usualBattery(format.kwh(batteryCapacityKwh)),
      withoutBattery: [panels, otherTexts.withoutBattery].filter(Boolean).join(" "),
    }
    return words(format.eur(less.shortfall), years, otherNames[than])
  }
  const isOffer = extraEur !== 0
  const shortfall = isOffer ? shortfallOf(report, extraEur) : optimisation.shortfall
  const middle = isOffer ? middleShortfallOf(report, extraEur) : (optimisation.middleShortfall ?? null)
  const hasPurchase = spentOn(financial.investment) + extraEur > 0
  return inWords(shortfall, texts[sizesIn(report)]) ?? (hasPurchase ? inWords(middle, middleText) : null)
}
