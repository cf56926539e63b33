/** The objective of the next dispatches. */
import { objective, year } from "./year"

/** The price of unserved energy is at least this, and at least twice what importing it costs. */
const UNSERVED_LEAST: f64 = 10

/**
 * What dispatchYear minimises: import at scale·buy + importPremium, export at scale·sell + exportPremium, unserved energy
 * at `unserved` (0 or less: max(10, 2 · (highest import price + demand charges of a step per kWh))). Cost: (1, 0, 0, 0);
 * share of own energy with multiplier µ: (1, µ, 0, 0); annual netting: (1, −κθ, κ(1 − θ), 0); unserved energy alone:
 * (0, 0, 0, 1); import alone: (0, 1, 0, 0). The export price must stay at or below the import price in every step. Holds
 * until changed.
 */
export function setObjective(scale: f64, importPremium: f64, exportPremium: f64, unserved: f64): void {
  assert(scale >= 0)
  let highest: f64 = -Infinity
  for (let t: usize = 0, end = (<usize>year.steps) << 3; t < end; t += 8) {
    const price = scale * year.buyPrice.here(t) + importPremium
    if (price > highest) highest = price
    objective.importPrice.putHere(t, price)
    const paid = scale * year.sellPrice.here(t) + exportPremium
    objective.exportPrice.putHere(t, paid < price ? paid : price)
  }
  const twice = 2 * (highest + objective.demandPerKwh)
  objective.unservedPrice = unserved > 0 ? unserved : twice > UNSERVED_LEAST ? twice : UNSERVED_LEAST
}

/** What a kWh that the battery gives costs in the next dispatches, EUR; the totals hold it. Holds until changed. */
export function setWearPrice(eur: f64): void {
  assert(eur >= 0)
  objective.wearPrice = eur
}

/** What netting adds to the export price of the next dispatches at most. */
export function setNettingShift(eur: f64): void {
  assert(eur >= 0)
  objective.nettingShift = eur
}
