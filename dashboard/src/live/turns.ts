import type { Adjustment } from "../../../client/index.ts"
import type { Depth } from "./liveSolver.ts"

/** Rest of a slider after which the complete report is computed. */
const REST_MS = 250
/** Maximum time of a complete report for which every frame is complete: twenty per second. */
const FRAME_MS = 50

/** Dependencies of the queue of adjustments. */
export interface TurnsOf {
  /** Solves an adjustment; `answered` is called once for each. */
  send(variant: Adjustment, depth: Depth): void
  /** Runs once after the given milliseconds, unless the returned function is called before. */
  after(ms: number, run: () => void): () => void
}

/** Handling of an answer. */
export interface Turn {
  /** False: it was requested before `end`, and must not be shown. */
  isWanted: boolean
  /** True if a further answer follows without a request. */
  isBusy: boolean
}

/** Queue of adjustments, solved one at a time: the newest waiting adjustment replaces older waiting ones. */
export const createTurns = ({ send, after }: TurnsOf) => {
  let waiting: Adjustment | undefined
  let solving: Adjustment | undefined
  let isWanted = false
  let wholeMs = Number.POSITIVE_INFINITY
  let stopRest = () => {}
  const solve = (variant: Adjustment, depth: Depth) => {
    solving = variant
    isWanted = true
    send(variant, depth)
  }
  const start = (variant: Adjustment) => solve(variant, wholeMs <= FRAME_MS ? "whole" : "plant")
  return {
    ask(variant: Adjustment) {
      stopRest()
      if (solving) waiting = variant
      else start(variant)
    },
    /** @param depth of the frame; undefined without a frame @param solvedMs solving time */
    answered(depth: Depth | undefined, solvedMs: number): Turn {
      const variant = solving!
      const next = waiting
      const turn = { isWanted, isBusy: next !== undefined || (isWanted && depth === "plant") }
      solving = waiting = undefined
      if (depth === "whole") wholeMs = solvedMs
      if (next) start(next)
      else if (turn.isBusy) stopRest = after(REST_MS, () => solve(variant, "whole"))
      return turn
    },
    /** Discards the running adjustment; no other adjustment follows. */
    end() {
      stopRest()
      waiting = undefined
      isWanted = false
    },
  }
}
