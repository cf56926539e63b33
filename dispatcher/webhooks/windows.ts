import { createBoundedMap } from "../../domain/base/boundedMap.ts"

/** Requests under way in one process. */
const MAX_IN_ALL = 512
/** Requests under way to one endpoint: at the start, when it is slow, and at most when it is quick. */
const START = 4
const MIN = 2
const MAX = 32
/** An answer within this time is quick. */
const QUICK_MS = 1_000
/** Endpoints without a request under way whose size is remembered. */
const MAX_REMEMBERED = 200

/** How many requests may be under way to each endpoint: more while it answers quickly, few while it is slow or dead. */
export interface Windows {
  opened(endpointId: string): void
  /** `tookMs` is undefined for a delivery that needed no request. */
  closed(endpointId: string, tookMs?: number): void
  room(): { inAll: number; ofEndpoint: Record<string, number>; ofOthers: number }
}

/**
 * An endpoint has a window while requests to it are under way, so there are never more than requests. Between two
 * rounds nothing is under way to an endpoint that answers at once: its size is remembered, or it would never grow.
 */
export const createWindows = (): Windows => {
  const endpoints = new Map<string, { size: number; open: number }>()
  const sizes = createBoundedMap<number>({ capacity: MAX_REMEMBERED })
  let openInAll = 0
  return {
    opened(endpointId) {
      const window = endpoints.get(endpointId) ?? { size: sizes.get(endpointId) ?? START, open: 0 }
      sizes.delete(endpointId)
      endpoints.set(endpointId, window)
      window.open++
      openInAll++
    },
    closed(endpointId, tookMs = 0) {
      openInAll--
      const window = endpoints.get(endpointId)
      if (!window) return
      window.open--
      window.size = tookMs < QUICK_MS ? Math.min(MAX, window.size + 1) : MIN
      if (window.open > 0) return
      endpoints.delete(endpointId)
      sizes.set(endpointId, window.size)
    },
    room: () => ({
      inAll: MAX_IN_ALL - openInAll,
      ofEndpoint: Object.fromEntries([
        ...sizes.entries(),
        ...[...endpoints].map(([id, { size, open }]) => [id, Math.max(0, size - open)] as const),
      ]),
      ofOthers: START,
    }),
  }
}
