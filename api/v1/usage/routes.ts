import { Elysia } from "elysia"
import type { Authenticate } from "../../credentials/authenticate.ts"
import { documented } from "../../docs/operation.ts"
import type { Meter } from "./meter.ts"
import { Usage } from "./schemas.ts"

/** GET /v1/usage: what the organization's tier grants this month, and what is used of it. */
export const usageRoutes = (meter: Meter, authenticate: Authenticate) =>
  new Elysia({ name: "usage", tags: ["Organization"], normalize: false }).get(
    "/v1/usage",
    async ({ request }) => meter.usage((await authenticate(request)).organizationId),
    { detail: documented({ summary: "Read this month's usage", answers: { 200: Usage }, errors: [401, 403, 429] }) },
  )
