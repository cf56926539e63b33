import type { Static } from "@sinclair/typebox"
import { newId } from "../../../infra/ids.ts"
import { askedOnce } from "../../../store/currencies.ts"
import {
  type BatchProgress,
  type CountedBatch,
  findBatch,
  insertBatch,
  listBatches,
  noteBatch,
  noteBatchAlive,
} from "../../../store/scans/batches.ts"
import { insertRefusedLines, type RefusedLine } from "../../../store/scans/batchLines.ts"
import type { Lease } from "../../credentials/leases.ts"
import { JSON_LIMIT_BYTES, parseInTurns } from "../../http/body.ts"
import { BatchExists, BodyTooLarge, Conflict, orNotFound, TooManyLines } from "../../http/errors.ts"
import { answerOfFailure, failureOf } from "../../http/failure.ts"
import { type Line, linesOf } from "../../http/lines.ts"
import { type PageQuery, pageOf, sliceOf } from "../../http/lists.ts"
import { createPauses, type Pause } from "../../http/pauses.ts"
import type { Batch, BatchList, BulkAnswer, BulkError } from "./bulkSchemas.ts"
import { closeBatch } from "./closeBatch.ts"
import type { ScanContext } from "./context.ts"
import { type DetailQuery, withDetail } from "./detailQuery.ts"
import { type DraftContext, draftScan, type ScanDraft } from "./draft.ts"
import type { Reader } from "./reader.ts"
import { dossierOf, refusedLine } from "./refusedLines.ts"

/** Lines of one request. */
export const MAX_LINES = 100_000
/** Lines of which the scans are written together, and bytes of lines: more are held neither as lines nor as scans. */
const LINES_AT_ONCE = 200
const BYTES_AT_ONCE = JSON_LIMIT_BYTES
/**
 * How often a request shows that it is worked on, however slowly its lines come: far below SILENT_MINUTES of
 * store/scans/batchEnds.ts.
 */
const SIGN_INTERVAL_MS = 60_000
/** Refused lines that the answer explains; the others are counted. */
const MAX_ERRORS = 1_000

/** Parts of the service that a bulk uses. */
export type BulkContext = DraftContext & Pick<ScanContext, "insert" | "log" | "bus">

interface Bulk {
  reader: Reader
  request: Request
  requestId: string
  /** Chosen by the caller, so that a request that broke off is not repeated unseen. */
  id: string | undefined
  /** Detail of every line without its own. */
  detail: DetailQuery["detail"]
  hold: () => Lease
}

/**
 * Accepts a scan for each line while the others still arrive. Each line is accepted or refused by itself. Scans that
 * were accepted stay when the request breaks off. Throws Conflict for an id that the organization has, TooManyRequests,
 * BodyBrokenOff, and Unauthenticated when the credential ends.
 */
export const createBulk = async (
  context: BulkContext,
  { reader, request, requestId, id = newId(), detail, hold }: Bulk,
): Promise<BulkAnswer> => {
  const lease = hold()
  const progress = { lines: 0, accepted: 0, refused: 0, lastLine: 0 }
  const errors: BulkError[] = []
  const refusals: RefusedLine[] = []
  const refuse: Refuse = (line, error, dossierId) => {
    progress.refused++
    const answer = answerOf(error, reader)
    if (errors.length < MAX_ERRORS) errors.push({ line, ...answer })
    refusals.push(refusedLine(line, dossierId, answer))
  }
  try {
    if (!(await insertBatch(context.queries, reader, id))) throw new BatchExists(id)
    const sign = setInterval(() => noteBatchAlive(context.queries, reader, id).catch(() => {}), SIGN_INTERVAL_MS)
    try {
      await acceptLines(context, { reader, requestId, batchId: id, detail, lease, refusals }, request, progress, refuse)
    } finally {
      clearInterval(sign)
      await closeBatch(context, reader, id, { ...progress, refusals })
    }
    const { lastLine: _, ...counts } = progress
    return { id, ...counts, errors, moreErrors: counts.refused - errors.length }
  } finally {
    lease.release()
  }
}

/** Counts of a batch so far. Throws NotFound. */
export const readBatch = async (
  { queries }: Pick<ScanContext, "queries">,
  reader: Reader,
  id: string,
): Promise<Batch> => {
  return shownBatch(orNotFound(await findBatch(queries, reader, id), "batch"))
}

/** A page of the caller's batches. */
export const listOfBatches = async (
  { queries }: Pick<ScanContext, "queries">,
  reader: Reader,
  query: Static<typeof PageQuery>,
): Promise<BatchList> => {
  const { rows, total } = await listBatches(queries, reader, sliceOf(query))
  return pageOf(query, rows.map(shownBatch), total)
}

const shownBatch = ({ batch, states }: CountedBatch): Batch => {
  const { id, lines, accepted, refused, createdAt, closedAt, cancelledAt, completedAt } = batch
  return {
    id,
    createdAt: createdAt.toISOString(),
    isClosed: closedAt !== null,
    isOver: closedAt !== null && states.pending + states.processing === 0,
    cancelledAt: cancelledAt?.toISOString() ?? null,
    completedAt: completedAt?.toISOString() ?? null,
    lines,
    accepted,
    refused,
    scans: states,
  }
}

const answerOf = (error: unknown, { language }: Reader) => {
  const failure = failureOf(error)
  if (!failure) throw error
  return answerOfFailure(failure, language)
}

interface Lot {
  reader: Reader
  requestId: string
  batchId: string
  detail: DetailQuery["detail"]
  lease: Lease
  /** Refused lines that are not stored yet. */
  refusals: RefusedLine[]
}

type Refuse = (line: number, error: unknown, dossierId: string | null) => void

/** Accepts lines and counts them: each is drafted as it comes, and the drafts of some lines are written together. */
const acceptLines = async (
  context: BulkContext,
  lot: Lot,
  request: Request,
  progress: BatchProgress,
  refuse: Refuse,
): Promise<void> => {
  const { queries } = context
  const { reader, batchId, refusals } = lot
  const pause = createPauses()
  let group = newGroup(context)
  let lastLine = 0
  const write = async () => {
    progress.accepted += await insertGroup(context, group, refuse)
    group = newGroup(context)
    await insertRefusedLines(queries, reader, batchId, refusals)
    refusals.length = 0
    progress.lastLine = lastLine
    if (await noteBatch(queries, reader, batchId, { ...progress, isClosed: false }))
      throw new Conflict("batch-cancelled", { id: batchId })
  }
  for await (const line of linesOf(request, JSON_LIMIT_BYTES, lot.lease.signal)) {
    lot.lease.assert()
    progress.lines++
    lastLine = line.number
    if (progress.lines > MAX_LINES) {
      refuse(line.number, new TooManyLines(MAX_LINES), null)
      break
    }
    await draftLine(group, { ...lot, pause }, line, refuse)
    if (group.lines >= LINES_AT_ONCE || group.bytes >= BYTES_AT_ONCE) await write()
    await pause()
  }
  lot.lease.assert()
  if (group.lines > 0 || refusals.length > 0) await write()
}

/** Lines that are written together. */
interface Group {
  drafting: DraftContext
  lines: number
  bytes: number
  drafts: { line: number; draft: ScanDraft }[]
}

const newGroup = (context: BulkContext): Group => ({
  drafting: { ...context, findCurrency: askedOnce(context.findCurrency) },
  lines: 0,
  bytes: 0,
  drafts: [],
})

const draftLine = async (
  group: Group,
  { reader, requestId, batchId, detail, pause }: Lot & { pause: Pause },
  { number, bytes }: Line,
  refuse: Refuse,
): Promise<void> => {
  group.lines++
  group.bytes += bytes?.length ?? 0
  let body: unknown
  try {
    if (bytes === undefined) throw new BodyTooLarge(JSON_LIMIT_BYTES)
    body = withDetail(await parseInTurns(bytes, pause), { detail })
    const draft = await draftScan(group.drafting, reader, body, requestId)
    group.drafts.push({ line: number, draft: { ...draft, isBatch: true, batchId, batchLine: number } })
  } catch (error) {
    refuse(number, error, dossierOf(body))
  }
}

/** Writes the drafts of a group; how many were accepted. Every other is refused with its reason. */
const insertGroup = async ({ insert }: BulkContext, { drafts }: Group, refuse: Refuse): Promise<number> => {
  if (drafts.length === 0) return 0
  try {
    const outcomes = await insert(drafts.map(({ draft }) => draft))
    outcomes.forEach(({ refusal }, i) => {
      if (refusal) refuse(drafts[i]!.line, refusal, drafts[i]!.draft.dossierId ?? null)
    })
    return outcomes.filter(({ scan }) => scan).length
  } catch (error) {
    for (const { line, draft } of drafts) refuse(line, error, draft.dossierId ?? null)
    return 0
  }
}
