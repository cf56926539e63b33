import { type Handlers, operationsOf } from "../../http/operation.ts"
import type { ScanContext } from "./context.ts"
import { LIST_EXAMPLE, LIST_ITEM_EXAMPLE } from "./examples.ts"
import { listAdjustments, listScans } from "./list.ts"
import { Adjustments, ScanList, ScanListQuery } from "./schemas.ts"

const operation = operationsOf("Scans")
const by = ["key", "session"] as const

export const listOperations = {
  list: operation("GET /v1/scans", {
    summary: "List scans, newest first",
    description:
      "All states. A test key sees only sandbox scans, a production key only production scans. Long lists are walked by nextCursor; one with sort or search ends at its row 10,000.",
    by,
    accessLog: "list",
    costs: "list",
    query: ScanListQuery,
    answers: { 200: ScanList },
    examples: { 200: LIST_EXAMPLE },
  }),
  adjustments: operation("GET /v1/scans/{id}/adjustments", {
    summary: "List the adjustments of a scan, newest first",
    description: "Adjustments of an original; an adjustment has no adjustments. Scans of other modes are not shown.",
    by,
    accessLog: "object",
    answers: { 200: Adjustments },
    examples: { 200: [{ ...LIST_ITEM_EXAMPLE, isAdjustment: true, adjustmentCount: 0, cost: null }] },
  }),
}

export const listHandlers = (context: ScanContext): Handlers<typeof listOperations> => ({
  list: ({ caller, query }) => listScans(context.queries, caller, query),
  adjustments: ({ caller, params }) => listAdjustments(context, caller, params.id),
})
