import { type Static, Type } from "@sinclair/typebox"
import { orNull, Strict, StringEnum } from "../base/validation/schema.ts"
import { lifecycleOffset } from "../finance/objective.ts"
import type { Figures } from "./figures.ts"
import { count, flag, fraction, kwh, presentValueEur, text, unit } from "./schemaParts.ts"
import { SIZES, sizesOf } from "./sizes.ts"

/** Choices next to the plant of a report: nothing new, and its alternatives. */
const OTHER_CHOICES = ["noInvestment", "withoutBattery", "usualBattery", "allRoofsFull"] as const

/** Best other choice by a kind of value, and how much more it is worth than the report's plant. */
const otherChoice = (value: string, description: string) =>
  Strict(
    {
      than: StringEnum(OTHER_CHOICES, {
        description: `The choice with the highest ${value} among no investment and the alternatives`,
      }),
      netPresentValue: presentValueEur(`The ${value} of that choice`),
      newPanelCount: count("New panels of that choice"),
      batteryCapacityKwh: kwh("Battery of that choice; 0 without one"),
      shortfall: presentValueEur(`Its ${value} less that of this report's plant`),
    },
    { description },
  )

/** Part `optimisation` of the report. */
export const OptimisationProof = Strict(
  {
    solver: text("Method of the sizing"),
    version: text("Its version"),
    lowerBoundTotalCost: presentValueEur(
      "Proven: no allowed plant has a lower life-cycle cost. For self-sufficiency: no plant with all panels and a share within 0.1 percentage points of the highest possible. For energyhub: no plant with all panels",
    ),
    gap: fraction(
      "Proven bound on how far the cost, with foresight of the whole year, lies above the best possible, as a share of the cost",
    ),
    gapOfSavings: orNull(
      fraction("The same distance as a share of netPresentValue: no allowed plant saves more than this share above it"),
      "when the plant saves less than 1 EUR over the analysis period: then only gap, a share of the cost, is proven",
    ),
    sizes: Type.Optional(
      StringEnum(SIZES, {
        description:
          "Freedom of the sizes in the request: free, any size down to none; bounded, sizes above a minimum; fixed, given sizes, for which only the operation is proven; absent in older reports",
      }),
    ),
    shortfall: orNull(
      otherChoice("value", "How much less this plant is worth than the best choice that the report knows of"),
      "if no known choice is worth more, and for goals other than cost-savings",
    ),
    middleShortfall: orNull(
      otherChoice(
        "middle value over the futures (P50)",
        "The same by middle values; the plant is chosen by its value under the assumptions of the report",
      ),
      "unless a choice has more by 1 % of the larger investment, without middle values, and for goals other than cost-savings",
    ),
    dispatches: count("Years simulated on the way"),
    fromKeptCuts: flag("Started from the search of this adjustment's original scan"),
    solveMs: unit("ms")("Time it took"),
  },
  { description: "How close to the best possible the plant is" },
)

export type StoredOptimisation = Omit<
  Static<typeof OptimisationProof>,
  "gapOfSavings" | "shortfall" | "middleShortfall"
>

/**
 * Group `optimisation` of the report, as stored. The bound excludes discharging at negative purchase prices, and a rule
 * may gain by it where panels are must-run: the bound is then the plant's own cost.
 */
export const optimisation = (figures: Figures): StoredOptimisation => {
  const { scan, solution, year, money } = figures
  const boundEur = solution.optimisation.lowerBoundTotalCost + lifecycleOffset(scan, year.baselineBills)
  const lowerBoundTotalCost = Math.min(boundEur, money.totalCostEur)
  return { ...solution.optimisation, lowerBoundTotalCost, sizes: sizesOf(figures) }
}
