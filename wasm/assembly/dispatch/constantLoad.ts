/**
 * A load that a plant adds in every step, such as the standby power of a battery's electronics. The passes read it in
 * year.load; the line of a dispatch says by its slope what another constant load would cost (duals.ts).
 */
import { Series, takeSeries } from "../memory/series"
import { year } from "./year"

@unmanaged
class ConstantLoad {
  /** In force: kW, and kWh per step. */
  kw: f64
  perStep: f64
  /** The load without it. */
  base: Series
}

export const constantLoad = changetype<ConstantLoad>(memory.data(offsetof<ConstantLoad>(), 16))

/** Takes its memory: none is in force. */
export function constantLoadTake(): void {
  constantLoad.base = takeSeries(year.steps)
  constantLoad.kw = 0
  constantLoad.perStep = 0
}

/** After the host wrote the load. */
export function constantLoadReady(): void {
  constantLoad.base.copyFrom(year.load, year.steps)
}

/** The constant load of the next dispatches, kW. */
export function setConstantLoad(kw: f64): void {
  assert(kw >= 0)
  if (kw == constantLoad.kw) return
  const perStep = kw * year.stepHours
  constantLoad.kw = kw
  constantLoad.perStep = perStep
  for (let t = 0; t < year.steps; t++) year.load[t] = constantLoad.base[t] + perStep
}
