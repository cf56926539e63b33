/** Demand limits that a battery can just keep, whatever that costs: where the search for the best limits of a given plant begins. */
import { Series, takeSeries } from "../memory/series"
import { demand, NO_PERIOD, setLimits } from "./demand"
import { plant } from "./plant"
import { chargeBound } from "./step"
import { importLimits, passes, year } from "./year"

/** Halvings of what lies between a period's floor and its highest import. */
const HALVINGS: i32 = 8
/** What is left of the way down to the lowest limits: the last part of it takes the most energy. */
const MARGIN: f64 = 0.05

@unmanaged
class Shaving {
  /** kW of each period: limits that were missed, and those of the try at hand. */
  missed: Series
  tried: Series
  /** Whether the try at hand misses it, 1 or 0. */
  misses: Series
}

const shaving = changetype<Shaving>(memory.data(offsetof<Shaving>(), 8))

/** Takes the tables of the loaded year's periods. */
export function shavingTake(): void {
  shaving.missed = takeSeries(demand.count)
  shaving.tried = takeSeries(demand.count)
  shaving.misses = takeSeries(demand.count)
}

/**
 * Writes limits to `kept`, kW of each period, a little above those that a battery can just keep that charges whenever it may and gives
 * only what a limit asks for. The plant, its production and the highest imports to begin with are those of the last dispatch.
 */
export function shave(kept: Series): void {
  const count = demand.count
  const missed = shaving.missed
  const tried = shaving.tried
  missed.copyFrom(demand.floors, count)
  kept.copyFrom(demand.peaks, count)
  for (let i = 0; i < HALVINGS; i++) {
    for (let j = 0; j < count; j++) tried[j] = (missed[j] + kept[j]) / 2
    setLimits(tried)
    tryLimits()
    for (let j = 0; j < count; j++) {
      if (shaving.misses[j] > 0) missed[j] = tried[j]
      else kept[j] = tried[j]
    }
  }
  for (let j = 0; j < count; j++) kept[j] += MARGIN * (demand.peaks[j] - kept[j])
}

/** Marks the periods whose limits in force are missed. */
function tryLimits(): void {
  shaving.misses.clear(demand.count)
  const power = plant.power
  const usable = plant.usable
  let level = plant.start
  for (let t = 0; t < year.steps; t++) {
    const production = passes.production[t]
    const room = importLimits.perStep[t] - year.load[t] + production
    if (room >= 0) {
      level = min<f64>(usable, level + year.chargeEfficiency * min<f64>(room, chargeBound(production)))
      continue
    }
    level += room * plant.perDischarge
    if (level >= 0 && power + room >= 0) continue
    level = max<f64>(level, 0)
    const owner = demand.owners[t]
    if (owner != NO_PERIOD) shaving.misses[owner] = 1
  }
}
