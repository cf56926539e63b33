import { type Bill, chargesOf, yearBill } from "../finance/bill.ts"
import { type Lifecycle, lifecycle, type PlantCosts } from "../finance/lifecycle.ts"
import { horizonOf } from "../finance/objective.ts"
import type { ContractPlant, Operation } from "../scan/case.ts"
import { plantCosts } from "./figures.ts"
import { boughtInFull, productionOf, sum } from "./year.ts"

/** Bills of a contract's first year, and its plant over the analysis period. */
export interface ContractMoney {
  bill: Bill
  /** Of the site as it is. */
  baselineBill: Bill
  costs: PlantCosts
  money: Lifecycle
}

/** A plant under a contract, operated, and the site as it is. */
export type OperatedPlant = Omit<ContractPlant, "index" | "control" | "lowerBoundEur" | "gap">

/** What a contract costs with its plant and without; what its connection would leave unserved is bought all the same. */
export const contractMoney = (plant: OperatedPlant): ContractMoney => {
  const { scan, panels, operated, baseline } = plant
  const billOf = (production: Float64Array, operation: Operation): Bill => {
    const { importKwh, exportKwh } = boughtInFull(scan, production, operation)
    return yearBill(importKwh, exportKwh, scan.tariff, chargesOf(scan))
  }
  const bill = billOf(productionOf(scan, panels), operated)
  const baselineBill = billOf(scan.existingProductionKwh, baseline)
  const costs = plantCosts(scan, plant, sum(operated.dischargeKwh))
  return { bill, baselineBill, costs, money: lifecycle(baselineBill, bill, costs, horizonOf(scan)) }
}
