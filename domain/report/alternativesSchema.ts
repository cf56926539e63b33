import { Type } from "@sinclair/typebox"
import { ALTERNATIVE_KINDS } from "../scan/alternatives.ts"
import { Strict, StringEnum } from "../validation/schema.ts"
import { count, eur, flag, fraction, kw, kwh, orNull, presentValueEur, returnPeriod } from "./schemaParts.ts"

const Alternative = Strict(
  {
    kind: StringEnum(ALTERNATIVE_KINDS, {
      description:
        "optimum: the plant of this report; withoutBattery, usualBattery (a size of GET /v1/batteries/presets), allRoofsFull: the best plant with that",
    }),
    panels: Type.Array(count("New panels"), { description: "Of each roof, in the order of solar.newSystems" }),
    newPanelCount: count("New panels of all roofs"),
    batteryCapacityKwh: kwh("Capacity of the battery; 0 without one"),
    batteryPowerKw: kw("Power of the battery; 0 without one"),
    investment: eur("Purchase of the new panels and the battery"),
    firstYearSavings: eur("Year-one electricity cost of the site as it is less that with the plant"),
    netPresentValue: presentValueEur("What the plant saves over the analysis period less all that it costs"),
    panelsNetPresentValue: orNull(presentValueEur("Of the new panels by themselves"), "without new panels"),
    batteryNetPresentValue: orNull(presentValueEur("Of what the battery adds to them"), "without a battery"),
    returnPeriod,
    selfSufficiency: fraction("max(0, 1 − bought / consumption)"),
    gap: fraction(
      "Proven bound on how far its cost, with foresight of the whole year, lies above that of the best plant of this kind; of the optimum that of the scan",
    ),
    meetsGoal: flag(
      "It reaches what the goal asks and keeps within the connection; what the connection leaves uncovered is bought all the same in these figures",
    ),
  },
  { description: "A plant to compare with that of the report" },
)

/** Part `alternatives` of the report. */
export const Alternatives = Type.Optional(
  Type.Array(Alternative, {
    description:
      "The plant of this report and others, all operated by the same controller (control.chosen): without a battery, with up to three usual batteries where the request allows them, with every roof full. Only plants that differ, and those that take no more than half of the work of the scan itself; absent in reports before 0.2 (addition)",
  }),
)
