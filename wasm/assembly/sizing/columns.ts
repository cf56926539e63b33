/**
 * The master's columns: panels, capacity, power, demand limits, the constant load where a battery has one, the levels
 * between blocks, if priced so, the kW of panels priced together and the power above the included power; budgets of the
 * blocks (budgets.ts), energy that counts for wear (wear.ts), an η per block.
 */
import { blocks } from "../dispatch/blocks"
import { demand } from "../dispatch/demand"
import { master } from "../master/simplex"
import { budgetColumns } from "./budgets"
import { limitsOf, pointColumns } from "./point"
import { problem } from "./problem"
import { wearColumns } from "./wear"

@unmanaged
class Layout {
  /** Has a cut a price of wear? Before, the master needs none of its columns: it would give nothing. */
  isWorn: bool
}

export const layout = changetype<Layout>(memory.data(offsetof<Layout>(), 8))

/** Columns of the levels between blocks, and of the η. */
export function levelColumn(i: i32): i32 {
  return pointColumns() + i
}

/** Column of the kW of panels that are priced together. */
export function placedColumn(): i32 {
  return pointColumns() + blocks.count - 1
}

/** True if power is priced only above the power that the capacity includes. */
export function includesPower(): bool {
  return problem.includedRate > 0 && problem.powerEur > 0
}

/** Column of the power above the included power. */
export function excessColumn(): i32 {
  return placedColumn() + (problem.points > 0 ? 1 : 0)
}

export function firstBudget(): i32 {
  return excessColumn() + (includesPower() ? 1 : 0)
}

export function firstWear(): i32 {
  return firstBudget() + budgetColumns()
}

export function costColumn(block: i32): i32 {
  return firstWear() + (layout.isWorn ? wearColumns() : 0) + block
}

export function columnCount(): i32 {
  return costColumn(blocks.count)
}

/** Columns of the master once it counts wear. */
export function columnsMost(): i32 {
  return columnCount() + (layout.isWorn ? 0 : wearColumns())
}

/** Has each block a budget? */
export function hasBudgets(): bool {
  return budgetColumns() > 0
}

/** Cost of the year in the last master's solution, EUR; without netting and wear. */
export function masterYear(): f64 {
  let eur: f64 = 0
  for (let block = 0; block < blocks.count; block++) eur += master.solution[costColumn(block)]
  for (let j = 0; j < demand.count; j++) eur += demand.rates[j] * limitsOf(master.solution)[j]
  return eur
}
