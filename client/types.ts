import type { Operations } from "./operations.ts"

/** Method and path of an operation, such as `GET /v1/scans/{id}`. */
export type Place = keyof Operations
export type Query<P extends Place> = Operations[P]["query"]
export type Body<P extends Place> = Operations[P]["body"]
export type Answer<P extends Place> = Operations[P]["answer"]

/** Limits of one call. */
export interface CallControls {
  /** Ends the call when it fires. */
  signal?: AbortSignal | undefined
  /** The call ends after so long, with all its attempts. Default: the client's timeoutMs. */
  timeoutMs?: number | undefined
  /** Attempts in all. Default: the client's maxAttempts. */
  maxAttempts?: number | undefined
}

/** Parameters of a call apart from its place; a part with nothing that must be there may be left out. */
export type Given<P extends Place> = Part<"params", Operations[P]["params"]> &
  Part<"query", Query<P>> &
  Part<"body", Body<P>> &
  CallControls & {
    /** The same key with the same request makes one thing; unless given, a creating call has a key of its own. */
    idempotencyKey?: string | undefined
    /** For a change: the ETag that was read; changed meanwhile it stays, and the answer is 412. */
    ifMatch?: string | undefined
    /**
     * For `POST /v1/scans`: answers when the scan has ended, at the latest after this number of seconds, 60 for more.
     */
    waitSeconds?: number | undefined
  }

type Part<Name extends string, T> = [T] extends [undefined]
  ? { [N in Name]?: undefined }
  : Record<never, never> extends T
    ? { [N in Name]?: T | undefined }
    : { [N in Name]: T }
