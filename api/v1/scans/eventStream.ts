import { isEnded } from "../../../domain/organization/events/states.ts"
import type { ScanProgress } from "../../../domain/report/messages.ts"
import type { Language } from "../../../domain/texts/render.ts"
import { scanErrorText } from "../../../domain/texts/scanErrors.ts"
import type { ScanState } from "../../../store/scans/read.ts"
import type { Lease } from "../../credentials/leases.ts"
import { endingWith, MAX_STREAM_MS, PING_MS, STREAM_HEADERS, STREAMS } from "../../http/streams.ts"
import type { ScanContext } from "./context.ts"
import type { Reader } from "./reader.ts"
import type { ProgressMessage } from "./schemas.ts"
import { findScan } from "./scope.ts"

/**
 * Status and progression of a scan as server-sent events, beginning with the present state and ending with the scan.
 * Each event's id is its status: a browser that connects again after the end gets 204, after which it does not connect
 * again. Throws NotFound; TooManyRequests when too many streams are open.
 */
export const scanEventStream = async (
  context: ScanContext,
  reader: Reader,
  id: string,
  { lastEventId, hold }: { lastEventId: string | null; hold: () => Lease },
): Promise<Response> => {
  const { status } = await findScan(context, reader, id)
  if (isEnded(status) && lastEventId === status) return new Response(null, { status: 204 })
  const release = STREAMS.take(reader.organizationId)
  let stop = release
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      stop = follow(context, { reader, id }, controller, release)
    },
    cancel: () => stop(),
  })
  return new Response(endingWith(hold(), body), { headers: STREAM_HEADERS })
}

type Controller = ReadableStreamDefaultController<Uint8Array>

/**
 * Writes the stream of one client; returns the function that stops it when the client has gone, which also calls
 * `release`.
 */
const follow = (
  context: ScanContext,
  { reader, id }: { reader: Reader; id: string },
  controller: Controller,
  release: () => void,
): (() => void) => {
  const { progress } = context
  const encoder = new TextEncoder()
  let last: ProgressMessage | undefined
  let isOpen = true

  const stop = () => {
    isOpen = false
    release()
    clearInterval(ping)
    clearTimeout(limit)
    unwatch()
  }
  const end = () => {
    if (!isOpen) return
    stop()
    controller.close()
  }
  const send = (message: ProgressMessage) => {
    if (!isOpen || (last && !isNews(last, message))) return
    last = message
    controller.enqueue(encoder.encode(`id: ${message.status}\ndata: ${JSON.stringify(message)}\n\n`))
    if (isEnded(message.status)) end()
  }
  const look = () => findScan(context, reader, id).then(scan => send(presentState(scan, reader.language)), end)
  const onProgress = (reported: ScanProgress | undefined) => {
    if (!reported) end()
    else if (isEnded(reported.status)) look()
    else send({ id, status: reported.status, progression: reported.progression })
  }
  const ping = setInterval(() => controller.enqueue(encoder.encode(": ping\n\n")), PING_MS)
  const limit = setTimeout(end, MAX_STREAM_MS)
  const unwatch = progress.watch(id, reported => queueMicrotask(() => onProgress(reported)))
  look()
  return stop
}

const STEPS: Record<ProgressMessage["status"], number> = { pending: 0, processing: 1, completed: 2, error: 2 }

/** Messages may overtake each other; a client sees a scan only move forward. */
const isNews = (last: ProgressMessage, next: ProgressMessage): boolean =>
  STEPS[next.status] > STEPS[last.status] || (next.status === last.status && next.progression > last.progression)

const presentState = ({ id, status, error }: ScanState, language: Language): ProgressMessage => ({
  id,
  status,
  progression: status === "completed" ? 100 : 0,
  ...(error === null ? {} : { errorMessage: scanErrorText(error, language) }),
})
