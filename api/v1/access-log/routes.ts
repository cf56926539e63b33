import { Type } from "@sinclair/typebox"
import { NDJSON } from "../../http/lines.ts"
import { operationsOf } from "../../http/operation.ts"
import { AccessExportQuery, AccessPage, AccessQuery } from "./schemas.ts"

const operation = operationsOf("Access log")

/** The log of reads: visible to owners and production keys, of both modes. */
export const accessLogOperations = {
  list: operation("GET /v1/access-log", {
    summary: "List reads of reports and customers' data, newest first",
    description:
      "Reads of the last 90 days in both modes, with the ids of reader and object only. A read is listed within a second. " +
      "Needs a session of an owner or a production key.",
    by: ["key", "owner"],
    needsProductionKey: true,
    costs: "list",
    query: AccessQuery,
    answers: { 200: AccessPage },
  }),
  export: operation("GET /v1/access-log/export", {
    summary: "Export reads of reports and customers' data as NDJSON",
    description: "Streams every read of the filters, newest first, each as the list has it.",
    by: ["key", "owner"],
    needsProductionKey: true,
    query: AccessExportQuery,
    answers: { 200: Type.String({ description: "A line for each read" }) },
    mediaType: NDJSON,
    answerHeaders: ["content-disposition"],
  }),
}
