import type { Operations } from "./operations.ts"

/** Method and path of an operation, such as `GET /v1/scans/{id}`. */
export type Place = keyof Operations
export type Query<P extends Place> = Operations[P]["query"]
export type Body<P extends Place> = Operations[P]["body"]
export type Answer<P extends Place> = Operations[P]["answer"]

/** Limits of one call. */
export interface CallControls {
  /** Cancels the call. */
  signal?: AbortSignal | undefined
  /** Timeout of the call with all its attempts [ms]. Default: the client's timeoutMs. */
  timeoutMs?: number | undefined
  /** Maximum number of attempts. Default: the client's maxAttempts. */
  maxAttempts?: number | undefined
}

/** Parameters of a call; a part without required fields may be omitted. */
export type Given<P extends Place> = Part<"params", Operations[P]["params"]> &
  Part<"query", Query<P>> &
  Part<"body", Body<P>> &
  CallControls & {
    /** The same key with the same request creates one object; by default a creating call has its own key. */
    idempotencyKey?: string | undefined
    /**
     * ETag of the last read, for a change. If the object has changed since, it stays unchanged and the answer is 412.
     */
    ifMatch?: string | undefined
    /** For `POST /v1/scans`: waits for the scan's end for at most this number of seconds, 60 for a larger number. */
    waitSeconds?: number | undefined
    /** For `POST /v1/scans`: the answer is the report if the scan is completed by then (`return=representation`). */
    returnsReport?: boolean | undefined
  }

type Part<Name extends string, T> = [T] extends [undefined]
  ? { [N in Name]?: undefined }
  : Record<never, never> extends T
    ? { [N in Name]?: T | undefined }
    : { [N in Name]: T }
