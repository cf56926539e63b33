import { type Static, Type } from "@sinclair/typebox"
import { Instant, orNull, StringEnum } from "../../../domain/base/validation/schema.ts"
import { READERS } from "../../../store/accessLogTable.ts"

const UUID_EXAMPLE = "019a4c1e-7c3a-7e21-9d5b-3f6f0a8d2b14"

const Moment = (description: string) =>
  Type.String({
    maxLength: 40,
    description: `${description}. An ISO 8601 date or time, UTC unless it names a zone`,
    examples: ["2026-03-01"],
  })

const filters = {
  objectId: Type.Optional(
    Type.String({
      pattern: "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$",
      textForm: "uuid",
      description: "Only reads of this scan, profile or site",
      examples: [UUID_EXAMPLE],
    }),
  ),
  from: Type.Optional(Moment("First moment")),
  to: Type.Optional(Moment("Moment before which the reads were")),
}

export const AccessExportQuery = Type.Object(filters)
export type AccessExportQuery = Static<typeof AccessExportQuery>

export const AccessQuery = Type.Object({
  ...filters,
  cursor: Type.Optional(
    Type.String({
      pattern: "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$",
      textForm: "list-cursor",
      description: "nextCursor of the previous page",
      examples: [UUID_EXAMPLE],
    }),
  ),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1_000, default: 100, description: "Most reads of the answer" }),
  ),
})
export type AccessQuery = Static<typeof AccessQuery>

export const Access = Type.Object(
  {
    id: Type.String({ description: "UUIDv7 of the read" }),
    readAt: Instant("When the answer was made"),
    mode: StringEnum(["live", "sandbox"], { description: "Mode of the scan, or of the caller" }),
    operation: Type.String({ description: "Method and path of the operation" }),
    objectId: orNull(Type.String(), "The scan, profile or site, also after its deletion; null for lists and exports"),
    reader: StringEnum(READERS, {
      description: "Credential: an API key, a user's session, a share link, or none (a scan's id alone)",
    }),
    readerId: orNull(Type.String(), "The key or the user, also after its deletion; null for others"),
  },
  { description: "A read of a report or of customers' data" },
)
export type Access = Static<typeof Access>

const ACCESS_EXAMPLE = {
  id: "019a4c22-0c31-7a05-9c7e-2b6d5f81e3a0",
  readAt: "2026-03-01T10:33:25.041Z",
  mode: "live",
  operation: "GET /v1/scans/{id}/result",
  objectId: UUID_EXAMPLE,
  reader: "key",
  readerId: "019a4b02-54f1-7d31-8a66-0f6e1c2d9b75",
}

export const AccessPage = Type.Object(
  {
    items: Type.Array(Access, { description: "Reads of this page" }),
    nextCursor: orNull(Type.String(), "cursor of the next page; null on the last"),
  },
  { description: "Reads, newest first", examples: [{ items: [ACCESS_EXAMPLE], nextCursor: null }] },
)
export type AccessPage = Static<typeof AccessPage>
