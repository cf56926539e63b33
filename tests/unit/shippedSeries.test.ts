/** Shipped series in storage: once for all scans, and back with each report that names them. */
import { expect, test } from "bun:test"
import type { Manager } from "../../api/v1/webhooks/endpoints.ts"
import { MalformedSeries } from "../../domain/base/packing.ts"
import type { ScanSolved } from "../../domain/report/messages.ts"
import { unpackSeries, withoutShipped } from "../../domain/report/series/pack.ts"
import { parseScanRequest } from "../../domain/request/input.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { countryAt } from "../../domain/site/geo/site.ts"
import { moveScan } from "../../store/scans/move.ts"
import { findSeries } from "../../store/scans/reports.ts"
import { storeResults } from "../../store/scans/results.ts"
import { storeShipped, withShipped } from "../../store/scans/shippedSeries.ts"
import { shippedSeries } from "../../store/scans/shippedSeriesTable.ts"
import { scanReports } from "../../store/tables.ts"
import { solveJob } from "../../worker/job.ts"
import { house } from "../bench/embedded.ts"
import { checkedOptimiser } from "../support/checkedCore.ts"
import { onHarness } from "../support/onHarness.ts"
import type { WebhookHarness } from "../support/webhookSender.ts"

const optimiser = await checkedOptimiser()
let harness: WebhookHarness
let owner: Manager

onHarness((opened, organization) => {
  harness = opened
  owner = organization
})

const solvedAs = (scanId: string, body: object): ScanSolved => {
  const input = parseScanRequest(body, standardProfileKeys, countryAt)
  const solver = { optimiser, sizingTolerance: 0.02, budgetMs: 1_000 }
  const result = solveJob({ scanId, runId: scanId, attempt: 0, input }, solver, () => true)
  if (result.kind !== "solved") throw new Error(result.kind)
  return result
}
const storedSeries = () => harness.database.queries.select().from(shippedSeries)

test("two homes of one market and profile have two series together, and read what was solved", async () => {
  const { queries } = harness.database
  const results = [
    solvedAs(await harness.acceptScan(owner), house()),
    solvedAs(await harness.acceptScan(owner), { ...house(), yearlyKwh: 6100 }),
  ]
  for (const { scanId } of results) await harness.move(scanId, "processing")
  await storeResults(queries, results)
  expect((await storedSeries()).map(({ hash }) => hash).toSorted()).toEqual(
    withoutShipped(results[0]!.series)
      .shipped.map(({ hash }) => hash)
      .toSorted(),
  )
  for (const { scanId, series } of results) {
    const read = await findSeries(queries, scanId)
    expect(unpackSeries(read!.series)).toEqual(unpackSeries(series))
  }
  const rows = await queries.select({ series: scanReports.series }).from(scanReports)
  for (const { series } of rows) expect(series.length).toBeLessThan(25_000)
})

test("a database that lost a shipped series has it again with the first report after a minute", async () => {
  const { queries } = harness.database
  const packed = solvedAs(await harness.acceptScan(owner), { ...house(), loadProfile: "3kidsbothwork" }).series
  const startMs = Date.now()
  await storeShipped(queries, packed, startMs)
  const all = await storedSeries()
  await queries.delete(shippedSeries)
  await storeShipped(queries, packed, startMs + 30_000)
  expect(await storedSeries()).toEqual([])
  await storeShipped(queries, packed, startMs + 60_000)
  expect((await storedSeries()).length).toBe(2)
  expect(all.map(({ hash }) => hash)).toEqual(expect.arrayContaining((await storedSeries()).map(({ hash }) => hash)))
})

test("whole bytes, as a dispatcher of an earlier version stores them, are read", async () => {
  const { queries } = harness.database
  const result = solvedAs(await harness.acceptScan(owner), house())
  await harness.move(result.scanId, "processing")
  const { summary, report, series, cuts } = result
  await moveScan(queries, { id: result.scanId, attempt: 0 }, "completed", {
    ...summary,
    report: { report, series, cuts },
  })
  expect((await findSeries(queries, result.scanId))!.series).toEqual(Buffer.from(series))
})

test("a series that is not stored, and one that another hash names, are refused", async () => {
  const { queries } = harness.database
  const packed = solvedAs(await harness.acceptScan(owner), { ...house(), loadProfile: "groot-gezin" }).series
  const { stored, shipped } = withoutShipped(packed)
  await queries.delete(shippedSeries)
  await expect(withShipped(queries, stored)).rejects.toThrow(/^shipped series [0-9a-f]{64} of a report is not stored$/)
  const broken = packed.slice()
  broken[stored.length + shipped[0]!.content.length - 1]! ^= 1
  await expect(storeShipped(queries, broken, Date.now() + 3_600_000)).rejects.toThrow(MalformedSeries)
})
