import { scanError } from "../../domain/base/scanError.ts"
import { encodeMessage, type ScanFailed, type ScanSolved } from "../../domain/report/messages.ts"
import { SolveBroken, SolveInterrupted, SystemLacking, ThreadDied, type ThreadPool } from "../../worker/pool.ts"
import type { Clock, Process } from "./clock.ts"
import { createRandom, hashOf } from "./random.ts"

/** Fate of a scan whose solve is not disturbed. */
export type Fate = "solves" | "fails" | "breaks" | "kills" | "lacks"

/** The fate of a scan: the same at each attempt. */
export const fateOf = (scanId: string): Fate => {
  const share = createRandom(hashOf(scanId)).next()
  if (share < 0.88) return "solves"
  if (share < 0.93) return "fails"
  if (share < 0.95) return "breaks"
  return share < 0.97 ? "kills" : "lacks"
}

/** A share of the summary that marks the report of an attempt. */
export const markOf = (attempt: number): number => attempt / 1000

const REPORT: ScanSolved["report"] = JSON.parse("{}")
const PIECES = 4

/**
 * Solver threads that take the time of a solve without its work: the answer contains the attempt. The worker itself
 * limits the number of solves at the same time.
 */
export const createSolver = (clock: Clock, process: Process): ThreadPool => {
  const interruptions = new Set<() => void>()
  const cancelled = new Set<string>()
  let isInterrupted = false
  return {
    async solve({ scanId, attempt }, _frame, onProgress) {
      if (isInterrupted) throw new SolveInterrupted()
      const random = createRandom(hashOf(`${scanId} ${attempt}`))
      const pieceMs = random.happens(0.05) ? random.between(3_000, 9_000) : random.between(20, 1_500)
      const interrupted = Promise.withResolvers<void>()
      interruptions.add(interrupted.resolve)
      for (let piece = 1; piece <= PIECES; piece++) {
        await Promise.race([clock.pass(pieceMs, process), interrupted.promise])
        if (isInterrupted) throw new SolveInterrupted()
        if (cancelled.has(scanId)) return undefined
        onProgress(piece / PIECES)
      }
      interruptions.delete(interrupted.resolve)
      const fate = fateOf(scanId)
      if (fate === "kills") throw new ThreadDied("simulated")
      if (fate === "breaks") throw new SolveBroken("simulated")
      if (fate === "lacks" && attempt === 1) throw new SystemLacking("simulated")
      return encodeMessage(fate === "fails" ? failed(scanId, attempt) : solved(scanId, attempt))
    },
    cancel: scanId => void cancelled.add(scanId),
    interrupt() {
      isInterrupted = true
      for (const interrupt of interruptions) interrupt()
    },
    isWhole: () => true,
    close() {},
  }
}

const solved = (scanId: string, attempt: number): ScanSolved => ({
  kind: "solved",
  scanId,
  attempt,
  report: REPORT,
  summary: { selfSufficiency: markOf(attempt), returnPeriod: null, co2SavedKg: 1, yearlySavings: 1 },
  series: new Uint8Array(4),
  cuts: new Uint8Array(4),
})

const failed = (scanId: string, attempt: number): ScanFailed => ({
  kind: "failed",
  scanId,
  attempt,
  error: scanError("share-out-of-reach", { askedShare: 0.9, bestShare: 0.5 }),
})
