import type { StoredScanError } from "../base/scanError.ts"
import type { StoredVersions } from "../case/versions.ts"
import type { ScanStatus } from "../organization/events/states.ts"
import type { FilledRequest } from "../request/request.ts"
import type { StoredReport } from "./schema.ts"

/**
 * Messages between api, worker and dispatcher. On the wire a message is one frame.
 * - u32 length of the JSON head (little endian);
 * - the JSON head;
 * - its binary parts in the order of the head.
 */

/** A scan to solve, with all data from the database and the network that it needs. */
export interface ScanJob {
  scanId: string
  runId: string
  /** Fences the result: results of earlier attempts are dropped. */
  attempt: number
  input: FilledRequest
  /**
   * Cuts of the original scan of an adjustment (search/size/cuts.ts). The worker starts from these cuts if their year
   * is the same.
   */
  cuts?: Uint8Array
  /** Versions of the original's report, for a note in an adjustment. */
  original?: StoredVersions
  /** Report of the plant that is completed, with its solved plant (domain/case/solvedPlant.ts); absent for a search. */
  stored?: StoredReport
  solved?: Uint8Array
  /** Packed JobInputs (domain/case/jobInputs.ts); absent if the shipped data and assumptions suffice. */
  material?: Uint8Array
  /** Request that created the scan, for the logs. */
  requestId?: string
  /** Span that published the job, as W3C traceparent; absent if tracing is off. */
  traceParent?: string
}

/** Job that completes a report of the plant. */
export type DetailJob = ScanJob & Required<Pick<ScanJob, "stored" | "solved">>

export const isDetailJob = (job: ScanJob): job is DetailJob => job.stored !== undefined && job.solved !== undefined

/** Field that every result has in addition to its own. */
interface Traced {
  /** Span of the result. Absent if tracing is off, and in results of workers of earlier versions. */
  traceParent?: string
}

/** A solver thread has taken the scan. */
export interface ScanStarted {
  kind: "started"
  scanId: string
  attempt: number
}

/** Figures of a report for lists of scans. */
export interface ReportSummary {
  selfSufficiency: number
  returnPeriod: number | null
  co2SavedKg: number
  /** Savings of the first year [EUR]; absent in results of workers of earlier versions. */
  yearlySavings?: number
  /** New panels of all roofs. Absent, as the next figures, in results of workers of earlier versions. */
  panels?: number
  batteryKwh?: number
  /** Present value of all purchases [EUR]. */
  investment?: number
  netPresentValue?: number
  /** Percentiles of the first year's savings over the futures [EUR]; absent for a report without an outlook. */
  savingsP10?: number
  savingsP50?: number
  savingsP90?: number
}

export interface ScanSolved {
  kind: "solved"
  scanId: string
  attempt: number
  report: StoredReport
  summary: ReportSummary
  /** Packed hourly series (domain/report/series). */
  series: Uint8Array
  /** Cuts from which adjustments of this scan start (search/size/cuts.ts). */
  cuts: Uint8Array
  /** Solved plant (domain/case/solvedPlant.ts) of a report of the plant, without series. Absent: the report is full. */
  solved?: Uint8Array
}

/** A report of the plant was completed. Neither state nor event changes. */
export interface ScanDetailed {
  kind: "detailed"
  scanId: string
  attempt: number
  report: StoredReport
  summary: ReportSummary
  series: Uint8Array
  cuts: Uint8Array
}

export interface ScanFailed {
  kind: "failed"
  scanId: string
  attempt: number
  error: StoredScanError
  /** The error in English (worker/failed.ts). */
  errorMessage?: string
}

/** The worker returned the scan unsolved, because it stops or the system lacked a resource. The scan is requeued. */
export interface ScanReturned {
  kind: "returned"
  scanId: string
  attempt: number
}

export type ScanResult = (ScanStarted | ScanSolved | ScanDetailed | ScanFailed | ScanReturned) & Traced

/** Progress for all watchers of a scan; the message may be lost. */
export interface ScanProgress {
  scanId: string
  status: ScanStatus
  /** Percentage from 0 to 100; it never decreases within an attempt. */
  progression: number
}

/** Topics of the bus. */
export const TOPICS = {
  /** Scans were accepted: the relay reads them at once instead of at its next sweep. */
  accepted: "scans.accepted",
  progress: "scans.progress",
  cancel: "scans.cancel",
  /** Deliveries were made by hand (a test, a resend): the sender reads them at once. */
  webhooks: "webhooks.waiting",
  webhookEnded: "webhooks.ended",
  /** Events have their places: followers read them at once. */
  events: "events.placed",
} as const

/** A delivery made by hand has ended; the outcome is in its row. */
export interface WebhookEnded {
  deliveryId: string
}

/** Error: the frame is incomplete or not a frame. */
export class MalformedMessage extends Error {
  readonly code = "MALFORMED_MESSAGE"
  constructor(reason: string) {
    super(`malformed message: ${reason}`)
    this.name = "MalformedMessage"
  }
}

/**
 * Error: the message has a later version than this code knows. Scan and attempt are readable in every version, so the
 * message can be left to a newer process.
 */
export class UnknownMessageVersion extends Error {
  readonly code = "UNKNOWN_MESSAGE_VERSION"
  constructor(
    readonly version: number,
    readonly scanId: string,
    readonly attempt: number,
  ) {
    super(`the message is of version ${version}; this process knows versions up to ${MESSAGE_VERSION}`)
    this.name = "UnknownMessageVersion"
  }
}

/**
 * Newest message version that this code knows.
 * - It increases when an earlier version would misread a message. Fields that a reader may ignore need no new version.
 * - All earlier versions stay readable.
 * - A message uses the lowest version that is not misread: 1 for results and broadcasts. The job of a scan has the
 *   version that accepted the scan.
 * - In version 2, requests omit prices that depend on the size of the plant. Release 0.1 needs these prices. Completed
 *   reports, and reports of the plant, have version 2 too.
 */
export const MESSAGE_VERSION = 2

/** Version of a result. */
export const versionOf = (result: ScanResult): number =>
  result.kind === "detailed" || (result.kind === "solved" && result.solved) ? 2 : 1

/** Name and length in bytes of each binary part. */
type Parts = [string, number][]

interface Head {
  /** Absent means 1: the earliest messages had no version. */
  version?: number
  message: Record<string, unknown>
  /** Binary parts of a version 1 message. */
  parts?: Parts
  /** Binary parts from version 2 on. Release 0.1 ignores the version and rejects a message without `parts`. */
  binary?: Parts
}

const HEAD_LENGTH_BYTES = 4

/** Encodes a message of a version as one frame; Uint8Array values of the top level become binary parts. */
export const encodeMessage = (message: object, version = 1): Uint8Array => {
  const entries = Object.entries(message)
  const parts = entries.filter((entry): entry is [string, Uint8Array] => entry[1] instanceof Uint8Array)
  const rest = Object.fromEntries(entries.filter(([, value]) => !(value instanceof Uint8Array)))
  const lengths = parts.map(([name, bytes]): [string, number] => [name, bytes.length])
  const head: Head = { version, message: rest, ...(version === 1 ? { parts: lengths } : { binary: lengths }) }
  const json = new TextEncoder().encode(JSON.stringify(head))
  const frame = new Uint8Array(
    HEAD_LENGTH_BYTES + json.length + parts.reduce((sum, [, bytes]) => sum + bytes.length, 0),
  )
  new DataView(frame.buffer).setUint32(0, json.length, true)
  frame.set(json, HEAD_LENGTH_BYTES)
  let offset = HEAD_LENGTH_BYTES + json.length
  for (const [, bytes] of parts) {
    frame.set(bytes, offset)
    offset += bytes.length
  }
  return frame
}

/** Decodes the message of a frame. Throws MalformedMessage, UnknownMessageVersion. */
export const decodeMessage = <T extends object>(frame: Uint8Array): T => {
  if (frame.length < HEAD_LENGTH_BYTES) throw new MalformedMessage("shorter than its head")
  const headLength = new DataView(frame.buffer, frame.byteOffset).getUint32(0, true)
  const head = parseHead(frame.subarray(HEAD_LENGTH_BYTES, HEAD_LENGTH_BYTES + headLength))
  const { version = 1 } = head
  if (version > MESSAGE_VERSION)
    throw new UnknownMessageVersion(version, String(head.message.scanId), Number(head.message.attempt))
  const parts = head.binary ?? head.parts ?? []
  let offset = HEAD_LENGTH_BYTES + headLength
  const total = parts.reduce((sum, [, length]) => sum + length, offset)
  if (total !== frame.length) throw new MalformedMessage(`${frame.length} bytes instead of ${total}`)
  const message = { ...head.message }
  for (const [name, length] of parts) {
    message[name] = frame.subarray(offset, offset + length)
    offset += length
  }
  return message as T
}

/** Decodes a broadcast. Undefined for a later version, whose information is also in the database. */
export const decodeBroadcast = <T extends object>(frame: Uint8Array): T | undefined => {
  try {
    return decodeMessage<T>(frame)
  } catch (error) {
    if (error instanceof UnknownMessageVersion) return undefined
    throw error
  }
}

const parseHead = (bytes: Uint8Array): Head => {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as Head
  } catch {
    throw new MalformedMessage("its head is not JSON")
  }
}
