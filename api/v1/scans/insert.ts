import { QUOTA_DOSSIER } from "../../../domain/report/sandbox/outcomes.ts"
import { NO_TRACING, type Tracing } from "../../../infra/tracing/tracing.ts"
import type { Queries } from "../../../store/database.ts"
import { createGroupCommit } from "../../../store/groupCommit.ts"
import { insertScans, type NewScan } from "../../../store/scans/change.ts"
import { endInstantScans } from "../../../store/scans/sandbox.ts"
import { transaction } from "../../../store/transaction.ts"
import { isDatabaseDown } from "../../http/databaseDown.ts"
import { type StorageUsedUp, Unavailable } from "../../http/errors.ts"
import type { KeepAnswer } from "../../http/operation.ts"
import type { Storage } from "../../http/storage.ts"
import { type Meter, type QuotaUsedUp, quotaOfTest } from "../usage/meter.ts"

/** Outcome of a draft: accepted, or refused by the quota of scans or of stored bytes. */
export type Accepted =
  | { scan: NewScan; refusal?: undefined }
  | { refusal: QuotaUsedUp | StorageUsedUp; scan?: undefined }

/**
 * Writes drafts, together with drafts of other requests at about the same time; one outcome per draft. `keep` is called
 * in the transaction with these outcomes; if it throws, no draft is written.
 */
export type InsertScans = (drafts: NewScan[], keep?: KeepOutcomes) => Promise<Accepted[]>
export type KeepOutcomes = (tx: Queries, outcomes: readonly Accepted[]) => Promise<void>

/** Writes drafts whose scans belong to the trace of their request. */
export const withTrace = (insert: InsertScans, tracing: Tracing): InsertScans => {
  if (tracing === NO_TRACING) return insert
  return (drafts, keep) => {
    const traceParent = tracing.current()
    return insert(traceParent === undefined ? drafts : drafts.map(draft => ({ ...draft, traceParent })), keep)
  }
}

/**
 * Writes one draft; the result of `answerOf` for the scan is stored with it and returned. Throws QuotaUsedUp and
 * StorageUsedUp.
 */
export const insertOne = async <Answer>(
  insert: InsertScans,
  draft: NewScan,
  answerOf: (scan: NewScan) => Answer,
  keepAnswer: KeepAnswer<Answer> | undefined,
): Promise<Answer> => {
  const keep: KeepOutcomes = async (tx, [outcome]) => {
    if (outcome?.scan) await keepAnswer?.(tx, answerOf(outcome.scan))
  }
  const { scan, refusal } = (await insert([draft], keepAnswer && keep))[0]!
  if (refusal) throw refusal
  return answerOf(scan)
}

/** A draft with the stored answer of its request. */
interface Item {
  scan: NewScan
  keep: KeepOutcomes | undefined
}

/** Maximum number of scans per transaction; the largest batch fits. */
const MAX_SCANS_PER_COMMIT = 1_000
/** Maximum number of scans waiting for the write, some seconds of work. */
const MAX_WAITING = 20_000
const LINGER_MS = 1

/** Quotas that new scans count against. */
interface Quotas {
  meter: Meter
  storage: Pick<Storage, "grantScans">
}

export const createInsertScans = (queries: Queries, quotas: Quotas, onAccepted: () => void): InsertScans => {
  const insert = createGroupCommit<Item, Accepted>({
    commit: async items => {
      const outcomes = await transaction(queries, tx => insertKept(tx, quotas, items))
      if (outcomes.some(({ scan }) => scan)) onAccepted()
      return outcomes
    },
    maxItems: MAX_SCANS_PER_COMMIT,
    maxWaiting: MAX_WAITING,
    refusal: () => new Unavailable("too-many-scans-waiting"),
    lingerMs: LINGER_MS,
    isCommon: isDatabaseDown,
  })
  return (drafts, keep) => insert(drafts.map(scan => ({ scan, keep })))
}

/** Inserts drafts, then stores each request's idempotent answer. */
const insertKept = async (tx: Queries, quotas: Quotas, items: Item[]): Promise<Accepted[]> => {
  const drafts = items.map(({ scan }) => scan)
  const outcomes = await insertCharged(tx, quotas, drafts)
  const kept = Map.groupBy(outcomes, (_, i) => items[i]!.keep)
  for (const [keep, ofRequest] of kept) await keep?.(tx, ofRequest)
  return outcomes
}

/** Writes each scan with its first event and its charge, or nothing. */
const insertCharged = async (tx: Queries, { meter, storage }: Quotas, drafts: NewScan[]): Promise<Accepted[]> => {
  const outcomes = new Map<NewScan, Accepted>(drafts.map(scan => [scan, { scan: { ...scan, costEur: null } }]))
  for (const scan of drafts.filter(isRefusedForTest)) outcomes.set(scan, { refusal: quotaOfTest() })
  for (const stored of byScope(drafts)) {
    const { granted, refusal } = await storage.grantScans(tx, stored[0]!, stored.length)
    if (refusal) for (const scan of stored.slice(granted)) outcomes.set(scan, { refusal })
  }
  const hasRoom = (scan: NewScan) => outcomes.get(scan)?.scan !== undefined
  for (const charged of byOrganization(drafts.filter(scan => isCharged(scan) && hasRoom(scan)))) {
    const { costsEur, refusal } = await meter.chargeScans(tx, charged[0]!, charged.length)
    charged.forEach((scan, i) => {
      if (i < costsEur.length) outcomes.set(scan, { scan: { ...scan, costEur: costsEur[i] } })
      else if (refusal) outcomes.set(scan, { refusal })
    })
  }
  const accepted = [...outcomes.values()].flatMap(({ scan }) => scan ?? [])
  await insertScans(tx, accepted)
  await endInstantScans(tx, accepted)
  return [...outcomes.values()]
}

/** A sandbox scan that asks for the refusal by a quota (docs/scans-handling.md). */
const isRefusedForTest = ({ mode, dossierId }: NewScan): boolean => mode === "sandbox" && dossierId === QUOTA_DOSSIER

/** Sandbox scans and adjustments are free. */
const isCharged = ({ mode, rootId }: NewScan): boolean => mode === "live" && !rootId

const byScope = (drafts: NewScan[]): NewScan[][] => [
  ...Map.groupBy(drafts, ({ organizationId, mode }) => `${organizationId} ${mode}`).values(),
]

/** Sorted, so that processes never deadlock on meters. */
const byOrganization = (drafts: NewScan[]): NewScan[][] =>
  [...Map.groupBy(drafts, ({ organizationId }) => organizationId)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, ofOrganization]) => ofOrganization)
