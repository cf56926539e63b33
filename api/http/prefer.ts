/** Longest wait that a request may ask for. */
export const MAX_WAIT_SECONDS = 60

/** Seconds of `Prefer: wait=N` (RFC 7240), 1 to 60; undefined when it is not asked for or out of range. */
export const preferredWaitSeconds = (request: Request): number | undefined => {
  const match = /(?:^|[,;\s])wait\s*=\s*"?(\d{1,3})"?/i.exec(request.headers.get("prefer") ?? "")
  const seconds = Number(match?.[1])
  return seconds >= 1 && seconds <= MAX_WAIT_SECONDS ? seconds : undefined
}
