import { GoalOutOfReach, InvalidInput } from "../domain/base/errors.ts"
import { type ScanError, scanError } from "../domain/base/scanError.ts"
import { unpackJobInputs } from "../domain/case/jobInputs.ts"
import { prepareCase } from "../domain/case/prepare.ts"
import { reportSummary } from "../domain/report/build.ts"
import type { ScanFailed, ScanJob, ScanSolved } from "../domain/report/messages.ts"
import { packSeries } from "../domain/report/series/pack.ts"
import type { OnProgress, Solver } from "../search/model/solver.ts"
import { cutBytes, cutsOf } from "../search/size/cuts.ts"
import { solvePrepared } from "../search/solve.ts"

/**
 * Solves the scan of a job and packs its results for the bus. A cause in the request becomes a failed result. Throws
 * SolveCancelled if onProgress returns false.
 */
export const solveJob = (job: ScanJob, solver: Solver, onProgress: OnProgress): ScanSolved | ScanFailed => {
  const { scanId, attempt } = job
  const clocked = { nowMs: () => performance.now(), ...solver }
  try {
    const jobInputs = job.material && unpackJobInputs(job.material)
    const prepared = prepareCase(job.input, jobInputs)
    const kept = { cuts: job.cuts && cutsOf(job.cuts), prices: jobInputs?.prices }
    const { report, series, cuts } = solvePrepared(prepared, kept, clocked, onProgress)
    return {
      kind: "solved",
      ...{ scanId, attempt, report },
      summary: reportSummary(report),
      series: packSeries(series),
      cuts: cutBytes(cuts),
    }
  } catch (error) {
    const reason = reasonOf(error)
    if (reason) return { kind: "failed", scanId, attempt, error: reason }
    throw error
  }
}

/** Cause of a failure if it is in the request; undefined for any other cause. */
const reasonOf = (error: unknown): ScanError | undefined => {
  if (error instanceof GoalOutOfReach) return error.reason
  return error instanceof InvalidInput ? scanError("input-refused", { violations: error.violations }) : undefined
}
