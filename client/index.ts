import type { Branding } from "../api/v1/organizations/schemas.ts"
import type {
  BatchAnswer,
  CreatedScan,
  ProgressMessage,
  ScanList,
  ScanListItem,
  ScanObject,
  ScanStatusAnswer,
  ShareAnswer,
  SharedScan,
} from "../api/v1/scans/schemas.ts"
import type { Interval } from "../domain/report/chart/intervals.ts"
import type { ChartData } from "../domain/report/chart/schema.ts"
import type { FullReport } from "../domain/report/schema.ts"
import type { ScanInput, ScanRequest } from "../domain/scan/request.ts"
import { createCall } from "./call.ts"
import { readEvents } from "./eventReader.ts"

export { type FieldError, ScanApiError } from "./call.ts"
export type {
  BatchAnswer,
  Branding,
  ChartData,
  CreatedScan,
  FullReport,
  ProgressMessage,
  ScanInput,
  ScanList,
  ScanListItem,
  ScanObject,
  ScanRequest,
  ScanStatusAnswer,
  ShareAnswer,
  SharedScan,
}

/** What an adjustment changes of a completed scan; null takes an optional field away. */
export type Adjustment = { copiedFromId: string } & {
  [Field in keyof Omit<ScanRequest, "copiedFromId">]?: ScanRequest[Field] | null
}

export interface CreateOptions {
  /** Answers when the scan has ended, at the latest after so many seconds (1-60). */
  waitSeconds?: number
  /** The same key with the same request creates one scan; unless given, each call has its own, for its retries. */
  idempotencyKey?: string
}

export interface ListQuery {
  page?: number
  limit?: number
  dossierId?: string
}

export interface ChartOptions {
  interval?: Interval
  /** Such as `2026-03-01`; today unless given. */
  startDate?: string
}

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
  /** Waits for the scan's end. Throws ScanFailed when it fails, ScanTimeout when it takes too long. */
  waitForReport(id: string, options?: WaitOptions): Promise<FullReport>
  /** States of a scan as they come, ending with the last one, or when the service closes the stream. */
  progress(id: string, signal?: AbortSignal): AsyncIterable<ProgressMessage>
  listScans(query?: ListQuery): Promise<ScanList>
  /** The full report of a completed scan, the scan object of any other. */
  scan(id: string): Promise<FullReport | ScanObject>
  status(id: string): Promise<ScanStatusAnswer>
  report(id: string): Promise<FullReport>
  request(id: string): Promise<ScanInput>
  chart(id: string, options?: ChartOptions): Promise<ChartData>
  adjustments(id: string): Promise<ScanListItem[]>
  share(id: string, enabled: boolean): Promise<ShareAnswer>
  /** Needs no API key. */
  sharedScan(token: string, options?: ChartOptions): Promise<SharedScan>
  branding(id: string): Promise<Branding>
  /** Cancels or deletes the scan. */
  remove(id: string): Promise<void>
}

export interface ClientOptions {
  /** Such as `http://127.0.0.1:3000`. */
  baseUrl: string
  apiKey?: string
  /** In place of the platform's. */
  fetch?: typeof fetch
}

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
  const call = createCall(options)
  const at = (id: string, part = "") => `/v1/scans/${encodeURIComponent(id)}${part}`
  const create = (path: string, body: object, { waitSeconds, idempotencyKey = crypto.randomUUID() }: CreateOptions) =>
    call.json("POST", path, body, {
      "idempotency-key": idempotencyKey,
      ...(waitSeconds ? { prefer: `wait=${waitSeconds}` } : {}),
    })
  const progress = async function* (id: string, signal?: AbortSignal): AsyncIterable<ProgressMessage> {
    const response = await call.raw("GET", at(id, "/events"), { signal })
    if (response.body) for await (const data of readEvents(response.body)) yield JSON.parse(data) as ProgressMessage
  }
  return {
    createScan: (request, given = {}) => create("/v1/scans", request, given) as Promise<CreatedScan>,
    createScans: (scans, given = {}) => create("/v1/scans/batch", { scans }, given) as Promise<BatchAnswer>,
    progress,
    async waitForReport(id, given = {}) {
      await followToEnd(progress, id, given)
      return call.json("GET", at(id, "/result")) as Promise<FullReport>
    },
    listScans: query => call.json("GET", `/v1/scans${queryOf(query)}`) as Promise<ScanList>,
    scan: id => call.json("GET", at(id)) as Promise<FullReport | ScanObject>,
    status: id => call.json("GET", at(id, "/status")) as Promise<ScanStatusAnswer>,
    report: id => call.json("GET", at(id, "/result")) as Promise<FullReport>,
    request: id => call.json("GET", at(id, "/request")) as Promise<ScanInput>,
    chart: (id, query) => call.json("GET", at(id, `/chart${queryOf(query)}`)) as Promise<ChartData>,
    adjustments: id => call.json("GET", at(id, "/adjustments")) as Promise<ScanListItem[]>,
    share: (id, enabled) => call.json("PUT", at(id, "/share"), { enabled }) as Promise<ShareAnswer>,
    sharedScan: (token, query) => call.json("GET", at(`shared`, `/${token}${queryOf(query)}`)) as Promise<SharedScan>,
    branding: id => call.json("GET", at(id, "/branding")) as Promise<Branding>,
    async remove(id) {
      await call.raw("DELETE", at(id))
    },
  }
}

/** Follows a scan until it has ended; a stream that breaks off before is opened again. */
const followToEnd = async (
  progress: ScanClient["progress"],
  id: string,
  { timeoutMs = DEFAULT_TIMEOUT_MS, onProgress }: WaitOptions,
): Promise<void> => {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    for (;;)
      for await (const message of progress(id, signal)) {
        onProgress?.(message)
        if (message.status === "completed") return
        if (message.status === "error") throw new ScanFailed(id, message.errorMessage ?? "the scan failed")
      }
  } catch (error) {
    throw signal.aborted ? new ScanTimeout(id, timeoutMs) : error
  }
}

const queryOf = (query: object = {}): string => {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  return given.length === 0 ? "" : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
}
