import { sumOnce } from "../base/memo.ts"
import type { AlternativePlant, ScanCase } from "../case/case.ts"
import { overlapKwhOf } from "../case/overlap.ts"
import { givenKwh } from "../case/phases.ts"
import { underPlant } from "../case/plantTerms.ts"
import { isServed, SHARE_TOLERANCE } from "../case/reach.ts"
import { lifecycle, type PhaseAmounts } from "../finance/lifecycle.ts"
import { horizonOf } from "../finance/objective.ts"
import { type Figures, plantCosts, shareNotBought } from "./figures.ts"
import { operationBills } from "./lifeBills.ts"
import { inFullName, passingTrade, productionOf } from "./traded.ts"
import { sum } from "./year.ts"

/** An alternative of the report with its bill and results of the first year. */
export interface ListedPlant {
  plant: AlternativePlant
  /** Bills in which energy that the connection cannot supply counts as purchased. */
  bills: ReturnType<typeof operationBills>
  selfSufficiency: number
  meetsGoal: boolean
}

/** The alternatives of a report with their bills. */
export const listedPlants = ({ scan, solution }: Figures): ListedPlant[] =>
  solution.alternatives.map(plant => {
    const production = productionOf(scan, plant.panels)
    const { withBattery } = plant
    const boughtKwh = sumOnce(withBattery.years[0], `${inFullName(scan, production, withBattery)} import`, () =>
      sum(passingTrade(scan, production, withBattery, 0).importKwh),
    )
    const overlapKwh = overlapKwhOf(scan)
    const selfSufficiency = shareNotBought(boughtKwh + overlapKwh, sum(scan.loadKwh) + overlapKwh)
    const { goal } = scan.input
    const isEnough = goal.kind !== "renewable-minimum" || selfSufficiency >= goal.fraction - SHARE_TOLERANCE
    return {
      plant,
      bills: operationBills(underPlant(scan, plant), production, withBattery),
      selfSufficiency,
      meetsGoal: isEnough && isServed(scan, withBattery.unservedKwh),
    }
  })

/**
 * True if an alternative meets the goal and the request allows it. Without a battery it is allowed only if the request
 * needs no battery.
 */
export const isAllowed = ({ scan: { input }, solution }: Figures, { plant, meetsGoal }: ListedPlant): boolean => {
  const isOptional =
    (input.electricBattery?.minCapacityKwh ?? 0) === 0 || (solution.products?.withoutBattery ?? null) !== null
  return meetsGoal && (plant.capacityKwh > 0 || isOptional)
}

/** Net present value of an alternative in a case with the same hours and other prices or costs [EUR]. */
export const worthIn = (scan: ScanCase, { plant, bills }: ListedPlant, baselineBills: PhaseAmounts): number => {
  const costs = plantCosts(scan, plant, givenKwh(scan, plant.withBattery))
  return lifecycle(baselineBills, bills, costs, horizonOf(scan)).netPresentValueEur
}
