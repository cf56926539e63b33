import { createBoundedMap } from "../domain/base/boundedMap.ts"
import { encodeMessage, type ScanJob } from "../domain/report/messages.ts"
import type { Bus } from "../infra/bus/bus.ts"
import type { Log } from "../infra/log.ts"
import { NO_TRACING, type SpanStart, type Tracing } from "../infra/tracing/tracing.ts"
import type { Database } from "../store/database.ts"
import type { GatherJobInputs } from "../store/scans/jobInputs.ts"
import type { Scan } from "../store/scans/move.ts"
import { claimScans, keptCuts, unclaimScan, versionsOfReport } from "../store/scans/relay.ts"

/** Maximum number of jobs claimed per round. */
const MAX_PER_ROUND = 100
/** Jobs of a single organization on the bus per slot of the pool, so that no solver waits for a job. */
const PER_SLOT = 2
/** Minimum number of these jobs, for a small or unknown pool. */
const MIN_ALONE = 4
/**
 * Number of slots never given to a single organization if several slots exist, so that another organization never waits
 * for a whole scan.
 */
const KEPT_SLOTS = 1
/**
 * Maximum number of jobs whose inputs are collected at the same time; a slow provider delays only the scans that need
 * it.
 */
const MAX_GATHERING = 200
/**
 * Maximum number of single scans in a row that precede an organization's batches; then a scan of a batch has its turn.
 */
const ALONE_IN_A_ROW = 4
/** Maximum number of organizations with such a count. */
const MAX_COUNTED = 1_000
/** Pause after the bus refused a job. */
const PAUSE_MS = 1_000

export interface Relay {
  /**
   * Records the end of an organization's job, which has its turn in the next round. False if no scan waits and no round
   * is needed.
   */
  ended(organizationId: string): boolean
  /** Claims the scans whose turn it is and puts them on the bus; returns true if more scans may wait. */
  round(): Promise<boolean>
  /** Resolves when all claimed scans are on the bus. */
  settled(): Promise<void>
}

interface RelayOptions {
  database: Database
  bus: Bus
  gather: GatherJobInputs<Scan>
  /** Number of scans that all workers together solve at the same time. */
  slots: () => number
  log: Log
  /** Tracing; off by default. */
  tracing?: Tracing | undefined
}

/**
 * Puts accepted scans on the bus, round-robin over the organizations, so that no organization waits for thousands of
 * scans of another. Within an organization, single scans precede batches, which have at least every fifth turn. Several
 * dispatchers may run it at the same time; each scan is claimed by one dispatcher.
 */
export const createRelay = (options: RelayOptions): Relay => {
  const { database, bus, gather, slots, log, tracing = NO_TRACING } = options
  const { queries } = database
  const gathering = new Set<Promise<void>>()
  /** Scans that are claimed but not on the bus, because the database was unavailable for the requeue. */
  const stranded: Scan[] = []
  /** Organizations whose job has ended since the last round. */
  const served = new Set<string>()
  const passed = createBoundedMap<number>({ capacity: MAX_COUNTED })
  let after: string | undefined
  let pausedUntilMs = 0
  /**
   * False after a search without unclaimed scans, until the next search begins. Scans accepted meanwhile request a
   * round themselves.
   */
  let mayWait = true

  const publish = async (scan: Scan): Promise<void> => {
    const scanLog = log.child({ scanId: scan.id, attempt: scan.attempt, requestId: scan.requestId })
    try {
      const { rootId } = scan
      const [material, cuts, original] = await Promise.all([
        gather(scan),
        rootId === null ? undefined : keptCuts(queries, rootId),
        rootId === null ? undefined : versionsOfReport(queries, rootId),
      ])
      const job = jobOf(scan, { material, cuts, original })
      await tracing.span(relayingOf(bus, scan), ({ traceParent }) =>
        bus.publish(
          "jobs",
          `${scan.id}.${scan.attempt}`,
          encodeMessage(traceParent === undefined ? job : { ...job, traceParent }, scan.jobVersion),
        ),
      )
      scanLog.debug("job put on the bus")
    } catch (error) {
      scanLog.warn({ reason: String(error) }, "a job was not put on the bus; trying again in a moment")
      pausedUntilMs = performance.now() + PAUSE_MS
      await unclaimScan(queries, scan).catch(() => stranded.push(scan))
    }
  }
  return {
    ended(organizationId) {
      if (mayWait && served.size < MAX_PER_ROUND) served.add(organizationId)
      return mayWait
    },
    async round() {
      mayWait = true
      if (gathering.size >= MAX_GATHERING || performance.now() < pausedUntilMs) return false
      for (; stranded.length > 0; stranded.pop()) await unclaimScan(queries, stranded[stranded.length - 1]!)
      const limits = {
        inAll: MAX_PER_ROUND,
        alone: Math.max(MIN_ALONE, PER_SLOT * slots()),
        amongOthers: Math.max(1, slots() - KEPT_SLOTS),
      }
      const first = [...served]
      const batchFirst = [...passed.entries()].flatMap(([id, scans]) => (scans >= ALONE_IN_A_ROW ? [id] : []))
      const claimed = await claimScans(database, limits, { after, first, batchFirst })
      served.clear()
      mayWait = claimed.isMoreWaiting
      for (const scan of claimed.scans) {
        const { organizationId, isBatch } = scan
        // A single scan claimed in a turn of batches means that no batch waits: its count restarts.
        const before = batchFirst.includes(organizationId) ? 0 : (passed.get(organizationId) ?? 0)
        if (isBatch) passed.delete(organizationId)
        else passed.set(organizationId, before + 1)
      }
      after = claimed.after
      for (const scan of claimed.scans) {
        const work = publish(scan).finally(() => gathering.delete(work))
        gathering.add(work)
      }
      return claimed.scans.length === MAX_PER_ROUND
    },
    async settled() {
      await Promise.allSettled(gathering)
    },
  }
}

const relayingOf = ({ engine }: Bus, { id, attempt, traceParent }: Scan): SpanStart => ({
  name: "put a job on the bus",
  kind: "producer",
  parent: traceParent,
  attributes: {
    "messaging.system": engine,
    "messaging.destination.name": "jobs",
    "scan.id": id,
    "scan.attempt": attempt,
  },
})

type Gathered = { [Name in "material" | "cuts" | "original"]: ScanJob[Name] | undefined }

const jobOf = (scan: Scan, { material, cuts, original }: Gathered): ScanJob => ({
  scanId: scan.id,
  runId: scan.runId,
  attempt: scan.attempt,
  input: scan.input,
  ...(material ? { material } : {}),
  ...(cuts ? { cuts } : {}),
  ...(original ? { original } : {}),
  ...(scan.requestId ? { requestId: scan.requestId } : {}),
})
