import { messageOf, ScanCallError } from "./errors.ts"
import {
  type BatchResult,
  eventsOf,
  followScan,
  type ProgressMessage,
  progressOf,
  type ResultsOptions,
  resultsOf,
  type ScanEvent,
  untilAnswered,
} from "./follow.ts"
import { newKey } from "./key.ts"
import { type Client, type ClientOptions, createClient } from "./request.ts"
import type { Answer, Body, CallControls, Query } from "./types.ts"

export { type CallFailure, type FieldError, ScanApiError, ScanCallError } from "./errors.ts"
export { type BatchResult, followScan, type ProgressMessage, type ResultsOptions, type ScanEvent } from "./follow.ts"
export type { Operations } from "./operations.ts"
export type { ItemOf, ListPlace } from "./pages.ts"
export { type Client, type ClientOptions, createClient, createPageClient } from "./request.ts"
export type { Clock } from "./retry.ts"
export type { Answer, Body, CallControls, Given, Place, Query } from "./types.ts"

export type Batch = Answer<"GET /v1/batches/{id}">
export type BulkAnswer = Answer<"POST /v1/scans/bulk">
export type BatchAnswer = Answer<"POST /v1/scans/batch">
export type Branding = Answer<"GET /v1/scans/{id}/branding">
export type ChartData = Answer<"GET /v1/scans/{id}/chart">
export type DayPlan = Answer<"GET /v1/scans/{id}/plan">
export type CreatedScan = Exclude<Answer<"POST /v1/scans">, { status: "optimal" }>
export type FullReport = Answer<"GET /v1/scans/{id}/result">
export type FilledRequest = Answer<"GET /v1/scans/{id}/request">
export type ScanList = Answer<"GET /v1/scans">
export type ScanListItem = ScanList["items"][number]
export type ScanObject = Exclude<Answer<"GET /v1/scans/{id}">, FullReport>
export type ScanRequest = Extract<Body<"POST /v1/scans">, { location: object }>
export type ScanStatusAnswer = Answer<"GET /v1/scans/{id}/status">
export type AcceptanceAnswer = Answer<"POST /v1/scans/shared/{token}/acceptance">
/** Data of an event by its name. */
export type EventData<Name extends ScanEvent["event"]> = Extract<ScanEvent, { event: Name }>["data"]

/** Body of a webhook; `event` decides the fields of `data`. */
export type WebhookBody =
  | { [Name in ScanEvent["event"]]: { event: Name; data: EventData<Name> } }[ScanEvent["event"]]
  | { event: "test"; data: { message: string; timestamp: string } }

export type ShareAnswer = Answer<"PUT /v1/scans/{id}/share">
export type SharedScan = Answer<"GET /v1/scans/shared/{token}">

/** Changes of an adjustment to a completed scan; null removes an optional field. */
export type Adjustment = Extract<Body<"POST /v1/scans">, { copiedFromId: string }>

/** A scan of a site; fields that are left out come from the site. */
export type SiteScanRequest = Extract<Body<"POST /v1/scans">, { siteId: string }>

type AnyScan = ScanRequest | SiteScanRequest | Adjustment

export interface CreateOptions extends CallControls {
  /** Waits for the scan's end for at most this number of seconds, 60 for a larger number. */
  waitSeconds?: number | undefined
  /** The same key with the same request creates one scan; by default each call has its own key, for its retries. */
  idempotencyKey?: string | undefined
}

export type ListQuery = Query<"GET /v1/scans">
export type ChartOptions = Query<"GET /v1/scans/{id}/chart">

export interface WaitOptions {
  /** Default: 60,000. */
  timeoutMs?: number
  /** Ends the wait when it fires. */
  signal?: AbortSignal | undefined
  onProgress?: (progress: ProgressMessage) => void
  /** Key of the creation, for a request in place of an id; by default each call has its own key, for its retries. */
  idempotencyKey?: string | undefined
}

/**
 * The scan interface, one method per path. Every method throws ScanApiError for an unsuccessful answer, ScanCallError
 * without an answer.
 */
export interface ScanClient {
  createScan(request: AnyScan, options?: CreateOptions): Promise<CreatedScan>
  /** Up to 1000 scans; each is accepted or refused separately. */
  createScans(requests: AnyScan[], options?: CreateOptions): Promise<BatchAnswer>
  /**
   * Up to 100,000 scans in one request, one per line. The batch has the given id or a generated id, and no scan is
   * created twice. After a broken connection, 409 can mean that the batch exists: `batch(error.idempotencyKey)` then
   * reads its counts.
   */
  createBulk(requests: Iterable<AnyScan>, batchId?: string, controls?: CallControls): Promise<BulkAnswer>
  /** Progress of the scans of createBulk. */
  batch(id: string, controls?: CallControls): Promise<Batch>
  /**
   * Each line of a batch in order, by default as its scan ends. Keep `line` of the last handled row. It is `after` of
   * the next call.
   */
  batchResults(id: string, options?: ResultsOptions): AsyncIterable<BatchResult>
  /** Cancels the unfinished scans of a batch. */
  cancelBatch(id: string, controls?: CallControls): Promise<Batch>
  /**
   * The report of a scan, or of a new scan of a request: a request and a scan that ends within seconds take one call.
   * Waits for the scan's end, across broken connections. Throws ScanFailed if it fails, ScanTimeout if it takes too
   * long, ScanCallError without an answer of the service in that time.
   */
  waitForReport(scan: string | AnyScan, options?: WaitOptions): Promise<FullReport>
  /** States of a scan as they arrive, until the final state or until the service closes the stream. */
  progress(id: string, signal?: AbortSignal): AsyncIterable<ProgressMessage>
  /**
   * Events of all scans after a cursor, without an end: keep the `cursor` of the last one that was handled, and give it
   * as `after` the next time. Absent: all stored events; `latest`: only new events.
   */
  events(after?: string, signal?: AbortSignal): AsyncIterable<ScanEvent>
  listScans(query?: ListQuery, controls?: CallControls): Promise<ScanList>
  /** Every scan of the list, page after page. */
  allScans(query?: ListQuery, controls?: CallControls): AsyncIterable<ScanListItem>
  /** The full report of a completed scan, the scan object of any other. */
  scan(id: string, controls?: CallControls): Promise<FullReport | ScanObject>
  status(id: string, controls?: CallControls): Promise<ScanStatusAnswer>
  report(id: string, controls?: CallControls): Promise<FullReport>
  /**
   * The report as a file: its values as CSV, or its printed page, in the language of the header accept-language. 406 if
   * the installation cannot make PDFs.
   */
  reportAs(id: string, mediaType: "text/csv" | "application/pdf", controls?: CallControls): Promise<Blob>
  request(id: string, controls?: CallControls): Promise<FilledRequest>
  chart(id: string, options?: ChartOptions, controls?: CallControls): Promise<ChartData>
  /** The plant's operation in each hour of a day, `YYYY-MM-DD`. */
  plan(id: string, date: string, controls?: CallControls): Promise<DayPlan>
  adjustments(id: string, controls?: CallControls): Promise<ScanListItem[]>
  /** `expiresAt`: expiry of the link, ISO 8601; null: never. */
  share(id: string, enabled: boolean, expiresAt?: string | null, controls?: CallControls): Promise<ShareAnswer>
  /** Sharing of a scan, and the acceptance of its report. */
  shareOf(id: string, controls?: CallControls): Promise<ShareAnswer>
  /** Accepts a shared report; needs no API key. */
  acceptShared(token: string, name: string, controls?: CallControls): Promise<AcceptanceAnswer>
  /** Needs no API key. */
  sharedScan(token: string, options?: ChartOptions, controls?: CallControls): Promise<SharedScan>
  branding(id: string, controls?: CallControls): Promise<Branding>
  /** Cancels or deletes the scan. */
  remove(id: string, controls?: CallControls): Promise<void>
}

/** Error: the scan ended in error; the message has the cause. */
export class ScanFailed extends Error {
  readonly code = "SCAN_FAILED"
  constructor(
    readonly scanId: string,
    message: string,
  ) {
    super(message)
    this.name = "ScanFailed"
  }
}

/** Error: the scan did not end in time; it continues. */
export class ScanTimeout extends Error {
  readonly code = "SCAN_TIMEOUT"
  constructor(
    readonly scanId: string,
    timeoutMs: number,
    /** Last failure of the wait; undefined without a failure. */
    cause?: unknown,
  ) {
    const last = cause === undefined ? "" : `; last: ${messageOf(cause)}`
    super(`the scan ${scanId} did not end within ${timeoutMs} ms${last}`, cause === undefined ? {} : { cause })
    this.name = "ScanTimeout"
  }
}

const DEFAULT_TIMEOUT_MS = 60_000

/** A client of the service for Node.js, Bun and browsers; requires only fetch. */
export const createScanClient = (options: ClientOptions): ScanClient => {
  const client = createClient(options)
  const { ask } = client
  return {
    createScan: (body, controls) => ask("POST /v1/scans", { body, ...controls }) as Promise<CreatedScan>,
    createScans: (scans, controls) => ask("POST /v1/scans/batch", { body: { scans }, ...controls }),
    createBulk(requests, batchId = newKey(), controls) {
      const lines = [...requests].map(request => `${JSON.stringify(request)}\n`)
      const body = new Blob(lines, { type: "application/x-ndjson" })
      return ask("POST /v1/scans/bulk", { body, query: { batchId }, ...controls })
    },
    batch: (id, controls) => ask("GET /v1/batches/{id}", { params: { id }, ...controls }),
    batchResults: (id, controls = {}) => resultsOf(client, id, controls),
    cancelBatch: (id, controls) => ask("POST /v1/batches/{id}/cancel", { params: { id }, ...controls }),
    progress: (id, signal) => progressOf(client, id, { signal }),
    waitForReport: (scan, controls = {}) =>
      typeof scan === "string" ? waitForReport(client, scan, controls) : createReport(client, scan, controls),
    events: (after, signal) => eventsOf(client, after, signal),
    allScans: (query, controls) => client.each("GET /v1/scans", { query, ...controls }),
    listScans: (query, controls) => ask("GET /v1/scans", { query, ...controls }),
    scan: (id, controls) => ask("GET /v1/scans/{id}", { params: { id }, ...controls }),
    status: (id, controls) => ask("GET /v1/scans/{id}/status", { params: { id }, ...controls }),
    report: (id, controls) => ask("GET /v1/scans/{id}/result", { params: { id }, ...controls }),
    reportAs: (id, accept, controls) =>
      client.file("GET /v1/scans/{id}/result", { params: { id }, accept, ...controls }),
    request: (id, controls) => ask("GET /v1/scans/{id}/request", { params: { id }, ...controls }),
    chart: (id, query, controls) => ask("GET /v1/scans/{id}/chart", { params: { id }, query, ...controls }),
    plan: (id, date, controls) => ask("GET /v1/scans/{id}/plan", { params: { id }, query: { date }, ...controls }),
    adjustments: (id, controls) => ask("GET /v1/scans/{id}/adjustments", { params: { id }, ...controls }),
    share: (id, enabled, expiresAt, controls) =>
      ask("PUT /v1/scans/{id}/share", {
        params: { id },
        body: { enabled, ...(expiresAt === undefined ? {} : { expiresAt }) },
        ...controls,
      }),
    shareOf: (id, controls) => ask("GET /v1/scans/{id}/share", { params: { id }, ...controls }),
    acceptShared: (token, name, controls) =>
      ask("POST /v1/scans/shared/{token}/acceptance", { params: { token }, body: { name }, ...controls }),
    sharedScan: (token, query, controls) =>
      ask("GET /v1/scans/shared/{token}", { params: { token }, query, ...controls }),
    branding: (id, controls) => ask("GET /v1/scans/{id}/branding", { params: { id }, ...controls }),
    remove: (id, controls) => ask("DELETE /v1/scans/{id}", { params: { id }, ...controls }),
  }
}

/** Longest wait of a creation [s]: proxies end a request without bytes after 30 or 60 s. */
const MAX_WAIT_SECONDS = 25

/** Creates a scan and returns its report: in one call, unless it takes longer or progress is shown. */
const createReport = async (client: Client, body: AnyScan, options: WaitOptions): Promise<FullReport> => {
  const { timeoutMs = DEFAULT_TIMEOUT_MS, signal, onProgress, idempotencyKey } = options
  const endsAtMs = Date.now() + timeoutMs
  // The answer needs a second of the timeout.
  const waitSeconds = onProgress ? 0 : Math.min(MAX_WAIT_SECONDS, Math.floor(timeoutMs / 1000) - 1)
  const preferred = waitSeconds >= 1 ? { waitSeconds, returnsReport: true } : {}
  const created = await client.ask("POST /v1/scans", { body, signal, timeoutMs, idempotencyKey, ...preferred })
  if (created.status === "optimal") return created
  if (created.status === "error") throw new ScanFailed(created.id, created.errorMessage ?? "the scan failed")
  return waitForReport(client, created.id, { ...options, timeoutMs: Math.max(1, endsAtMs - Date.now()) })
}

/**
 * The report of a scan once it has ended. Throws ScanFailed if it fails, ScanTimeout if it takes too long, and the
 * connection's failure if no request was answered.
 */
const waitForReport = async (
  client: Client,
  id: string,
  { timeoutMs = DEFAULT_TIMEOUT_MS, signal: callerSignal, onProgress }: WaitOptions,
): Promise<FullReport> => {
  const deadline = AbortSignal.timeout(timeoutMs)
  const signal = callerSignal ? AbortSignal.any([callerSignal, deadline]) : deadline
  let last: unknown
  let isReached = false
  const onFailure = (error: unknown) => {
    last = error
    isReached ||= !(error instanceof ScanCallError)
  }
  try {
    for await (const message of followScan(client, id, signal, onFailure)) {
      isReached = true
      onProgress?.(message)
      if (message.status === "error") throw new ScanFailed(id, message.errorMessage ?? "the scan failed")
    }
    return await untilAnswered(
      () => client.ask("GET /v1/scans/{id}/result", { params: { id }, signal, maxAttempts: 1 }),
      signal,
      onFailure,
    )
  } catch (error) {
    if (error instanceof ScanFailed || !signal.aborted || callerSignal?.aborted) throw error
    throw last !== undefined && !isReached ? last : new ScanTimeout(id, timeoutMs, last)
  }
}
