import { TOPICS } from "../../../domain/report/messages.ts"
import type { Bus } from "../../../infra/bus/bus.ts"
import { createRounds } from "../../../infra/coalesce.ts"
import type { Log } from "../../../infra/log.ts"
import type { PlacedEvent } from "../../../store/events/read.ts"
import type { Owner } from "../../../store/scans/read.ts"

/** Number of newest events in memory, which serve close followers. */
const MAX_HELD = 2_000
/** Maximum number of events per statement. */
const EVENTS_PER_LOOK = 500
/** Interval of database queries while callers wait: a message of the bus may have been lost. */
const LOOK_EVERY_MS = 2_000

/** The follower's database queries. */
export interface EventSource {
  /** Last assigned place; all events up to this place are readable. */
  last(): Promise<number>
  /** Events of all owners after a place, in order, at most `limit`. */
  after(position: number, limit: number): Promise<PlacedEvent[]>
}

export interface EventFollower {
  /** Events of an owner after a place, if all are in memory, and the last such place; else undefined. */
  held(owner: Owner, after: number): { events: PlacedEvent[]; upTo: number } | undefined
  /**
   * Resolves when an event of the owner after a place may be there, when the time has passed, or when the signal fires.
   */
  wait(owner: Owner, after: number, waitMs: number, signal: AbortSignal): Promise<void>
  /** True if no more will come. */
  isClosed(): boolean
  close(): void
}

/**
 * Reads new events once for all waiting callers of this process, on a bus message and every two seconds. Without a
 * waiting caller it reads no events.
 */
export const createEventFollower = (source: EventSource, bus: Bus, log: Log): EventFollower => {
  const waiting = new Map<string, Set<() => void>>()
  let heldEvents: PlacedEvent[] = []
  /** All events after `from` and up to `upTo` is held; undefined without followers. */
  let range: { from: number; upTo: number } | undefined
  let hasClosed = false

  const release = (keys: Iterable<string>) => {
    for (const key of keys) for (const go of [...(waiting.get(key) ?? [])]) go()
  }
  /** Index of the events in memory; searched from the end, near which close followers are. */
  const later = (after: number) => heldEvents.slice(heldEvents.findLastIndex(({ position }) => position <= after) + 1)
  const forget = () => {
    heldEvents = []
    range = undefined
  }
  const round = async (): Promise<boolean> => {
    if (waiting.size === 0) {
      forget()
      return false
    }
    if (!range) {
      const last = await source.last()
      range = { from: last, upTo: last }
      release([...waiting.keys()])
      return false
    }
    const { from, upTo } = range
    const events = await source.after(upTo, EVENTS_PER_LOOK)
    const dropped = heldEvents.splice(0, Math.max(0, heldEvents.length + events.length - MAX_HELD))
    heldEvents.push(...events)
    range = { from: dropped.at(-1)?.position ?? from, upTo: events.at(-1)?.position ?? upTo }
    release(new Set(events.map(keyOf)))
    return events.length === EVENTS_PER_LOOK
  }
  const looks = createRounds({
    round,
    onError: error => {
      forget()
      log.warn({ err: error }, "new events were not read; trying again")
    },
  })
  const unsubscribe = bus.subscribe(TOPICS.events, looks.wake)
  const timer = setInterval(() => {
    if (range || waiting.size > 0) looks.wake()
  }, LOOK_EVERY_MS)

  return {
    held(owner, after) {
      if (!range || after < range.from || after > range.upTo) return undefined
      const key = keyOf(owner)
      return { events: later(after).filter(event => keyOf(event) === key), upTo: range.upTo }
    },
    async wait(owner, after, waitMs, signal) {
      if (hasClosed || signal.aborted) return
      const key = keyOf(owner)
      const { promise, resolve } = Promise.withResolvers<void>()
      const ofKey = waiting.get(key) ?? new Set()
      waiting.set(key, ofKey.add(resolve))
      const limit = setTimeout(resolve, waitMs)
      const stop = () => resolve()
      signal.addEventListener("abort", stop)
      if (!range) looks.wake()
      else if (later(after).some(event => keyOf(event) === key)) resolve()
      await promise
      clearTimeout(limit)
      // A stream waits many times with one signal.
      signal.removeEventListener("abort", stop)
      ofKey.delete(resolve)
      if (ofKey.size === 0) waiting.delete(key)
    },
    isClosed: () => hasClosed,
    close() {
      hasClosed = true
      clearInterval(timer)
      unsubscribe()
      release([...waiting.keys()])
    },
  }
}

const keyOf = ({ organizationId, mode }: Owner): string => `${organizationId} ${mode}`
