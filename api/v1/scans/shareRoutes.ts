import { Elysia } from "elysia"
import type { Authenticate } from "../../credentials/authenticate.ts"
import { documented } from "../../docs/operation.ts"
import { readBody } from "../../http/body.ts"
import { readQuery } from "../../http/query.ts"
import { brandingOf } from "../organizations/branding.ts"
import { Branding } from "../organizations/schemas.ts"
import type { ScanContext } from "./context.ts"
import { BRANDING_EXAMPLE, SHARE_EXAMPLE, SHARED_EXAMPLE } from "./examples.ts"
import { ChartQuery, ShareAnswer, SharedScan, ShareRequest } from "./schemas.ts"
import { findScan } from "./scope.ts"
import { sharedScan, shareScan } from "./share.ts"

/** Sharing a scan, what the holder of its token sees, and the branding it carries. */
export const shareRoutes = (context: ScanContext, authenticate: Authenticate) =>
  new Elysia({ name: "scan-sharing", tags: ["Sharing"], normalize: false })
    .put(
      "/:id/share",
      async ({ request, params }) => {
        const caller = await authenticate(request)
        const { enabled } = await readBody(request, ShareRequest)
        return shareScan(context, caller, params.id, enabled)
      },
      {
        parse: "none",
        detail: documented({
          summary: "Share a completed scan by a token, or end its sharing",
          description: "Sharing that was ended and is enabled again has a new token; the old one stays dead.",
          body: ShareRequest,
          bodyExamples: { share: { enabled: true } },
          answers: { 200: ShareAnswer },
          answerExamples: { 200: SHARE_EXAMPLE },
          errors: [400, 401, 403, 404, 409, 413, 415],
        }),
      },
    )
    .get(
      "/shared/:token",
      async ({ request, params }) => sharedScan(context, params.token, readQuery(ChartQuery, request)),
      {
        detail: documented({
          summary: "Read a shared scan with its chart and the owner's branding",
          takes: [],
          query: ChartQuery,
          answers: { 200: SharedScan },
          answerExamples: { 200: SHARED_EXAMPLE },
          errors: [400, 404],
        }),
      },
    )
    .get(
      "/:id/branding",
      async ({ request, params }) => {
        const scan = await findScan(context.queries, await authenticate(request), params.id)
        return brandingOf(context.queries, context.publicUrl, scan.organizationId)
      },
      {
        detail: documented({
          summary: "Read the branding of the organization that a scan belongs to",
          answers: { 200: Branding },
          answerExamples: { 200: BRANDING_EXAMPLE },
          errors: [401, 403, 404],
        }),
      },
    )
