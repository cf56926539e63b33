import type { Adjustment } from "../../../client/index.ts"
import type { Language } from "../../../domain/texts/render.ts"
import type { Depth, Frame } from "./liveSolver.ts"

/** Messages from a page to its worker. */
export type ToWorker =
  /** First message: a packed live case, and the language of the report's sentences. */
  { kind: "begin"; packed: ArrayBuffer; language: Language } | { kind: "solve"; variant: Adjustment; depth: Depth }

/**
 * Messages from the worker: it is ready after the first message; each other message is answered by its frame or an
 * error.
 */
export type FromWorker =
  | { kind: "ready" }
  | { kind: "frame"; frame: Frame; depth: Depth; solvedMs: number }
  /** The request breaks a rule, or no plant reaches the goal. */
  | { kind: "refused"; message: string }
  | { kind: "broken"; message: string }
