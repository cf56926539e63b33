/** First message to a thread. */
export interface ThreadSetup {
  core: WebAssembly.Module
  cancelFlag: Int32Array
  /** Relative gap at which a sizing stops. */
  sizingTolerance: number
  /** Solver time limit of one scan, about core-milliseconds (search/model/budget.ts). */
  budgetMs: number
  /** True: the thread frees the memory of a scan after its answer, which takes processor time. */
  collects: boolean
}

/** Every later message to a thread: an encoded ScanJob. */
export interface ToThread {
  frame: Uint8Array
}

/** Messages of a thread; `frame` is an encoded ScanSolved or ScanFailed. */
export type FromThread =
  | { kind: "ready" }
  | { kind: "progress"; share: number }
  | { kind: "result"; frame: Uint8Array }
  | { kind: "cancelled" }
  /** The solve failed unexpectedly; the same scan would fail again. */
  | { kind: "broken"; reason: string }
  /** The system lacked a resource: the same scan may be solved later. */
  | { kind: "lacking"; reason: string }
