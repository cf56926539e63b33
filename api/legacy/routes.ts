import { InvalidInput } from "../../domain/base/errors.ts"
import { violation } from "../../domain/base/validation/violation.ts"
import type { Owner } from "../../store/scans/read.ts"
import { uncheckedJsonBody } from "../http/body.ts"
import { UpgradeRequired } from "../http/errors.ts"
import { type Handlers, operationsOf } from "../http/operation.ts"
import type { ScanContext } from "../v1/scans/context.ts"
import { LegacyChart } from "./chart.ts"
import { legacyErrors } from "./errorShape.ts"
import { RunNotFound, ScanNotReady } from "./errors.ts"
import { CHART_EXAMPLE, CREATED_EXAMPLE, REPORT_EXAMPLE, SCAN_EXAMPLE, STATUS_EXAMPLE } from "./examples.ts"
import { PerPageQuery } from "./pagination.ts"
import { LegacyReport } from "./report.ts"
import { LegacyScanRequest } from "./request.ts"
import { createRun, findRun, listRuns, runChart, runReport, runStatus } from "./runs.ts"
import { CreatedRun, RunChartQuery, RunList, RunQuery, RunStatus } from "./schemas.ts"

const NOT_NAMED = new InvalidInput([violation(["run-uuid"], "required")])
const NOT_FOUND = new RunNotFound("none")
const NOT_READY = new ScanNotReady("run-not-completed")
const INTERVALS = ["day", "week", "month", "year"]
const NOT_CREATED = "failed to create scan"
const NOT_LISTED = "Failed to fetch scans"

const operation = operationsOf("Legacy interface")
const by = ["legacy"] as const

/** The operations of document 2 on scans: the same scans as on /v1/scans, in its words. */
export const runOperations = {
  create: operation("POST /v1/scan", {
    summary: "Create a scan",
    description:
      "The fields have the names of the legacy interface. The answer's run_uuid is the scan's id in every other path.",
    by,
    isIdempotent: true,
    body: uncheckedJsonBody(LegacyScanRequest, { examples: { house: SCAN_EXAMPLE } }),
    answers: { 201: CreatedRun },
    examples: { 201: CREATED_EXAMPLE },
    location: "/v1/scan/status?run-uuid={run_uuid}",
    errors: [500],
    errorShape: legacyErrors(
      { reading: NOT_CREATED, handling: NOT_CREATED },
      { 400: new InvalidInput([violation(["yearly_kwh"], "required")]) },
    ),
  }),
  list: operation("GET /v1/scans", {
    summary: "List scans, newest first",
    description: "A token of POST /v1/auth/token gets the list of the legacy interface, by page and per_page.",
    by,
    costs: "list",
    accessLog: "list",
    query: PerPageQuery,
    answers: { 200: RunList },
    errorShape: legacyErrors({ reading: NOT_LISTED, handling: NOT_LISTED }),
  }),
  report: operation("GET /v1/scan", {
    summary: "Read the report of a completed scan",
    description: "The report in the words of the legacy interface. 409 until the scan is completed.",
    by,
    accessLog: "named",
    query: RunQuery,
    answers: { 200: LegacyReport },
    examples: { 200: REPORT_EXAMPLE },
    errors: [404, 409],
    errorShape: legacyErrors({}, { 400: NOT_NAMED, 404: NOT_FOUND, 409: NOT_READY }),
  }),
  status: operation("GET /v1/scan/status", {
    summary: "Read how far a scan is",
    description: "To be asked every 5 to 10 seconds until status is optimal; /v1/scan/ws sends it without asking.",
    by,
    query: RunQuery,
    answers: { 200: RunStatus },
    examples: { 200: STATUS_EXAMPLE },
    errors: [404],
    errorShape: legacyErrors({}, { 400: NOT_NAMED, 404: NOT_FOUND }),
  }),
  chart: operation("GET /v1/scan/chart", {
    summary: "Read the time series of a day, week, month or year",
    description: "Mean power in kW of each hour, day or month; 409 until the scan is completed.",
    by,
    accessLog: "named",
    query: RunChartQuery,
    answers: { 200: LegacyChart },
    examples: { 200: CHART_EXAMPLE },
    errors: [404, 409],
    errorShape: legacyErrors(
      {},
      {
        400: new InvalidInput([violation(["interval"], "type", { expected: [{ values: INTERVALS }] })]),
        404: NOT_FOUND,
        409: NOT_READY,
      },
    ),
  }),
}

/** GET /v1/scan/ws: the sockets take an upgrade before it reaches an operation (socket.ts). */
export const socketOperation = operation("GET /v1/scan/ws", {
  summary: "Follow a scan over a WebSocket",
  description:
    "Messages are the answers of GET /v1/scan/status: the present one at once, each progress, and the last. The " +
    "token comes in the Authorization header or as the subprotocol `bearer.<token>`. Closed with 1000 at the end, " +
    "4401 without a valid token, 4404 for an unknown scan.",
  by,
  query: RunQuery,
  answers: { 101: RunStatus },
  examples: { 101: STATUS_EXAMPLE },
  errors: [426],
  errorShape: legacyErrors({}, { 400: NOT_NAMED, 426: new UpgradeRequired() }),
})

export const runHandlers = (context: ScanContext): Handlers<typeof runOperations> => {
  const { queries } = context
  const find = (caller: Owner, query: { "run-uuid": string }) => findRun(queries, caller, query["run-uuid"])
  return {
    create: ({ caller, body, requestId, keepAnswer }) =>
      createRun(context, { owner: caller, body, requestId, keepAnswer }),
    list: ({ caller, query }) => listRuns(context, caller, query),
    async report({ caller, query, logRead }) {
      const scan = await find(caller, query)
      logRead(scan)
      return runReport(context, scan)
    },
    status: async ({ caller, query, language }) => runStatus(context, await find(caller, query), language),
    async chart({ caller, query, logRead }) {
      const scan = await find(caller, query)
      logRead(scan)
      return runChart(context, scan, query)
    },
  }
}
