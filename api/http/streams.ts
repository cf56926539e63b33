import { createShares } from "./shares.ts"

/** Streams of events and waits for events of one process at once, and of one organization among them. */
export const STREAMS = createShares({ inAll: 1_000, perOrganization: 250, what: "event-streams" })
/** Below every usual idle limit. */
export const PING_MS = 15_000
/** No scan takes as long; a client that is still there may connect again. */
export const MAX_STREAM_MS = 3_600_000

/** Of an answer that is a stream of server-sent events. */
export const STREAM_HEADERS = {
  "content-type": "text/event-stream",
  "cache-control": "no-store",
  "x-accel-buffering": "no",
}
