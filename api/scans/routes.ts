import { Elysia } from "elysia"
import { ScanRequest } from "../../domain/scan/request.ts"
import type { Authenticate } from "../credentials/authenticate.ts"
import { documented } from "../docs/operation.ts"
import { readJson } from "../http/body.ts"
import { requestIdOf } from "../http/plugin.ts"
import { preferredWaitSeconds } from "../http/prefer.ts"
import { readQuery } from "../http/query.ts"
import { CreatedScan, ScanList, ScanListQuery, ScanStatusAnswer } from "./schemas.ts"
import type { ScanService } from "./service.ts"

/** Paths of document 1 under /v1/scans. */
export const scanRoutes = (service: ScanService, authenticate: Authenticate) =>
  new Elysia({ name: "scans", prefix: "/v1/scans", tags: ["Scans"], normalize: false })
    .post(
      "",
      async ({ request, set }) => {
        const caller = await authenticate(request)
        const waitSeconds = preferredWaitSeconds(request)
        const created = await service.create(caller, await readJson(request), requestIdOf(set), waitSeconds)
        set.status = 201
        set.headers.location = `/v1/scans/${created.id}`
        if (waitSeconds) set.headers["preference-applied"] = `wait=${waitSeconds}`
        return created
      },
      {
        parse: "none",
        detail: documented({
          summary: "Create a scan",
          description: "Accepts a scan. With `Prefer: wait=N` (1-60 s) the answer comes when it has ended.",
          body: ScanRequest,
          answers: { 201: CreatedScan },
          errors: [400, 401, 413, 415],
        }),
      },
    )
    .get(
      "",
      async ({ request }) => {
        const caller = await authenticate(request)
        return service.list(caller, readQuery(ScanListQuery, request))
      },
      {
        detail: documented({
          summary: "List scans, newest first",
          query: ScanListQuery,
          answers: { 200: ScanList },
          errors: [400, 401],
        }),
      },
    )
    .get("/:id", async ({ request, params }) => service.read(await authenticate(request), params.id), {
      detail: documented({ summary: "Read a scan: its state, or its full report once completed", errors: [401, 404] }),
    })
    .get("/:id/status", async ({ request, params }) => service.status(await authenticate(request), params.id), {
      detail: documented({ summary: "Read a scan's state", answers: { 200: ScanStatusAnswer }, errors: [401, 404] }),
    })
    .get("/:id/result", async ({ request, params }) => service.result(await authenticate(request), params.id), {
      detail: documented({ summary: "Read the full report of a completed scan", errors: [401, 404, 409] }),
    })
    .get("/:id/request", async ({ request, params }) => service.request(await authenticate(request), params.id), {
      detail: documented({ summary: "Read what was asked, defaults filled in", errors: [401, 404] }),
    })
