/** Maximum wait of a request. */
const MAX_WAIT_SECONDS = 60
const WAIT = /(?:^|[,;\s])wait\s*=\s*"?(\d+)"?/i

/** Seconds of `Prefer: wait=N` (RFC 7240, 4.3), 60 for a longer wait; undefined without this preference. */
export const preferredWaitSeconds = (request: Request): number | undefined => {
  const prefer = request.headers.get("prefer")
  const seconds = prefer === null ? 0 : Number(WAIT.exec(prefer)?.[1] ?? 0)
  return seconds >= 1 ? Math.min(seconds, MAX_WAIT_SECONDS) : undefined
}
