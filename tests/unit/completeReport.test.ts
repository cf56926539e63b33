import { expect, test } from "bun:test"
import { createAdmission } from "../../api/http/admission.ts"
import { createCompleteReport } from "../../api/v1/scans/completion.ts"
import { createProgressFeed } from "../../api/v1/scans/progressFeed.ts"
import type { Manager } from "../../api/v1/webhooks/endpoints.ts"
import { decodeMessage, type ScanDetailed, type ScanJob } from "../../domain/report/messages.ts"
import type { Bus } from "../../infra/bus/bus.ts"
import { createMemoryBus } from "../../infra/bus/memory.ts"
import { createLog } from "../../infra/log.ts"
import { claimDetails, lacksDetails, unclaimAllDetails } from "../../store/scans/details.ts"
import { moveScan } from "../../store/scans/move.ts"
import { scanStatuses } from "../../store/scans/read.ts"
import { findReport } from "../../store/scans/reports.ts"
import { storeResults } from "../../store/scans/results.ts"
import { onHarness } from "../support/onHarness.ts"
import type { WebhookHarness } from "../support/webhookSender.ts"

/** Completion of reports by the processes of the API: once for all readers, within its time limit. */
let harness: WebhookHarness
let owner: Manager

onHarness((opened, organization) => {
  harness = opened
  owner = organization
})

const SHORT_MS = 50
const LONG_MS = 60_000
const log = createLog("test", "silent")
const REPORT = { status: "optimal" } as never

/** A completed scan whose report is of the plant. */
const plantScan = async () => {
  const { queries } = harness.database
  const id = await harness.acceptScan(owner)
  await harness.move(id, "processing")
  const report = { report: REPORT, series: new Uint8Array(), cuts: new Uint8Array(), solved: new Uint8Array([1]) }
  await moveScan(queries, { id, attempt: 0 }, "completed", { netPresentValue: 5, report })
  return { id, organizationId: owner.organizationId, isPlant: true }
}

/** A process of the API on a bus. */
const processOn = (bus: Bus, limitMs: number) => {
  const { queries } = harness.database
  const progress = createProgressFeed(bus, ids => scanStatuses(queries, ids), log)
  const admission = createAdmission(4)
  const context = { queries, bus, progress, admission, log, weightOf: () => 1, gather: async () => undefined }
  return { complete: createCompleteReport(context, limitMs), admission, close: progress.close }
}

const jobsOf = async (bus: Bus) => [...(await bus.held("jobs"))].length

/** Solves the jobs of a bus as a worker and a dispatcher do. */
const solveOn = (bus: Bus) =>
  bus.consume("jobs", { slots: 1, maxDeliveries: 1 }, async ({ body }) => {
    const { scanId, attempt, solved } = decodeMessage<ScanJob>(body)
    expect(solved).toEqual(new Uint8Array([1]))
    const result: ScanDetailed = {
      ...{ kind: "detailed", scanId, attempt, report: { ...(REPORT as object), goal: "x" } as never },
      ...{ summary: { netPresentValue: 5 } as never, series: new Uint8Array([2]), cuts: new Uint8Array() },
    }
    await storeResults(harness.database.queries, [result])
  })

test("reads in two processes put one completion on the bus, and all are answered with it", async () => {
  const [scan, bus] = [await plantScan(), createMemoryBus()]
  const [one, two] = [processOn(bus, LONG_MS), processOn(bus, LONG_MS)]
  const reads = [one, one, two].map(({ complete }) => complete(scan))
  const begun = Promise.withResolvers<void>()
  const { publish } = bus
  let published = 0
  bus.publish = async (...message) => {
    published++
    await publish(...message)
    begun.resolve()
  }
  await begun.promise
  const worker = await solveOn(bus)
  await Promise.all(reads)
  expect(published).toBe(1)
  expect(await lacksDetails(harness.database.queries, scan.id)).toBe(false)
  expect(await findReport(harness.database.queries, scan.id)).toEqual({ status: "optimal", goal: "x" } as never)
  const charged = [one, two].map(({ admission }) => admission.measured().used.childMs)
  expect(Math.max(...charged)).toBeGreaterThan(0)
  await worker.stop()
  one.close()
  two.close()
})

test("a read that takes too long is 503 with Retry-After, and a later read is answered", async () => {
  const [scan, bus] = [await plantScan(), createMemoryBus()]
  const slow = processOn(bus, SHORT_MS)
  const error = await slow.complete(scan).catch(error => error)
  expect([error.status, error.headers]).toEqual([503, { "retry-after": "2" }])
  expect(await jobsOf(bus)).toBe(1)
  const worker = await solveOn(bus)
  const later = processOn(bus, LONG_MS)
  await later.complete(scan)
  expect(await lacksDetails(harness.database.queries, scan.id)).toBe(false)
  await worker.stop()
  slow.close()
  later.close()
})

test("a completion that the bus refused, or that ended with its process, can be claimed again", async () => {
  const { queries } = harness.database
  const [scan, bus] = [await plantScan(), createMemoryBus()]
  const { publish } = bus
  bus.publish = async () => {
    throw new Error("the bus is full")
  }
  const api = processOn(bus, LONG_MS)
  expect(String(await api.complete(scan).catch(error => error))).toContain("the bus is full")
  bus.publish = publish
  expect(await claimDetails(queries, scan.id)).toBeDefined()
  expect(await claimDetails(queries, scan.id)).toBeUndefined()
  await unclaimAllDetails(queries)
  expect((await claimDetails(queries, scan.id))?.report).toEqual(REPORT)
  api.close()
})

test("a full report, and a deleted scan, need nothing", async () => {
  const api = processOn(createMemoryBus(), SHORT_MS)
  const id = "019a4c1e-7c3a-7e21-9d5b-3f6f0a8d2b14"
  await api.complete({ id, organizationId: owner.organizationId, isPlant: false })
  await api.complete({ id, organizationId: owner.organizationId, isPlant: true })
  api.close()
})
