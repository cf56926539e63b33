/**
 * A year between two: levels, curtailed and unserved energy of two dispatches of one plant, mixed. All constraints are
 * linear, so the mix is feasible; if one charges and the other discharges, only the net change counts, which needs no
 * more energy than both.
 */
import { batteryTakes, recount, settleBy, settleStep } from "../dispatch/recount"
import { passes, year } from "../dispatch/year"
import { Series, takeSeries } from "../memory/series"
import { knownDispatches } from "./known"
import { makeLastYear } from "./objectives"
import { problem } from "./problem"

/** Three series each: levels, curtailed, unserved. */
@unmanaged
class Mix {
  kept: Series
  last: Series
}

const mix = changetype<Mix>(memory.data(offsetof<Mix>(), 8))

/** Takes room for two years. */
export function mixBegin(): void {
  mix.kept = takeSeries(3 * year.steps)
  mix.last = takeSeries(3 * year.steps)
}

function copyYear(to: Series): void {
  makeLastYear()
  const steps = year.steps
  to.copyFrom(passes.level, steps)
  for (let t = 0; t < steps; t++) {
    const flows = settleStep(t, batteryTakes(t))
    to[steps + t] = flows.curtailed
    to[2 * steps + t] = flows.unserved
  }
}

/** Keeps the last dispatch. */
export function mixKeep(): void {
  copyYear(mix.kept)
}

/**
 * Mixes the last dispatch (weight) with the kept one (1 − weight): the core's last year is the mix. Returns its cost,
 * EUR, at the year's own prices and `unservedEur` per unserved kWh.
 */
export function mixWith(weight: f64, unservedEur: f64): f64 {
  assert(weight >= 0 && weight <= 1)
  const steps = year.steps
  const mixed = mix.last
  copyYear(mixed)
  for (let i = 0; i < 3 * steps; i++) mixed[i] = weight * mixed[i] + (1 - weight) * mix.kept[i]
  knownDispatches.isOne = false
  passes.level.copyFrom(mixed, steps)
  settleBy(mixed.from(steps), mixed.from(2 * steps))
  const result = recount(year.buyPrice, year.sellPrice, unservedEur)
  return result.costEur - problem.netting * min<f64>(result.importKwh, result.exportKwh)
}
