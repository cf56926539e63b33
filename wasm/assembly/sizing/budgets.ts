/**
 * Budgets of the blocks: a year whose cost depends on one sum over all steps (purchases under a cap, or annual netting)
 * is cut into blocks. Each block's part of the sum is a variable of the master. Lines of different multipliers may then
 * be mixed block by block.
 *
 * Shares: bought_i ≤ Q_i and Σ Q_i ≤ cap, and a cut of premium µ is weight · η_i ≥ line_i − µ · Q_i. Netting: import_i
 * ≥ I_i, export_i ≥ E_i, and the credit is κ · M with M ≤ Σ I_i and M ≤ Σ E_i; a cut at the prices b − α and f + β, α +
 * β = κ, is η_i ≥ line_i + α · I_i + β · E_i.
 *
 * Columns: Q_i; or I_i, E_i and M.
 */
import { blocks } from "../dispatch/blocks"
import { countedSteps } from "../dispatch/phases"
import { contract, year } from "../dispatch/year"
import { masterColumn, masterRow } from "../master/program"
import { Series } from "../memory/series"
import { Cut } from "./cut"
import { Goal, panelsMost, problem } from "./problem"

/** Columns of the master. */
export function budgetColumns(): i32 {
  if (blocks.count == 1) return 0
  if (problem.netting > 0) return 2 * blocks.count + 1
  return problem.goal == Goal.MIN_SHARE || problem.goal == Goal.MAX_SHARE ? blocks.count : 0
}

/** Rows of the budgets, without the cuts. */
export function budgetRows(): i32 {
  return 2
}

function emptyRow(numbers: i32): Series {
  const row = masterRow()
  row.clear(numbers + 1)
  return row
}

/** Enters the budgets of netting from column `first` of a master with this number of columns; how many rows. */
export function enterBudgetRows(first: i32, columns: i32): i32 {
  if (budgetColumns() == 0) return 0
  const count = blocks.count
  const credited = first + 2 * count
  const imports = emptyRow(columns)
  const exports = emptyRow(columns)
  let importMost: f64 = 0
  let exportMost: f64 = 0
  for (let block = 0; block < count; block++) {
    const most = importBudget(block)
    const soldMost = exportBudget(block)
    imports[first + block] = 1
    exports[first + count + block] = 1
    masterColumn(first + block, 0, 0, most)
    masterColumn(first + count + block, 0, 0, soldMost)
    importMost += most
    exportMost += soldMost
  }
  imports[credited] = -1
  exports[credited] = -1
  masterColumn(credited, -problem.presentWorth * problem.netting, 0, min<f64>(importMost, exportMost))
  return 2
}

/** Most that a block can import, kWh; of phases that are not netted nothing counts. */
function importBudget(block: i32): f64 {
  if (blocks.starts[block] >= countedSteps()) return 0
  const perStep = (problem.powerMost + year.heldKw + problem.constantKw) * year.stepHours
  let sum: f64 = 0
  for (let t = blocks.starts[block]; t < blocks.starts[block + 1]; t++) {
    sum += min<f64>(year.load[t] + perStep, contract.imports[t])
  }
  return sum
}

/** Most that a block can export, kWh; likewise. */
function exportBudget(block: i32): f64 {
  if (blocks.starts[block] >= countedSteps()) return 0
  const perStep = (problem.powerMost + year.heldKw) * year.stepHours
  let sum: f64 = 0
  for (let t = blocks.starts[block]; t < blocks.starts[block + 1]; t++) {
    let most = perStep
    for (let k = 0; k < year.roofs; k++) most += panelsMost(k) * year.panelProduction[k * year.steps + t]
    sum += min<f64>(most, contract.exports[t])
  }
  return sum
}

/**
 * Enters the budgets of purchases, `most` kWh in all, from column `first` of a master with this number of columns; how
 * many rows.
 */
export function enterCapRow(first: i32, columns: i32, most: f64): i32 {
  if (budgetColumns() == 0) return 0
  const row = emptyRow(columns)
  for (let block = 0; block < blocks.count; block++) {
    row[first + block] = -1
    masterColumn(first + block, 0, 0, most)
  }
  row[columns] = -most
  return 1
}

/** Enters the budgets of its block in a cut's row; `to`: its first budget. */
export function enterBudget(to: Series, cut: Cut): void {
  const block = <i32>cut.block
  if (problem.netting == 0) {
    to[block] = cut.premium
  } else if (!cut.ofEnergy) {
    to[block] = -cut.premium
    to[blocks.count + block] = cut.premium - problem.netting
  }
}

/** Reduction of a cut by its block's budgets at a solution of the master; `at`: the first budget there. */
export function budgetAt(at: Series, cut: Cut): f64 {
  const block = <i32>cut.block
  if (problem.netting == 0) return cut.premium * at[block]
  if (cut.ofEnergy) return 0
  return -cut.premium * at[block] - (problem.netting - cut.premium) * at[blocks.count + block]
}
