import { Type } from "@sinclair/typebox"
import { Strict, StringEnum } from "../validation/schema.ts"
import { count, flag, fraction, kwh, orNull, presentValueEur, text, unit } from "./schemaParts.ts"
import { SIZES } from "./sizes.ts"

/** Choices next to the plant of a report: nothing new, and its alternatives. */
const OTHER_CHOICES = ["noInvestment", "withoutBattery", "usualBattery", "allRoofsFull"] as const

/** Part `optimisation` of the report. */
export const OptimisationProof = Strict(
  {
    solver: text("What found the sizes"),
    version: text("Its version"),
    lowerBoundTotalCost: presentValueEur(
      "Proven: no allowed plant has a lower life-cycle cost; for the goal self-sufficiency no plant with all panels whose share is within 0.1 percentage points of the highest possible, for energyhub no plant with all panels",
    ),
    gap: fraction(
      "Proven bound on how far the cost, with foresight of the whole year, lies above the best possible, as a share of the cost",
    ),
    gapOfSavings: orNull(
      fraction(
        "The same distance as a share of netPresentValue, what the plant saves: no allowed plant saves more by more",
      ),
      "when the plant saves less than 1 EUR over the analysis period: then gap, of the cost, is what is proven",
    ),
    sizes: Type.Optional(
      StringEnum(SIZES, {
        description:
          "What the request leaves open: free, all sizes down to none; bounded, sizes not below a least one; fixed, none, so that the proof is of the operation at these sizes alone; absent in reports that were made without it (addition)",
      }),
    ),
    shortfall: orNull(
      Strict(
        {
          than: StringEnum(OTHER_CHOICES, {
            description: "The choice that is worth most of no investment and alternatives",
          }),
          netPresentValue: presentValueEur("Of that choice"),
          newPanelCount: count("New panels of that choice"),
          batteryCapacityKwh: kwh("Battery of that choice; 0 without one"),
          shortfall: presentValueEur("Its net present value less that of the plant of this report"),
        },
        { description: "How much less this plant is worth than the best choice that the report knows of (addition)" },
      ),
      "where no known choice is worth more, and for goals other than cost-savings",
    ),
    dispatches: count("Years simulated on the way"),
    fromKeptCuts: flag("Started from what the original scan of this adjustment had learned"),
    solveMs: unit("ms")("Time it took"),
  },
  { description: "How close to the best possible the plant is (addition)" },
)
