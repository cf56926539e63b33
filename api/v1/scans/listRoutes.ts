import { Type } from "@sinclair/typebox"
import { Elysia } from "elysia"
import type { Credentials } from "../../credentials/credentials.ts"
import { documented } from "../../docs/operation.ts"
import { failAs } from "../../http/errorBody.ts"
import { readQuery } from "../../http/query.ts"
import { PerPageQuery } from "../../legacy/pagination.ts"
import { listRuns } from "../../legacy/runs.ts"
import { RunList } from "../../legacy/schemas.ts"
import type { ScanContext } from "./context.ts"
import { LIST_EXAMPLE } from "./examples.ts"
import { listScans } from "./list.ts"
import { ScanList, ScanListQuery } from "./schemas.ts"

/** The list also serves tokens of the legacy interface, in its own shape. */
const LIST_TAKES = ["key", "session", "legacy"] as const

export const listRoutes = (context: ScanContext, { authenticate }: Credentials) =>
  new Elysia({ name: "scan-lists", prefix: "/v1/scans", tags: ["Scans"], normalize: false }).get(
    "",
    async ({ request }) => {
      const caller = await authenticate(request, LIST_TAKES)
      if (caller.kind !== "legacy") return listScans(context.queries, caller, readQuery(ScanListQuery, request))
      failAs(request, "Failed to fetch scans")
      return listRuns(context, caller, readQuery(PerPageQuery, request))
    },
    {
      detail: documented({
        summary: "List scans, newest first",
        description:
          "All states. A test key sees only sandbox scans, a production key only production scans. A token of " +
          "POST /v1/auth/token gets the list of the legacy interface, by page and per_page.",
        takes: LIST_TAKES,
        query: Type.Object({ ...ScanListQuery.properties, per_page: PerPageQuery.properties.per_page }),
        answers: { 200: Type.Union([ScanList, RunList], { description: "A page of scans, by the credential" }) },
        answerExamples: { 200: LIST_EXAMPLE },
        errors: [400, 401, 403],
      }),
    },
  )
