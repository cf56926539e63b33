import { encodeMessage, MESSAGE_VERSION, type ScanJob } from "../../../domain/report/messages.ts"
import type { Bus } from "../../../infra/bus/bus.ts"
import { newId } from "../../../infra/ids.ts"
import type { Log } from "../../../infra/log.ts"
import type { Queries } from "../../../store/database.ts"
import { claimDetails, lacksDetails, type PlantReport, unclaimDetails } from "../../../store/scans/details.ts"
import type { GatheredFor, GatherJobInputs } from "../../../store/scans/jobInputs.ts"
import type { Scan } from "../../../store/scans/move.ts"
import type { ScanState } from "../../../store/scans/read.ts"
import type { Admission } from "../../http/admission.ts"
import { Unavailable } from "../../http/errors.ts"
import type { WeightOf } from "../usage/weights.ts"
import type { ProgressFeed } from "./progressFeed.ts"

/** Time limit of a read that completes a report. */
const LIMIT_MS = 10_000
/** Pause between two looks at the report, if no message tells of its end. */
const LOOK_MS = 100
/** Processor time of a completion. */
const ESTIMATE = { childMs: 100 }

/**
 * Completes the report of a scan with `detail: "plant"` before its first read; returns at once for a full
 * report. Throws Unavailable after 10 s; the completion goes on. Throws TooManyRequests if too many of the owner wait.
 */
export type CompleteReport = (scan: Completable) => Promise<void>

type Completable = Pick<ScanState, "id" | "organizationId" | "isPlant">

interface Context {
  queries: Queries
  bus: Bus
  progress: ProgressFeed
  admission: Admission
  weightOf: WeightOf
  gather: GatherJobInputs<GatheredFor & Pick<Scan, "keepsInputs">>
  log: Log
}

/**
 * Completions of one process: reads of one report share one completion.
 * @param limitMs time limit of a read; by default 10 s
 */
export const createCompleteReport = (context: Context, limitMs = LIMIT_MS): CompleteReport => {
  const { admission, weightOf } = context
  const running = new Map<string, Promise<void>>()
  const start = ({ id, organizationId }: Completable): Promise<void> => {
    const account = { name: organizationId, weight: weightOf(organizationId) }
    const done = admission
      .turn("completions", { estimate: ESTIMATE, account }, async () => ({
        result: await complete(context, id, limitMs),
      }))
      .finally(() => running.delete(id))
    running.set(id, done)
    return done
  }
  return async scan => {
    if (scan.isPlant) await inTime(running.get(scan.id) ?? start(scan), limitMs)
  }
}

/** Throws Unavailable if the work takes too long. */
const inTime = async (work: Promise<void>, limitMs: number): Promise<void> => {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Unavailable("report-not-completed")), limitMs)
  // A completion that fails after its readers have gone is in the log of its worker.
  work.catch(() => {})
  await Promise.race([work, promise]).finally(() => clearTimeout(timer))
}

/** Puts a completion on the bus, unless another process has, and waits for its end. */
const complete = async (context: Context, id: string, limitMs: number): Promise<void> => {
  const { queries, progress, log } = context
  const endsAtMs = performance.now() + limitMs
  let isAsked = false
  while (performance.now() < endsAtMs) {
    const wait = progress.wait(id, endsAtMs - performance.now())
    try {
      if (!isAsked) await ask(context, id)
      isAsked = true
      if (!(await lacksDetails(queries, id))) return
      await wait.over
    } finally {
      wait.end()
    }
    if (!(await lacksDetails(queries, id))) return
    await Bun.sleep(LOOK_MS)
  }
  log.warn({ scanId: id }, "a report was not completed in time")
  throw new Unavailable("report-not-completed")
}

const ask = async ({ queries, bus, gather }: Context, id: string): Promise<void> => {
  const claimed = await claimDetails(queries, id)
  if (!claimed) return
  try {
    const job = jobOf(claimed, await gather(claimed.scan))
    await bus.publish("jobs", `${id}.${job.attempt}.detail.${newId()}`, encodeMessage(job, MESSAGE_VERSION))
  } catch (error) {
    await unclaimDetails(queries, id)
    throw error
  }
}

const jobOf = ({ scan, report, solved, cuts }: PlantReport, material: Uint8Array | undefined): ScanJob => ({
  scanId: scan.id,
  runId: scan.runId,
  attempt: scan.attempt,
  input: scan.input,
  stored: report,
  solved,
  ...(material ? { material } : {}),
  ...(cuts ? { cuts } : {}),
  ...(scan.requestId ? { requestId: scan.requestId } : {}),
})
