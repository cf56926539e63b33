import type { CallRequest, SendOptions } from "./call.ts"
import { type CallFailure, messageOf, ScanApiError, ScanCallError } from "./errors.ts"
import { isPassingAnswer, retryAfterOf } from "./passing.ts"
import { pause } from "./pause.ts"

/** Clock of retries; tests replace it to avoid waiting. */
export interface Clock {
  /** Unix milliseconds. */
  now: () => number
  /** Resolves after a time, or when the signal fires. */
  sleep: (ms: number, signal: AbortSignal | undefined) => Promise<void>
}
const PLATFORM_CLOCK: Clock = { now: () => Date.now(), sleep: pause }

/** Limits of retries. */
export interface RetryOptions {
  /** Maximum number of attempts of a call; default: 6. */
  maxAttempts?: number
  /** Timeout of a call with all its attempts [ms]; default: 120,000, for createBulk 600,000. */
  timeoutMs?: number
  /** Clock of retries instead of the platform's, for tests. */
  clock?: Clock
}

const MAX_ATTEMPTS = 6
const DEFAULT_TIMEOUT_MS = 120_000
/** Time from the start of a call in which attempts may start. */
const RETRY_WITHIN_MS = 60_000
/** Maximum pause after the first attempt, doubled for each further attempt; the minimum is half as long. */
const FIRST_PAUSE_MS = 1_000

/** A request, with its limits. */
export interface RetriedRequest<T> extends CallRequest<T> {
  timeoutMs?: number | undefined
  maxAttempts?: number | undefined
  /** True for a request that may safely be repeated. */
  isRepeatable: boolean
}

/** One attempt of a request. */
type Send = <T>(request: CallRequest<T>, options: SendOptions) => Promise<T>

/** Sends a request until it has an answer. Throws ScanApiError and ScanCallError. */
export const createRetries =
  (send: Send, options: RetryOptions) =>
  async <T>(request: RetriedRequest<T>): Promise<T> => {
    const { clock = PLATFORM_CLOCK } = options
    const { method, url, idempotencyKey, signal, isRepeatable } = request
    const { timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS } = request
    const { maxAttempts = options.maxAttempts ?? MAX_ATTEMPTS } = request
    const limit = createLimit(signal, timeoutMs)
    const beganMs = clock.now()
    const failed = (code: CallFailure, text: string, cause: unknown) =>
      new ScanCallError(code, `${method} ${url}: ${text}`, url, idempotencyKey, cause)
    const ended = (last: unknown) =>
      signal?.aborted
        ? failed("ABORTED", "the signal fired", signal.reason)
        : failed("TIMEOUT", `no answer within ${timeoutMs} ms${last ? `; last: ${messageOf(last)}` : ""}`, last)
    let last: unknown
    try {
      for (let attempt = 1; ; attempt++) {
        if (limit.signal.aborted) throw ended(last)
        try {
          return await send(request, { signal: limit.signal, now: clock.now })
        } catch (thrown) {
          if (limit.signal.aborted) throw ended(last)
          last = thrown instanceof ScanApiError ? thrown : failed("NO_ANSWER", messageOf(thrown), thrown)
        }
        const elapsedMs = clock.now() - beganMs
        const pauseMs = retryPauseMs({ error: last, attempt, maxAttempts, elapsedMs, isRepeatable })
        if (pauseMs === undefined || elapsedMs + pauseMs >= timeoutMs) throw last
        await clock.sleep(pauseMs, limit.signal)
      }
    } finally {
      limit.end()
    }
  }

/** A signal that fires with the caller's or after a time, until `end`; then only with the caller's. */
const createLimit = (signal: AbortSignal | undefined, timeoutMs: number) => {
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(new DOMException("the call timed out", "TimeoutError")), timeoutMs)
  return {
    signal: signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal,
    end: () => clearTimeout(timer),
  }
}

const isPassing = (error: unknown): boolean =>
  error instanceof ScanApiError ? isPassingAnswer(error) : error instanceof ScanCallError && error.code === "NO_ANSWER"

/** True for a request that the service postponed without effect, with a time for the retry. */
const isPostponed = (error: unknown): boolean =>
  error instanceof ScanApiError && [429, 503].includes(error.status) && error.retryAfterMs !== undefined

/** A failed attempt of a call. */
interface Failed {
  error: unknown
  /** Number of the attempt, from 1. */
  attempt: number
  maxAttempts: number
  elapsedMs: number
  /** True for a request that may safely be repeated. */
  isRepeatable: boolean
}

/** Milliseconds until the next attempt; undefined without another attempt. */
const retryPauseMs = ({ error, attempt, maxAttempts, elapsedMs, isRepeatable }: Failed): number | undefined => {
  const leftMs = RETRY_WITHIN_MS - elapsedMs
  if (attempt >= maxAttempts || leftMs <= 0 || !isPassing(error)) return undefined
  if (!isRepeatable && !isPostponed(error)) return undefined
  const backoffMs = FIRST_PAUSE_MS * 2 ** (attempt - 1) * (0.5 + Math.random() / 2)
  return Math.min(Math.max(retryAfterOf(error), backoffMs), leftMs)
}
