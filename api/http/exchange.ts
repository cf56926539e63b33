import type { Language } from "../../domain/texts/render.ts"
import type { Failure } from "./failure.ts"

/** A request with the headers of its answer, for code below the framework. */
export interface Exchange {
  request: Request
  /** Headers of the answer, including errors. */
  headers: Record<string, string | number | undefined>
  /** In the answer, in events, jobs and logs. */
  requestId: string
  startedAtMs: number
  /** Error format, known once an operation has taken the request. */
  errorBody?: (failure: Failure, language: Language) => object
}
