/** Processor time of the core's dispatch on given cases; runs in Bun and, bundled, in Node.js. */
import { type DispatchExports, loadYear, place } from "../core.ts"
import { readDispatch } from "../results.ts"
import type { Case } from "./years.ts"

export interface CoreRun {
  ms: number
  /** Dispatch without the duals. */
  dispatchMs: number
  costEur: number
  lowerBoundEur: number
}

const WARM_UP = 4

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[sorted.length >> 1]!
}

/** Processor time of this thread [ms], or of the process on engines without a thread clock (Node.js 20). */
function processorMs(): number {
  const { user, system } = (process.threadCpuUsage ?? process.cpuUsage)()
  return (user + system) / 1000
}

/** Median processor time of `repeats` calls [ms], after a few that are not counted. */
export function medianMs(repeats: number, call: () => void): number {
  for (let i = 0; i < WARM_UP; i++) call()
  const times = Array.from({ length: repeats }, () => {
    const began = processorMs()
    call()
    return processorMs() - began
  })
  return median(times)
}

/** Backward, forward and duals of each case, as sizing calls them: the year is loaded, no schedule is copied out. */
export function measureCore(module: WebAssembly.Module, cases: Case[], repeats: number): CoreRun[] {
  const core = new WebAssembly.Instance(module).exports as unknown as DispatchExports
  return cases.map(({ year, plant }) => {
    loadYear(core, year)
    const panels = place(core, plant.panels)
    const cut = core.takeF64(core.cutLength())
    const dispatchMs = medianMs(repeats, () => core.dispatchYear(panels, plant.capacityKwh, plant.powerKw, 0))
    const ms = medianMs(repeats, () => core.dispatchYear(panels, plant.capacityKwh, plant.powerKw, cut))
    const { costEur, lowerBoundEur } = readDispatch(core.memory, core.dispatchedYear())
    return { ms, dispatchMs, costEur, lowerBoundEur }
  })
}
