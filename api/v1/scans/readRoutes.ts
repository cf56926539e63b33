import { Type } from "@sinclair/typebox"
import { Elysia } from "elysia"
import { ChartData } from "../../../domain/report/chart/schema.ts"
import { FullReport } from "../../../domain/report/schema.ts"
import { ScanRequest } from "../../../domain/scan/request.ts"
import type { Credentials } from "../../credentials/credentials.ts"
import { documented } from "../../docs/operation.ts"
import { failAs } from "../../http/errorBody.ts"
import { readQuery } from "../../http/query.ts"
import { PerPageQuery } from "../../legacy/pagination.ts"
import { listRuns } from "../../legacy/runs.ts"
import { RunList } from "../../legacy/schemas.ts"
import { scanChart } from "./chart.ts"
import type { ScanContext } from "./context.ts"
import { scanEventStream } from "./eventStream.ts"
import {
  CHART_EXAMPLE,
  LIST_EXAMPLE,
  LIST_ITEM_EXAMPLE,
  PROGRESS_EXAMPLE,
  REPORT_EXAMPLE,
  SCAN_EXAMPLE,
  STATUS_EXAMPLE,
} from "./examples.ts"
import { listAdjustments, listScans } from "./list.ts"
import { removeScan } from "./remove.ts"
import { assertCompleted, fullReport, markSeen } from "./report.ts"
import {
  Adjustments,
  ChartQuery,
  ProgressMessage,
  ScanList,
  ScanListQuery,
  ScanOrReport,
  ScanStatusAnswer,
} from "./schemas.ts"
import { findAnyScan, findAskedScan, findScan } from "./scope.ts"
import { scanObject, statusAnswer } from "./views.ts"

type Who = Pick<Credentials, "authenticate" | "authenticateOrAnonymous">

/** A scan, its state and its report, and the lists of them. */
export const readRoutes = (context: ScanContext, who: Who) =>
  new Elysia({ name: "scan-reading", tags: ["Scans"], normalize: false })
    .use(listRoutes(context, who))
    .use(stateRoutes(context, who))
    .use(reportRoutes(context, who))

/** The list also serves tokens of the legacy interface, in its own shape. */
const LIST_TAKES = ["key", "session", "legacy"] as const

const listRoutes = (context: ScanContext, { authenticate }: Who) =>
  new Elysia({ name: "scan-lists", tags: ["Scans"], normalize: false })
    .get(
      "",
      async ({ request }) => {
        const caller = await authenticate(request, LIST_TAKES)
        if (caller.kind !== "legacy") return listScans(context.queries, caller, readQuery(ScanListQuery, request))
        failAs(request, "Failed to fetch scans")
        return listRuns(context, caller, readQuery(PerPageQuery, request))
      },
      {
        detail: documented({
          summary: "List scans, newest first",
          description:
            "All states. A test key sees only sandbox scans, a production key only production scans. A token of " +
            "POST /v1/auth/token gets the list of the legacy interface, by page and per_page.",
          takes: LIST_TAKES,
          query: Type.Object({ ...ScanListQuery.properties, per_page: PerPageQuery.properties.per_page }),
          answers: { 200: Type.Union([ScanList, RunList], { description: "A page of scans, by the credential" }) },
          answerExamples: { 200: LIST_EXAMPLE },
          errors: [400, 401, 403],
        }),
      },
    )
    .get(
      "/:id/adjustments",
      async ({ request, params }) => listAdjustments(context.queries, await authenticate(request), params.id),
      {
        detail: documented({
          summary: "List the adjustments of a scan, newest first",
          answers: { 200: Adjustments },
          answerExamples: { 200: [{ ...LIST_ITEM_EXAMPLE, isAdjustment: true, adjustmentCount: 0, cost: null }] },
          errors: [401, 403, 404],
        }),
      },
    )

const stateRoutes = (context: ScanContext, { authenticate }: Who) =>
  new Elysia({ name: "scan-states", tags: ["Scans"], normalize: false })
    .get(
      "/:id/status",
      async ({ request, params }) =>
        statusAnswer(await findScan(context.queries, await authenticate(request), params.id)),
      {
        detail: documented({
          summary: "Read a scan's state",
          answers: { 200: ScanStatusAnswer },
          answerExamples: { 200: STATUS_EXAMPLE },
          errors: [401, 403, 404],
        }),
      },
    )
    .get(
      "/:id/events",
      async ({ request, params }) =>
        scanEventStream(context, await authenticate(request), params.id, request.headers.get("last-event-id")),
      {
        detail: documented({
          summary: "Follow a scan's state and progression as server-sent events",
          description:
            "Begins with the present state and ends with the scan. With the Last-Event-ID of the last event the answer " +
            "is 204, so that a browser does not connect again.",
          answers: { 200: ProgressMessage },
          answerExamples: { 200: PROGRESS_EXAMPLE },
          mediaType: "text/event-stream",
          noContent: "The client knows the end of the scan already",
          errors: [401, 403, 404, 503],
        }),
      },
    )
    .delete(
      "/:id",
      async ({ request, params, set }) => {
        await removeScan(context, await authenticate(request), params.id)
        set.status = 204
      },
      {
        parse: "none",
        detail: documented({
          summary: "Cancel or delete a scan",
          description:
            "A pending scan is never solved, a running one is stopped and its result dropped, an ended one is deleted " +
            "with its report. Its adjustments stay. Afterwards the scan is not found. What it counted against the quota stays.",
          noContent: "The scan is gone",
          errors: [401, 403, 404],
        }),
      },
    )

const reportRoutes = ({ queries }: ScanContext, { authenticate, authenticateOrAnonymous }: Who) =>
  new Elysia({ name: "scan-reports", tags: ["Scans"], normalize: false })
    .get(
      "/:id",
      async ({ request, params }) => {
        const caller = await authenticateOrAnonymous(request)
        const scan = caller ? await findScan(queries, caller, params.id) : await findAnyScan(queries, params.id)
        if (scan.status !== "completed") return scanObject(scan)
        const report = await fullReport(queries, scan)
        if (caller) await markSeen(queries, scan)
        return report
      },
      {
        detail: documented({
          summary: "Read a scan: its state, or its full report once completed",
          description: "Without a credential any scan can be read by its id, 3 times a minute per address.",
          takes: ["anyone", "key", "session"],
          answers: { 200: ScanOrReport },
          answerExamples: { 200: REPORT_EXAMPLE },
          errors: [401, 403, 404, 429],
        }),
      },
    )
    .get(
      "/:id/result",
      async ({ request, params }) => {
        const scan = await findScan(queries, await authenticate(request), params.id)
        assertCompleted(scan)
        const report = await fullReport(queries, scan)
        await markSeen(queries, scan)
        return report
      },
      {
        detail: documented({
          summary: "Read the full report of a completed scan",
          answers: { 200: FullReport },
          answerExamples: { 200: REPORT_EXAMPLE },
          errors: [401, 403, 404, 409],
        }),
      },
    )
    .get(
      "/:id/request",
      async ({ request, params }) => (await findAskedScan(queries, await authenticate(request), params.id)).input,
      {
        detail: documented({
          summary: "Read what was asked, defaults filled in",
          answers: { 200: ScanRequest },
          answerExamples: { 200: SCAN_EXAMPLE },
          errors: [401, 403, 404],
        }),
      },
    )
    .get(
      "/:id/chart",
      async ({ request, params }) => {
        const scan = await findScan(queries, await authenticate(request), params.id)
        const query = readQuery(ChartQuery, request)
        assertCompleted(scan)
        return scanChart(queries, scan, query)
      },
      {
        detail: documented({
          summary: "Read the time series of a day, week, month or year",
          query: ChartQuery,
          answers: { 200: ChartData },
          answerExamples: { 200: CHART_EXAMPLE },
          errors: [400, 401, 403, 404, 409],
        }),
      },
    )
