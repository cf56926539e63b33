/**
 * Wear by use: yearly discharge of a battery of capacity C above `wearIncluded` · C costs `wearEur` per kWh at present
 * value, in every node. Least cost is max over v in [0, wearEur / present worth] of the year's cost at the price v per
 * kWh given, less v · wearIncluded · C: a multiplier like that of netting (evaluation.ts). So a dispatch at the price v
 * gives the cut η ≥ line − v · X, X ≥ what is given a variable of the master, one for each block; and the excess E ≥ Σ
 * X − wearIncluded · C costs wearEur. Cuts know no price of a battery, and hold for all.
 *
 * Columns: X of each block, and E.
 */
import { blocks } from "../dispatch/blocks"
import { year } from "../dispatch/year"
import { masterColumn, masterRow } from "../master/program"
import { Series } from "../memory/series"
import { capacityIndex, capacityOf } from "./point"
import { Goal, problem } from "./problem"

/** Prices above the highest by less than this share are rounding. */
const SAME_PRICE: f64 = 1e-9

/** Does a year's use of the battery cost anything? */
export function wears(): bool {
  return problem.wearEur > 0
}

/**
 * True if its price is the multiplier of an evaluation. With netting and shares the evaluation searches their
 * multiplier, at one price of wear.
 */
export function wearIsMultiplier(): bool {
  return wears() && problem.netting == 0 && problem.goal != Goal.MIN_SHARE && problem.goal != Goal.MAX_SHARE
}

/** The highest price that wear puts on a kWh given, EUR of a year. */
export function wearPriceMost(): f64 {
  return problem.wearEur / problem.presentWorth
}

/** kWh a year that wear nothing, whatever the calendar. */
export function includedKwh(plant: Series): f64 {
  return problem.wearIncluded * (capacityOf(plant) + year.heldKwh)
}

/** Wear of a yearly discharge, EUR a year. */
export function wearOf(plant: Series, givenKwh: f64): f64 {
  return wearPriceMost() * max<f64>(0, givenKwh - includedKwh(plant))
}

/**
 * Does a cut at the price v bound a plant's cost without the master? Above the highest price, of an earlier sizing, it
 * does not.
 */
export function boundsAlone(wearPrice: f64): bool {
  return wearPrice <= wearPriceMost() * (1 + SAME_PRICE)
}

/** Columns of the master. */
export function wearColumns(): i32 {
  return wears() ? blocks.count + 1 : 0
}

/** Rows of wear, without the cuts. */
export function wearRows(): i32 {
  return 1
}

/** Enters the row and columns of wear from column `first` of a master with this number of columns; how many rows. */
export function enterWear(first: i32, columns: i32): i32 {
  if (!wears()) return 0
  const row = masterRow()
  row.clear(columns + 1)
  let sum: f64 = 0
  for (let block = 0; block < blocks.count; block++) {
    const most = <f64>(blocks.starts[block + 1] - blocks.starts[block]) * year.stepHours * (problem.powerMost + year.heldKw)
    row[first + block] = -1
    masterColumn(first + block, 0, 0, most)
    sum += most
  }
  row[first + blocks.count] = 1
  row[capacityIndex()] = problem.wearIncluded
  row[columns] = -problem.wearIncluded * year.heldKwh
  masterColumn(first + blocks.count, problem.wearEur, 0, sum)
  return 1
}
