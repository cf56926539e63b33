import { rounded } from "../../../domain/base/validation/units.ts"
import { scanErrorText } from "../../../domain/texts/scanErrors.ts"
import { findBatchRow } from "../../../store/scans/batches.ts"
import { type BatchLine, batchLinesAfter } from "../../../store/scans/batchLines.ts"
import type { Lease } from "../../credentials/leases.ts"
import { preferredType } from "../../http/accept.ts"
import { orNotFound } from "../../http/errors.ts"
import { EXPORT_PART, type ExportPart, exportStream } from "../../http/exportStream.ts"
import { NDJSON } from "../../http/lines.ts"
import { CSV_TYPE, rowFormats } from "../../http/rowFormats.ts"
import { MAX_STREAM_MS, PING_MS, STREAMS } from "../../http/streams.ts"
import { BatchResult, type ResultsQuery } from "./bulkSchemas.ts"
import type { ScanContext } from "./context.ts"
import type { Reader } from "./reader.ts"
import { currencyOf, planFigures } from "./views.ts"

/** Pause until a followed batch is read again. */
const LOOK_EVERY_MS = 1_000

/** Lines before which a batch that is still read has all its rows. */
const ALL_LINES = Number.POSITIVE_INFINITY

const ERROR_COLUMNS = ["error.code", "error.message"]
const COLUMNS = Object.keys(BatchResult.properties).flatMap(name => (name === "error" ? ERROR_COLUMNS : [name]))

const FORMATS = rowFormats<BatchResult>(COLUMNS, ({ error, ...row }) => ({
  ...row,
  "error.code": error?.code,
  "error.message": error?.message,
}))

/** The parts of a call that its stream uses. */
interface Streamed {
  request: Request
  hold: () => Lease
}

/**
 * A row for each line of a batch in the order of lines, read by keyset pages as the client takes them. With `follow` a
 * row waits for the end of its scan. Throws NotFound, TooManyRequests.
 */
export const batchResults = async (
  { queries }: Pick<ScanContext, "queries">,
  reader: Reader,
  { id, after = 0, follow, format }: ResultsQuery & { id: string },
  { request, hold }: Streamed,
): Promise<Response> => {
  const batchId = orNotFound(await findBatchRow(queries, reader, id), "batch").id
  const name = format ?? (preferredType(request, [NDJSON, CSV_TYPE]) === CSV_TYPE ? "csv" : "ndjson")
  const { lines: textOf, ...file } = FORMATS[name]
  const isFollowed = follow === "true"
  const next = isFollowed ? createFollow() : undefined
  let place = after
  const part = async (): Promise<ExportPart> => {
    // Read before its rows: rows up to this line are all there.
    const batch = await findBatchRow(queries, reader, batchId)
    const isClosed = !batch || batch.closedAt !== null
    const upTo = isClosed ? ALL_LINES : batch.lastLine
    const page = await batchLinesAfter(queries, reader, batchId, { after: place, limit: EXPORT_PART })
    const stored = page.filter(({ line }) => line <= upTo)
    const firstOpen = isFollowed ? stored.findIndex(isOpen) : -1
    const ready = firstOpen < 0 ? stored : stored.slice(0, firstOpen)
    place = ready.at(-1)?.line ?? place
    const text = textOf(ready.map(line => rounded(BatchResult, resultOf(line, reader))))
    const isRead = ready.length === page.length && page.length < EXPORT_PART
    if (!next) return { text, isLast: isRead || ready.length < page.length }
    return next({ text, isOver: isClosed && isRead })
  }
  const { organizationId } = reader
  const shares = isFollowed ? { shares: STREAMS } : {}
  return exportStream({ organizationId, request, ...file, fileName: `batch-${batchId}.${name}`, part, ...shares }, hold)
}

/** Parts of a followed batch, with a pause after an empty part. Empty lines keep a silent connection open. */
const createFollow = () => {
  const beganMs = performance.now()
  let sentMs = beganMs
  return async ({ text, isOver }: { text: string; isOver: boolean }): Promise<ExportPart> => {
    const nowMs = performance.now()
    const isLast = isOver || nowMs - beganMs > MAX_STREAM_MS
    if (text === "" && !isLast) await new Promise(resolve => setTimeout(resolve, LOOK_EVERY_MS))
    const isSilent = text === "" && nowMs - sentMs >= PING_MS
    if (text !== "" || isSilent) sentMs = nowMs
    return { text: isSilent ? "\n" : text, isLast }
  }
}

/** True for a line whose scan has not ended. */
const isOpen = (line: BatchLine): boolean =>
  "scan" in line && (line.scan.status === "pending" || line.scan.status === "processing")

const WITHOUT_FIGURES = {
  ...{ panels: null, batteryKwh: null, investment: null, netPresentValue: null },
  ...{ savingsP10: null, savingsP50: null, savingsP90: null, payback: null, currency: null },
}

const resultOf = (line: BatchLine, { language }: Reader): BatchResult => {
  if ("ended" in line) {
    const { ended } = line
    const { scanId, dossierId, status, error } = ended
    return { line: line.line, id: scanId, dossierId, status, ...WITHOUT_FIGURES, error }
  }
  const { scan } = line
  const { id, dossierId, status, error } = scan
  return {
    ...{ line: line.line, id, dossierId, status, ...planFigures(scan) },
    payback: status === "completed" ? scan.returnPeriod : null,
    currency: currencyOf(scan),
    error: error ? { code: "SCAN_FAILED", message: scanErrorText(error, language) } : null,
  }
}
