import type { ScanJob } from "../domain/report/messages.ts"
import { withShippedFiles } from "../fixtures/folder.ts"
import type { Log } from "../infra/log.ts"
import { scriptOf } from "../infra/scripts/index.ts"
import type { FromThread, ThreadSetup, ToThread } from "./protocol.ts"
import { type Experienced, noteTaken, takeIdle } from "./threadChoice.ts"

/** Error: the solver thread of a scan died. The scan may be retried on another thread. */
export class ThreadDied extends Error {
  readonly code = "THREAD_DIED"
  constructor(reason: string) {
    super(`the solver thread died: ${reason}`)
    this.name = "ThreadDied"
  }
}

/** Error: the solve of a scan failed unexpectedly. A retry would fail too. */
export class SolveBroken extends Error {
  readonly code = "SOLVE_BROKEN"
  constructor(reason: string) {
    super(`the solve broke down: ${reason}`)
    this.name = "SolveBroken"
  }
}

/** Error: the worker stops. The scan is unchanged, and another worker may take it. */
export class SolveInterrupted extends Error {
  readonly code = "SOLVE_INTERRUPTED"
  constructor() {
    super("the worker stops")
    this.name = "SolveInterrupted"
  }
}

/** Error: the system lacked a resource (files, memory, space). The scan is not the cause and may be retried later. */
export class SystemLacking extends Error {
  readonly code = "SYSTEM_LACKING"
  constructor(reason: string) {
    super(reason)
    this.name = "SystemLacking"
  }
}

/** Outcome of a job on a thread: the encoded result message; undefined if the scan was cancelled. */
export type SolveOutcome = Uint8Array | undefined

export interface ThreadPool {
  /**
   * Runs a job on an idle thread (takeIdle); callers run at most `threads` jobs at the same time. Rejects with
   * ThreadDied, SolveBroken, SystemLacking or SolveInterrupted.
   */
  solve(job: ScanJob, frame: Uint8Array, onProgress: (share: number) => void): Promise<SolveOutcome>
  /** Stops the running solve of a scan, and prevents later solves of this scan. */
  cancel(scanId: string): void
  /** Ends all current and future solves at once; they reject with SolveInterrupted. */
  interrupt(): void
  /** True if all requested threads run. */
  isWhole(): boolean
  close(): void
}

interface Thread extends Experienced {
  worker: Worker
  /** One Int32: 1 asks the running solve to stop. */
  cancelFlag: Int32Array
  running?: { scanId: string; onMessage: (message: FromThread) => void; fail: (error: Error) => void } | undefined
}

const THREAD_READY_TIMEOUT_MS = 30_000
const RESTART_INTERVAL_MS = 1_000
/**
 * Time limit of a solve: the larger of a fixed time and a multiple of the scan's budget. A longer solve is assumed to
 * be endless. Its thread is replaced and the scan fails without a retry. Time is counted in ticks of this process, so
 * time in which the process is suspended does not count.
 */
const SOLVE_TIME_LIMIT_MS = 120_000
const SOLVE_TIME_LIMIT_FACTOR = 12
const TICK_MS = 1_000
/** Maximum number of remembered cancelled scans, whose jobs may still be on the bus; the oldest is forgotten first. */
const MAX_CANCELLED = 10_000

interface PoolOptions {
  threads: number
  /** Relative gap at which a sizing stops. */
  sizingTolerance: number
  /** Solver time limit of one scan, about core-milliseconds (search/model/budget.ts). */
  budgetMs: number
  /** False: the engine alone frees memory of scans (MEMORY_PROFILE=throughput). */
  collects?: boolean
  core: WebAssembly.Module
  log: Log
}

/** Starts `threads` solver threads that share one compiled core and resolves when all are warm. */
export const createPool = async ({
  threads,
  sizingTolerance,
  budgetMs,
  collects = true,
  core,
  log,
}: PoolOptions): Promise<ThreadPool> => {
  const all = new Set<Thread>()
  const idle: Thread[] = []
  /**
   * Solves that wait for a thread while one is being replaced; otherwise callers never exceed the number of threads.
   */
  const waiting: { hand: (thread: Thread) => void; fail: (error: Error) => void }[] = []
  const cancelled = new Set<string>()
  let isClosed = false
  let isInterrupted = false
  const script = scriptOf("thread")
  const timeLimitMs = Math.max(SOLVE_TIME_LIMIT_MS, SOLVE_TIME_LIMIT_FACTOR * budgetMs)

  const free = (thread: Thread) => {
    thread.running = undefined
    if (!all.has(thread)) return
    const next = waiting.shift()
    if (next) next.hand(thread)
    else idle.push(thread)
  }
  const acquire = (job: ScanJob): Thread | Promise<Thread> =>
    takeIdle(idle, job) ?? new Promise<Thread>((hand, fail) => waiting.push({ hand, fail }))

  const replace = (dead: Thread, reason: string) => {
    if (!all.delete(dead) || isClosed) return
    if (idle.includes(dead)) idle.splice(idle.indexOf(dead), 1)
    Atomics.store(dead.cancelFlag, 0, 1)
    dead.running?.fail(new ThreadDied(reason))
    dead.worker.terminate()
    log.error({ reason }, "a solver thread died and is replaced")
    startAgain()
  }
  /** Ends a solve at the time limit and replaces its thread. */
  const watch = (thread: Thread): Timer => {
    let passedMs = 0
    return setInterval(() => {
      passedMs += TICK_MS
      if (passedMs < timeLimitMs) return
      const reason = `no answer within ${timeLimitMs} ms`
      thread.running?.fail(new SolveBroken(reason))
      replace(thread, reason)
    }, TICK_MS)
  }
  const startAgain = async () => {
    while (!isClosed)
      try {
        return await start()
      } catch (error) {
        log.error({ err: error }, "a solver thread does not start; trying again")
        await Bun.sleep(RESTART_INTERVAL_MS)
      }
  }
  const start = async () => {
    const thread = await startThread(script, { core, sizingTolerance, budgetMs, collects }, replace)
    if (isClosed) return thread.worker.terminate()
    all.add(thread)
    free(thread)
  }
  await Promise.all(Array.from({ length: threads }, start))

  return {
    solve: async (job, frame, onProgress) => {
      if (isInterrupted) throw new SolveInterrupted()
      const thread = await acquire(job)
      if (cancelled.has(job.scanId)) {
        free(thread)
        return undefined
      }
      noteTaken(thread, job)
      const timer = watch(thread)
      return solveOn(thread, job.scanId, frame, onProgress).finally(() => {
        clearInterval(timer)
        free(thread)
      })
    },
    cancel: scanId => {
      cancelled.add(scanId)
      if (cancelled.size > MAX_CANCELLED) cancelled.delete(cancelled.values().next().value as string)
      for (const thread of all) if (thread.running?.scanId === scanId) Atomics.store(thread.cancelFlag, 0, 1)
    },
    interrupt: () => {
      isInterrupted = true
      for (const { fail } of waiting.splice(0)) fail(new SolveInterrupted())
      for (const thread of all) {
        Atomics.store(thread.cancelFlag, 0, 1)
        thread.running?.fail(new SolveInterrupted())
      }
    },
    isWhole: () => all.size === threads,
    close: () => {
      isClosed = true
      for (const { worker } of all) worker.terminate()
    },
  }
}

const startThread = (
  script: string,
  setup: Omit<ThreadSetup, "cancelFlag">,
  onDeath: (thread: Thread, reason: string) => void,
): Promise<Thread> =>
  new Promise((done, fail) => {
    // Bun's types know workerData of node:worker_threads alone; without workerData a thread reads the shipped files
    // itself.
    const options = { type: "module", workerData: withShippedFiles() } as const
    const worker = new Worker(script, options)
    const thread: Thread = { worker, cancelFlag: new Int32Array(new SharedArrayBuffer(4)), solved: [] }
    const giveUp = () => {
      worker.terminate()
      fail(new ThreadDied("it was not ready in time"))
    }
    const timer = setTimeout(giveUp, THREAD_READY_TIMEOUT_MS)
    worker.onmessage = ({ data }: MessageEvent<FromThread>) => {
      if (data.kind !== "ready") return thread.running?.onMessage(data)
      clearTimeout(timer)
      done(thread)
    }
    worker.onerror = event => {
      clearTimeout(timer)
      fail(new ThreadDied(event.message))
      onDeath(thread, event.message)
    }
    worker.addEventListener("close", () => onDeath(thread, "it ended"))
    worker.postMessage({ ...setup, cancelFlag: thread.cancelFlag } satisfies ThreadSetup)
  })

const solveOn = (
  thread: Thread,
  scanId: string,
  frame: Uint8Array,
  onProgress: (share: number) => void,
): Promise<SolveOutcome> => {
  Atomics.store(thread.cancelFlag, 0, 0)
  return new Promise<SolveOutcome>((done, fail) => {
    const onMessage = (message: FromThread) => {
      if (message.kind === "progress") onProgress(message.share)
      if (message.kind === "result") done(message.frame)
      if (message.kind === "cancelled") done(undefined)
      if (message.kind === "broken") fail(new SolveBroken(message.reason))
      if (message.kind === "lacking") fail(new SystemLacking(message.reason))
    }
    thread.running = { scanId, onMessage, fail }
    thread.worker.postMessage({ frame } satisfies ToThread)
  })
}
