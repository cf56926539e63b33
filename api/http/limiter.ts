import { createBoundedMap } from "../../domain/base/boundedMap.ts"
import type { Counted } from "../../domain/organization/refusal.ts"
import type { Database, Queries } from "../../store/database.ts"
import { addHits, sweepHits } from "../../store/rateLimits.ts"
import { TooManyRequests } from "./errors.ts"
import type { Exchange } from "./exchange.ts"

/** Hits in a window that begins with the first hit. */
export interface Limit {
  hits: number
  windowMs: number
}

/**
 * A limit of an operation: on the calls of one address, or of one user; on a path open to all, on calls without a
 * credential.
 */
export interface CallLimit extends Limit {
  /** Operations of one name share the count. */
  name: string
  per: "address" | "user"
  counted: Counted
  /** Counted per process, for operations that must answer without the database. */
  isOfProcess?: boolean
}

/** State of a name's limit after a hit. */
export interface LimitState {
  isAllowed: boolean
  limit: number
  windowSeconds: number
  remaining: number
  resetSeconds: number
}

/** Counts one hit on `name`. Names are prefixed by their kind, such as `login:192.0.2.1`. */
export type Limiter = (name: string, limit: Limit) => Promise<LimitState>

/** Hits of a name that were counted up to `endsAtMs`. */
interface Window {
  hits: number
  endsAtMs: number
}

/** Maximum number of names in the memory of a process. */
const MAX_NAMES = 100_000
/**
 * Fraction of the limit that a process takes from the shared counter per request, so that few calls wait for the
 * counter.
 */
const SHARES_PER_LIMIT = 100
const SWEEP_EVERY_MS = 60_000

/** Milliseconds of a monotonic clock, because a change of the machine's clock would end or extend all windows. */
const monotonicMs = (): number => performance.now()

/** Counts in memory: for the single process of an embedded start. */
export const createMemoryLimiter = (now: () => number = monotonicMs): Limiter => {
  const windows = createBoundedMap<Window>({ capacity: MAX_NAMES, isCurrent: ({ endsAtMs }) => endsAtMs > now() })
  return async (name, limit) => {
    const window = windows.getOrMake(name, () => ({ hits: 0, endsAtMs: now() + limit.windowMs }))
    window.hits++
    return limitState(window.hits, window.endsAtMs, now(), limit)
  }
}

const limitState = (hits: number, endsAtMs: number, nowMs: number, { hits: limit, windowMs }: Limit): LimitState => ({
  isAllowed: hits <= limit,
  limit,
  windowSeconds: windowMs / 1000,
  remaining: Math.max(0, limit - hits),
  // No more than the window has: clocks count fractions of milliseconds, whose rounding may say a second more.
  resetSeconds: Math.max(1, Math.ceil(Math.min(endsAtMs - nowMs, windowMs) / 1000)),
})

/** Hits taken from the shared counter and not used yet. */
interface Share extends Window {
  left: number
}

/** Counts in the database: one limit for all processes. A process that dies keeps at most one unused share. */
export const createSharedLimiter = (queries: Queries, now: () => number = monotonicMs): Limiter => {
  const shares = createBoundedMap<Share>({ capacity: MAX_NAMES, isCurrent: ({ endsAtMs }) => endsAtMs > now() })
  const refills = new Map<string, Promise<Share>>()
  let sweptAtMs = now()

  const refill = (name: string, limit: Limit): Promise<Share> => {
    const running = refills.get(name)
    if (running) return running
    const size = Math.max(1, Math.floor(limit.hits / SHARES_PER_LIMIT))
    const refilled = addHits(queries, { name, hits: size, windowMs: limit.windowMs })
      .then(({ hits, endsInMs }) => {
        const share = { hits, endsAtMs: now() + endsInMs, left: size }
        shares.set(name, share)
        return share
      })
      .finally(() => refills.delete(name))
    refills.set(name, refilled)
    return refilled
  }
  return async (name, limit) => {
    if (now() - sweptAtMs > SWEEP_EVERY_MS) {
      sweptAtMs = now()
      await sweepHits(queries)
    }
    let share = shares.get(name) ?? (await refill(name, limit))
    while (share.left === 0 && share.hits < limit.hits) share = await refill(name, limit)
    if (share.left > 0) share.left--
    else share.hits++
    return limitState(share.hits - share.left, share.endsAtMs, now(), limit)
  }
}

/** Creates counters in the database if processes share it, otherwise in memory. */
export const createLimiter = ({ engine, queries }: Database): Limiter =>
  engine === "postgres" ? createSharedLimiter(queries) : createMemoryLimiter()

/**
 * `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers-10): a policy by its name, and its remaining
 * calls.
 */
export const rateLimitHeaders = (
  name: string,
  {
    quota,
    windowSeconds,
    remaining,
    resetSeconds,
  }: Record<"quota" | "windowSeconds" | "remaining" | "resetSeconds", number>,
) => ({
  "ratelimit-policy": `"${name}";q=${quota};w=${windowSeconds}`,
  ratelimit: `"${name}";r=${remaining};t=${resetSeconds}`,
})

/**
 * Writes the state of a limit into the headers of the answer: `RateLimit` and `RateLimit-Policy`, and the earlier
 * `RateLimit-*`. Throws TooManyRequests, with Retry-After, when it is over its limit.
 */
export const admit = (
  headers: Exchange["headers"],
  { isAllowed, limit, windowSeconds, remaining, resetSeconds }: LimitState,
  counted: Counted,
): void => {
  const named = rateLimitHeaders(counted, { quota: limit, windowSeconds, remaining, resetSeconds })
  headers["ratelimit-policy"] = named["ratelimit-policy"]
  headers.ratelimit = named.ratelimit
  headers["ratelimit-limit"] = String(limit)
  headers["ratelimit-remaining"] = String(remaining)
  headers["ratelimit-reset"] = String(resetSeconds)
  if (isAllowed) return
  throw new TooManyRequests(resetSeconds, "too-many-in-a-minute", { limit, counted, seconds: resetSeconds })
}
