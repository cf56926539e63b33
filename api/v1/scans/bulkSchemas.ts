import { type Static, Type } from "@sinclair/typebox"
import { Instant, orNull } from "../../../domain/base/validation/schema.ts"
import { ErrorAnswer } from "../../http/failure.ts"
import { listOf } from "../../http/lists.ts"

const Id = Type.String({ description: "UUID of the batch", examples: ["019a4c22-0c31-7a05-9c7e-2b6d5f81e3a0"] })
const Count = (description: string) => Type.Integer({ description })

const counts = {
  lines: Count("Lines, or items of POST /v1/scans/batch, that were worked on, empty lines left out"),
  accepted: Count("Scans that were accepted"),
  refused: Count("Lines, or items, that were refused"),
}

export const BulkQuery = Type.Object({
  batchId: Type.Optional(
    Type.String({
      pattern: "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$",
      textForm: "uuid",
      description: "An id of your own, a UUID: a request with an id that is there already is refused with 409",
      examples: ["019a4c22-0c31-7a05-9c7e-2b6d5f81e3a0"],
    }),
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

const BATCH_EXAMPLE = {
  id: "019a4c22-0c31-7a05-9c7e-2b6d5f81e3a0",
  createdAt: "2026-03-01T10:30:00.000Z",
  isClosed: true,
  isOver: false,
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
