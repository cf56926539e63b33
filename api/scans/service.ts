import { and, count, desc, eq, inArray, type SQL } from "drizzle-orm"
import { standardProfileKeys } from "../../domain/consumption/profiles.ts"
import { scanEvent } from "../../domain/events.ts"
import { TOPICS } from "../../domain/messages.ts"
import { parseScanRequest } from "../../domain/scan/input.ts"
import { assertFeasible } from "../../domain/scan/prepare.ts"
import type { ScanInput } from "../../domain/scan/request.ts"
import { isEnded } from "../../domain/scan/states.ts"
import type { Bus } from "../../infra/bus/bus.ts"
import type { Database, Queries } from "../../infra/database/database.ts"
import { scanEvents, scanReports, scans } from "../../infra/database/schema.ts"
import { isId, newId } from "../../infra/ids.ts"
import type { Caller } from "../credentials/authenticate.ts"
import { Conflict, NotFound } from "../http/errors.ts"
import { assertScannable } from "../profiles/lookup.ts"
import type { CreatedScan, ScanList, ScanListItem, ScanListQuery, ScanObject, ScanStatusAnswer } from "./schemas.ts"
import type { ProgressFeed } from "./waiting.ts"

type Scan = typeof scans.$inferSelect

export interface ScanService {
  /** Accepts a scan and, if asked, waits for its end. Throws InvalidInput. */
  create(caller: Caller, body: unknown, requestId: string, waitSeconds?: number): Promise<CreatedScan>
  list(caller: Caller, query: ScanListQuery): Promise<ScanList>
  status(caller: Caller, id: string): Promise<ScanStatusAnswer>
  /** The scan object, or the full report of a completed scan. */
  read(caller: Caller, id: string): Promise<ScanObject | object>
  /** The full report. Throws Conflict before completion and for a failed scan. */
  result(caller: Caller, id: string): Promise<object>
  /** What was asked, with the defaults filled in. */
  request(caller: Caller, id: string): Promise<ScanInput>
}

interface ScanServiceOptions {
  database: Database
  bus: Bus
  progress: ProgressFeed
}

export const createScanService = ({ database, bus, progress }: ScanServiceOptions): ScanService => {
  const { queries } = database
  const find = (caller: Caller, id: string) => findScan(queries, caller, id)
  return {
    async create(caller, body, requestId, waitSeconds) {
      const input = parseScanRequest(body, standardProfileKeys)
      assertFeasible(input)
      await assertScannable(queries, caller.organizationId, input)
      const scan = newScan(caller, input, requestId)
      const ended = waitSeconds ? progress.ended(scan.id, waitSeconds * 1000) : undefined
      await insertScan(queries, scan)
      bus.broadcast(TOPICS.accepted, new Uint8Array())
      if (!ended) return createdScan(scan)
      await ended
      return createdScan(await find(caller, scan.id))
    },
    async list(caller, { page = 1, limit = 20, dossierId }) {
      const where = and(ownedBy(caller), dossierId === undefined ? undefined : eq(scans.dossierId, dossierId))
      const [{ total }] = await queries.select({ total: count() }).from(scans).where(where)
      const rows = await queries
        .select()
        .from(scans)
        .where(where)
        .orderBy(desc(scans.id))
        .limit(limit)
        .offset((page - 1) * limit)
      const adjustments = await countAdjustments(queries, rows)
      const items = rows.map(scan => listItem(scan, adjustments.get(scan.id) ?? 0))
      return { items, total, page, limit, totalPages: Math.ceil(total / limit) }
    },
    async status(caller, id) {
      const scan = await find(caller, id)
      return { id: scan.id, status: scan.status, createdAt: scan.createdAt.toISOString() }
    },
    async read(caller, id) {
      const scan = await find(caller, id)
      return scan.status === "completed" ? readReport(queries, scan) : scanObject(scan)
    },
    async result(caller, id) {
      const scan = await find(caller, id)
      if (scan.status === "error") throw new Conflict(`the scan failed: ${scan.errorMessage}`)
      if (!isEnded(scan.status)) throw new Conflict(`the scan is ${scan.status}: its report is not there yet`)
      return readReport(queries, scan)
    },
    async request(caller, id) {
      return (await find(caller, id)).input as ScanInput
    },
  }
}

const ownedBy = ({ organizationId, mode }: Caller): SQL | undefined =>
  and(eq(scans.organizationId, organizationId), eq(scans.mode, mode))

const findScan = async (queries: Queries, caller: Caller, id: string): Promise<Scan> => {
  const [scan] = isId(id)
    ? await queries
        .select()
        .from(scans)
        .where(and(ownedBy(caller), eq(scans.id, id)))
        .limit(1)
    : []
  if (!scan) throw new NotFound("scan")
  return scan
}

type NewScan = typeof scans.$inferInsert & { createdAt: Date; errorMessage?: null }

const newScan = ({ organizationId, mode }: Caller, input: ScanInput, requestId: string): NewScan => ({
  id: newId(),
  organizationId,
  mode,
  status: "pending",
  input,
  goal: input.goal,
  dossierId: input.dossierId ?? null,
  runId: newId(),
  requestId,
  createdAt: new Date(),
})

/** The scan and its first event, both or neither. */
const insertScan = (queries: Queries, scan: NewScan): Promise<void> =>
  queries.transaction(async tx => {
    await tx.insert(scans).values(scan)
    const { organizationId, mode, createdAt } = scan
    const event = scanEvent("pending", scan)
    await tx.insert(scanEvents).values({ id: newId(), scanId: scan.id, organizationId, mode, createdAt, ...event })
  })

const createdScan = (
  scan: Pick<Scan, "id" | "status" | "createdAt"> & { errorMessage?: string | null },
): CreatedScan => ({
  id: scan.id,
  status: scan.status,
  ...(scan.errorMessage ? { errorMessage: scan.errorMessage } : {}),
  createdAt: scan.createdAt.toISOString(),
})

const scanObject = (scan: Scan): ScanObject => ({
  id: scan.id,
  status: scan.status,
  createdAt: scan.createdAt.toISOString(),
  goal: scan.goal as ScanObject["goal"],
  hasError: scan.status === "error",
  errorMessage: scan.errorMessage,
})

const listItem = (scan: Scan, adjustmentCount: number): ScanListItem => ({
  ...scanObject(scan),
  hasSeenReport: scan.hasSeenReport,
  selfSufficiency: scan.selfSufficiency,
  returnPeriod: scan.returnPeriod,
  co2SavedKg: scan.co2SavedKg,
  isAdjustment: scan.rootId !== null,
  adjustmentCount,
})

const countAdjustments = async (queries: Queries, rows: Scan[]): Promise<Map<string | null, number>> => {
  if (rows.length === 0) return new Map()
  const ids = rows.map(({ id }) => id)
  const counts = await queries
    .select({ rootId: scans.rootId, adjustments: count() })
    .from(scans)
    .where(inArray(scans.rootId, ids))
    .groupBy(scans.rootId)
  return new Map(counts.map(({ rootId, adjustments }) => [rootId, adjustments]))
}

/** The stored report with what may change after it was stored; notes that its owner has seen it. */
const readReport = async (queries: Queries, scan: Scan): Promise<object> => {
  const [stored] = await queries
    .select({ report: scanReports.report })
    .from(scanReports)
    .where(eq(scanReports.scanId, scan.id))
    .limit(1)
  if (!stored) throw new NotFound("report")
  if (!scan.hasSeenReport) await queries.update(scans).set({ hasSeenReport: true }).where(eq(scans.id, scan.id))
  return {
    id: scan.id,
    status: "optimal",
    createdAt: scan.createdAt.toISOString(),
    hasError: false,
    ...(stored.report as object),
    isShared: scan.shareToken !== null,
    shareToken: scan.shareToken,
  }
}
