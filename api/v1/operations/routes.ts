import { Elysia } from "elysia"
import type { Authenticator } from "../../credentials/authenticate.ts"
import { documented } from "../../docs/operation.ts"
import { OPERATIONS_EXAMPLE, Operations } from "./schemas.ts"
import type { OperationsService } from "./service.ts"

/** GET /v1/operations: how the service is doing, for owners (an addition). */
export const operationsRoutes = (operations: OperationsService, { authenticateOwner }: Authenticator) =>
  new Elysia({ name: "operations", tags: ["Operations"], normalize: false }).get(
    "/v1/operations",
    async ({ request }) => operations.now(await authenticateOwner(request)),
    {
      detail: documented({
        summary: "Read how the service is doing",
        takes: ["session"],
        answers: { 200: Operations },
        answerExamples: { 200: OPERATIONS_EXAMPLE },
        errors: [401, 403, 503],
      }),
    },
  )
