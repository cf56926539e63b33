import { jsonBody } from "../http/body.ts"
import { type Handlers, operationsOf } from "../http/operation.ts"
import type { ApiKeyService } from "./apiKeys.ts"
import { ApiKeyList, ApiKeyListQuery, ApiKeyRequest, CreatedApiKey } from "./schemas.ts"

const operation = operationsOf("Credentials")

/** API keys, by dashboard sessions only: owners create and delete keys, members see keys. */
export const apiKeyOperations = {
  create: operation("POST /v1/api-keys", {
    summary: "Make an API key; its text is shown once",
    description:
      "A key of mode sandbox begins with zs_test_, one of mode production with zs_live_. Only its hash is kept: a lost key is replaced by a new one.",
    by: ["owner"],
    isIdempotent: true,
    body: jsonBody(ApiKeyRequest, { examples: { shop: { name: "Web shop", mode: "production" } } }),
    answers: { 201: CreatedApiKey },
  }),
  list: operation("GET /v1/api-keys", {
    summary: "List API keys, newest first",
    description: "Name, mode, last four characters and the time of the last use; never the key.",
    by: ["session"],
    query: ApiKeyListQuery,
    answers: { 200: ApiKeyList },
  }),
  remove: operation("DELETE /v1/api-keys/{id}", {
    summary: "Delete an API key: calls with it end within seconds",
    description:
      "Bearer tokens that were made with the key end with it. The scans and other objects that the key made stay.",
    by: ["owner"],
    answers: { 204: "The key is gone" },
  }),
}

export const apiKeyHandlers = (apiKeys: ApiKeyService): Handlers<typeof apiKeyOperations> => ({
  create: ({ caller, body, keepAnswer }) => apiKeys.create(caller.organizationId, body, keepAnswer),
  list: ({ caller, query }) => apiKeys.list(caller.organizationId, query),
  remove: ({ caller, params }) => apiKeys.remove(caller.organizationId, params.id),
})
