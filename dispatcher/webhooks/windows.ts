import { createBoundedMap } from "../../domain/base/boundedMap.ts"
import type { Room } from "../../store/webhooks/claims.ts"

/** Maximum number of running requests of one process, and of one organization in it. */
const MAX_IN_ALL = 512
const MAX_OF_ORGANIZATION = 256
/**
 * Running requests per endpoint without a number of its own: initial number, number for slow endpoints, and maximum
 * for fast endpoints.
 */
const START = 4
const MIN = 2
const MAX = 32
/** Maximum time of a fast answer. */
const QUICK_MS = 1_000
/** Maximum number of endpoints without running requests whose window size is remembered. */
const MAX_REMEMBERED = 200

/** Endpoint of a request, and its organization. */
interface Receiver {
  endpointId: string
  organizationId: string
}

/** Windows of running requests per endpoint: larger while it answers fast, small while it is slow or dead. */
export interface Windows {
  opened(receiver: Receiver): void
  /** `tookMs` is undefined for a delivery that needed no request. */
  closed(receiver: Receiver, tookMs?: number): void
  room(): Room
}

/**
 * An endpoint has a window while it has running requests, so there are never more windows than requests. An endpoint
 * that answers at once has no running request between two rounds. Its window size is remembered, otherwise it would
 * never grow.
 */
export const createWindows = (): Windows => {
  const endpoints = new Map<string, { size: number; open: number }>()
  const organizations = new Map<string, number>()
  const sizes = createBoundedMap<number>({ capacity: MAX_REMEMBERED })
  let openInAll = 0
  return {
    opened({ endpointId, organizationId }) {
      const window = endpoints.get(endpointId) ?? { size: sizes.get(endpointId) ?? START, open: 0 }
      sizes.delete(endpointId)
      endpoints.set(endpointId, window)
      window.open++
      openInAll++
      organizations.set(organizationId, (organizations.get(organizationId) ?? 0) + 1)
    },
    closed({ endpointId, organizationId }, tookMs = 0) {
      openInAll--
      const remaining = (organizations.get(organizationId) ?? 1) - 1
      if (remaining > 0) organizations.set(organizationId, remaining)
      else organizations.delete(organizationId)
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
      ofOrganization: MAX_OF_ORGANIZATION,
      ofEndpoint: START,
      sizes: Object.fromEntries([...sizes.entries(), ...[...endpoints].map(([id, { size }]) => [id, size] as const)]),
      openOfEndpoint: Object.fromEntries([...endpoints].map(([id, { open }]) => [id, open])),
      openOfOrganization: Object.fromEntries(organizations),
    }),
  }
}
