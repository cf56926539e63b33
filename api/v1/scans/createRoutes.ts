import { Type } from "@sinclair/typebox"
import { AdjustmentRequest } from "../../../domain/request/adjust.ts"
import { ScanRequest } from "../../../domain/request/request.ts"
import { SiteScanRequest } from "../../../domain/request/site.ts"
import { jsonBody, uncheckedJsonBody } from "../../http/body.ts"
import { type Handlers, operationsOf } from "../../http/operation.ts"
import { appliedPreference } from "../../http/prefer.ts"
import type { ScanContext } from "./context.ts"
import { createScan, createScans, reportAtOnce } from "./create.ts"
import { DetailQuery, withDetail } from "./detailQuery.ts"
import {
  ADJUSTMENT_EXAMPLE,
  BATCH_ANSWER_EXAMPLE,
  BATCH_EXAMPLE,
  CREATED_EXAMPLE,
  SCAN_EXAMPLE,
  SMALL_SCAN_EXAMPLE,
} from "./examples.ts"
import { BatchAnswer, BatchRequest, CreatedOrReport } from "./schemas.ts"

const BATCH_LIMIT_BYTES = 16 * 1024 * 1024

const CreateBody = Type.Union([ScanRequest, SiteScanRequest, AdjustmentRequest], {
  description:
    "A scan; with siteId a scan of a site, or with copiedFromId an adjustment, in which every other field may be left out",
})

const operation = operationsOf("Scans")

export const createOperations = {
  create: operation("POST /v1/scans", {
    summary: "Create a scan",
    description:
      "Accepts a scan; its report follows. With `Prefer: wait=N` the answer comes when the scan has ended " +
      "or N seconds have passed, 60 for a larger N, and has the state reached. With `Prefer: wait=N, return=representation` " +
      "it is the full report if the scan is completed by then, for a key that may read. With `copiedFromId` it makes an adjustment: a free copy " +
      "of a completed scan. The fields of the body replace the original's; null removes an optional field.",
    by: ["key", "session"],
    isIdempotent: true,
    headers: ["prefer"],
    body: uncheckedJsonBody(CreateBody, {
      examples: { scan: SCAN_EXAMPLE, smallest: SMALL_SCAN_EXAMPLE, adjustment: ADJUSTMENT_EXAMPLE },
    }),
    answers: { 201: CreatedOrReport },
    examples: { 201: CREATED_EXAMPLE },
    accessLog: "named",
    answerHeaders: ["content-language", "content-location"],
    location: "/v1/scans/{id}",
    errors: [404],
  }),
  createBatch: operation("POST /v1/scans/batch", {
    summary: "Create up to 1000 scans at once",
    description:
      "Each scan is accepted or refused by itself; the body may have 16 MiB. GET /v1/batches/{id} shows how far they are, and the event batch.completed says " +
      "that each has ended.",
    by: ["key", "session"],
    isIdempotent: true,
    query: DetailQuery,
    body: jsonBody(BatchRequest, { limitBytes: BATCH_LIMIT_BYTES, examples: { batch: BATCH_EXAMPLE } }),
    answers: { 201: BatchAnswer },
    examples: { 201: BATCH_ANSWER_EXAMPLE },
    location: "/v1/batches/{batchId}",
  }),
}

export const createHandlers = (context: ScanContext): Handlers<typeof createOperations> => ({
  async create({ caller, body, requestId, headers, keepAnswer, hold, setHeader, logRead }) {
    const { prefer } = headers
    const wait = { seconds: prefer.waitSeconds, hold }
    const created = await createScan(context, caller, body, { requestId, wait, keepAnswer })
    const report = prefer.isRepresentation ? await reportAtOnce(context, caller, created) : undefined
    if (!report) return created
    setHeader("preference-applied", appliedPreference(prefer)!)
    setHeader("content-language", caller.language)
    setHeader("content-location", `/v1/scans/${report.id}/result`)
    logRead({ id: report.id, organizationId: caller.organizationId, mode: caller.mode })
    return report
  },
  createBatch: ({ caller, query, body, requestId, keepAnswer }) =>
    createScans(
      context,
      caller,
      body.scans.map(scan => withDetail(scan, query)),
      { requestId, keepAnswer },
    ),
})
