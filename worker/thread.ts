import { decodeMessage, encodeMessage, isDetailJob, type ScanJob, versionOf } from "../domain/report/messages.ts"
import { isLackOfSystem } from "../infra/system.ts"
import { createOptimiser, SolveCancelled } from "../wasm/index.ts"
import { withSentence } from "./failed.ts"
import { collectAfterScan } from "./garbage.ts"
import { completeJob, solveJob } from "./job.ts"
import { solveProbe } from "./probe.ts"
import type { FromThread, ThreadSetup, ToThread } from "./protocol.ts"

/** A solver thread: one instance of the core, one scan at a time. */
declare const self: Worker

const PROGRESS_INTERVAL_MS = 50

/** CPU time of this thread alone. */
const threadCpuMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

const post = (message: FromThread) => self.postMessage(message)

self.onmessage = async ({ data }: MessageEvent<ThreadSetup>) => {
  const { core, sizingTolerance, budgetMs, collects } = data
  const solver = { optimiser: await createOptimiser(core), sizingTolerance, budgetMs, cpuMs: threadCpuMs }
  solveProbe(solver)
  const isCancelled = () => Atomics.load(data.cancelFlag, 0) === 1

  self.onmessage = ({ data: { frame } }: MessageEvent<ToThread>) => {
    let lastReportMs = 0
    const onProgress = (share: number) => {
      const nowMs = performance.now()
      if (nowMs - lastReportMs > PROGRESS_INTERVAL_MS) {
        lastReportMs = nowMs
        post({ kind: "progress", share })
      }
      return !isCancelled()
    }
    try {
      const job = decodeMessage<ScanJob>(frame)
      const { traceParent } = job
      const solved = isDetailJob(job) ? completeJob(job, solver, onProgress) : solveJob(job, solver, onProgress)
      const result = solved.kind === "failed" ? withSentence(solved) : solved
      const traced = traceParent === undefined ? result : { ...result, traceParent }
      post({ kind: "result", frame: encodeMessage(traced, versionOf(result)) })
    } catch (error) {
      if (error instanceof SolveCancelled) post({ kind: "cancelled" })
      else {
        const reason = (error instanceof Error && error.stack) || String(error)
        post({ kind: isLackOfSystem(error) ? "lacking" : "broken", reason })
      }
    }
    if (collects) collectAfterScan()
  }
  post({ kind: "ready" })
  if (collects) collectAfterScan()
}
