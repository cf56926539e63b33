import type { ContractPlant } from "../case/case.ts"
import { givenKwh } from "../case/phases.ts"
import type { Bill } from "../finance/bill.ts"
import { type Lifecycle, lifecycle, type PlantCosts } from "../finance/lifecycle.ts"
import { horizonOf } from "../finance/objective.ts"
import { plantCosts } from "./figures.ts"
import { operationBill } from "./lifeBills.ts"
import { productionOf } from "./traded.ts"

/** Bills of a contract's first year, and its plant over the analysis period. */
export interface ContractMoney {
  bill: Bill
  /** Of the site as it is. */
  baselineBill: Bill
  costs: PlantCosts
  money: Lifecycle
}

/** A plant under a contract, operated, and the site as it is. */
export type OperatedPlant = Omit<ContractPlant, "index" | "control" | "products" | "lowerBoundEur" | "gap">

/**
 * What a contract costs with its plant and without; what its connection would leave unserved is bought all the same.
 */
export const contractMoney = (plant: OperatedPlant): ContractMoney => {
  const { scan, panels, operated, baseline } = plant
  const bill = operationBill(scan, productionOf(scan, panels), operated)
  const baselineBill = operationBill(scan, scan.existingProductionKwh, baseline)
  const costs = plantCosts(scan, plant, givenKwh(scan, operated))
  return { bill, baselineBill, costs, money: lifecycle(baselineBill, bill, costs, horizonOf(scan)) }
}
