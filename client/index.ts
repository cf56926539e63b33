import type { CallOptions } from "./call.ts"
import { eventsOf, followScan, type ProgressMessage, progressOf, type ScanEvent, untilAnswered } from "./follow.ts"
import { type Client, createClient } from "./request.ts"
import type { Answer, Body, Query } from "./types.ts"

export { type FieldError, ScanApiError } from "./call.ts"
export { followScan, type ProgressMessage, type ScanEvent } from "./follow.ts"
export type { Operations } from "./operations.ts"
export type { ItemOf, ListPlace } from "./pages.ts"
export { type Client, createClient } from "./request.ts"
export type { Answer, Body, Given, Place, Query } from "./types.ts"

export type Batch = Answer<"GET /v1/batches/{id}">
export type BulkAnswer = Answer<"POST /v1/scans/bulk">
export type BatchAnswer = Answer<"POST /v1/scans/batch">
export type Branding = Answer<"GET /v1/scans/{id}/branding">
export type ChartData = Answer<"GET /v1/scans/{id}/chart">
export type DayPlan = Answer<"GET /v1/scans/{id}/plan">
export type CreatedScan = Answer<"POST /v1/scans">
export type FullReport = Answer<"GET /v1/scans/{id}/result">
export type FilledRequest = Answer<"GET /v1/scans/{id}/request">
export type ScanList = Answer<"GET /v1/scans">
export type ScanListItem = ScanList["items"][number]
export type ScanObject = Exclude<Answer<"GET /v1/scans/{id}">, FullReport>
export type ScanRequest = Extract<Body<"POST /v1/scans">, { location: object }>
export type ScanStatusAnswer = Answer<"GET /v1/scans/{id}/status">
export type AcceptanceAnswer = Answer<"POST /v1/scans/shared/{token}/acceptance">
export type ShareAnswer = Answer<"PUT /v1/scans/{id}/share">
export type SharedScan = Answer<"GET /v1/scans/shared/{token}">

/** What an adjustment changes of a completed scan; null takes an optional field away. */
export type Adjustment = Exclude<Body<"POST /v1/scans">, ScanRequest>

export interface CreateOptions {
  /** Answers when the scan has ended, at the latest after so many seconds, 60 for more. */
  waitSeconds?: number
  /** The same key with the same request creates one scan; unless given, each call has its own, for its retries. */
  idempotencyKey?: string
}

export type ListQuery = Query<"GET /v1/scans">
export type ChartOptions = Query<"GET /v1/scans/{id}/chart">

export interface WaitOptions {
  /** 60,000 unless given. */
  timeoutMs?: number
  onProgress?: (progress: ProgressMessage) => void
}

/** The scan interface, a method a path. Every method throws ScanApiError for an answer that is no success. */
export interface ScanClient {
  createScan(request: ScanRequest | Adjustment, options?: CreateOptions): Promise<CreatedScan>
  /** Up to 1000 scans; each is accepted or refused by itself. */
  createScans(requests: (ScanRequest | Adjustment)[], options?: CreateOptions): Promise<BatchAnswer>
  /**
   * Up to 100,000 scans in one request, a line each; the batch has your id or a made one, and no scan is made twice.
   */
  createBulk(requests: Iterable<ScanRequest | Adjustment>, batchId?: string): Promise<BulkAnswer>
  /** How far the scans of createBulk are. */
  batch(id: string): Promise<Batch>
  /**
   * Waits for the scan's end, over connections that break too. Throws ScanFailed when it fails, ScanTimeout when it
   * takes too long.
   */
  waitForReport(id: string, options?: WaitOptions): Promise<FullReport>
  /** States of a scan as they come, ending with the last one, or when the service closes the stream. */
  progress(id: string, signal?: AbortSignal): AsyncIterable<ProgressMessage>
  /**
   * Events of all scans after a cursor, without an end: keep the `cursor` of the last one that was handled, and give it
   * as `after` the next time. Absent: all that are kept; `latest`: only those from now on.
   */
  events(after?: string, signal?: AbortSignal): AsyncIterable<ScanEvent>
  listScans(query?: ListQuery): Promise<ScanList>
  /** Every scan of the list, page after page. */
  allScans(query?: ListQuery): AsyncIterable<ScanListItem>
  /** The full report of a completed scan, the scan object of any other. */
  scan(id: string): Promise<FullReport | ScanObject>
  status(id: string): Promise<ScanStatusAnswer>
  report(id: string): Promise<FullReport>
  /**
   * The report as a file: its values as CSV, or its printed page, in the language of the header accept-language. 406
   * where the installation makes no PDFs.
   */
  reportAs(id: string, mediaType: "text/csv" | "application/pdf"): Promise<Blob>
  request(id: string): Promise<FilledRequest>
  chart(id: string, options?: ChartOptions): Promise<ChartData>
  /** What the plant does in each hour of a day, `YYYY-MM-DD`. */
  plan(id: string, date: string): Promise<DayPlan>
  adjustments(id: string): Promise<ScanListItem[]>
  /** `expiresAt`: until when the link can be used, ISO 8601; null: for ever. */
  share(id: string, enabled: boolean, expiresAt?: string | null): Promise<ShareAnswer>
  /** How a scan is shared, and whether its report was accepted. */
  shareOf(id: string): Promise<ShareAnswer>
  /** Accepts a shared report; needs no API key. */
  acceptShared(token: string, name: string): Promise<AcceptanceAnswer>
  /** Needs no API key. */
  sharedScan(token: string, options?: ChartOptions): Promise<SharedScan>
  branding(id: string): Promise<Branding>
  /** Cancels or deletes the scan. */
  remove(id: string): Promise<void>
}

export type ClientOptions = CallOptions

/** The scan ended in error; the message says why. */
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

/** The scan did not end in time; it goes on. */
export class ScanTimeout extends Error {
  readonly code = "SCAN_TIMEOUT"
  constructor(
    readonly scanId: string,
    timeoutMs: number,
  ) {
    super(`the scan ${scanId} did not end within ${timeoutMs} ms`)
    this.name = "ScanTimeout"
  }
}

const DEFAULT_TIMEOUT_MS = 60_000

/** A client of the service for Node.js, Bun and browsers; needs nothing but fetch. */
export const createScanClient = (options: ClientOptions): ScanClient => {
  const client = createClient(options)
  const { ask } = client
  const report = (id: string) => ask("GET /v1/scans/{id}/result", { params: { id } })
  return {
    createScan: (body, given) => ask("POST /v1/scans", { body, ...once(given) }),
    createScans: (scans, given) => ask("POST /v1/scans/batch", { body: { scans }, ...once(given) }),
    createBulk(requests, batchId = crypto.randomUUID()) {
      const lines = [...requests].map(request => `${JSON.stringify(request)}\n`)
      const body = new Blob(lines, { type: "application/x-ndjson" })
      return ask("POST /v1/scans/bulk", { body, query: { batchId } })
    },
    batch: id => ask("GET /v1/batches/{id}", { params: { id } }),
    progress: (id, signal) => progressOf(client, id, signal),
    waitForReport: (id, given = {}) => waitForReport(client, id, given),
    events: (after, signal) => eventsOf(client, after, signal),
    allScans: query => client.each("GET /v1/scans", { query }),
    listScans: query => ask("GET /v1/scans", { query }),
    scan: id => ask("GET /v1/scans/{id}", { params: { id } }),
    status: id => ask("GET /v1/scans/{id}/status", { params: { id } }),
    report,
    async reportAs(id, accept) {
      const response = await client.open("GET /v1/scans/{id}/result", { params: { id }, accept })
      return response.blob()
    },
    request: id => ask("GET /v1/scans/{id}/request", { params: { id } }),
    chart: (id, query) => ask("GET /v1/scans/{id}/chart", { params: { id }, query }),
    plan: (id, date) => ask("GET /v1/scans/{id}/plan", { params: { id }, query: { date } }),
    adjustments: id => ask("GET /v1/scans/{id}/adjustments", { params: { id } }),
    share: (id, enabled, expiresAt) =>
      ask("PUT /v1/scans/{id}/share", {
        params: { id },
        body: { enabled, ...(expiresAt === undefined ? {} : { expiresAt }) },
      }),
    shareOf: id => ask("GET /v1/scans/{id}/share", { params: { id } }),
    acceptShared: (token, name) =>
      ask("POST /v1/scans/shared/{token}/acceptance", { params: { token }, body: { name } }),
    sharedScan: (token, query) => ask("GET /v1/scans/shared/{token}", { params: { token }, query }),
    branding: id => ask("GET /v1/scans/{id}/branding", { params: { id } }),
    remove: id => ask("DELETE /v1/scans/{id}", { params: { id } }),
  }
}

/** A creation has a key of its own, so that its retries make nothing twice. */
const once = (given: CreateOptions = {}): CreateOptions => ({ idempotencyKey: crypto.randomUUID(), ...given })

/** The report of a scan once it has ended. Throws ScanFailed when it fails, ScanTimeout when it takes too long. */
const waitForReport = async (
  client: Client,
  id: string,
  { timeoutMs = DEFAULT_TIMEOUT_MS, onProgress }: WaitOptions,
): Promise<FullReport> => {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    for await (const message of followScan(client, id, signal)) {
      onProgress?.(message)
      if (message.status === "error") throw new ScanFailed(id, message.errorMessage ?? "the scan failed")
    }
    return await untilAnswered(() => client.ask("GET /v1/scans/{id}/result", { params: { id }, signal }), signal)
  } catch (error) {
    throw signal.aborted ? new ScanTimeout(id, timeoutMs) : error
  }
}
