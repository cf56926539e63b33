import { Type } from "@sinclair/typebox"
import { NDJSON } from "../../http/lines.ts"
import { type Handlers, operationsOf } from "../../http/operation.ts"
import type { ScanContext } from "./context.ts"
import { exportScans } from "./export.ts"
import { ExportQuery } from "./exportSchemas.ts"

const operation = operationsOf("Scans")

export const exportOperations = {
  export: operation("GET /v1/scans/export", {
    summary: "Export all scans as NDJSON or CSV",
    description:
      "Streams every scan of the filters, newest first, with the fields of the list, gzipped if the caller accepts it. Scans that come meanwhile are left out. Texts of a CSV that " +
      "look like formulas begin with an apostrophe.",
    by: ["key", "session"],
    accessLog: "list",
    query: ExportQuery,
    answers: { 200: Type.String({ description: "A line for each scan; in CSV after a header line" }) },
    mediaType: NDJSON,
    alternatives: ["text/csv"],
    answerHeaders: ["content-disposition"],
  }),
}

export const exportHandlers = ({ queries }: ScanContext): Handlers<typeof exportOperations> => ({
  export: ({ caller, query, request, hold }) => exportScans(queries, caller, query, { request, hold }),
})
