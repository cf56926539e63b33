import { type Static, Type } from "@sinclair/typebox"
import type { Body } from "../../http/body.ts"
import { assertNdjson, NDJSON } from "../../http/lines.ts"
import { PageQuery } from "../../http/lists.ts"
import { type Handlers, operationsOf } from "../../http/operation.ts"
import { CSV_TYPE } from "../../http/rowFormats.ts"
import { batchResults } from "./batchResults.ts"
import { createBulk, listOfBatches, MAX_LINES, readBatch } from "./bulk.ts"
import { Batch, BatchList, BatchResult, BulkAnswer, BulkQuery, ResultsQuery } from "./bulkSchemas.ts"
import { cancelBatch } from "./cancelBatch.ts"
import type { ScanContext } from "./context.ts"
import { SMALL_SCAN_EXAMPLE } from "./examples.ts"

const operation = operationsOf("Scans")
const by = ["key", "session"] as const
/** Part of the body that a request holds at once; the rest waits in the connection. */
const HELD_BYTES = 4 * 1024 * 1024

const Lines = Type.String({ description: "A body of POST /v1/scans in each line, without a line break of its own" })

/** The handler reads the lines as they arrive. */
const body = {
  mediaType: NDJSON,
  schema: Lines,
  isOptional: false,
  refusals: [400, 415],
  limitBytes: HELD_BYTES,
  examples: { lines: `${JSON.stringify(SMALL_SCAN_EXAMPLE)}\n${JSON.stringify(SMALL_SCAN_EXAMPLE)}\n` },
  async read(request) {
    assertNdjson(request)
    return ""
  },
  contentOf: value => value,
} as const satisfies Body<Static<typeof Lines>, typeof Lines>

export const bulkOperations = {
  bulk: operation("POST /v1/scans/bulk", {
    summary: "Create a scan for each line of NDJSON",
    description:
      `Up to ${MAX_LINES.toLocaleString("en")} lines, each a body of POST /v1/scans of up to 1 MiB, read as they arrive. Each line is accepted or refused ` +
      "separately and counts against quota and limits. The answer comes after the last line. Accepted scans stay when the request breaks " +
      "off. With a `batchId` of your own, GET /v1/batches/{id} shows the progress, and a second batch under it is refused.",
    by,
    query: BulkQuery,
    body,
    answers: { 201: BulkAnswer },
    location: "/v1/batches/{id}",
    errors: [409],
  }),
  batches: operation("GET /v1/batches", {
    summary: "List batches and how far they are",
    description: "Batches of POST /v1/scans/batch and /v1/scans/bulk, newest first.",
    by,
    costs: "list",
    query: PageQuery,
    answers: { 200: BatchList },
  }),
  batch: operation("GET /v1/batches/{id}", {
    summary: "Read how far a batch is",
    description:
      "Scans of one POST /v1/scans/batch or /v1/scans/bulk, counted by state. While the request is being read the counts grow. It can be read until " +
      "30 days after its event batch.completed.",
    by,
    answers: { 200: Batch },
  }),
}

export const batchOperations = {
  results: operation("GET /v1/batches/{id}/results", {
    summary: "Read a row for each line of a batch",
    description:
      "Rows in the order of lines, with the figures of each report, as NDJSON; as CSV with `Accept: text/csv` or `format`. Refused lines have their error, and cancelled lines their scan. " +
      "Lines of deleted scans are left out. `after` continues behind the last line that was read. The answer is gzipped if the caller accepts it.",
    by,
    accessLog: "list",
    query: ResultsQuery,
    answers: { 200: BatchResult },
    mediaType: NDJSON,
    alternatives: [CSV_TYPE],
    answerHeaders: ["content-disposition"],
  }),
  cancel: operation("POST /v1/batches/{id}/cancel", {
    summary: "Cancel a batch",
    description:
      "Unfinished scans are never solved and are deleted, their lines stay as `cancelled`, and a request that is still sending lines is refused with 409. Reports stay. " +
      "The counts against the quota stay. A repeated call continues an interrupted one.",
    by,
    answers: { 200: Batch },
  }),
}

export const batchHandlers = (context: ScanContext): Handlers<typeof batchOperations> => ({
  results: ({ caller, params, query, request, hold }) =>
    batchResults(context, caller, { id: params.id, ...query }, { request, hold }),
  async cancel({ caller, params }) {
    await cancelBatch(context, caller, params.id)
    return readBatch(context, caller, params.id)
  },
})

export const bulkHandlers = (context: ScanContext): Handlers<typeof bulkOperations> => ({
  bulk: ({ caller, query, request, requestId, hold }) =>
    createBulk(context, {
      ...{ reader: caller, request, requestId, hold },
      ...{ id: query.batchId?.toLowerCase(), detail: query.detail },
    }),
  batches: ({ caller, query }) => listOfBatches(context, caller, query),
  batch: ({ caller, params }) => readBatch(context, caller, params.id),
})
