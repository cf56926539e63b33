import { spentOn } from "./offer/price.ts"
import type { ReportBody, StoredReport } from "./schema.ts"

/** Minimum difference over the life of a plant that counts [EUR]. */
const LEAST_EUR = 1
/** Minimum difference of middle values that counts, as a share of the larger investment. */
const LEAST_SHARE = 0.01

type Compared = Pick<StoredReport, "goal" | "financial" | "alternatives">
type Shortfall = ReportBody["optimisation"]["shortfall"]

/**
 * Best other choice in the report and its additional value over this plant: no investment, or an alternative. Null if
 * no other choice is worth more, and for goals other than cost savings.
 * @param extraEur price of the plant's offer above the report's
 */
export const shortfallOf = ({ goal, financial, alternatives = [] }: Compared, extraEur = 0): Shortfall => {
  if (goal !== "cost-savings") return null
  return shortfallAgainst(bestOf(alternatives), financial.netPresentValue - extraEur, LEAST_EUR)
}

/**
 * The same by the middle values over the futures (P50), which include yields in use, lower prices of solar energy and
 * the fade of batteries. Null also without middle values.
 */
export const middleShortfallOf = (
  { goal, financial, alternatives = [], outlook }: Compared & Pick<StoredReport, "outlook">,
  extraEur = 0,
): Shortfall => {
  if (goal !== "cost-savings" || !outlook) return null
  const [ownEur, spentEur] = [outlook.npv.p50 - extraEur, spentOn(financial.investment) + extraEur]
  const leastEur = (investmentEur: number) => Math.max(LEAST_EUR, LEAST_SHARE * Math.max(spentEur, investmentEur))
  const middles = alternatives.flatMap(plant => {
    const { netPresentValueRange: range, investment } = plant
    return range && range.p50 - ownEur >= leastEur(investment) ? [{ ...plant, netPresentValue: range.p50 }] : []
  })
  return shortfallAgainst(bestOf(middles), ownEur, leastEur(0))
}

type Choice = Omit<NonNullable<Shortfall>, "shortfall">
type Alternative = NonNullable<StoredReport["alternatives"]>[number]

/** The choice with the highest value; no investment if no alternative that meets the goal has a value above 0. */
const bestOf = (plants: readonly Alternative[]): Choice =>
  plants.reduce<Choice>(
    (best, { kind, netPresentValue, newPanelCount, batteryCapacityKwh, meetsGoal }) =>
      kind !== "optimum" && meetsGoal && netPresentValue > best.netPresentValue
        ? { than: kind, netPresentValue, newPanelCount, batteryCapacityKwh }
        : best,
    { than: "noInvestment", netPresentValue: 0, newPanelCount: 0, batteryCapacityKwh: 0 },
  )

const shortfallAgainst = (best: Choice, ownEur: number, leastEur: number): Shortfall => {
  const shortfall = best.netPresentValue - ownEur
  return shortfall < leastEur ? null : { ...best, shortfall }
}
