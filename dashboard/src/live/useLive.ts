import { useCallback, useEffect, useRef, useState } from "react"
import type { Adjustment } from "../../../client/index.ts"
import type { LiveCase } from "../../../domain/scan/live/liveCase.ts"
import { unpackValue } from "../../../domain/scan/live/pack.ts"
import { lookForService, useConnection, watchedFetch } from "../lib/connection.ts"
import { useSettings } from "../lib/settings.tsx"
import type { Depth, Frame } from "./liveSolver.ts"
import type { FromWorker, ToWorker } from "./protocol.ts"

/** Where the build puts the worker. */
const WORKER_PATH = `/dashboard/assets/${process.env.LIVE_WORKER}`
/** A slider at rest this long is solved for with all that the report holds. */
const REST_MS = 250
/** A report that is whole within this time is whole in every frame: twenty a second. */
const FRAME_MS = 50

/** What the sliders begin with. */
export type Begun = Pick<LiveCase, "id" | "input" | "steps">

/** A solved adjustment. */
export interface Solved extends Frame {
  depth: Depth
  solvedMs: number
}

interface Live {
  /** Undefined until the worker is ready. */
  begun: Begun | undefined
  solved: Solved | undefined
  /** What went wrong last. */
  message: string | undefined
  isBusy: boolean
  /** Solves for the latest of these. */
  ask(variant: Adjustment): void
  /** Shows nothing that was tried. */
  reset(): void
  /** Begins again, where it could not begin. */
  retry(): void
}

/** One variant at a time: the newest that waits replaces those that wait before it. */
const createTurns = (send: (variant: Adjustment, depth: Depth) => void) => {
  let waiting: Adjustment | undefined
  let latest: Adjustment | undefined
  let isBusy = false
  let wholeMs = Number.POSITIVE_INFINITY
  let rest: ReturnType<typeof setTimeout> | undefined
  const solve = (variant: Adjustment, depth: Depth) => {
    isBusy = true
    send(variant, depth)
  }
  return {
    ask(variant: Adjustment) {
      clearTimeout(rest)
      latest = variant
      if (isBusy) waiting = variant
      else solve(variant, wholeMs <= FRAME_MS ? "whole" : "plant")
    },
    /** The worker has answered; `solvedMs` of a whole report. */
    answered(depth: Depth | undefined, solvedMs: number) {
      isBusy = false
      if (depth === "whole") wholeMs = solvedMs
      const next = waiting
      waiting = undefined
      if (next) solve(next, wholeMs <= FRAME_MS ? "whole" : "plant")
      else if (depth === "plant") rest = setTimeout(() => !isBusy && latest && solve(latest, "whole"), REST_MS)
    },
    end() {
      clearTimeout(rest)
      waiting = undefined
    },
  }
}

/** The live case at an address, as it is packed. Throws with what the service says. */
const fetchCase = async (path: string, signal: AbortSignal): Promise<ArrayBuffer> => {
  const response = await watchedFetch(path, { signal, credentials: "same-origin" })
  if (response.ok) return response.arrayBuffer()
  const { message } = (await response.json().catch(() => ({}))) as { message?: string }
  throw new Error(message ?? `HTTP ${response.status}`)
}

/** Solves adjustments of a scan in a worker of this page. @param path of its live case */
export const useLive = (path: string): Live => {
  const { language, text } = useSettings()
  const { scriptGone } = text.common
  const [round, setRound] = useState(0)
  const { returns } = useConnection()
  const hasBegun = useRef(false)
  const shownAt = useRef(returns)
  const [state, setState] = useState<Omit<Live, "ask" | "reset" | "retry">>({
    begun: undefined,
    solved: undefined,
    message: undefined,
    isBusy: false,
  })
  const turns = useRef<ReturnType<typeof createTurns>>(undefined)
  const retry = useCallback(() => {
    setState(before => ({ ...before, message: undefined }))
    setRound(before => before + 1)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round begins again
  useEffect(() => {
    const loading = new AbortController()
    const worker = new Worker(WORKER_PATH, { type: "module" })
    const post = (message: ToWorker, transfer: Transferable[] = []) => worker.postMessage(message, transfer)
    const current = createTurns((variant, depth) => post({ kind: "solve", variant, depth }))
    turns.current = current
    const change = (next: Partial<Live>) => setState(before => ({ ...before, ...next }))
    const failed = (message: string) => change({ message, isBusy: false })
    let begun: Begun
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if (data.kind === "ready") {
        hasBegun.current = true
        return change({ begun, message: undefined })
      }
      if (data.kind === "frame") {
        const { frame, depth, solvedMs } = data
        current.answered(depth, solvedMs)
        return change({ solved: { ...frame, depth, solvedMs }, message: undefined, isBusy: depth === "plant" })
      }
      if (!hasBegun.current) return notBegun()
      current.answered(undefined, 0)
      failed(data.message)
    }
    // A worker that cannot begin has no script or no core, and no words for it.
    const notBegun = () => {
      lookForService()
      failed(scriptGone)
    }
    worker.onerror = ({ message }) => (hasBegun.current ? failed(message) : notBegun())
    const begin = async () => {
      const packed = await fetchCase(path, loading.signal)
      const { id, input, steps } = unpackValue(packed) as LiveCase
      begun = { id, input, steps }
      post({ kind: "begin", packed, language }, [packed])
    }
    begin().catch(error => loading.signal.aborted || failed((error as Error).message))
    return () => {
      loading.abort()
      current.end()
      worker.terminate()
    }
  }, [path, language, scriptGone, round])
  // A connection that came back begins again.
  useEffect(() => {
    if (!hasBegun.current && returns !== shownAt.current) retry()
  }, [returns, retry])
  return {
    ...state,
    retry,
    ask: useCallback((variant: Adjustment) => {
      setState(before => ({ ...before, isBusy: true }))
      turns.current?.ask(variant)
    }, []),
    reset: useCallback(() => {
      turns.current?.end()
      setState(before => ({ ...before, solved: undefined, message: undefined, isBusy: false }))
    }, []),
  }
}
