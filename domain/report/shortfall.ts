import type { ReportBody, StoredReport } from "./schema.ts"

/** Less than this over the life of a plant is nothing [EUR]. */
const LEAST_EUR = 1

type Compared = Pick<StoredReport, "goal" | "financial" | "alternatives">

/**
 * The best other choice that the report knows of, and how much more it is worth than this plant: no investment at all,
 * or one of the alternatives. Null where none is worth more, and for goals other than money.
 */
export const shortfallOf = ({
  goal,
  financial,
  alternatives = [],
}: Compared): ReportBody["optimisation"]["shortfall"] => {
  if (goal !== "cost-savings") return null
  const others = alternatives.flatMap(({ kind, netPresentValue, newPanelCount, batteryCapacityKwh, meetsGoal }) =>
    kind === "optimum" || !meetsGoal ? [] : [{ than: kind, netPresentValue, newPanelCount, batteryCapacityKwh }],
  )
  const none = { than: "noInvestment" as const, netPresentValue: 0, newPanelCount: 0, batteryCapacityKwh: 0 }
  const best = others.reduce<(typeof others)[number] | typeof none>(
    (most, other) => (other.netPresentValue > most.netPresentValue ? other : most),
    none,
  )
  const shortfall = best.netPresentValue - financial.netPresentValue
  return shortfall < LEAST_EUR ? null : { ...best, shortfall }
}
