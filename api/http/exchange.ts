import type { Language } from "../../domain/texts/render.ts"
import type { Failure } from "./failure.ts"

/** A request on its way to its answer: code below the framework reads the request and adds to the answer. */
export interface Exchange {
  request: Request
  /** Headers of the answer, be it an error. */
  headers: Record<string, string | number | undefined>
  /** In the answer, in events, jobs and logs. */
  requestId: string
  startedAtMs: number
  /** How an error is written, once an operation has taken the request. */
  errorBody?: (failure: Failure, language: Language) => object
}
