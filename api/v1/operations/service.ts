import { scanErrorText } from "../../../domain/texts/scanErrors.ts"
import type { Bus } from "../../../infra/bus/bus.ts"
import type { Queries } from "../../../store/database.ts"
import { countEnded, latestFailures, timesOfSolved, unfinishedScans } from "../../../store/scans/operations.ts"
import type { Owner } from "../../../store/scans/read.ts"
import { countDeliveries } from "../../../store/webhooks/deliveries.ts"
import type { Handlers } from "../../http/operation.ts"
import type { Reader } from "../scans/reader.ts"
import type { operationsOperations } from "./routes.ts"
import type { Operations } from "./schemas.ts"

const PERIOD_MS = 86_400_000
/** Maximum number of latest scans of the period whose times are read. */
const MAX_TIMED = 5_000
const MAX_FAILURES = 10
/** Upper edges of the bars of solve times [s]. */
const EDGES = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60]

/** Reads the database and the bus, which all processes share, so that every process gives the same answer. */
export const operationsHandlers = (queries: Queries, bus: Bus): Handlers<typeof operationsOperations> => ({
  async read({ caller: reader }) {
    const since = new Date(Date.now() - PERIOD_MS)
    return {
      waiting: await waitingScans(queries, bus),
      since: since.toISOString(),
      ...(await endedScans(queries, reader, since)),
      deliveries: await countDeliveries(queries, reader, since),
      failures: await failures(queries, reader),
    }
  },
})

const waitingScans = async (queries: Queries, bus: Bus): Promise<Operations["waiting"]> => {
  const rows = await unfinishedScans(queries)
  const pending = rows.find(({ status }) => status === "pending")
  const { waiting, slots } = await bus.state("jobs")
  return {
    scans: pending?.scans ?? 0,
    oldestSeconds: pending?.oldest ? Math.max(0, (Date.now() - pending.oldest.getTime()) / 1000) : null,
    solving: rows.find(({ status }) => status === "processing")?.scans ?? 0,
    jobsOnBus: waiting,
    solverPlaces: slots,
  }
}

type Ended = Pick<Operations, "completed" | "failed" | "solve" | "wait" | "solveTimes">

const endedScans = async (queries: Queries, owner: Owner, since: Date): Promise<Ended> => {
  const byStatus = await countEnded(queries, owner, since)
  const numberOf = (wanted: string) => byStatus.find(({ status }) => status === wanted)?.scans ?? 0
  const timed = await timesOfSolved(queries, owner, since, MAX_TIMED)
  const between = (from: Date | null, to: Date | null) => ((to?.getTime() ?? 0) - (from?.getTime() ?? 0)) / 1000
  const solveSeconds = timed.map(({ processingAt, endedAt }) => between(processingAt, endedAt))
  const waitSeconds = timed.map(({ createdAt, processingAt }) => between(createdAt, processingAt))
  return {
    completed: numberOf("completed"),
    failed: numberOf("error"),
    solve: spreadOf(solveSeconds),
    wait: spreadOf(waitSeconds),
    solveTimes: barsOf(solveSeconds),
  }
}

/** Percentiles by nearest rank. */
const spreadOf = (seconds: readonly number[]): Operations["solve"] => {
  const sorted = seconds.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null
  return { median: at(0.5), p95: at(0.95), most: at(1) }
}

const barsOf = (seconds: readonly number[]): Operations["solveTimes"] =>
  [...EDGES, null].map((upToSeconds, index) => {
    const [above, upTo] = [EDGES[index - 1] ?? Number.NEGATIVE_INFINITY, upToSeconds ?? Number.POSITIVE_INFINITY]
    return { upToSeconds, scans: seconds.filter(value => value > above && value <= upTo).length }
  })

const failures = async (queries: Queries, reader: Reader): Promise<Operations["failures"]> => {
  const rows = await latestFailures(queries, reader, MAX_FAILURES)
  return rows.map(({ id, endedAt, createdAt, error }) => ({
    id,
    endedAt: (endedAt ?? createdAt).toISOString(),
    message: error ? scanErrorText(error, reader.language) : "",
  }))
}
