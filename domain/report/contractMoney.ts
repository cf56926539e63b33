import type { NonEmpty } from "../base/nonEmpty.ts"
import type { ContractPlant } from "../case/case.ts"
import { givenKwh } from "../case/phases.ts"
import { underPlant } from "../case/plantTerms.ts"
import type { Bill } from "../finance/bill.ts"
import { type Lifecycle, lifecycle, type PlantCosts } from "../finance/lifecycle.ts"
import { horizonOf } from "../finance/objective.ts"
import { plantCosts } from "./figures.ts"
import { operationBills } from "./lifeBills.ts"
import { productionOf } from "./traded.ts"

/** Bills of a contract, and its plant over the analysis period. */
export interface ContractMoney {
  bills: NonEmpty<Bill>
  baselineBills: NonEmpty<Bill>
  costs: PlantCosts
  money: Lifecycle
}

/** A plant under a contract, with its operation and the operation of the baseline. */
export type OperatedPlant = Omit<ContractPlant, "index" | "control" | "products" | "lowerBoundEur" | "gap">

/**
 * Computes the costs of a contract with its plant and of the baseline. Energy that the connection cannot supply is
 * billed as purchased.
 */
export const contractMoney = (plant: OperatedPlant): ContractMoney => {
  const { scan, panels, operated, baseline } = plant
  const bills = operationBills(underPlant(scan, plant), productionOf(scan, panels), operated)
  const baselineBills = operationBills(underPlant(scan), scan.existingProductionKwh, baseline)
  const costs = plantCosts(scan, plant, givenKwh(scan, operated))
  return { bills, baselineBills, costs, money: lifecycle(baselineBills, bills, costs, horizonOf(scan)) }
}
