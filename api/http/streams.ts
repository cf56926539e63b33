import type { Lease } from "../credentials/leases.ts"
import { createShares } from "./shares.ts"

/** Maximum number of simultaneous event streams and waits of one process, and of one organization. */
export const STREAMS = createShares({ inAll: 1_000, perOrganization: 250, what: "event-streams" })
/** Interval of messages, below every usual idle timeout. */
export const PING_MS = 15_000
/** Maximum duration of a stream, longer than any scan; clients may connect again. */
export const MAX_STREAM_MS = 3_600_000

/** Headers of a stream of server-sent events. */
export const STREAM_HEADERS = {
  "content-type": "text/event-stream",
  "cache-control": "no-store",
  "x-accel-buffering": "no",
}

/** Waits for work that ends early when the lease does. Throws Unauthenticated then. */
export const duringLease = async <T>(lease: Lease, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  try {
    const outcome = await work(lease.signal)
    lease.assert()
    return outcome
  } finally {
    lease.release()
  }
}

/**
 * A stream that ends with its lease; a client that connects again is then refused with the reason.
 * @param isWhole true for a file, which fails when its lease ends, so that a client does not take a part for the file
 */
export const endingWith = (
  lease: Lease,
  body: ReadableStream<Uint8Array>,
  { isWhole = false }: { isWhole?: boolean } = {},
): ReadableStream<Uint8Array> => {
  const reader = body.getReader()
  let isOver = false
  const end = () => {
    isOver = true
    lease.release()
  }
  return new ReadableStream<Uint8Array>({
    start(controller) {
      lease.signal.addEventListener("abort", () => {
        if (isOver) return
        end()
        if (isWhole) controller.error(lease.signal.reason)
        else controller.close()
        reader.cancel().catch(() => {})
      })
    },
    async pull(controller) {
      const { done, value } = await reader.read().catch(error => {
        end()
        throw error
      })
      if (isOver) return
      if (!done) return controller.enqueue(value)
      end()
      controller.close()
    },
    cancel(reason) {
      end()
      return reader.cancel(reason)
    },
  })
}
