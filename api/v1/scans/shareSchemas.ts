import { type Static, Type } from "@sinclair/typebox"
import { Instant, orNull, Strict, StringEnum } from "../../../domain/base/validation/schema.ts"
import { Acceptance } from "../../../domain/report/acceptance.ts"
import { SharedOffer } from "../../../domain/report/offer/schema.ts"
import { FullReport } from "../../../domain/report/schema.ts"
import { ChartData } from "../../../domain/site/chart/schema.ts"
import { LANGUAGES } from "../../../domain/texts/render.ts"
import { Branding } from "../organizations/schemas.ts"
import { ChartQuery, ScanId } from "./schemas.ts"

/**
 * Query of a shared scan: a chart's; a page requests another language at a separate address, which browsers cache
 * separately.
 */
export const SharedQuery = Type.Object({
  ...ChartQuery.properties,
  language: Type.Optional(
    StringEnum(LANGUAGES, { description: "Sets answers of one address apart; Accept-Language chooses the language" }),
  ),
})

/** Body of PUT /v1/scans/{id}/share. */
export const ShareRequest = Strict({
  enabled: Type.Boolean({ description: "true: anyone with the token may read" }),
  expiresAt: Type.Optional(
    Type.Union([Type.String({ maxLength: 40 }), Type.Null()], {
      description:
        "From then on the link is as if its sharing had ended: an ISO 8601 date or time after now, UTC unless it names a zone; " +
        "null: never. Absent: unchanged; a new link never expires",
      examples: ["2026-04-01T00:00:00Z"],
    }),
  ),
})
export type ShareRequest = Static<typeof ShareRequest>

const ExpiresAt = orNull(Instant("From then on the link cannot be used; null: never, or there is no link"))
const OfferOrNot = orNull(SharedOffer, "Offer of the installer; null: no offer is sent")
const AcceptedOrNot = orNull(Acceptance, "Person that accepted the report, and the time; null: not accepted")

export const ShareAnswer = Type.Object({
  isShared: Type.Boolean({ description: "Anyone with the token may read the scan" }),
  shareToken: orNull(Type.String(), "Token of GET /v1/scans/shared/{token}; null when the scan is not shared"),
  shareUrl: orNull(Type.String(), "Address of the report's page for anyone with the link; null when it is not shared"),
  expiresAt: ExpiresAt,
  acceptance: AcceptedOrNot,
})
export type ShareAnswer = Static<typeof ShareAnswer>

/** Answer of POST /v1/scans/shared/{token}/acceptance. */
export const AcceptanceAnswer = Type.Object({
  scanId: ScanId,
  mode: StringEnum(["live", "sandbox"], { description: "In the sandbox the accepted report is an example" }),
  acceptance: Acceptance,
  offer: orNull(SharedOffer, "The accepted offer; null for a report without an offer"),
})
export type AcceptanceAnswer = Static<typeof AcceptanceAnswer>

/** Answer of GET /v1/scans/shared/{token}. */
export const SharedScan = Type.Object({
  scanId: ScanId,
  mode: StringEnum(["live", "sandbox"], { description: "Figures of the sandbox are examples" }),
  customerName: orNull(Type.String(), "Name of the scan's customer"),
  customerAddress: orNull(
    Type.String(),
    "Address and postal code of the customer; null without an offer, whose page is the only one with them",
  ),
  shareUrl: orNull(Type.String(), "Address of the report's page for anyone with the link; null when it is not shared"),
  expiresAt: ExpiresAt,
  acceptance: AcceptedOrNot,
  offer: OfferOrNot,
  report: FullReport,
  chartData: ChartData,
  ...Branding.properties,
})
export type SharedScan = Static<typeof SharedScan>
