import { and, eq, inArray, isNull, sql } from "drizzle-orm"
import { encodeMessage, type ScanJob } from "../domain/scan/messages.ts"
import type { ScanInput } from "../domain/scan/request.ts"
import type { Bus } from "../infra/bus/bus.ts"
import type { Log } from "../infra/log.ts"
import type { Database, Queries } from "../store/database.ts"
import { rowsOf } from "../store/rows.ts"
import { isUnfinished, scanReports, scans } from "../store/tables.ts"
import type { GatherMaterial } from "./material.ts"
import type { Scan } from "./moves.ts"

/** Jobs claimed in one round. */
const MAX_PER_ROUND = 100
/** Jobs of one organization on the bus for each slot of the pool: all solvers are kept busy, and others come next. */
const PER_SLOT = 2
/** The same while the pool is small or not known. */
const MIN_PER_ORGANIZATION = 4
/** Jobs whose material is being gathered at once; a slow provider holds back only the scans that need it. */
const MAX_GATHERING = 200
/** Rest after the bus did not take a job. */
const PAUSE_MS = 1_000

export interface Relay {
  /** Claims the scans whose turn it is and puts them on the bus; returns whether there may be more. */
  round(): Promise<boolean>
  /** Resolves when everything claimed is on the bus. */
  settled(): Promise<void>
}

interface RelayOptions {
  database: Database
  bus: Bus
  gather: GatherMaterial
  /** How many scans all workers together solve at once. */
  slots: () => number
  log: Log
}

/**
 * Puts accepted scans on the bus, round-robin over the organizations so that none waits behind another's thousands.
 * Several dispatchers may run it at once: a scan is claimed by one.
 */
export const createRelay = ({ database, bus, gather, slots, log }: RelayOptions): Relay => {
  const gathering = new Set<Promise<void>>()
  /** Claimed, not on the bus, and the database was away when they were to be given back. */
  const stranded: Scan[] = []
  let pausedUntilMs = 0

  const publish = async (scan: Scan): Promise<void> => {
    const scanLog = log.child({ scanId: scan.id, attempt: scan.attempt, requestId: scan.requestId })
    try {
      const [material, cuts] = await Promise.all([gather(scan), keptCuts(database, scan)])
      await bus.publish("jobs", `${scan.id}.${scan.attempt}`, encodeMessage(jobOf(scan, material, cuts)))
      scanLog.debug("job put on the bus")
    } catch (error) {
      scanLog.warn({ reason: String(error) }, "a job was not put on the bus; trying again in a moment")
      pausedUntilMs = performance.now() + PAUSE_MS
      await unclaim(database, scan).catch(() => stranded.push(scan))
    }
  }
  return {
    async round() {
      if (gathering.size >= MAX_GATHERING || performance.now() < pausedUntilMs) return false
      for (; stranded.length > 0; stranded.pop()) await unclaim(database, stranded[stranded.length - 1])
      const claimed = await claim(database, Math.max(MIN_PER_ORGANIZATION, PER_SLOT * slots()))
      for (const scan of claimed) {
        const work = publish(scan).finally(() => gathering.delete(work))
        gathering.add(work)
      }
      return claimed.length === MAX_PER_ROUND
    },
    async settled() {
      await Promise.allSettled(gathering)
    },
  }
}

const claim = async ({ queries }: Database, maxPerOrganization: number): Promise<Scan[]> => {
  const ids = await nextInTurn(queries, maxPerOrganization)
  if (ids.length === 0) return []
  const free = queries
    .select({ id: scans.id })
    .from(scans)
    .where(and(inArray(scans.id, ids), isNull(scans.queuedAt), isUnfinished))
    .for("update", { skipLocked: true })
  return queries
    .update(scans)
    .set({ queuedAt: sql`now()`, attempt: sql`${scans.attempt} + 1` })
    .where(inArray(scans.id, free))
    .returning()
}

const unclaim = async (database: Database, { id, attempt }: Scan): Promise<void> => {
  await database.queries
    .update(scans)
    .set({ queuedAt: null })
    .where(and(eq(scans.id, id), eq(scans.attempt, attempt)))
}

/**
 * Ids of the scans whose turn it is: the oldest of each organization first, then the second of each, and so on.
 * Sandbox scans are never solved. Steps from organization to organization along the index, however many scans each has.
 */
const nextInTurn = async (queries: Queries, maxPerOrganization: number): Promise<string[]> => {
  const rows = await queries.execute(sql`
    with recursive waiting as (
      (select organization_id from scans
       where mode = 'live' and queued_at is null and status in ('pending', 'processing')
       order by organization_id limit 1)
      union all
      select (select organization_id from scans
              where mode = 'live' and queued_at is null and status in ('pending', 'processing')
                and organization_id > waiting.organization_id order by organization_id limit 1)
      from waiting where waiting.organization_id is not null
    )
    select turn.id from waiting
    cross join lateral (
      select id, row_number() over (order by id) as place from scans
      where organization_id = waiting.organization_id
        and mode = 'live' and queued_at is null and status in ('pending', 'processing')
      order by id limit greatest(0, ${maxPerOrganization}::int - (
        select count(*)::int from scans busy where busy.organization_id = waiting.organization_id
          and queued_at is not null and status in ('pending', 'processing')))
    ) turn
    order by turn.place, turn.id limit ${MAX_PER_ROUND}`)
  return rowsOf<{ id: string }>(rows).map(({ id }) => id)
}

/** Cuts of the scan that this one adjusts; undefined when it adjusts none, or that is gone. */
const keptCuts = async ({ queries }: Database, { rootId }: Scan): Promise<Uint8Array | undefined> => {
  if (rootId === null) return undefined
  const [root] = await queries
    .select({ cuts: scanReports.cuts })
    .from(scanReports)
    .where(eq(scanReports.scanId, rootId))
  return root?.cuts ?? undefined
}

const jobOf = (scan: Scan, material: Uint8Array | undefined, cuts: Uint8Array | undefined): ScanJob => ({
  scanId: scan.id,
  runId: scan.runId,
  attempt: scan.attempt,
  input: scan.input as ScanInput,
  ...(material ? { material } : {}),
  ...(cuts ? { cuts } : {}),
  ...(scan.requestId ? { requestId: scan.requestId } : {}),
})
