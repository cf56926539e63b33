import { jsonBody } from "../../http/body.ts"
import { type Handlers, operationsOf } from "../../http/operation.ts"
import { brandingOf } from "../organizations/branding.ts"
import { Branding } from "../organizations/schemas.ts"
import type { ScanContext } from "./context.ts"
import { BRANDING_EXAMPLE, SHARE_EXAMPLE, SHARED_EXAMPLE } from "./examples.ts"
import { ShareAnswer, SharedQuery, SharedScan, ShareRequest } from "./schemas.ts"
import { findScan } from "./scope.ts"
import { sharedScan, shareScan } from "./share.ts"

const operation = operationsOf("Sharing")
const by = ["key", "session"] as const

/** Sharing a scan, what the holder of its token sees, and the branding it carries. */
export const shareOperations = {
  share: operation("PUT /v1/scans/{id}/share", {
    summary: "Share a completed scan by a token, or end its sharing",
    description: "Sharing that was ended and is enabled again has a new token; the old one stays dead.",
    by,
    body: jsonBody(ShareRequest, { examples: { share: { enabled: true } } }),
    answers: { 200: ShareAnswer },
    examples: { 200: SHARE_EXAMPLE },
    errors: [409],
  }),
  shared: operation("GET /v1/scans/shared/{token}", {
    summary: "Read a shared scan with its chart and the owner's branding",
    description: "Needs no credential. An unknown token, and that of a scan whose sharing has ended, is 404.",
    by: ["anyone"],
    limit: {
      hits: 240,
      windowMs: 60_000,
      name: "shared",
      per: "address",
      counted: "reads-of-shared-scans",
    },
    query: SharedQuery,
    answers: { 200: SharedScan },
    examples: { 200: SHARED_EXAMPLE },
  }),
  branding: operation("GET /v1/scans/{id}/branding", {
    summary: "Read the branding of the organization that a scan belongs to",
    description: "Logo and display name of the scan's owner, for pages that show its report.",
    by,
    answers: { 200: Branding },
    examples: { 200: BRANDING_EXAMPLE },
  }),
}

export const shareHandlers = (context: ScanContext): Handlers<typeof shareOperations> => ({
  share: ({ caller, params, body }) => shareScan(context, caller, params.id, body.enabled),
  shared: ({ params, query, language }) => sharedScan(context, params.token, query, language),
  async branding({ caller, params }) {
    const { organizationId } = await findScan(context, caller, params.id)
    return brandingOf(context.queries, context.publicUrl, organizationId)
  },
})
