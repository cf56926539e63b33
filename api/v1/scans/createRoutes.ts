import { Type } from "@sinclair/typebox"
import { Elysia } from "elysia"
import { AdjustmentRequest } from "../../../domain/scan/adjust.ts"
import { ScanRequest } from "../../../domain/scan/request.ts"
import type { Authenticate } from "../../credentials/authenticate.ts"
import { documented } from "../../docs/operation.ts"
import { readJson, validBody } from "../../http/body.ts"
import type { Once } from "../../http/once.ts"
import { requestIdOf } from "../../http/plugin.ts"
import { preferredWaitSeconds } from "../../http/prefer.ts"
import type { ScanContext } from "./context.ts"
import { createScan, createScans } from "./create.ts"
import {
  ADJUSTMENT_EXAMPLE,
  BATCH_ANSWER_EXAMPLE,
  BATCH_EXAMPLE,
  CREATED_EXAMPLE,
  SCAN_EXAMPLE,
  SMALL_SCAN_EXAMPLE,
} from "./examples.ts"
import { BatchAnswer, BatchRequest, CreatedScan } from "./schemas.ts"

const BATCH_LIMIT_BYTES = 16 * 1024 * 1024

const CreateBody = Type.Union([ScanRequest, AdjustmentRequest], {
  description: "A scan, or with copiedFromId an adjustment, in which every other field may be left out",
})

/** POST /v1/scans and POST /v1/scans/batch. */
export const createRoutes = (context: ScanContext, authenticate: Authenticate, once: Once) =>
  new Elysia({ name: "scan-creation", tags: ["Scans"], normalize: false })
    .post(
      "",
      async ({ request, set }) => {
        const caller = await authenticate(request)
        const body = await readJson(request)
        const waitSeconds = preferredWaitSeconds(request)
        if (waitSeconds) set.headers["preference-applied"] = `wait=${waitSeconds}`
        return once({ request, caller, body, set }, async () => {
          const created = await createScan(context, caller, body, requestIdOf(set), waitSeconds)
          set.status = 201
          set.headers.location = `/v1/scans/${created.id}`
          return created
        })
      },
      {
        parse: "none",
        detail: documented({
          summary: "Create a scan",
          description:
            "Accepts a scan; its report follows. With `Prefer: wait=N` (1-60 s) the answer comes when the scan has ended " +
            "or N seconds have passed, and has the state reached. With `copiedFromId` it makes an adjustment: a free copy " +
            "of a completed scan in which the fields of the body stand in place of the original's, and null takes an " +
            "optional field away.",
          headers: ["prefer", "idempotency-key"],
          body: CreateBody,
          bodyExamples: {
            scan: SCAN_EXAMPLE,
            smallest: SMALL_SCAN_EXAMPLE,
            adjustment: ADJUSTMENT_EXAMPLE,
          },
          answers: { 201: CreatedScan },
          answerExamples: { 201: CREATED_EXAMPLE },
          answerHeaders: ["location", "preference-applied", "idempotent-replayed"],
          errors: [400, 401, 403, 404, 409, 413, 415, 429],
        }),
      },
    )
    .post(
      "/batch",
      async ({ request, set }) => {
        const caller = await authenticate(request)
        const body = await readJson(request, BATCH_LIMIT_BYTES)
        const { scans } = validBody(BatchRequest, body)
        return once({ request, caller, body, set }, () => {
          set.status = 201
          return createScans(context, caller, scans, requestIdOf(set))
        })
      },
      {
        parse: "none",
        detail: documented({
          summary: "Create up to 1000 scans at once",
          description: "Each scan is accepted or refused by itself; the body may have 16 MiB.",
          headers: ["idempotency-key"],
          body: BatchRequest,
          bodyExamples: { batch: BATCH_EXAMPLE },
          answers: { 201: BatchAnswer },
          answerExamples: { 201: BATCH_ANSWER_EXAMPLE },
          answerHeaders: ["idempotent-replayed"],
          errors: [400, 401, 403, 409, 413, 415, 429],
        }),
      },
    )
