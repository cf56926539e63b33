import type { BillLine } from "../base/billLines.ts"
import { linesOf } from "../case/differingLines.ts"
import { withoutLines } from "../case/withoutLines.ts"
import { contractMoney, type OperatedPlant } from "./contractMoney.ts"

/** Money of a plant under its contract, without bill lines that another compared contract lacks. */
export interface MoneyInCommon {
  /** Lines of the contract that another lacks, with their costs in the first year [EUR]. */
  has: { line: BillLine; firstYearEur: number }[]
  /** Lines that another contract has. */
  lacks: BillLine[]
  totalCostEur: number
  /** Life-cycle cost of the baseline without these lines. */
  baselineCostEur: number
  firstYearEur: number
}

/**
 * Computes the money of a plant without the lines that only some contracts have.
 * @param differing kinds of lines that differ between the compared contracts
 */
export const moneyInCommon = (plant: OperatedPlant, differing: readonly BillLine[]): MoneyInCommon => {
  const { has, lacks } = linesOf(plant.scan, differing)
  const whole = contractMoney(plant)
  const lessened = withoutLines(plant.scan, has).map(scan => contractMoney({ ...plant, scan }))
  const { money, bills } = lessened.at(-1) ?? whole
  const firstYears = [whole, ...lessened].map(each => each.bills[0].costEur)
  return {
    has: has.map((line, index) => ({ line, firstYearEur: firstYears[index]! - firstYears[index + 1]! })),
    lacks,
    totalCostEur: money.totalCostEur,
    baselineCostEur: money.baselineCostEur,
    firstYearEur: bills[0].costEur,
  }
}
