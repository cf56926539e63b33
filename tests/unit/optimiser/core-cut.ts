/** The core's cut of a dispatch, read through the host's internal interface. */
import { type DispatchExports, floatsAt, instantiateCore, loadYear, runDispatch } from "../../../wasm/core.ts"
import type { Plant, Year } from "../../../wasm/types.ts"
import { checkedCore } from "../../support/checkedCore.ts"

export interface Cut {
  fixedEur: number
  eurPerPanel: number[]
  eurPerKwh: number
  eurPerKw: number
  /** Coefficient of a load that is equal in all steps. */
  eurPerConstantKw: number
}

export const core = await instantiateCore<DispatchExports>(await checkedCore())

/** Cost and cut of `plant` in the year that is loaded. */
export function dispatchWithCut(plant: Plant): { costEur: number; cut: Cut } {
  const mark = core.arenaMark()
  const pointer = core.takeF64(core.cutLength())
  const { costEur } = runDispatch(core, plant, pointer)
  const values = [...floatsAt(core, pointer, core.cutLength())]
  core.arenaRelease(mark)
  const [fixedEur, ...slopes] = values
  const [eurPerKwh, eurPerKw, eurPerConstantKw] = slopes.splice(-3)
  const given = { eurPerKwh: eurPerKwh!, eurPerKw: eurPerKw!, eurPerConstantKw: eurPerConstantKw! }
  return { costEur, cut: { fixedEur: fixedEur!, eurPerPanel: slopes, ...given } }
}

/** Cost and cut after loading `year`. */
export function cutOf(year: Year, plant: Plant): { costEur: number; cut: Cut } {
  loadYear(core, year)
  return dispatchWithCut(plant)
}

/** Lower bound of a plant's cost by the cut [EUR]. */
export function cutValue(cut: Cut, plant: Plant): number {
  const panels = cut.eurPerPanel.reduce((sum, eur, k) => sum + eur * plant.panels[k]!, 0)
  return cut.fixedEur + panels + cut.eurPerKwh * plant.capacityKwh + cut.eurPerKw * plant.powerKw
}
