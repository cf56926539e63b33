/** The price at the bus that clears a step. */
import { plant } from "./plant"
import { chargeBound, dischargeBound } from "./step"
import { exportLimits, importLimits, objective, year } from "./year"

/** Resource that lowers the net demand when the bus price passes its price: export withheld, import, production, … */
@unmanaged
class Rung {
  price: f64
  amount: f64
}

const RUNG: usize = 16
const RUNGS: usize = 5
/** Sorted by ascending price. */
const ladder: usize = memory.data(16 * 5, 16)

// @ts-ignore: decorator
@inline
function positive(x: f64): f64 {
  return x > 0 ? x : 0
}

/** Sorts rung `n` into the rungs below it. */
// @ts-ignore: decorator
@inline
function rung(n: usize, price: f64, amount: f64): void {
  let at = ladder + n * RUNG
  while (at > ladder && changetype<Rung>(at - RUNG).price > price) {
    const below = changetype<Rung>(at - RUNG)
    changetype<Rung>(at).price = below.price
    changetype<Rung>(at).amount = below.amount
    at -= RUNG
  }
  changetype<Rung>(at).price = price
  changetype<Rung>(at).amount = amount
}

/**
 * The merit order at cursor `t` of export, import, production, charging at `charge` and discharging at `give`: it gives
 * the best π for the bound, whatever z is. π ≤ M, and π ≥ f where export has no limit.
 */
// @ts-ignore: decorator
@inline
export function busPrice(
  load: f64,
  production: f64,
  mustRun: f64,
  buy: f64,
  sell: f64,
  charge: f64,
  give: f64,
  t: usize,
): f64 {
  const limit = importLimits.perStep.here(t)
  const gridCharging = year.gridCharging
  const exportLimit = exportLimits.perStep.here(t)
  const most = chargeBound(production)
  const bound = dischargeBound(load - mustRun, buy, sell, t)
  // Without grid charging the battery may take must-run production too, and the bus gets what exceeds its power.
  const ownMost = gridCharging ? 0 : most
  const fixed = mustRun > ownMost ? mustRun - ownMost : 0
  const takesStoppable = gridCharging || charge >= 0 || mustRun == 0
  const bounded = exportLimit < Infinity
  rung(0, sell, bounded ? exportLimit : 0)
  rung(1, buy, limit)
  rung(2, 0, takesStoppable ? production - ownMost - fixed : production - mustRun)
  rung(3, takesStoppable && !gridCharging ? positive(charge) : charge, takesStoppable ? most : mustRun - fixed)
  rung(4, give, plant.power < bound ? plant.power : bound)
  let missing = load - fixed + (bounded ? exportLimit : 0) + (gridCharging ? most : 0)
  let price = objective.unservedPrice
  for (let at = ladder; at < ladder + RUNGS * RUNG; at += RUNG) {
    const step = changetype<Rung>(at)
    missing -= step.amount
    if (missing <= 0) {
      price = step.price < price ? step.price : price
      break
    }
  }
  return bounded || price > sell ? price : sell
}
