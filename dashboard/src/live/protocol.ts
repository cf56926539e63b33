import type { Adjustment } from "../../../client/index.ts"
import type { Language } from "../../../domain/texts/render.ts"
import type { Depth, Frame } from "./liveSolver.ts"

/** What a page sends to its worker. */
export type ToWorker =
  /** First of all: a packed live case, and the language of the report's sentences. */
  { kind: "begin"; packed: ArrayBuffer; language: Language } | { kind: "solve"; variant: Adjustment; depth: Depth }

/** What the worker answers: to the first message that it is ready, to each other one its frame or why there is none. */
export type FromWorker =
  | { kind: "ready" }
  | { kind: "frame"; frame: Frame; depth: Depth; solvedMs: number }
  /** The request is against a rule, or no plant reaches the goal. */
  | { kind: "refused"; message: string }
  | { kind: "broken"; message: string }
