import { ScanApiError } from "./call.ts"
import { readEvents } from "./eventReader.ts"
import { pause } from "./pause.ts"
import type { Client } from "./request.ts"
import type { Answer } from "./types.ts"

export type ProgressMessage = NonNullable<Answer<"GET /v1/scans/{id}/events">>
export type ScanEvent = Answer<"GET /v1/events">["items"][number]

/** The first pause before a connection is made again, doubled by each that brings nothing, up to the longest. */
const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 5_000
/** Answers of a service, or of what is before it, that will be there again. */
const PASSING = [408, 429, 502, 503, 504]

const isPassing = (error: unknown): boolean =>
  error instanceof ScanApiError ? PASSING.includes(error.status) : error instanceof Error

/** Pauses that grow from one to the next; `reset` begins anew. */
const createPauses = (signal: AbortSignal) => {
  let ms = FIRST_PAUSE_MS
  return {
    reset() {
      ms = FIRST_PAUSE_MS
    },
    async next() {
      await pause(ms, signal)
      ms = Math.min(ms * 2, LONGEST_PAUSE_MS)
    },
  }
}

/**
 * Asks until the service answers or the signal fires. Throws what will not pass, and the last error when the signal
 * fires.
 */
export const untilAnswered = async <T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> => {
  const pauses = createPauses(signal)
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (signal.aborted || !isPassing(error)) throw error
      await pauses.next()
    }
  }
}

const isEnded = ({ status }: ProgressMessage): boolean => status === "completed" || status === "error"

/** States of a scan as they come, ending with the last one, or when the service closes the stream. */
export const progressOf = async function* (
  { open }: Client,
  id: string,
  signal?: AbortSignal,
): AsyncGenerator<ProgressMessage> {
  const { body } = await open("GET /v1/scans/{id}/events", { params: { id }, signal })
  if (body) for await (const data of readEvents(body)) yield JSON.parse(data) as ProgressMessage
}

/**
 * States of a scan until it has ended or the signal fires. A stream that breaks, ends early or cannot be opened is
 * opened again, after pauses that grow while nothing comes. Throws ScanApiError for an answer that will not pass, such
 * as 404.
 */
export const followScan = async function* (
  client: Client,
  id: string,
  signal: AbortSignal,
): AsyncGenerator<ProgressMessage> {
  const pauses = createPauses(signal)
  while (!signal.aborted) {
    try {
      for await (const message of progressOf(client, id, signal)) {
        pauses.reset()
        yield message
        if (isEnded(message)) return
      }
    } catch (error) {
      if (signal.aborted || !isPassing(error)) throw error
    }
    await pauses.next()
  }
  signal.throwIfAborted()
}

/** A wait of this many seconds for an event is one request. */
const EVENT_WAIT_SECONDS = 30

/**
 * Events of all scans after a cursor, over connections that break too, until the signal fires. `latest` becomes a
 * cursor before the first wait: a wait that breaks goes on from there.
 */
export const eventsOf = async function* (
  { ask }: Client,
  after: string | undefined,
  signal: AbortSignal = new AbortController().signal,
): AsyncGenerator<ScanEvent> {
  for (let cursor = after; !signal.aborted; ) {
    const wait = cursor === "latest" ? 0 : EVENT_WAIT_SECONDS
    const query = { wait, ...(cursor === undefined ? {} : { after: cursor }) }
    const page = await untilAnswered(() => ask("GET /v1/events", { query, signal }), signal)
    yield* page.items
    cursor = page.cursor
  }
}
