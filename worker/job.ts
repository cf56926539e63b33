import { GoalOutOfReach, InvalidInput } from "../domain/base/errors.ts"
import { type ScanError, scanError } from "../domain/base/scanError.ts"
import { unpackJobInputs } from "../domain/case/jobInputs.ts"
import { prepareCase } from "../domain/case/prepare.ts"
import { plantBytes, plantOf } from "../domain/case/solvedPlant.ts"
import { reportSummary } from "../domain/report/build.ts"
import { adjustedReport, completedReport, plantReport, recomputedReport } from "../domain/report/detail.ts"
import type { DetailJob, ScanDetailed, ScanFailed, ScanJob, ScanSolved } from "../domain/report/messages.ts"
import { packSeries } from "../domain/report/series/pack.ts"
import { shippedSeriesOf } from "../domain/report/shippedSeries.ts"
import type { OnProgress, Solver, Start } from "../search/model/solver.ts"
import { cutBytes, cutsOf } from "../search/size/cuts.ts"
import { isOfThisEngine, solvePrepared } from "../search/solve.ts"

/** Series of a report of the plant: none are stored. */
const NO_SERIES = new Uint8Array()

/**
 * Solves the scan of a job and packs its results for the bus. A cause in the request becomes a failed result. Throws
 * SolveCancelled if onProgress returns false.
 */
export const solveJob = (job: ScanJob, solver: Solver, onProgress: OnProgress): ScanSolved | ScanFailed =>
  orFailed(job, () => {
    const { scanId, attempt, input } = job
    const { detail = "full" } = input
    const { report: computed, packedSeries, cuts, solved } = solveWith(job, { detail }, solver, onProgress)
    const report = adjustedReport(computed, job.original)
    const about = { kind: "solved" as const, scanId, attempt, summary: reportSummary(report), cuts: cutBytes(cuts) }
    return detail === "full"
      ? { ...about, report, series: packedSeries() }
      : { ...about, report: plantReport(report), series: NO_SERIES, solved: plantBytes(solved) }
  })

/** Completes the report of a job's plant. Throws SolveCancelled if onProgress returns false. */
export const completeJob = (job: DetailJob, solver: Solver, onProgress: OnProgress): ScanDetailed | ScanFailed =>
  orFailed(job, () => {
    const { scanId, attempt, stored } = job
    const solved = plantOf(job.solved)
    const isSame = isOfThisEngine(solved)
    const start: Start = { solved, detail: isSame ? "rest" : "full" }
    const { report: computed, packedSeries, cuts } = solveWith(job, start, solver, onProgress)
    const report = isSame ? completedReport(stored, computed) : recomputedReport(stored, computed, solved)
    const results = { report, summary: reportSummary(report), series: packedSeries(), cuts: cutBytes(cuts) }
    return { kind: "detailed", scanId, attempt, ...results }
  })

const solveWith = (job: ScanJob, start: Start, solver: Solver, onProgress: OnProgress) => {
  const clocked = { nowMs: () => performance.now(), ...solver }
  const jobInputs = job.material && unpackJobInputs(job.material)
  const prepared = prepareCase(job.input, jobInputs)
  const kept = { cuts: job.cuts && cutsOf(job.cuts), prices: jobInputs?.prices }
  const { series, ...results } = solvePrepared(prepared, { ...kept, ...start }, clocked, onProgress)
  const pack = () => packSeries(series.quarters ? series : { ...series, shipped: shippedSeriesOf(prepared) })
  return { ...results, packedSeries: pack }
}

const orFailed = <Result>({ scanId, attempt }: ScanJob, work: () => Result): Result | ScanFailed => {
  try {
    return work()
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
