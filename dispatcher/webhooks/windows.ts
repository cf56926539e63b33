import { createBoundedMap } from "../../domain/base/boundedMap.ts"

/** Maximum number of running requests of one process. */
const MAX_IN_ALL = 512
/** Running requests per endpoint: initial number, number for slow endpoints, and maximum for fast endpoints. */
const START = 4
const MIN = 2
const MAX = 32
/** Maximum time of a fast answer. */
const QUICK_MS = 1_000
/** Maximum number of endpoints without running requests whose window size is remembered. */
const MAX_REMEMBERED = 200

/** Windows of running requests per endpoint: larger while it answers fast, small while it is slow or dead. */
export interface Windows {
  opened(endpointId: string): void
  /** `tookMs` is undefined for a delivery that needed no request. */
  closed(endpointId: string, tookMs?: number): void
  room(): { inAll: number; ofEndpoint: Record<string, number>; ofOthers: number }
}

/**
 * An endpoint has a window while it has running requests, so there are never more windows than requests. An endpoint
 * that answers at once has no running request between two rounds. Its window size is remembered, otherwise it would
 * never grow.
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
