import type { AlternativePlant, ScanCase } from "../case/case.ts"
import { sumOnce } from "../case/knownSums.ts"
import { givenKwh } from "../case/phases.ts"
import { isServed, SHARE_TOLERANCE } from "../case/reach.ts"
import { lifecycle, type YearOne } from "../finance/lifecycle.ts"
import { horizonOf } from "../finance/objective.ts"
import { type Figures, plantCosts, shareNotBought } from "./figures.ts"
import { operationBill } from "./lifeBills.ts"
import { inFullName, passingTrade, productionOf } from "./traded.ts"
import { sum } from "./year.ts"

/** An alternative of the report with its bill and results of the first year. */
export interface ListedPlant {
  plant: AlternativePlant
  /** Bill in which energy that the connection cannot supply counts as purchased. */
  bill: ReturnType<typeof operationBill>
  selfSufficiency: number
  meetsGoal: boolean
}

/** The alternatives of a report with their bills. */
export const listedPlants = ({ scan, solution }: Figures): ListedPlant[] =>
  solution.alternatives.map(plant => {
    const production = productionOf(scan, plant.panels)
    const { withBattery } = plant
    const boughtKwh = sumOnce(withBattery, `${inFullName(scan, production)} import`, () =>
      sum(passingTrade(scan, production, withBattery).importKwh),
    )
    const selfSufficiency = shareNotBought(boughtKwh, sum(scan.loadKwh))
    const { goal } = scan.input
    const isEnough = goal.kind !== "renewable-minimum" || selfSufficiency >= goal.fraction - SHARE_TOLERANCE
    return {
      plant,
      bill: operationBill(scan, production, plant.withBattery),
      selfSufficiency,
      meetsGoal: isEnough && isServed(scan, plant.withBattery.unservedKwh),
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
export const worthIn = (scan: ScanCase, { plant, bill }: ListedPlant, baselineBill: YearOne): number => {
  const costs = plantCosts(scan, plant, givenKwh(scan, plant.withBattery))
  return lifecycle(baselineBill, bill, costs, horizonOf(scan)).netPresentValueEur
}
