import { ScanApiError } from "./errors.ts"

/** Statuses of a service, or of a proxy before it, that will pass. */
export const PASSING: readonly number[] = [408, 429, 502, 503, 504]

/** True for an answer after which the same request may succeed later. */
export const isPassingAnswer = ({ status, code, cause }: ScanApiError): boolean => {
  if (status === 409) return code === "STILL_RUNNING"
  // The quota of a month is not over in a minute; JSON that cannot be read is an answer that was cut off.
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
