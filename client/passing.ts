import { ScanApiError } from "./errors.ts"

/** Temporary statuses of a service or of a proxy before the service. */
export const PASSING: readonly number[] = [408, 429, 502, 503, 504]

/** True for an answer after which the same request may succeed later. */
export const isPassingAnswer = ({ status, code, cause }: ScanApiError): boolean => {
  if (status === 409) return code === "STILL_RUNNING"
  // A monthly quota does not recover in a minute; unreadable JSON is a truncated answer.
  return cause instanceof SyntaxError || (PASSING.includes(status) && code !== "QUOTA_USED_UP")
}

/** Milliseconds of an error's Retry-After; 0 without one. */
export const retryAfterOf = (error: unknown): number => (error instanceof ScanApiError && error.retryAfterMs) || 0

/** Milliseconds of a Retry-After header, which holds seconds or an HTTP date (RFC 9110, 10.2.3). */
export const retryAfterMs = (header: string | null, nowMs: number): number | undefined => {
  if (!header?.trim()) return undefined
  const ms = Number.isNaN(Number(header)) ? Date.parse(header) - nowMs : Number(header) * 1000
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}
