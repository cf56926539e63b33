import { Type } from "@sinclair/typebox"
import { jsonBody } from "../../http/body.ts"
import { operationsOf } from "../../http/operation.ts"
import { fileBody } from "../../http/upload.ts"
import { Organization, OrganizationChanges } from "./schemas.ts"

const LOGO_LIMIT_BYTES = 1024 * 1024
const operation = operationsOf("Organization")

/** Settings and logo; changed by sessions of owners only. */
export const organizationOperations = {
  read: operation("GET /v1/organizations/{id}", {
    summary: "Read the organization's settings",
    description:
      "Names, branding, adjustable steps, and the assumptions with which the organization's scans are computed.",
    by: ["key", "session"],
    answers: { 200: Organization },
  }),
  update: operation("PATCH /v1/organizations/{id}", {
    summary: "Change the organization's settings; absent fields stay",
    description:
      "Assumptions change scans that come afterwards; reports that exist keep theirs. Shorter retention deletes scans within seconds, and for good.",
    by: ["owner"],
    body: jsonBody(OrganizationChanges, {
      examples: {
        branding: { brandingDisplayName: "Sun & Co", brandingEnabled: true },
        assumptions: { assumptions: { discountRate: 0.05 } },
      },
    }),
    isConditional: "shown",
    answers: { 200: Organization },
  }),
  putLogo: operation("PUT /v1/organizations/{id}/logo", {
    summary: "Upload the logo: a PNG, JPEG or WebP image of up to 1 MiB in the form field `file`",
    description: "Replaces the present logo. SVG is refused, since it may hold scripts.",
    by: ["owner"],
    stores: "live",
    body: fileBody("file", LOGO_LIMIT_BYTES, "The image"),
    answers: { 200: Organization },
  }),
  logo: operation("GET /v1/organizations/{id}/logo", {
    summary: "Read the logo; no credential is needed while branding is enabled",
    description:
      "The image as it was uploaded. Links in reports carry its hash as `v`, so that a new logo is seen at once.",
    by: ["anyone", "key", "session"],
    query: Type.Object({
      v: Type.Optional(
        Type.String({ description: "Version of the image: links carry it, so that caches notice a change" }),
      ),
    }),
    limit: { hits: 240, windowMs: 60_000, name: "logo", per: "address", counted: "reads-of-logos" },
    answers: { 200: Type.String({ format: "binary", description: "A PNG, JPEG or WebP image" }) },
    mediaType: "image/*",
    answerHeaders: ["etag"],
  }),
  removeLogo: operation("DELETE /v1/organizations/{id}/logo", {
    summary: "Delete the logo",
    description: "Reports and shared pages then show the name alone.",
    by: ["owner"],
    answers: { 204: "The logo is gone" },
  }),
}
