import type { StoredScanError } from "../base/scanError.ts"
import type { ScanStatus } from "../organization/events/states.ts"
import type { FilledRequest } from "../request/request.ts"
import type { StoredReport } from "./schema.ts"

/**
 * The messages by which api, worker and dispatcher meet. On the wire a message is one frame:
 * u32 length of the JSON head (little endian), the JSON head, then its binary parts in the order of the head.
 */

/** A scan to solve, with all that needs a database or the network already in it. */
export interface ScanJob {
  scanId: string
  runId: string
  /** Fences the result: an answer of an earlier attempt is dropped. */
  attempt: number
  input: FilledRequest
  /**
   * Cuts of the scan that this one adjusts (search/size/cuts.ts). The worker starts from them if their year is the
   * same.
   */
  cuts?: Uint8Array
  /** Packed JobInputs (domain/case/jobInputs.ts); absent when the shipped data and assumptions serve. */
  material?: Uint8Array
  /** Request that created the scan, for the logs. */
  requestId?: string
  /** The span that put it on the bus, as W3C traceparent; absent while tracing is off. */
  traceParent?: string
}

/** What every result has besides. */
interface Traced {
  /** The span that it belongs to; absent while tracing is off, and of workers of before it was carried. */
  traceParent?: string
}

/** A solver thread has taken the scan. */
export interface ScanStarted {
  kind: "started"
  scanId: string
  attempt: number
}

/** What lists show of a report. */
export interface ReportSummary {
  selfSufficiency: number
  returnPeriod: number | null
  co2SavedKg: number
  /** First year [EUR]; absent of workers of before it was kept. */
  yearlySavings?: number
}

export interface ScanSolved {
  kind: "solved"
  scanId: string
  attempt: number
  report: StoredReport
  summary: ReportSummary
  /** Packed hourly series (domain/report/series). */
  series: Uint8Array
  /** What an adjustment of this scan starts from (search/size/cuts.ts). */
  cuts: Uint8Array
}

export interface ScanFailed {
  kind: "failed"
  scanId: string
  attempt: number
  error: StoredScanError
  /** The same in English (worker/failed.ts). */
  errorMessage?: string
}

/**
 * The worker let go of the scan before it was solved: it stops, or the system lacked something. It is put on the bus
 * again.
 */
export interface ScanReturned {
  kind: "returned"
  scanId: string
  attempt: number
}

export type ScanResult = (ScanStarted | ScanSolved | ScanFailed | ScanReturned) & Traced

/** Sent to all that watch a scan; may be lost. */
export interface ScanProgress {
  scanId: string
  status: ScanStatus
  /** 0–100, never going back within an attempt. */
  progression: number
}

/** Topics of the bus. */
export const TOPICS = {
  /** Scans were accepted: the relay looks at once instead of at its next sweep. */
  accepted: "scans.accepted",
  progress: "scans.progress",
  cancel: "scans.cancel",
  /** Deliveries were made by hand (a test, a resend): the sender looks at once. */
  webhooks: "webhooks.waiting",
  webhookEnded: "webhooks.ended",
  /** Events have their places: those who follow them look at once. */
  events: "events.placed",
} as const

/** A delivery made by hand has ended; the outcome is in its row. */
export interface WebhookEnded {
  deliveryId: string
}

/** The frame is cut off, or is not one. */
export class MalformedMessage extends Error {
  readonly code = "MALFORMED_MESSAGE"
  constructor(reason: string) {
    super(`malformed message: ${reason}`)
    this.name = "MalformedMessage"
  }
}

/**
 * A message of a later version than this code knows. Its scan and attempt are named in every version, so that it can be
 * left to a process that knows it.
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
 * The newest version of the messages that this code knows. It counts up when an earlier version would take a message
 * for something else; fields that others may ignore need none. Earlier versions are read without an end. A message is
 * written in the lowest version that takes it for what it is: results and broadcasts in 1, the job of a scan in that of
 * the version that accepted it. Version 2: requests leave out prices that depend on the size of the plant, which 0.1
 * needs.
 */
export const MESSAGE_VERSION = 2

/** Name and length in bytes of each binary part. */
type Parts = [string, number][]

interface Head {
  /** Absent: 1, as before versions were written. */
  version?: number
  message: Record<string, unknown>
  /** Of version 1. */
  parts?: Parts
  /** From version 2 on: processes of 0.1 look at no version, and cannot read a message without `parts`. */
  binary?: Parts
}

const HEAD_LENGTH_BYTES = 4

/** A message of a version as one frame; Uint8Array values of the top level travel as binary parts. */
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

/** The message of a frame. Throws MalformedMessage, UnknownMessageVersion. */
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

/** A broadcast; undefined where it is of a later version: what it says is in the database too. */
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
