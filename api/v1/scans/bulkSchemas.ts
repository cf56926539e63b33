import { type Static, Type } from "@sinclair/typebox"
import { Instant, orNull, StringEnum } from "../../../domain/base/validation/schema.ts"
import { numberIn } from "../../../domain/base/validation/units.ts"
import { CURRENCIES } from "../../../domain/market/currencyNames.ts"
import { SCAN_STATUSES } from "../../../domain/organization/events/states.ts"
import { ErrorAnswer, FieldError } from "../../http/failure.ts"
import { listOf } from "../../http/lists.ts"
import { DetailQuery } from "./detailQuery.ts"
import { batchId, ListFigures } from "./schemas.ts"

const Id = Type.String({ description: "UUID of the batch", examples: ["019a4c22-0c31-7a05-9c7e-2b6d5f81e3a0"] })
const Count = (description: string) => Type.Integer({ description })

const counts = {
  lines: Count("Lines, or items of POST /v1/scans/batch, that were worked on, empty lines left out"),
  accepted: Count("Scans that were accepted"),
  refused: Count("Lines, or items, that were refused"),
}

export const BulkQuery = Type.Object({
  ...DetailQuery.properties,
  batchId: Type.Optional(
    batchId("An id of your own, a UUID: a request with an id that is there already is refused with 409"),
  ),
})

const BulkError = Type.Object(
  { line: Count("Number of the line, from 1"), ...ErrorAnswer.properties },
  { description: "Why a line was refused: the answer to its scan alone" },
)
export type BulkError = Static<typeof BulkError>

/** Answer of POST /v1/scans/bulk. */
export const BulkAnswer = Type.Object(
  {
    id: Id,
    ...counts,
    errors: Type.Array(BulkError, { description: "The first 1,000 refused lines" }),
    moreErrors: Count("Refused lines that errors leaves out"),
  },
  {
    description: "Outcome of the lines",
    examples: [
      {
        id: "019a4c22-0c31-7a05-9c7e-2b6d5f81e3a0",
        lines: 2,
        accepted: 1,
        refused: 1,
        errors: [{ line: 2, statusCode: 400, message: "yearlyKwh must be above 0", code: "INVALID_INPUT" }],
        moreErrors: 0,
      },
    ],
  },
)
export type BulkAnswer = Static<typeof BulkAnswer>

export const ResultsQuery = Type.Object({
  after: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 1_000_000_000, default: 0, description: "Only lines after this one" }),
  ),
  follow: Type.Optional(
    StringEnum(["true", "false"], {
      description:
        "true: the answer waits for the end of each scan, and ends with the batch or after an hour; empty lines keep the connection open. false, the default: each line in its current state",
    }),
  ),
  format: Type.Optional(
    StringEnum(["ndjson", "csv"], {
      description: "A line of JSON for each row, or a table; by default as Accept says",
    }),
  ),
})
export type ResultsQuery = Static<typeof ResultsQuery>

/** A row of GET /v1/batches/{id}/results. */
export const BatchResult = Type.Object(
  {
    line: Count("Number of the line, or of the item of POST /v1/scans/batch, from 1"),
    id: orNull(Type.String({ description: "The scan" }), "for a refused line"),
    dossierId: orNull(Type.String({ description: "As requested" })),
    status: StringEnum([...SCAN_STATUSES, "refused", "cancelled"], { description: "State of the line's scan" }),
    ...ListFigures,
    payback: orNull(numberIn("years"), "Years until the investment is earned back; null when never"),
    currency: orNull(StringEnum(CURRENCIES, { description: "Currency of the amounts" }), "without a scan"),
    error: orNull(
      Type.Object({
        code: Type.String({ description: "Code of the refusal; SCAN_FAILED for a failed scan" }),
        message: Type.String({ description: "Reason in one sentence" }),
        errors: Type.Optional(Type.Array(FieldError, { description: "The first ten broken rules of a refused line" })),
      }),
      "without an error",
    ),
  },
  {
    description: "A line of a batch",
    examples: [
      {
        ...{ line: 1, id: "019a4c1e-7c3a-7e21-9d5b-3f6f0a8d2b14", dossierId: "dossier-7", status: "completed" },
        ...{ panels: 12, batteryKwh: 7.5, investment: 9120.5, netPresentValue: 4210.75 },
        ...{ savingsP10: 610.2, savingsP50: 742.9, savingsP90: 870.1, payback: 11.4, currency: "EUR", error: null },
      },
    ],
  },
)
export type BatchResult = Static<typeof BatchResult>

const BATCH_EXAMPLE = {
  id: "019a4c22-0c31-7a05-9c7e-2b6d5f81e3a0",
  createdAt: "2026-03-01T10:30:00.000Z",
  isClosed: true,
  isOver: false,
  cancelledAt: null,
  completedAt: null,
  lines: 2,
  accepted: 1,
  refused: 1,
  scans: { pending: 0, processing: 1, completed: 0, error: 0 },
}

/** Answer of GET /v1/batches/{id}. */
export const Batch = Type.Object(
  {
    id: Id,
    createdAt: Instant("When its request came"),
    isClosed: Type.Boolean({ description: "No more lines come: all were worked on, or the request broke off" }),
    isOver: Type.Boolean({ description: "It is closed, and each of its scans has ended" }),
    cancelledAt: orNull(Instant("When it was cancelled"), "unless it was"),
    completedAt: orNull(Instant("Time of the batch.completed event, shortly after the end of the batch; null before")),
    ...counts,
    scans: Type.Object(
      {
        pending: Count("Not begun"),
        processing: Count("Being solved"),
        completed: Count("With a report"),
        error: Count("Failed"),
      },
      { description: "Its scans by state, without deleted scans" },
    ),
  },
  {
    description: "A batch and how far it is",
    examples: [BATCH_EXAMPLE],
  },
)
export type Batch = Static<typeof Batch>

/** Answer of GET /v1/batches. */
export const BatchList = listOf(Batch, BATCH_EXAMPLE)
export type BatchList = Static<typeof BatchList>
