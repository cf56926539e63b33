/** Scans of a bench, solved as by a solver thread, each input once, with the processor time of each. */
import type { ScanSolved } from "../../domain/report/messages.ts"
import type { FilledRequest } from "../../domain/request/request.ts"
import { workOf } from "../../search/model/knownYears.ts"
import type { Optimiser } from "../../wasm/index.ts"
import { solveJob } from "../../worker/job.ts"
import { cpuMs } from "./cpu.ts"
import { createOnce } from "./draws.ts"

/** Relative gap of sizings, the worker's default. */
export const SIZING_TOLERANCE = 1e-4
/** Largest share of memoised work in a scan: some of its own years recur, most when it compares contracts. */
const KNOWN_WORK_MOST = 0.3

interface Timed {
  solved: ScanSolved
  /** Processor time of all threads of the process, with its compilers and its collector. */
  ms: number
}

/**
 * Solves scans, and adjustments of a scan from its cuts. Throws on a repeated input, and on a scan whose years the
 * thread has memoised.
 */
export const createScans = (optimiser: Optimiser) => {
  const once = createOnce()
  return (input: FilledRequest, cuts?: Uint8Array): Timed => {
    once(input)
    const job = { scanId: "bench", runId: "bench", attempt: 1, input, ...(cuts ? { cuts } : {}) }
    const [workBefore, doneBefore] = [workOf(optimiser), optimiser.work()]
    const { ms, answer } = cpuMs(() => solveJob(job, { optimiser, sizingTolerance: SIZING_TOLERANCE }, () => true))
    if (answer.kind !== "solved") throw new Error(JSON.stringify(answer.error))
    const work = workOf(optimiser) - workBefore
    const known = 1 - (optimiser.work() - doneBefore) / work
    if (!cuts && known > KNOWN_WORK_MOST)
      throw new Error(`the thread knew ${(100 * known).toFixed(0)} % of a scan's work: draw its input`)
    return { solved: answer, ms }
  }
}
