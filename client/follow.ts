import { ScanApiError } from "./errors.ts"
import { readEvents, readLines } from "./eventReader.ts"
import { isPassingAnswer, retryAfterOf } from "./passing.ts"
import { pause } from "./pause.ts"
import type { Client } from "./request.ts"
import type { Answer, CallControls } from "./types.ts"

export type ProgressMessage = NonNullable<Answer<"GET /v1/scans/{id}/events">>
export type BatchResult = Answer<"GET /v1/batches/{id}/results">
export type ScanEvent = Answer<"GET /v1/events">["items"][number]

/** First and maximum pause before a reconnection; each connection without data doubles the pause. */
const FIRST_PAUSE_MS = 250
const LONGEST_PAUSE_MS = 5_000
/** True for failures after which a wait continues: failures of the connection or the stream, and temporary answers. */
const isPassing = (error: unknown): boolean =>
  error instanceof ScanApiError ? isPassingAnswer(error) : error instanceof Error

/** Media types of streams; an answer of another type is from another source. */
const EVENTS = { accept: "text/event-stream" }
const LINES = { accept: "application/x-ndjson" }
/** Single attempts, because a wait has its own pauses. */
const ONCE = { maxAttempts: 1 }

/** Growing pauses, or pauses as long as the service requests; `reset` restarts with the first. */
const createPauses = (signal: AbortSignal) => {
  let ms = FIRST_PAUSE_MS
  return {
    reset() {
      ms = FIRST_PAUSE_MS
    },
    async next(error?: unknown) {
      await pause(Math.max(ms, retryAfterOf(error)), signal)
      ms = Math.min(ms * 2, LONGEST_PAUSE_MS)
    },
  }
}

/** Called with each failure after which a wait continues. */
export type OnFailure = (error: unknown) => void

/**
 * Repeats a request until the service answers or the signal fires. Throws permanent errors, and the last error when the
 * signal fires.
 */
export const untilAnswered = async <T>(
  ask: () => Promise<T>,
  signal: AbortSignal,
  onFailure?: OnFailure,
): Promise<T> => {
  const pauses = createPauses(signal)
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (signal.aborted || !isPassing(error)) throw error
      onFailure?.(error)
      await pauses.next(error)
      if (signal.aborted) throw error
    }
  }
}

const isEnded = ({ status }: ProgressMessage): boolean => status === "completed" || status === "error"

/** States of a scan as they arrive, until the final state or until the service closes the stream. */
export const progressOf = async function* (
  { open }: Client,
  id: string,
  controls: CallControls = {},
): AsyncGenerator<ProgressMessage> {
  const { body } = await open("GET /v1/scans/{id}/events", { params: { id }, ...EVENTS, ...controls })
  if (body) for await (const data of readEvents(body)) yield JSON.parse(data) as ProgressMessage
}

/**
 * States of a scan until it has ended or the signal fires. A stream that breaks, ends early or cannot be opened is
 * reopened, after pauses that grow without data. Throws ScanApiError for a permanent answer, such as 404.
 */
export const followScan = async function* (
  client: Client,
  id: string,
  signal: AbortSignal,
  onFailure?: OnFailure,
): AsyncGenerator<ProgressMessage> {
  const pauses = createPauses(signal)
  while (!signal.aborted) {
    let failure: unknown
    try {
      for await (const message of progressOf(client, id, { signal, ...ONCE })) {
        pauses.reset()
        yield message
        if (isEnded(message)) return
      }
    } catch (error) {
      if (signal.aborted || !isPassing(error)) throw error
      onFailure?.(error)
      failure = error
    }
    await pauses.next(failure)
  }
  signal.throwIfAborted()
}

/** Lines of a batch that are read. */
export interface ResultsOptions {
  /** Only lines after this one; default: all. */
  after?: number
  /** True, the default: each line as its scan ends. False: each line in its current state. */
  follow?: boolean
  /** Ends the reading when it fires. */
  signal?: AbortSignal | undefined
}

/** Lines of a batch in order, across broken connections. Throws ScanApiError for a permanent answer. */
export const resultsOf = async function* (
  client: Client,
  id: string,
  { after = 0, follow = true, signal = new AbortController().signal }: ResultsOptions,
): AsyncGenerator<BatchResult> {
  const pauses = createPauses(signal)
  for (let line = after; !signal.aborted; ) {
    const began = line
    let failure: unknown
    try {
      const query = { after: line, ...(follow ? { follow: "true" as const } : {}) }
      const call = { params: { id }, query, signal, ...LINES, ...ONCE }
      const { body } = await client.open("GET /v1/batches/{id}/results", call)
      for await (const text of readLines(body!)) {
        const row = JSON.parse(text) as BatchResult
        line = row.line
        pauses.reset()
        yield row
      }
      // An answer ends after an hour, or with the batch.
      if (!follow || line === began) return
      continue
    } catch (error) {
      if (signal.aborted || !isPassing(error)) throw error
      failure = error
    }
    await pauses.next(failure)
  }
  signal.throwIfAborted()
}

/** Seconds of a wait for an event in one request. */
const EVENT_WAIT_SECONDS = 30

/**
 * Events of all scans after a cursor, across broken connections, until the signal fires. `latest` becomes a cursor
 * before the first wait, so that a broken wait continues from there.
 */
export const eventsOf = async function* (
  { ask }: Client,
  after: string | undefined,
  signal: AbortSignal = new AbortController().signal,
): AsyncGenerator<ScanEvent> {
  for (let cursor = after; !signal.aborted; ) {
    const wait = cursor === "latest" ? 0 : EVENT_WAIT_SECONDS
    const query = { wait, ...(cursor === undefined ? {} : { after: cursor }) }
    const page = await untilAnswered(() => ask("GET /v1/events", { query, signal, ...ONCE }), signal)
    yield* page.items
    cursor = page.cursor
  }
}
