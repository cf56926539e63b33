import { InvalidInput } from "../../domain/base/errors.ts"
import { rounded } from "../../domain/base/validation/units.ts"
import { violation } from "../../domain/base/validation/violation.ts"
import { customLoadProfileId } from "../../domain/case/jobInputs.ts"
import { unpackSeries } from "../../domain/report/series/pack.ts"
import { consumptionOf } from "../../domain/request/scanInput.ts"
import { parseDate } from "../../domain/site/chart/intervals.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { localTime, siteOf } from "../../domain/site/geo/site.ts"
import type { Language } from "../../domain/texts/render.ts"
import { scanErrorText } from "../../domain/texts/scanErrors.ts"
import type { Queries } from "../../store/database.ts"
import { type AskedScan, findRun as find, listAskedScans, type Owner, type ScanState } from "../../store/scans/read.ts"
import type { KeepAnswer } from "../http/operation.ts"
import type { ScanContext } from "../v1/scans/context.ts"
import { draftOf } from "../v1/scans/draft.ts"
import { insertOne } from "../v1/scans/insert.ts"
import { storedReport, storedSeries } from "../v1/scans/report.ts"
import { LegacyChart, legacyChart } from "./chart.ts"
import { RunNotFound, ScanNotReady } from "./errors.ts"
import { assertScalable } from "./load-profiles/service.ts"
import { type PerPageQuery, paginationOf, sliceOf } from "./pagination.ts"
import { LegacyReport, legacyReport } from "./report.ts"
import type { LegacyScanRequest } from "./request.ts"
import type { CreatedRun, RunChartQuery, RunList, RunListItem, RunStatus } from "./schemas.ts"
import { filledRequestOf, validEarlierRequest } from "./translate.ts"

/** A call for a scan of document 2, its body unchecked. */
interface Ordered {
  owner: Owner
  body: unknown
  requestId: string
  keepAnswer?: KeepAnswer<CreatedRun> | undefined
}

/** Accepts a scan of document 2. Throws InvalidInput, QuotaUsedUp. */
export const createRun = async (
  { queries, insert }: ScanContext,
  { owner, body, requestId, keepAnswer }: Ordered,
): Promise<CreatedRun> => {
  const request = validEarlierRequest(body)
  const input = filledRequestOf(request, await knownLoadProfiles(queries, owner, request))
  return insertOne(insert, draftOf(owner, input, requestId), ({ runId }) => ({ run_uuid: runId }), keepAnswer)
}

const knownLoadProfiles = async (
  queries: Queries,
  owner: Owner,
  { load_profile: id, use_custom_load_profile: isCustom }: LegacyScanRequest,
): Promise<ReadonlySet<string>> => {
  if (!isCustom) return standardProfileKeys
  if (id === undefined) throw new InvalidInput([violation(["load_profile"], "custom-load-profile-required")])
  await assertScalable(queries, owner, id)
  return new Set([id])
}

/** A scan of the caller by its run identifier or its id. Throws RunNotFound. */
export const findRun = async (queries: Queries, owner: Owner, runUuid: string): Promise<ScanState> => {
  const scan = await find(queries, owner, runUuid)
  if (!scan) throw new RunNotFound(runUuid)
  return scan
}

const STATUSES = { pending: "calculating", processing: "calculating", completed: "optimal", error: "error" } as const

/** The status answer of a scan as it was just read. */
export const runStatus = async (
  { progressions }: ScanContext,
  scan: ScanState,
  language: Language,
): Promise<RunStatus> => ({
  run_uuid: scan.runId,
  status: STATUSES[scan.status],
  progression: await progressions.current(scan),
  ...(scan.error === null ? {} : { message: scanErrorText(scan.error, language) }),
})

/** A page of all scans of the caller's organization and mode, of both interfaces, newest first. */
export const listRuns = async (context: ScanContext, owner: Owner, query: PerPageQuery): Promise<RunList> => {
  const { rows, total } = await listAskedScans(context.queries, owner, sliceOf(query))
  return { scans: await Promise.all(rows.map(scan => listItem(context, scan))), pagination: paginationOf(query, total) }
}

const listItem = async ({ progressions }: ScanContext, scan: AskedScan): Promise<RunListItem> => {
  const consumption = consumptionOf(scan.input)
  const isStandard = consumption.kind === "known" && customLoadProfileId(consumption) === undefined
  return {
    run_uuid: scan.runId,
    status: STATUSES[scan.status],
    progression: await progressions.current(scan),
    has_error: scan.status === "error",
    created: scan.createdAt.toISOString(),
    load_profile: consumption.kind === "known" ? consumption.loadProfile : consumption.profileId,
    use_custom_load_profile: !isStandard,
  }
}

/** The report of a completed scan. Throws ScanNotReady. */
export const runReport = async ({ queries, complete }: ScanContext, scan: ScanState): Promise<LegacyReport> => {
  assertReady(scan)
  await complete(scan)
  const report = await storedReport(queries, scan)
  return rounded(LegacyReport, legacyReport(scan, report))
}

/** The chart of a completed scan. Throws ScanNotReady, InvalidInput. */
export const runChart = async (
  { queries, complete }: ScanContext,
  scan: ScanState,
  query: RunChartQuery,
): Promise<LegacyChart> => {
  const { interval = "day", startDate, extended = false } = query
  const firstDay = startDate === undefined ? undefined : parseDate(startDate)
  if (firstDay === null) throw new InvalidInput([violation(["startDate"], "date", { form: "day-or-zoned-time" })])
  assertReady(scan)
  await complete(scan)
  const { series, location } = await storedSeries(queries, scan)
  const clock = siteOf(location.lat, location.lon)
  const start = firstDay ?? parseDate(localTime(clock.zone, Date.now()))!
  const socOfKwh = extended ? (await storedReport(queries, scan)).battery.specs.capacityKwh : undefined
  return rounded(LegacyChart, legacyChart(unpackSeries(series), { interval, startDate: start, clock, socOfKwh }))
}

const assertReady = ({ status, error }: ScanState): void => {
  if (status === "error") throw new ScanNotReady("scan-failed", { error })
  if (status !== "completed") throw new ScanNotReady("run-not-completed")
}
