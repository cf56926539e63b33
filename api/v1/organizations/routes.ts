import { Type } from "@sinclair/typebox"
import { Elysia } from "elysia"
import type { Authenticator } from "../../credentials/authenticate.ts"
import { documented, documentedUpload } from "../../docs/operation.ts"
import { readBody } from "../../http/body.ts"
import { readUpload } from "../../http/upload.ts"
import { Organization, OrganizationChanges } from "./schemas.ts"
import type { OrganizationService } from "./service.ts"

const LOGO_LIMIT_BYTES = 1024 * 1024

/** Settings and logo under /v1/organizations/{id}; changed by sessions of owners only. */
export const organizationRoutes = (organizations: OrganizationService, authenticator: Authenticator) =>
  new Elysia({ name: "organizations", prefix: "/v1/organizations", tags: ["Organization"], normalize: false })
    .use(settingsRoutes(organizations, authenticator))
    .use(logoRoutes(organizations, authenticator))

const settingsRoutes = (organizations: OrganizationService, { authenticate, authenticateOwner }: Authenticator) =>
  new Elysia({ name: "organization-settings", tags: ["Organization"], normalize: false })
    .get(
      "/:id",
      async ({ request, params }) => organizations.read((await authenticate(request)).organizationId, params.id),
      {
        detail: documented({
          summary: "Read the organization's settings",
          answers: { 200: Organization },
          errors: [401, 403, 404],
        }),
      },
    )
    .patch(
      "/:id",
      async ({ request, params }) => {
        const { organizationId } = await authenticateOwner(request)
        return organizations.update(organizationId, params.id, await readBody(request, OrganizationChanges))
      },
      {
        parse: "none",
        detail: documented({
          summary: "Change the organization's settings; what is absent stays",
          takes: ["session"],
          body: OrganizationChanges,
          bodyExamples: {
            branding: { brandingDisplayName: "Sun & Co", brandingEnabled: true },
            assumptions: { assumptions: { discountRate: 0.05 } },
          },
          answers: { 200: Organization },
          errors: [400, 401, 403, 404, 413, 415],
        }),
      },
    )

const logoRoutes = (organizations: OrganizationService, { authenticate, authenticateOwner }: Authenticator) =>
  new Elysia({ name: "organization-logo", tags: ["Organization"], normalize: false })
    .put(
      "/:id/logo",
      async ({ request, params }) => {
        const { organizationId } = await authenticateOwner(request)
        const file = await readUpload(request, "file", LOGO_LIMIT_BYTES)
        return organizations.putLogo(organizationId, params.id, await file.bytes())
      },
      {
        parse: "none",
        detail: documentedUpload({
          summary: "Upload the logo: a PNG, JPEG or WebP image of up to 1 MiB in the form field `file`",
          takes: ["session"],
          answers: { 200: Organization },
          errors: [400, 401, 403, 404, 413, 415],
        }),
      },
    )
    .get(
      "/:id/logo",
      async ({ request, params }) => {
        const isPublic = await organizations.isLogoPublic(params.id)
        const own = isPublic ? undefined : (await authenticate(request)).organizationId
        const { image, mediaType, hash } = await organizations.logo(own, params.id)
        return new Response(Buffer.from(image), {
          headers: {
            "content-type": mediaType,
            etag: `"${hash}"`,
            "cache-control": isPublic ? "public, max-age=3600" : "private, no-cache",
            "cross-origin-resource-policy": "cross-origin",
          },
        })
      },
      {
        detail: documented({
          summary: "Read the logo; no credential is needed while branding is enabled",
          takes: ["anyone", "key", "session"],
          answers: { 200: Type.String({ format: "binary", description: "A PNG, JPEG or WebP image" }) },
          answerHeaders: ["etag"],
          mediaType: "image/*",
          errors: [401, 404],
        }),
      },
    )
    .delete(
      "/:id/logo",
      async ({ request, params, set }) => {
        const { organizationId } = await authenticateOwner(request)
        await organizations.removeLogo(organizationId, params.id)
        set.status = 204
      },
      {
        parse: "none",
        detail: documented({
          summary: "Delete the logo",
          takes: ["session"],
          noContent: "The logo is gone",
          errors: [401, 403, 404],
        }),
      },
    )
