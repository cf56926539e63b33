import type { ReportBody, StoredReport } from "./schema.ts"

/** Minimum difference over the life of a plant that counts [EUR]. */
const LEAST_EUR = 1

type Compared = Pick<StoredReport, "goal" | "financial" | "alternatives">

/**
 * Best other choice in the report and its additional value over this plant: no investment, or an alternative. Null if
 * no other choice is worth more, and for goals other than cost savings.
 */
export const shortfallOf = ({
  goal,
  financial,
  alternatives = [],
}: Compared): ReportBody["optimisation"]["shortfall"] => {
  if (goal !== "cost-savings") return null
  const otherPlants = alternatives.flatMap(({ kind, netPresentValue, newPanelCount, batteryCapacityKwh, meetsGoal }) =>
    kind === "optimum" || !meetsGoal ? [] : [{ than: kind, netPresentValue, newPanelCount, batteryCapacityKwh }],
  )
  const none = { than: "noInvestment" as const, netPresentValue: 0, newPanelCount: 0, batteryCapacityKwh: 0 }
  const best = otherPlants.reduce<(typeof otherPlants)[number] | typeof none>(
    (most, other) => (other.netPresentValue > most.netPresentValue ? other : most),
    none,
  )
  const shortfall = best.netPresentValue - financial.netPresentValue
  return shortfall < LEAST_EUR ? null : { ...best, shortfall }
}
