import { type Static, Type } from "@sinclair/typebox"
import { orNull, Strict, StringEnum } from "../base/validation/schema.ts"
import { ALTERNATIVE_KINDS } from "../case/alternatives.ts"
import type { AlternativePlant } from "../case/case.ts"
import { underPlant, withoutBatteryOf } from "../case/plantTerms.ts"
import { batteryPurchaseEur } from "../finance/purchase.ts"
import { contractMoney } from "./contractMoney.ts"
import { type Figures, figuresOf } from "./figures.ts"
import { operationBills } from "./lifeBills.ts"
import { type ListedPlant, worthIn } from "./listedPlants.ts"
import { valueRange } from "./outlookRanges.ts"
import { type Outlook, valuePercentiles } from "./outlookSchema.ts"
import { partsOf, plantParts } from "./plantParts.ts"
import { count, eur, flag, fraction, kw, kwh, part, presentValueEur, returnPeriod } from "./schemaParts.ts"
import { productionOf } from "./traded.ts"

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
    // Absent in development versions before 1.0.0.
    netPresentValueRange: Type.Optional(valuePercentiles),
    panelsNetPresentValue: orNull(presentValueEur("Value of the new panels alone"), "without new panels"),
    batteryNetPresentValue: orNull(presentValueEur("Value that the battery adds to the panels"), "without a battery"),
    // Absent in development versions before 1.0.0.
    batteryPrice: Type.Optional(
      part(
        "Price of a usual battery next to a report's plant without one; absent if no price above 0 and below it is even",
      )({
        counted: eur("Purchase price of the battery in this row"),
        breakEven: eur("Purchase price at which this plant is worth as much as the report's plant"),
      }),
    ),
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
      "This report's plant and others under the same controller (control.chosen): without a battery, with up to three usual batteries if the request allows them, with every roof full. Only plants that differ and whose computation takes at most half of the scan's own work; absent in reports before 1.0",
  }),
)

type Row = NonNullable<Static<typeof Alternatives>>[number]

/**
 * Part `alternatives` of the report: its own plant first, then by kind and size.
 * @param ownRange range of the report's plant; absent: not computed
 */
export const alternatives = (
  figures: Figures,
  listed: readonly ListedPlant[],
  ownRange: Outlook["npv"] | undefined,
): Row[] => {
  const rows = listed.map(plant => rowOf(figures, plant))
  const order = ({ kind }: Row) => ALTERNATIVE_KINDS.indexOf(kind)
  const ownPlant = { ...ownRow(figures), ...(ownRange ? { netPresentValueRange: ownRange } : {}) }
  return [ownPlant, ...rows.sort((a, b) => order(a) - order(b) || a.batteryCapacityKwh - b.batteryCapacityKwh)]
}

/** Row of the report's own plant, with the same figures as in the other parts of the report. */
const ownRow = (figures: Figures): Row => {
  const { solution, costs, year, money, selfSufficiency } = figures
  const parts = plantParts(figures)
  return {
    kind: "optimum",
    ...sizesOf(solution),
    investment: costs.solarPurchaseEur + costs.batteryPurchaseEur,
    firstYearSavings: year.baselineBills[0].costEur - year.bills[0].costEur,
    netPresentValue: money.netPresentValueEur,
    panelsNetPresentValue: parts.panels?.netPresentValue ?? null,
    batteryNetPresentValue: parts.battery?.netPresentValue ?? null,
    returnPeriod: money.returnPeriodYears,
    selfSufficiency,
    gap: solution.optimisation.gap,
    meetsGoal: true,
  }
}

const sizesOf = ({ panels, capacityKwh, powerKw }: Pick<AlternativePlant, "panels" | "capacityKwh" | "powerKw">) => ({
  panels,
  newPanelCount: panels.reduce((count, each) => count + each, 0),
  batteryCapacityKwh: capacityKwh,
  batteryPowerKw: capacityKwh > 0 ? powerKw : 0,
})

/** Range of an alternative's value, if its years were operated. */
const rangeOf = ({ scan, solution }: Figures, { plant }: ListedPlant): Pick<Row, "netPresentValueRange"> => {
  if (!plant.futures) return {}
  const { panels, capacityKwh, powerKw, withBattery: optimised, withoutBattery } = plant
  const figures = figuresOf(scan, { ...solution, panels, capacityKwh, powerKw, optimised, withoutBattery })
  return { netPresentValueRange: valueRange(figures, plant.futures) }
}

/**
 * Price of a battery at which its plant is worth as much as the report's plant without one. The value is linear in the
 * price, also by maintenance and replacement.
 */
const batteryPriceOf = ({ scan, solution, year, money }: Figures, listed: ListedPlant): Pick<Row, "batteryPrice"> => {
  const { kind, capacityKwh, powerKw } = listed.plant
  if (solution.capacityKwh > 0 || kind !== "usualBattery") return {}
  const [counted, none] = [scan, { ...scan, batteryCostFactor: 0 }].map(priced => ({
    eur: batteryPurchaseEur(priced, capacityKwh, powerKw),
    worthEur: worthIn(priced, listed, year.baselineBills),
  })) as [PricedBattery, PricedBattery]
  const share = (none.worthEur - money.netPresentValueEur) / (none.worthEur - counted.worthEur)
  return share > 0 && share < 1 ? { batteryPrice: { counted: counted.eur, breakEven: share * counted.eur } } : {}
}

interface PricedBattery {
  eur: number
  worthEur: number
}

const rowOf = (figures: Figures, listed: ListedPlant): Row => {
  const { scan, solution } = figures
  const { plant, selfSufficiency, meetsGoal } = listed
  const operated = { ...plant, operated: plant.withBattery, baseline: solution.baseline }
  const { bills, baselineBills, costs, money } = contractMoney({ scan, ...operated })
  const billsWithoutBattery =
    plant.capacityKwh > 0
      ? operationBills(
          underPlant(scan, withoutBatteryOf(plant)),
          productionOf(scan, plant.panels),
          plant.withoutBattery,
        )
      : bills
  const parts = partsOf(scan, plant, { baselineBills, billsWithoutBattery, bills }, costs)
  return {
    kind: plant.kind,
    ...sizesOf(plant),
    investment: costs.solarPurchaseEur + costs.batteryPurchaseEur,
    firstYearSavings: baselineBills[0].costEur - bills[0].costEur,
    netPresentValue: money.netPresentValueEur,
    ...rangeOf(figures, listed),
    panelsNetPresentValue: parts.panels?.netPresentValue ?? null,
    batteryNetPresentValue: parts.battery?.netPresentValue ?? null,
    ...batteryPriceOf(figures, listed),
    returnPeriod: money.returnPeriodYears,
    selfSufficiency,
    gap: plant.gap,
    meetsGoal,
  }
}
