/** The objective of the next dispatches. */
import { countedSteps, enterPhase, phases } from "./phases"
import { objective, year } from "./year"

/** The price of unserved energy is at least this, and at least twice what importing it costs. */
const UNSERVED_LEAST: f64 = 10

/** Origin of the steps' prices, while it holds, and the highest import price. */
@unmanaged
class Prices {
  scale: f64
  importPremium: f64
  exportPremium: f64
  highest: f64
}

const prices = changetype<Prices>(memory.data(offsetof<Prices>(), 16))

/**
 * What dispatchYear minimises: import at scale·buy + importPremium, export at scale·sell + exportPremium, unserved
 * energy at `unserved` (0 or less: max(10, 2 · (highest import price + demand charges of a step per kWh))). Cost: (1,
 * 0, 0, 0); share of own energy with multiplier µ: (1, µ, 0, 0); annual netting: (1, −κθ, κ(1 − θ), 0); unserved energy
 * alone: (0, 0, 0, 1); import alone: (0, 1, 0, 0). The export price must stay at or below the import price in every
 * step. Premiums hold in the phases that count. Holds until changed.
 */
export function setObjective(scale: f64, importPremium: f64, exportPremium: f64, unserved: f64): void {
  assert(scale >= 0)
  if (scale != prices.scale || importPremium != prices.importPremium || exportPremium != prices.exportPremium) {
    prices.scale = scale
    prices.importPremium = importPremium
    prices.exportPremium = exportPremium
    const counted = countedSteps()
    prices.highest = setPrices(0, counted, scale, importPremium, exportPremium)
    if (counted < year.steps) prices.highest = max<f64>(prices.highest, setPrices(counted, year.steps, scale, 0, 0))
  }
  const twice = 2 * (prices.highest + objective.demandPerKwh)
  objective.unservedPrice = unserved > 0 ? unserved : twice > UNSERVED_LEAST ? twice : UNSERVED_LEAST
}

/** After the host wrote the prices: the objective is plain cost. `areKept`: the prices are the previous year's. */
export function objectiveReady(areKept: bool): void {
  if (!areKept) prices.scale = NaN
  setObjective(1, 0, 0, 0)
}

/** The prices of some steps; the highest of import. */
function setPrices(begin: i32, end: i32, scale: f64, importPremium: f64, exportPremium: f64): f64 {
  let highest: f64 = -Infinity
  for (let t = (<usize>begin) << 3, last = (<usize>end) << 3; t < last; t += 8) {
    const price = scale * year.buyPrice.here(t) + importPremium
    if (price > highest) highest = price
    objective.importPrice.putHere(t, price)
    const paid = scale * year.sellPrice.here(t) + exportPremium
    objective.exportPrice.putHere(t, paid < price ? paid : price)
  }
  return highest
}

/** Cost of a discharged kWh in the next dispatches, EUR; the totals hold it. Holds until changed. */
export function setWearPrice(eur: f64): void {
  assert(eur >= 0)
  phases.wearPrice = eur
  enterPhase(0)
}

/** Highest addition of netting to the export price in the next dispatches. */
export function setNettingShift(eur: f64): void {
  assert(eur >= 0)
  phases.nettingShift = eur
  enterPhase(0)
}
