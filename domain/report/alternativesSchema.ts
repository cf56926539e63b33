import { Type } from "@sinclair/typebox"
import { Strict, StringEnum } from "../base/validation/schema.ts"
import { ALTERNATIVE_KINDS } from "../case/alternatives.ts"
import { count, eur, flag, fraction, kw, kwh, orNull, presentValueEur, returnPeriod } from "./schemaParts.ts"

const Alternative = Strict(
  {
    kind: StringEnum(ALTERNATIVE_KINDS, {
      description:
        "optimum: the plant of this report; withoutBattery, usualBattery (a size of GET /v1/batteries/presets), allRoofsFull: the best plant with that",
    }),
    panels: Type.Array(count("New panels"), { description: "Panels of each roof, in the order of solar.newSystems" }),
    newPanelCount: count("New panels of all roofs"),
    batteryCapacityKwh: kwh("Capacity of the battery; 0 without one"),
    batteryPowerKw: kw("Power of the battery; 0 without one"),
    investment: eur("Purchase of the new panels and the battery"),
    firstYearSavings: eur("Year-one electricity cost of the baseline less the cost with the plant"),
    netPresentValue: presentValueEur("Savings of the plant over the analysis period less its costs"),
    panelsNetPresentValue: orNull(presentValueEur("Value of the new panels alone"), "without new panels"),
    batteryNetPresentValue: orNull(presentValueEur("Value that the battery adds to the panels"), "without a battery"),
    returnPeriod,
    selfSufficiency: fraction("max(0, 1 − bought / consumption)"),
    gap: fraction(
      "Proven bound on the distance of its cost, with foresight of the whole year, above the best plant of this kind; for the optimum: the bound of the scan",
    ),
    meetsGoal: flag(
      "It meets the goal and stays within the connection; energy beyond the connection's limit counts as bought in these figures",
    ),
  },
  { description: "A plant to compare with the report's plant" },
)

/** Part `alternatives` of the report. */
export const Alternatives = Type.Optional(
  Type.Array(Alternative, {
    description:
      "This report's plant and others under the same controller (control.chosen): without a battery, with up to three usual batteries if the request allows them, with every roof full. Only plants that differ and whose computation takes at most half of the scan's own work; absent in reports before 0.2 (addition)",
  }),
)
