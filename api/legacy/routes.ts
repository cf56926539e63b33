import { Elysia } from "elysia"
import type { Authenticate } from "../credentials/authenticate.ts"
import { readJson } from "../http/body.ts"
import { failAs } from "../http/errorBody.ts"
import type { Once } from "../http/once.ts"
import { requestIdOf } from "../http/plugin.ts"
import { readQuery } from "../http/query.ts"
import type { ScanContext } from "../v1/scans/context.ts"
import { EarlierChart } from "./chart.ts"
import { UpgradeRequired } from "./errors.ts"
import { CHART_EXAMPLE, CREATED_EXAMPLE, REPORT_EXAMPLE, SCAN_EXAMPLE, STATUS_EXAMPLE } from "./examples.ts"
import { documentedEarlier } from "./operation.ts"
import { EarlierReport } from "./report.ts"
import { EarlierScanRequest } from "./request.ts"
import { createRun, findRun, runChart, runReport, runStatus } from "./runs.ts"
import { CreatedRun, RunChartQuery, RunQuery, RunStatus } from "./schemas.ts"

/** What the paths of document 2 take. */
const LEGACY_ONLY = ["legacy"] as const

const NOT_NAMED = ["Invalid request", "run-uuid is required"] as const
const NOT_FOUND = ["scan not found or not accessible", 'scan "none" not found'] as const
const NOT_READY = ["scan not ready", "the scan is being calculated: ask again when its status is optimal"] as const
const NOT_CREATED = "failed to create scan"

/** The paths of document 2 under /v1/scan: the same scans as on /v1/scans, told in its words. */
export const earlierRoutes = (context: ScanContext, authenticate: Authenticate, once: Once) =>
  new Elysia({ name: "earlier-scans", prefix: "/v1/scan", tags: ["Earlier interface"], normalize: false })
    .use(creationRoutes(context, authenticate, once))
    .use(readingRoutes(context, authenticate))

const creationRoutes = (context: ScanContext, authenticate: Authenticate, once: Once) =>
  new Elysia({ name: "earlier-creation", tags: ["Earlier interface"], normalize: false }).post(
    "",
    async ({ request, set }) => {
      failAs(request, NOT_CREATED)
      const caller = await authenticate(request, LEGACY_ONLY)
      const body = await readJson(request)
      return once({ request, caller, body, set }, async () => {
        const created = await createRun(context, caller, body, requestIdOf(set))
        set.status = 201
        set.headers.location = `/v1/scan/status?run-uuid=${created.run_uuid}`
        return created
      })
    },
    {
      parse: "none",
      detail: documentedEarlier(
        {
          summary: "Create a scan",
          headers: ["idempotency-key"],
          body: EarlierScanRequest,
          bodyExamples: { house: SCAN_EXAMPLE },
          answers: { 201: CreatedRun },
          answerExamples: { 201: CREATED_EXAMPLE },
          answerHeaders: ["location", "idempotent-replayed"],
        },
        {
          400: [NOT_CREATED, "yearly_kwh is required"],
          409: [NOT_CREATED, "this Idempotency-Key came with another request: take a new key for each new request"],
          413: [NOT_CREATED, "the body is larger than 1048576 bytes, the limit of this path"],
          415: [NOT_CREATED, "send the body as application/json"],
          500: [NOT_CREATED, "something went wrong in the service; the request id finds it in the log"],
        },
      ),
    },
  )

const readingRoutes = (context: ScanContext, authenticate: Authenticate) => {
  const named = async <Q extends { "run-uuid": string }>(request: Request, read: (request: Request) => Q) => {
    const caller = await authenticate(request, LEGACY_ONLY)
    const query = read(request)
    return { query, scan: await findRun(context.queries, caller, query["run-uuid"]), language: caller.language }
  }
  const byRunUuid = (request: Request) => readQuery(RunQuery, request)
  return new Elysia({ name: "earlier-reading", tags: ["Earlier interface"], normalize: false })
    .get("", async ({ request }) => runReport(context, (await named(request, byRunUuid)).scan), {
      detail: documentedEarlier(
        {
          summary: "Read the report of a completed scan",
          query: RunQuery,
          answers: { 200: EarlierReport },
          answerExamples: { 200: REPORT_EXAMPLE },
        },
        { 400: NOT_NAMED, 404: NOT_FOUND, 409: NOT_READY },
      ),
    })
    .get(
      "/status",
      async ({ request }) => {
        const { scan, language } = await named(request, byRunUuid)
        return runStatus(context, scan, language)
      },
      {
        detail: documentedEarlier(
          {
            summary: "Read how far a scan is",
            description:
              "To be asked every 5 to 10 seconds until status is optimal; /v1/scan/ws tells it without asking.",
            query: RunQuery,
            answers: { 200: RunStatus },
            answerExamples: { 200: STATUS_EXAMPLE },
          },
          { 400: NOT_NAMED, 404: NOT_FOUND },
        ),
      },
    )
    .get(
      "/chart",
      async ({ request }) => {
        const { query, scan } = await named(request, () => readQuery(RunChartQuery, request))
        return runChart(context, scan, query)
      },
      {
        detail: documentedEarlier(
          {
            summary: "Read the time series of a day, week, month or year",
            query: RunChartQuery,
            answers: { 200: EarlierChart },
            answerExamples: { 200: CHART_EXAMPLE },
          },
          {
            400: ["Invalid request", "interval must be one of day, week, month, year"],
            404: NOT_FOUND,
            409: NOT_READY,
          },
        ),
      },
    )
    .get(
      "/ws",
      () => {
        throw new UpgradeRequired()
      },
      {
        detail: documentedEarlier(
          {
            summary: "Follow a scan over a WebSocket",
            description:
              "Messages are the answers of GET /v1/scan/status: the present one at once, each progress, and the last. The " +
              "token comes in the Authorization header or as the subprotocol `bearer.<token>`. Closed with 1000 at the end, " +
              "4401 without a valid token, 4404 for an unknown scan.",
            query: RunQuery,
            answers: { 101: RunStatus },
            answerExamples: { 101: STATUS_EXAMPLE },
          },
          { 426: ["Upgrade required", "connect to this path as a WebSocket"] },
        ),
      },
    )
}
