import { Type } from "@sinclair/typebox"
import { DayPlan } from "../../../domain/report/plan.ts"
import { FullReport } from "../../../domain/report/schema.ts"
import { type FilledRequest, ScanRequest } from "../../../domain/request/request.ts"
import { ChartData } from "../../../domain/site/chart/schema.ts"
import type { Owner } from "../../../store/scans/read.ts"
import { seriesOfScan, seriesOfToken } from "../../../store/scans/reports.ts"
import { orNotFound } from "../../http/errors.ts"
import { type Handlers, operationsOf } from "../../http/operation.ts"
import { scanChart } from "./chart.ts"
import type { ScanContext } from "./context.ts"
import { scanEventStream } from "./eventStream.ts"
import {
  CHART_EXAMPLE,
  PLAN_EXAMPLE,
  PROGRESS_EXAMPLE,
  REPORT_EXAMPLE,
  SCAN_EXAMPLE,
  STATUS_EXAMPLE,
} from "./examples.ts"
import { CSV, PDF, reportFormOf, reportIn, seriesFormOf, seriesIn } from "./forms/forms.ts"
import { scanPlan } from "./plan.ts"
import { removeScan } from "./remove.ts"
import { assertCompleted, markSeen } from "./report.ts"
import { ChartQuery, PlanQuery, ProgressMessage, ScanOrReport, ScanStatusAnswer } from "./schemas.ts"
import { findAskedScan, findOpenScan, findScan } from "./scope.ts"
import { completeSeries, seriesOf } from "./series.ts"
import { SERIES_EXAMPLE, Series, SeriesQuery } from "./seriesSchemas.ts"
import { findShared } from "./share.ts"
import { scanObject, statusAnswer } from "./views.ts"

/** Reads of a scan by its id without a credential (document 1, "Limits"). */
const ANONYMOUS_LIMIT = {
  hits: 3,
  windowMs: 60_000,
  name: "anonymous",
  per: "address",
  counted: "calls-without-credential",
} as const

const operation = operationsOf("Scans")
const by = ["key", "session"] as const

/** A scan, its state, its report and its inputs. */
export const readOperations = {
  status: operation("GET /v1/scans/{id}/status", {
    summary: "Read a scan's state",
    description:
      "The smallest answer about a scan, for callers that poll. `Prefer: wait` at the creation, the event stream and webhooks need no polling.",
    by,
    answers: { 200: ScanStatusAnswer },
    examples: { 200: STATUS_EXAMPLE },
  }),
  events: operation("GET /v1/scans/{id}/events", {
    summary: "Follow a scan's state and progression as server-sent events",
    description:
      "Begins with the present state and ends with the scan. With the Last-Event-ID of the last event the answer " +
      "is 204, so that a browser does not connect again.",
    by,
    headers: ["last-event-id"],
    answers: { 200: ProgressMessage, 204: "The client knows the end of the scan already" },
    examples: { 200: PROGRESS_EXAMPLE },
    mediaType: "text/event-stream",
  }),
  remove: operation("DELETE /v1/scans/{id}", {
    summary: "Cancel or delete a scan",
    description:
      "A pending scan is never solved, a running one is stopped and its result dropped, an ended one is deleted " +
      "with its report. Its adjustments stay. Afterwards the scan is not found. Its count against the quota stays.",
    by,
    answers: { 204: "The scan is gone" },
  }),
  read: operation("GET /v1/scans/{id}", {
    summary: "Read a scan: its state, or its full report once completed",
    description:
      "Without a credential a shared scan can be read by its id, 3 times a minute per address. Unless the installation " +
      "forbids it (ANONYMOUS_REPORTS=0), this also holds for scans whose sharing was never decided. The answer then " +
      "has no share token, and its place is rounded to two decimals, about 1 km. A report that a session reads counts as seen.",
    by: ["anyone", ...by],
    accessLog: "named",
    limit: ANONYMOUS_LIMIT,
    answers: { 200: ScanOrReport },
    examples: { 200: REPORT_EXAMPLE },
    answerHeaders: ["content-language"],
  }),
  result: operation("GET /v1/scans/{id}/result", {
    summary: "Read the full report of a completed scan",
    description:
      "409 until the scan is completed, and for one that failed, with its reason. The answer has an ETag: a report that was read before costs a 304. " +
      "With `Accept: text/csv` it is a line for each value: its place in the report, the value, the unit. With `Accept: application/pdf` it is the report's page " +
      "as a PDF, or 406 in an installation without a browser (PDF_CHROMIUM). Any other type gets JSON.",
    by,
    answers: { 200: FullReport },
    examples: { 200: REPORT_EXAMPLE },
    accessLog: "object",
    alternatives: [CSV, PDF],
    answerHeaders: ["content-disposition", "content-language"],
    errors: [406, 409],
  }),
  request: operation("GET /v1/scans/{id}/request", {
    summary: "Read the request with its defaults",
    description:
      "The scan's request as the solver takes it, also of an adjustment: its body laid over the original's. `copiedFromId` and `siteId` name its original and its site. It may be sent again as a new scan: without `siteId`, because the site of today would fill fields that the scan left out.",
    by,
    accessLog: "object",
    answers: { 200: Type.Unsafe<FilledRequest & Pick<ScanRequest, "siteId">>(ScanRequest) },
    examples: { 200: SCAN_EXAMPLE },
  }),
  chart: operation("GET /v1/scans/{id}/chart", {
    summary: "Read the time series of a day, week, month or year",
    description:
      "Points of the interval that begins at startDate: 24 hours, 7 days, the days of a month or 12 months, in kWh of each. Monthly costs and cash flows are of the whole analysis, whatever the interval.",
    by,
    accessLog: "object",
    query: ChartQuery,
    answers: { 200: ChartData },
    examples: { 200: CHART_EXAMPLE },
    errors: [409],
  }),
  plan: operation("GET /v1/scans/{id}/plan", {
    summary: "Read the hours of a day",
    description:
      "Any day of the first year, as the report's controller operates it, from the hours stored with the report. " +
      "The year of the date sets only the instants; 29 February is answered as the 28th.",
    by,
    accessLog: "object",
    query: PlanQuery,
    answers: { 200: DayPlan },
    examples: { 200: PLAN_EXAMPLE },
    errors: [409],
  }),
  series: operation("GET /v1/scans/{id}/series", {
    summary: "Read the 8760 hours behind a report",
    description:
      "Load, production, purchase, feed-in, battery and prices of each hour in the site's standard time, for analyses of your own. 409 until the scan is completed. With `Accept: text/csv` a line for each hour; such a report has no PDF (406). `resolution=quarter` gives quarters instead.",
    by,
    accessLog: "object",
    query: SeriesQuery,
    answers: { 200: Series },
    examples: { 200: SERIES_EXAMPLE },
    alternatives: [CSV],
    answerHeaders: ["content-disposition"],
    errors: [406, 409],
  }),
  sharedSeries: operation("GET /v1/scans/shared/{token}/series", {
    summary: "Read the 8760 hours behind a shared report",
    description: "GET /v1/scans/{id}/series for anyone with the token of a shared scan.",
    by: ["anyone"],
    accessLog: "named",
    limit: { hits: 60, windowMs: 60_000, name: "series", per: "address", counted: "reads-of-hours" },
    query: SeriesQuery,
    answers: { 200: Series },
    examples: { 200: SERIES_EXAMPLE },
    errors: [410],
  }),
}

export const readHandlers = (context: ScanContext): Handlers<typeof readOperations> => {
  const { queries } = context
  const completed = async (owner: Owner, id: string) => {
    const scan = await findScan(context, owner, id)
    assertCompleted(scan)
    await context.complete(scan)
    return scan
  }
  return {
    status: async ({ caller, params }) => statusAnswer(orNotFound(await context.findStatus(caller, params.id), "scan")),
    events: ({ caller, params, headers, hold }) =>
      scanEventStream(context, caller, params.id, { lastEventId: headers["last-event-id"], hold }),
    remove: ({ caller, params }) => removeScan(context, caller, params.id),
    async read({ caller: findCaller, params, language, setHeader, logRead }) {
      setHeader("content-language", language)
      const caller = await findCaller()
      const scan = caller
        ? await findScan(context, caller, params.id)
        : await findOpenScan(context.queries, params.id, context.anonymousReports)
      if (scan.status !== "completed") return scanObject(scan, language)
      await context.complete(scan)
      logRead(scan)
      const report = await context.reports(scan, language, caller === undefined)
      if (caller?.kind === "session") await markSeen(queries, scan)
      return report
    },
    async result({ caller, params, language, request, setHeader }) {
      setHeader("content-language", language)
      const form = reportFormOf(request, context)
      const scan = await completed(caller, params.id)
      const report = await reportIn(context, form, { scan, language }, { setHeader })
      if (caller.kind === "session") await markSeen(queries, scan)
      return report
    },
    async request({ caller, params }) {
      const { input, siteId } = await findAskedScan(queries, caller, params.id, "not-found", { what: "scan" })
      return siteId === null ? input : { ...input, siteId }
    },
    chart: async ({ caller, params, query }) => scanChart(queries, await completed(caller, params.id), query),
    plan: async ({ caller, params, query }) => scanPlan(queries, await completed(caller, params.id), query),
    async series({ caller, params, query, request, setHeader }) {
      const form = seriesFormOf(request)
      const series = await completeSeries(context, () => seriesOfScan(queries, caller, params.id))
      return seriesIn(form, seriesOf(series, query), params.id, { setHeader })
    },
    async sharedSeries({ params, query, logRead }) {
      // Refuses an invalid token, and explains an unusable link.
      logRead(await findShared(queries, params.token))
      return seriesOf(await completeSeries(context, () => seriesOfToken(queries, params.token)), query)
    },
  }
}
