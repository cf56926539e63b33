import { Elysia } from "elysia"
import { documented } from "../docs/operation.ts"
import { readBody } from "../http/body.ts"
import type { Once } from "../http/once.ts"
import { readQuery } from "../http/query.ts"
import type { ApiKeyService } from "./apiKeys.ts"
import type { Authenticator } from "./authenticate.ts"
import { ApiKeyList, ApiKeyListQuery, ApiKeyRequest, CreatedApiKey } from "./schemas.ts"

/** API keys under /v1/api-keys, by dashboard sessions only: an owner makes and deletes them, a member sees them. */
export const apiKeyRoutes = (
  apiKeys: ApiKeyService,
  { authenticateSession, authenticateOwner }: Authenticator,
  once: Once,
) =>
  new Elysia({ name: "api-keys", prefix: "/v1/api-keys", tags: ["Credentials"], normalize: false })
    .post(
      "",
      async ({ request, set }) => {
        const caller = await authenticateOwner(request)
        const body = await readBody(request, ApiKeyRequest)
        return once({ request, caller, body, set }, () => {
          set.status = 201
          return apiKeys.create(caller.organizationId, body)
        })
      },
      {
        parse: "none",
        detail: documented({
          summary: "Make an API key; its text is shown once",
          takes: ["session"],
          headers: ["idempotency-key"],
          body: ApiKeyRequest,
          bodyExamples: { shop: { name: "Web shop", mode: "production" } },
          answers: { 201: CreatedApiKey },
          answerHeaders: ["idempotent-replayed"],
          errors: [400, 401, 403, 409, 413, 415],
        }),
      },
    )
    .get(
      "",
      async ({ request }) => {
        const { organizationId } = await authenticateSession(request)
        return apiKeys.list(organizationId, readQuery(ApiKeyListQuery, request))
      },
      {
        detail: documented({
          summary: "List API keys, newest first",
          takes: ["session"],
          query: ApiKeyListQuery,
          answers: { 200: ApiKeyList },
          errors: [400, 401, 403],
        }),
      },
    )
    .delete(
      "/:id",
      async ({ request, params, set }) => {
        const { organizationId } = await authenticateOwner(request)
        await apiKeys.remove(organizationId, params.id)
        set.status = 204
      },
      {
        parse: "none",
        detail: documented({
          summary: "Delete an API key: calls with it end within seconds",
          takes: ["session"],
          noContent: "The key is gone",
          errors: [401, 403, 404],
        }),
      },
    )
