import { useCallback, useEffect, useRef, useState } from "react"
import type { Adjustment } from "../../../client/index.ts"
import type { LiveCase } from "../../../domain/case/live/liveCase.ts"
import { unpackValue } from "../../../domain/case/live/pack.ts"
import { lookForService, useConnection, watchedFetch } from "../lib/connection.ts"
import { useSettings } from "../lib/settings.tsx"
import type { Depth, Frame } from "./liveSolver.ts"
import type { FromWorker, ToWorker } from "./protocol.ts"
import { createTurns } from "./turns.ts"

/** Address of the worker in the build. */
const WORKER_PATH = `/dashboard/assets/${process.env.LIVE_WORKER}`

/** Data of the worker once it is ready; new after each start. */
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
  /** Message of the last error. */
  message: string | undefined
  isBusy: boolean
  /** Solves an adjustment after those in work, unless a later one replaces it; nothing before the worker is ready. */
  ask(variant: Adjustment): void
  /** Ends the display of tried plants. */
  reset(): void
  /** Starts again after a failed start. */
  retry(): void
}

/** Runs once after the given milliseconds, unless the returned function is called before. */
const after = (ms: number, run: () => void) => {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

/** The packed live case at an address. Throws with the service's message. */
const fetchCase = async (path: string, signal: AbortSignal): Promise<ArrayBuffer> => {
  const response = await watchedFetch(path, { signal, credentials: "same-origin" })
  if (response.ok) return response.arrayBuffer()
  const { message } = (await response.json().catch(() => ({}))) as { message?: string }
  throw new Error(message ?? `HTTP ${response.status}`)
}

/**
 * Solves adjustments of a scan in a worker of this page, which begins once `isStarted`. The live case is fetched once.
 * @param path of the live case, always the same
 */
export const useLive = (path: string, isStarted: boolean): Live => {
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
  const packed = useRef<ArrayBuffer>(undefined)
  const ask = useCallback((variant: Adjustment) => {
    setState(before => ({ ...before, isBusy: true }))
    turns.current?.ask(variant)
  }, [])
  const retry = useCallback(() => {
    setState(before => ({ ...before, message: undefined }))
    setRound(before => before + 1)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round begins again
  useEffect(() => {
    if (!isStarted) return
    const loading = new AbortController()
    const worker = new Worker(WORKER_PATH, { type: "module" })
    const post = (message: ToWorker) => worker.postMessage(message)
    const current = createTurns({ send: (variant, depth) => post({ kind: "solve", variant, depth }), after })
    hasBegun.current = false
    const change = (next: Partial<Live>) => setState(before => ({ ...before, ...next }))
    const failed = (message: string) => change({ message, isBusy: false })
    let begun: Begun
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if (data.kind === "ready") {
        hasBegun.current = true
        turns.current = current
        return change({ begun, message: undefined })
      }
      if (data.kind !== "frame") return hasBegun.current ? broken(data.message) : notBegun()
      const { frame, depth, solvedMs } = data
      const { isWanted, isBusy } = current.answered(depth, solvedMs)
      if (isWanted) change({ solved: { ...frame, depth, solvedMs }, message: undefined, isBusy })
    }
    const broken = (message: string) => {
      const { isWanted, isBusy } = current.answered(undefined, 0)
      if (isWanted) change({ message, isBusy })
    }
    // A worker that cannot start lacks its script or its core, and cannot send a message.
    const notBegun = () => {
      lookForService()
      failed(scriptGone)
    }
    worker.onerror = ({ message }) => (hasBegun.current ? broken(message) : notBegun())
    const begin = async () => {
      packed.current ??= await fetchCase(path, loading.signal)
      const { id, input, steps } = unpackValue(packed.current) as LiveCase
      begun = { id, input, steps }
      post({ kind: "begin", packed: packed.current, language })
    }
    begin().catch(error => loading.signal.aborted || failed((error as Error).message))
    return () => {
      loading.abort()
      turns.current = undefined
      current.end()
      worker.terminate()
    }
  }, [path, isStarted, language, scriptGone, round])
  // A restored connection starts again.
  useEffect(() => {
    if (!hasBegun.current && returns !== shownAt.current) retry()
  }, [returns, retry])
  return {
    ...state,
    retry,
    ask,
    reset: useCallback(() => {
      turns.current?.end()
      setState(before => ({ ...before, solved: undefined, message: undefined, isBusy: false }))
    }, []),
  }
}
