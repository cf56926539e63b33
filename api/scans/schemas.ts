import { type Static, Type } from "@sinclair/typebox"
import { GOALS } from "../../domain/scan/request.ts"
import { SCAN_STATUSES } from "../../domain/scan/states.ts"
import { Instant, StringEnum } from "../../domain/validation/schema.ts"

const Id = Type.String({ description: "UUIDv7" })
const CreatedAt = Instant("When the scan was accepted")
const Nullable = (description: string) => Type.Union([Type.Number(), Type.Null()], { description })

/** Answer of POST /v1/scans (document 1, "Creation response"). */
export const CreatedScan = Type.Object({
  id: Id,
  status: StringEnum(SCAN_STATUSES),
  errorMessage: Type.Optional(Type.String()),
  createdAt: CreatedAt,
})
export type CreatedScan = Static<typeof CreatedScan>

/** Answer of GET /v1/scans/{id}/status. */
export const ScanStatusAnswer = Type.Object({ id: Id, status: StringEnum(SCAN_STATUSES), createdAt: CreatedAt })
export type ScanStatusAnswer = Static<typeof ScanStatusAnswer>

/** Answer of GET /v1/scans/{id} until the scan is completed. */
export const ScanObject = Type.Object({
  id: Id,
  status: StringEnum(SCAN_STATUSES),
  createdAt: CreatedAt,
  goal: StringEnum(GOALS),
  hasError: Type.Boolean(),
  errorMessage: Type.Union([Type.String(), Type.Null()]),
})
export type ScanObject = Static<typeof ScanObject>

/** Document 1, "Scan list item"; figures are null until the scan is completed. */
export const ScanListItem = Type.Object({
  ...ScanObject.properties,
  hasSeenReport: Type.Boolean(),
  selfSufficiency: Nullable("Share of the consumption that is not bought, 0-1"),
  returnPeriod: Nullable("Years until the investment is earned back; null when never"),
  co2SavedKg: Nullable("First year [kg]"),
  isAdjustment: Type.Boolean(),
  adjustmentCount: Type.Integer(),
})
export type ScanListItem = Static<typeof ScanListItem>

export const ScanList = Type.Object({
  items: Type.Array(ScanListItem),
  total: Type.Integer(),
  page: Type.Integer(),
  limit: Type.Integer(),
  totalPages: Type.Integer(),
})
export type ScanList = Static<typeof ScanList>

export const ScanListQuery = Type.Object({
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
  dossierId: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
})
export type ScanListQuery = Static<typeof ScanListQuery>
