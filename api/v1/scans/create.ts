import type { FullReport } from "../../../domain/report/schema.ts"
import type { Language } from "../../../domain/texts/render.ts"
import { newId } from "../../../infra/ids.ts"
import { askedOnce } from "../../../store/currencies.ts"
import { insertBatch } from "../../../store/scans/batches.ts"
import { hasScope } from "../../credentials/authenticate.ts"
import type { Caller } from "../../credentials/callers.ts"
import type { Lease } from "../../credentials/leases.ts"
import { answerOfFailure, failureOf } from "../../http/failure.ts"
import type { KeepAnswer } from "../../http/operation.ts"
import { createPauses } from "../../http/pauses.ts"
import { duringLease } from "../../http/streams.ts"
import { abandonBatch, closeBatch } from "./closeBatch.ts"
import type { ScanContext } from "./context.ts"
import { type DraftContext, draftScan, type ScanDraft } from "./draft.ts"
import { type Accepted, insertOne, type KeepOutcomes } from "./insert.ts"
import type { Reader } from "./reader.ts"
import { dossierOf, refusedLine } from "./refusedLines.ts"
import { fullReport, markSeen } from "./report.ts"
import type { BatchAnswer, BatchItem, CreatedScan } from "./schemas.ts"
import { findScan } from "./scope.ts"
import { createdScan } from "./views.ts"

/** The request that asks for scans. */
interface RequestOf<Answer> {
  requestId: string
  /** Stores the answer with the scan, for a request with an Idempotency-Key. */
  keepAnswer: KeepAnswer<Answer> | undefined
}

/** How long a caller waits for the end of a scan, as long as the credential holds. */
interface WaitForEnd {
  seconds: number | undefined
  hold: () => Lease
}

/**
 * Accepts a scan and, if asked, waits for its end. Throws InvalidInput, NotFound and QuotaUsedUp; Unauthenticated
 * if the credential ends during the wait, and the scan stays.
 */
export const createScan = async (
  context: DraftContext & Pick<ScanContext, "insert" | "progress" | "find">,
  reader: Reader,
  body: unknown,
  { requestId, keepAnswer, wait }: RequestOf<CreatedScan> & { wait?: WaitForEnd },
): Promise<CreatedScan> => {
  const { insert, progress } = context
  const draft = await draftScan(context, reader, body, requestId)
  const accepted = await insertOne(insert, draft, scan => acceptedScan(scan, reader), keepAnswer)
  if (!wait?.seconds) return accepted
  // Not before: a scan that is watched and not stored yet would be taken for one that was deleted.
  const { over, end } = progress.wait(draft.id, wait.seconds * 1000)
  await duringLease(wait.hold(), ended => {
    ended.addEventListener("abort", end)
    return over
  })
  return createdScan(await findScan(context, reader, draft.id), reader.language)
}

/**
 * Report of a scan that was completed during its creation. Undefined for other scans, for a key that may not read, and
 * after a failed read, because the scan exists and its creation has succeeded.
 */
export const reportAtOnce = async (
  context: Pick<ScanContext, "queries" | "log" | "find" | "complete">,
  caller: Caller,
  { id, status }: CreatedScan,
): Promise<FullReport | undefined> => {
  if (status !== "completed" || !hasScope(caller, "read")) return undefined
  try {
    const scan = await findScan(context, caller, id)
    await context.complete(scan)
    const report = await fullReport(context.queries, scan, caller.language)
    if (caller.kind === "session") await markSeen(context.queries, scan)
    return report
  } catch (error) {
    context.log.warn({ err: error, scanId: id }, "the report of a new scan was not read; its creation is answered")
    return undefined
  }
}

const acceptedScan = (scan: ScanDraft, { language }: Reader): CreatedScan =>
  createdScan({ ...scan, error: null }, language)

type BatchContext = DraftContext & Pick<ScanContext, "insert" | "log" | "bus">

/** Accepts each scan of a batch by itself, all in one transaction; an error in one does not affect the others. */
export const createScans = async (
  context: BatchContext,
  reader: Reader,
  bodies: readonly unknown[],
  source: RequestOf<BatchAnswer>,
): Promise<BatchAnswer> => {
  const batchId = newId()
  await insertBatch(context.queries, reader, batchId)
  const items = await acceptAll(context, reader, bodies, { ...source, batchId }).catch(async error => {
    await abandonBatch(context, reader, batchId, error)
    throw error
  })
  const lines = bodies.length
  const accepted = items.filter(item => "id" in item).length
  const refusals = items.flatMap((item, i) => ("id" in item ? [] : [refusedLine(i + 1, dossierOf(bodies[i]), item)]))
  const refused = lines - accepted
  await closeBatch(context, reader, batchId, { lines, accepted, refused, lastLine: lines, refusals })
  return { items, batchId }
}

const acceptAll = async (
  context: BatchContext,
  reader: Reader,
  bodies: readonly unknown[],
  { requestId, keepAnswer, batchId }: RequestOf<BatchAnswer> & { batchId: string },
): Promise<BatchItem[]> => {
  const refusalOf = (error: unknown) => refusedScan(error, reader.language)
  const drafts: (ScanDraft | BatchItem)[] = []
  const drafting = { ...context, findCurrency: askedOnce(context.findCurrency) }
  const pause = createPauses()
  for (const [i, body] of bodies.entries()) {
    const draft = await draftScan(drafting, reader, body, requestId).catch(refusalOf)
    drafts.push(isDraft(draft) ? { ...draft, isBatch: true, batchId, batchLine: i + 1 } : draft)
    await pause()
  }
  const accepted = drafts.filter(isDraft)
  const itemsOf = (outcomes: readonly Accepted[]): BatchItem[] => {
    const next = outcomes.values()
    return drafts.map(draft => {
      if (!isDraft(draft)) return draft
      const { scan, refusal } = next.next().value ?? {}
      return scan ? acceptedScan(scan, reader) : refusalOf(refusal)
    })
  }
  const keep: KeepOutcomes = async (tx, outcomes) => keepAnswer?.(tx, { items: itemsOf(outcomes), batchId })
  return itemsOf(await context.insert(accepted, keepAnswer && keep))
}

const isDraft = (item: ScanDraft | BatchItem): item is ScanDraft => "organizationId" in item

/** The refusal of one item; errors other than refusals are thrown again. */
const refusedScan = (error: unknown, language: Language): BatchItem => {
  const failure = failureOf(error)
  if (!failure) throw error
  return answerOfFailure(failure, language)
}
