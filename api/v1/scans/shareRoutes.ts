import { AcceptanceRequest } from "../../../domain/report/acceptance.ts"
import { TOPICS } from "../../../domain/report/messages.ts"
import { jsonBody } from "../../http/body.ts"
import { type Handlers, operationsOf } from "../../http/operation.ts"
import { brandingOf } from "../organizations/branding.ts"
import { Branding } from "../organizations/schemas.ts"
import { acceptShared } from "./accept.ts"
import type { ScanContext } from "./context.ts"
import { ACCEPTANCE_EXAMPLE, BRANDING_EXAMPLE, SHARE_EXAMPLE, SHARED_EXAMPLE } from "./examples.ts"
import { SHARED_OFFER_EXAMPLE } from "./offerExamples.ts"
import { findScan } from "./scope.ts"
import { createSharedPages, findShared, readShare, shareScan } from "./share.ts"
import { AcceptanceAnswer, ShareAnswer, SharedQuery, SharedScan, ShareRequest } from "./shareSchemas.ts"

const operation = operationsOf("Sharing")
const by = ["key", "session"] as const
/** Limit of the only body from anonymous callers: a name has at most 2,400 bytes, fully escaped, a drawing 8,000. */
const ACCEPTANCE_LIMIT_BYTES = 12 * 1024

/** Sharing of a scan, the rights of its token's holder, and its branding. */
export const shareOperations = {
  readShare: operation("GET /v1/scans/{id}/share", {
    summary: "Read how a scan is shared, and whether its report was accepted",
    description: "Its link and until when that can be used; who accepted the report, when, and which plant.",
    by,
    accessLog: "object",
    answers: { 200: ShareAnswer },
    examples: { 200: { ...SHARE_EXAMPLE, acceptance: ACCEPTANCE_EXAMPLE } },
  }),
  share: operation("PUT /v1/scans/{id}/share", {
    summary: "Share a completed scan by a token, or end its sharing",
    description:
      "Sharing that was ended, or whose link has expired, and is enabled again has a new token; the old one stays dead. " +
      "The record of its acceptance stays.",
    by,
    body: jsonBody(ShareRequest, {
      examples: { share: { enabled: true }, month: { enabled: true, expiresAt: "2126-04-01T00:00:00Z" } },
    }),
    isConditional: "shown",
    answers: { 200: ShareAnswer },
    examples: { 200: SHARE_EXAMPLE },
    errors: [409],
  }),
  shared: operation("GET /v1/scans/shared/{token}", {
    summary: "Read a shared scan with its chart and the owner's branding",
    description:
      "Needs no credential. An unknown token, or the token of a scan that is no longer shared, is 404; an expired link is 410.",
    by: ["anyone"],
    accessLog: "named",
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
    answerHeaders: ["content-language"],
    errors: [410],
  }),
  accept: operation("POST /v1/scans/shared/{token}/acceptance", {
    summary: "Accept the offer of a shared scan, or its report without an offer",
    description:
      "For anyone with the link, without a credential: the name of the accepting person, as typed. A sent offer needs `offerVersion`; another version, or an offer that has expired, is 409. " +
      "The first time counts, and makes the event offer.accepted, or report.accepted without an offer; later calls are given it. 404 and 410 as for reading. " +
      "It is consent under a name, and no qualified signature. Offers and reports of the sandbox can be accepted for a trial: the answer says so.",
    by: ["anyone"],
    limit: { hits: 20, windowMs: 60_000, name: "acceptances", per: "address", counted: "acceptances" },
    body: jsonBody(AcceptanceRequest, {
      limitBytes: ACCEPTANCE_LIMIT_BYTES,
      examples: {
        offer: { name: "A. Jansen", offerVersion: 2, drawing: "M10 120L60 40L110 120M30 90L90 90" },
        report: { name: "A. Jansen" },
      },
    }),
    answers: { 200: AcceptanceAnswer },
    examples: {
      200: {
        ...{ scanId: SHARED_EXAMPLE.scanId, mode: "live", acceptance: ACCEPTANCE_EXAMPLE },
        offer: SHARED_OFFER_EXAMPLE,
      },
    },
    errors: [409, 410],
  }),
  branding: operation("GET /v1/scans/{id}/branding", {
    summary: "Read the branding of the organization that a scan belongs to",
    description: "Logo, display name, colour and contact of the scan's owner, for pages that show its report.",
    by,
    answers: { 200: Branding },
    examples: { 200: BRANDING_EXAMPLE },
  }),
}

export const shareHandlers = (
  context: ScanContext,
  pageOf = createSharedPages(context),
): Handlers<typeof shareOperations> => ({
  readShare: ({ caller, params }) => readShare(context, caller, params.id),
  share: ({ caller, params, body }) => shareScan(context, caller, params.id, body),
  async shared({ params, query, language, setHeader, logRead }) {
    setHeader("content-language", language)
    const scan = await findShared(context.queries, params.token)
    logRead(scan)
    await context.complete(scan)
    return pageOf(scan, query, language)
  },
  accept: ({ params, body, request }) =>
    acceptShared(context, {
      ...{ token: params.token, body, address: context.addressOf(request) },
      onAccepted: () => context.bus.broadcast(TOPICS.webhooks, new Uint8Array()),
    }),
  async branding({ caller, params }) {
    const { organizationId } = await findScan(context, caller, params.id)
    return brandingOf(context.queries, context.publicUrl, organizationId)
  },
})
