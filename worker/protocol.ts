/** First message to a thread. */
export interface ThreadSetup {
  core: WebAssembly.Module
  cancelFlag: Int32Array
  /** Relative gap at which a sizing stops. */
  sizingTolerance: number
  /** What one scan may take (search/model/budget.ts). */
  budgetMs: number
}

/** Every later message to a thread: an encoded ScanJob. */
export interface ToThread {
  frame: Uint8Array
}

/** What a thread answers; `frame` is an encoded ScanSolved or ScanFailed. */
export type FromThread =
  | { kind: "ready" }
  | { kind: "progress"; share: number }
  | { kind: "result"; frame: Uint8Array }
  | { kind: "cancelled" }
  /** The solve threw what it should not; the same scan would throw it again. */
  | { kind: "broken"; reason: string }
  /** The system lacked something: the same scan may be solved later. */
  | { kind: "lacking"; reason: string }
