import type { Static } from "@sinclair/typebox"
import { newId } from "../../../infra/ids.ts"
import { askedOnce } from "../../../store/currencies.ts"
import {
  type CountedBatch,
  findBatch,
  insertBatch,
  listBatches,
  noteBatch,
  noteBatchAlive,
} from "../../../store/scans/batches.ts"
import { JSON_LIMIT_BYTES, parseJson } from "../../http/body.ts"
import { BodyTooLarge, Conflict, found, TooManyLines } from "../../http/errors.ts"
import { answerOfFailure, failureOf } from "../../http/failure.ts"
import { type Line, linesOf } from "../../http/lines.ts"
import { type PageQuery, pageOf, sliceOf } from "../../http/lists.ts"
import { createShares } from "../../http/shares.ts"
import type { Batch, BatchList, BulkAnswer, BulkError } from "./bulkSchemas.ts"
import { closeBatch } from "./closeBatch.ts"
import type { ScanContext } from "./context.ts"
import { draftScan, type ScanDraft } from "./draft.ts"
import type { Reader } from "./reader.ts"

/** Lines of one request. */
export const MAX_LINES = 100_000
/** Lines that are held and written at once. */
const LINES_AT_ONCE = 200
/**
 * How often a request shows that it is worked on, however slowly its lines come: far below SILENT_MINUTES of
 * store/scans/batchEnds.ts.
 */
const SIGN_INTERVAL_MS = 60_000
/** Refused lines that the answer explains; the others are counted. */
const MAX_ERRORS = 1_000
/** Requests that are read at once. */
const BULKS = createShares({ inAll: 8, perOrganization: 2, what: "bulk-requests" })

interface Bulk {
  reader: Reader
  request: Request
  requestId: string
  /** Chosen by the caller, so that a request that broke off is not repeated unseen. */
  id: string | undefined
}

/**
 * Accepts a scan for each line, some at a time, while the others still arrive. Each line is accepted or refused by
 * itself. Scans that were accepted stay when the request breaks off. Throws Conflict for an id that the organization
 * has, TooManyRequests, BodyBrokenOff.
 */
export const createBulk = async (
  context: ScanContext,
  { reader, request, requestId, id = newId() }: Bulk,
): Promise<BulkAnswer> => {
  const release = BULKS.take(reader.organizationId)
  const counts = { lines: 0, accepted: 0, refused: 0 }
  const errors: BulkError[] = []
  const refuse = (line: number, error: unknown) => {
    counts.refused++
    const answer = answerOf(error, reader)
    if (errors.length < MAX_ERRORS) errors.push({ line, ...answer })
  }
  try {
    if (!(await insertBatch(context.queries, reader, id))) throw new Conflict("batch-exists", { id })
    const sign = setInterval(() => noteBatchAlive(context.queries, reader, id).catch(() => {}), SIGN_INTERVAL_MS)
    try {
      for await (const lines of inGroups(linesOf(request, JSON_LIMIT_BYTES))) {
        counts.lines += lines.length
        const taken = counts.lines > MAX_LINES ? lines.slice(0, lines.length - (counts.lines - MAX_LINES)) : lines
        counts.accepted += await accept(context, { reader, requestId, batchId: id }, taken, refuse)
        if (taken.length < lines.length) {
          counts.lines = MAX_LINES + 1
          refuse(lines[taken.length]!.number, new TooManyLines(MAX_LINES))
          break
        }
        await noteBatch(context.queries, reader, id, { ...counts, isClosed: false })
      }
    } finally {
      clearInterval(sign)
      await closeBatch(context, reader, id, counts)
    }
    return { id, ...counts, errors, moreErrors: counts.refused - errors.length }
  } finally {
    release()
  }
}

/** What a batch has come to. Throws NotFound. */
export const readBatch = async (
  { queries }: Pick<ScanContext, "queries">,
  reader: Reader,
  id: string,
): Promise<Batch> => {
  return shownBatch(found(await findBatch(queries, reader, id), "batch"))
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
  const { id, lines, accepted, refused, createdAt, closedAt, completedAt } = batch
  return {
    id,
    createdAt: createdAt.toISOString(),
    isClosed: closedAt !== null,
    isOver: closedAt !== null && states.pending + states.processing === 0,
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

const inGroups = async function* (lines: AsyncIterable<Line>): AsyncGenerator<Line[]> {
  let group: Line[] = []
  for await (const line of lines) {
    group.push(line)
    if (group.length < LINES_AT_ONCE) continue
    yield group
    group = []
  }
  if (group.length > 0) yield group
}

interface Lot {
  reader: Reader
  requestId: string
  batchId: string
}

/** Accepts lines; how many were. Every other is refused with its reason. */
const accept = async (
  context: ScanContext,
  { reader, requestId, batchId }: Lot,
  lines: readonly Line[],
  refuse: (line: number, error: unknown) => void,
): Promise<number> => {
  const drafts: { line: number; draft: ScanDraft }[] = []
  const drafting = { ...context, findCurrency: askedOnce(context.findCurrency) }
  for (const { number, bytes } of lines)
    try {
      if (bytes === undefined) throw new BodyTooLarge(JSON_LIMIT_BYTES)
      const draft = await draftScan(drafting, reader, parseJson(bytes), requestId)
      drafts.push({ line: number, draft: { ...draft, isBatch: true, batchId } })
    } catch (error) {
      refuse(number, error)
    }
  // What comes of a line must not hold up the other requests of this process.
  await new Promise(setImmediate)
  try {
    const outcomes = await context.insert(drafts.map(({ draft }) => draft))
    outcomes.forEach(({ refusal }, i) => {
      if (refusal) refuse(drafts[i]!.line, refusal)
    })
    return outcomes.filter(({ scan }) => scan).length
  } catch (error) {
    for (const { line } of drafts) refuse(line, error)
    return 0
  }
}
