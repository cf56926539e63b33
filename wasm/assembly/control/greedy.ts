/**
 * Controllers that follow a rule: the battery charges from production above the load, and discharges for load above
 * production.
 */
import { producePanels } from "../dispatch/dispatch"
import { plant, setPlant } from "../dispatch/plant"
import { batteryTakes, levelBefore, NO_SERIES, recount, settleBy } from "../dispatch/recount"
import { DispatchResult } from "../dispatch/result"
import { contract, objective, passes, year } from "../dispatch/year"
import { Series, takeSeries } from "../memory/series"
import { countSteps } from "../memory/work"
import { peaksClose } from "./peaks"

@unmanaged
class Given {
  curtailed: Series
  unserved: Series
}

const ruleSeries = changetype<Given>(memory.data(offsetof<Given>(), 8))

/** Takes the series that the rule writes. */
export function greedyBegin(): void {
  ruleSeries.curtailed = takeSeries(year.steps)
  ruleSeries.unserved = takeSeries(year.steps)
}

/** Level after the step: prices play no part. */
function nextLevel(level: f64, net: f64): f64 {
  if (net < 0) {
    const taken = level + min<f64>(-net, plant.power) * year.chargeEfficiency
    return min<f64>(taken, plant.usable)
  }
  const left = level - min<f64>(net, plant.power) * plant.perDischarge
  return max<f64>(left, 0)
}

/**
 * Operates the steps from `from` to `until` by the rule. Ends early once the level equals the level in `like`, a year
 * under the rule. Returns the first step that is not operated.
 */
export function ruleSteps(from: i32, until: i32, like: Series): i32 {
  let level = levelBefore(from)
  for (let t = from; t < until; t++) {
    level = nextLevel(level, year.load[t] - passes.production[t])
    passes.level[t] = level
    if (changetype<usize>(like) && level == like[t]) return t + 1
  }
  return until
}

/**
 * Operates the loaded year by the rule. The rest of the production is exported, up to the contract's limit and at any
 * price. Charges of the import count.
 */
export function operateByRule(panels: Series, capacityKwh: f64, powerKw: f64): DispatchResult {
  producePanels(panels)
  setPlant(capacityKwh, powerKw)
  countSteps(year.steps)
  ruleSteps(0, year.steps, NO_SERIES)
  for (let t = 0; t < year.steps; t++) {
    const rest = year.load[t] - passes.production[t] + batteryTakes(t)
    ruleSeries.curtailed[t] = 0
    ruleSeries.unserved[t] = max<f64>(rest - contract.imports[t], 0)
  }
  settleBy(ruleSeries.curtailed, ruleSeries.unserved)
  peaksClose()
  return recount(objective.importPrice, objective.exportPrice, objective.unservedPrice)
}
