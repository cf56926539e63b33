import type { Bus } from "../../../infra/bus/bus.ts"
import type { Log } from "../../../infra/log.ts"
import type { Queries } from "../../../store/database.ts"
import { eventBounds, eventsAfter, type PlacedEvent } from "../../../store/events/read.ts"
import type { Owner } from "../../../store/scans/read.ts"
import type { Lease } from "../../credentials/leases.ts"
import { CursorGone } from "../../http/errors.ts"
import { duringLease, endingWith, MAX_STREAM_MS, PING_MS, STREAM_HEADERS, STREAMS } from "../../http/streams.ts"
import { createEventFollower } from "./follower.ts"
import { type EventPage, type EventQuery, LATEST, limitOf, MAX_EVENTS, type ScanEvent } from "./schemas.ts"

/** A caller's query of the events. */
interface Asked {
  owner: Owner
  /** A cursor, or LATEST; absent: all stored events. */
  after: string | undefined
  filter: EventFilter
}

/** Events that a caller wants; an empty filter wants all. */
export interface EventFilter {
  type?: string | undefined
  batchId?: string | undefined
  dossierId?: string | undefined
}

export interface EventFeed {
  /**
   * A part of the owner's events. `left` fires when the client has gone. Throws CursorGone, TooManyRequests when too
   * many wait, and Unauthenticated when the credential ends during the wait.
   */
  page(selection: Asked, query: EventQuery, wait: { hold: () => Lease; left: AbortSignal }): Promise<EventPage>
  /**
   * All further events, as server-sent events whose ids are cursors, until the credential ends. Throws as `page` does.
   */
  stream(selection: Asked, hold: () => Lease): Promise<Response>
  /** Ends all waits and streams. */
  close(): void
}

/** Events of an owner after a place, at most `limit`; without stored events, the events that arrive within `waitMs`. */
interface Wanted {
  owner: Owner
  filter: EventFilter
  after: number
  limit: number
  waitMs: number
}

interface Part {
  events: PlacedEvent[]
  /** Start of the next part. */
  next: number
  /** More events may follow at once. */
  hasMore: boolean
}

/** Events that one answer looks through for a filter; the next answer continues behind them. */
const MAX_FILTERED = 20_000

const isAny = (filter: EventFilter): boolean => Object.values(filter).every(value => value === undefined)

const matches = (event: PlacedEvent, { type, batchId, dossierId }: EventFilter): boolean =>
  (type === undefined || event.name === type) &&
  (batchId === undefined || event.batchId === batchId) &&
  (dossierId === undefined || event.dossierId === dossierId)

/** Events of organizations in the order of their places, for requests, waits and streams. */
export const createEventFeed = (queries: Queries, bus: Bus, log: Log): EventFeed => {
  const follower = createEventFollower(
    {
      last: async () => (await eventBounds(queries)).last,
      after: (position, limit) => eventsAfter(queries, position, limit),
    },
    bus,
    log,
  )
  const begin = async ({ owner, after }: Asked): Promise<number> => {
    if (after !== undefined && after !== LATEST && follower.held(owner, Number(after))) return Number(after)
    const { last, swept } = await eventBounds(queries)
    if (after === undefined) return swept
    if (after === LATEST) return last
    if (Number(after) < swept || Number(after) > last) throw new CursorGone()
    return Number(after)
  }
  const readPage = async (owner: Owner, after: number, limit: number): Promise<Part> => {
    const followed = follower.held(owner, after)
    // Read before the events: all events up to this place are then readable, so no event is skipped.
    const upTo = followed?.upTo ?? (await eventBounds(queries)).last
    const events = followed?.events.slice(0, limit) ?? (await eventsAfter(queries, after, limit, owner))
    const newest = events.at(-1)?.position ?? after
    const hasMore = events.length === limit
    return { events, next: hasMore ? newest : Math.max(newest, upTo), hasMore }
  }
  /** A filter is applied to whole pages in memory, so that no statement searches far for a rare event. */
  const read = async ({ owner, filter, after, limit }: Wanted): Promise<Part> => {
    if (isAny(filter)) return readPage(owner, after, limit)
    let place = after
    for (let seen = 0; seen < MAX_FILTERED; seen += MAX_EVENTS) {
      const { events, next, hasMore } = await readPage(owner, place, MAX_EVENTS)
      const wanted = events.filter(event => matches(event, filter))
      if (wanted.length > limit)
        return { events: wanted.slice(0, limit), next: wanted[limit - 1]!.position, hasMore: true }
      if (wanted.length > 0 || !hasMore) return { events: wanted, next, hasMore }
      place = next
    }
    return { events: [], next: place, hasMore: true }
  }
  /** A part with an event, or without one when the time has passed. */
  const readOrWait = async (wanted: Wanted, signal: AbortSignal) => {
    const { owner } = wanted
    const untilMs = performance.now() + wanted.waitMs
    for (let place = wanted.after; ; ) {
      const part = await read({ ...wanted, after: place })
      const leftMs = untilMs - performance.now()
      if (part.events.length > 0 || part.hasMore || leftMs <= 0 || signal.aborted || follower.isClosed()) return part
      place = part.next
      await follower.wait(owner, place, leftMs, signal)
    }
  }
  return {
    async page(selection, query, { hold, left }) {
      const { owner, filter } = selection
      const { wait = 0 } = query
      const limit = limitOf(query)
      const release = wait > 0 ? STREAMS.take(owner.organizationId) : () => {}
      try {
        const wanted = { owner, filter, after: await begin(selection), limit, waitMs: wait * 1000 }
        const { events, next, hasMore } =
          wait > 0
            ? await duringLease(hold(), ended => readOrWait(wanted, AbortSignal.any([ended, left])))
            : await readOrWait(wanted, left)
        return { items: events.map(shown), cursor: String(next), hasMore }
      } finally {
        release()
      }
    },
    async stream(selection, hold) {
      const { owner, filter } = selection
      const release = STREAMS.take(owner.organizationId)
      const first = await begin(selection).catch(error => {
        release()
        throw error
      })
      const next = (after: number, signal: AbortSignal) =>
        readOrWait({ owner, filter, after, limit: MAX_EVENTS, waitMs: PING_MS }, signal)
      const body = streamOf(first, next, () => follower.isClosed(), release)
      return new Response(endingWith(hold(), body), { headers: STREAM_HEADERS })
    },
    close: follower.close,
  }
}

/** A stream that requests the next part when its client has read the previous part. */
const streamOf = (
  first: number,
  next: (after: number, signal: AbortSignal) => Promise<Part>,
  isClosed: () => boolean,
  release: () => void,
): ReadableStream<Uint8Array> => {
  const encoder = new TextEncoder()
  const gone = new AbortController()
  const endsAtMs = performance.now() + MAX_STREAM_MS
  let place = first
  return new ReadableStream<Uint8Array>({
    start: controller => controller.enqueue(encoder.encode(`retry: 1000\nid: ${first}\n\n`)),
    async pull(controller) {
      const part = await next(place, gone.signal).catch(error => {
        release()
        throw error
      })
      if (gone.signal.aborted) return
      place = part.next
      // Without data it is no message, but the client keeps its id and continues from there.
      const messages = part.events.map(event => `id: ${event.position}\ndata: ${JSON.stringify(shown(event))}\n\n`)
      controller.enqueue(encoder.encode(`${messages.join("")}id: ${place}\n\n`))
      if (!isClosed() && performance.now() < endsAtMs) return
      release()
      controller.close()
    },
    cancel() {
      gone.abort()
      release()
    },
  })
}

const shown = ({ position, id, name, createdAt, data }: PlacedEvent): ScanEvent =>
  ({ cursor: String(position), id, event: name, createdAt: createdAt.toISOString(), data }) as ScanEvent
