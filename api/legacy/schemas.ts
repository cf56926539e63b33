import { type Static, Type } from "@sinclair/typebox"
import { Instant, StringEnum } from "../../domain/base/validation/schema.ts"
import { Interval } from "../../domain/site/chart/intervals.ts"
import { Pagination } from "./pagination.ts"

const RunUuid = Type.String({
  description: "Run identifier: runUuid of the scan's webhooks",
  examples: ["019a4c1e-7c3a-7e21-9d5b-3f6f0a8d2b14"],
})
const Status = StringEnum(["calculating", "optimal", "error"], { description: "optimal: the report is there" })
const Progression = Type.Integer({
  minimum: 0,
  maximum: 100,
  description: "Share of the work done; it never goes back",
})

/** Answer of POST /v1/scan (document 2, "Creation response"). */
export const CreatedRun = Type.Object({ run_uuid: RunUuid }, { description: "The scan was accepted" })
export type CreatedRun = Static<typeof CreatedRun>

/** Answer of GET /v1/scan/status, and message of the WebSocket. */
export const RunStatus = Type.Object(
  {
    run_uuid: RunUuid,
    status: Status,
    progression: Progression,
    message: Type.Optional(Type.String({ description: "Why the scan failed; only with status error" })),
  },
  { description: "State of the scan" },
)
export type RunStatus = Static<typeof RunStatus>

/** Document 2, "Scan list item". */
export const RunListItem = Type.Object({
  run_uuid: RunUuid,
  status: Status,
  progression: Progression,
  has_error: Type.Boolean({ description: "The scan failed" }),
  created: Instant("When the scan was accepted"),
  load_profile: Type.String({ description: "Name of a standard profile, or id of a custom one" }),
  use_custom_load_profile: Type.Boolean({ description: "load_profile is the id of a custom load profile" }),
})
export type RunListItem = Static<typeof RunListItem>

/** Answer of GET /v1/scans to a token of the legacy interface. */
export const RunList = Type.Object(
  { scans: Type.Array(RunListItem, { description: "Newest first" }), pagination: Pagination },
  { description: "To a token of POST /v1/auth/token" },
)
export type RunList = Static<typeof RunList>

/** Query that names a scan: by its run identifier, or by its id on /v1/scans. */
export const RunQuery = Type.Object({
  "run-uuid": Type.String({
    minLength: 1,
    maxLength: 64,
    description: "Run identifier, or the scan's id on /v1/scans",
  }),
})

/** Query of GET /v1/scan/chart. */
export const RunChartQuery = Type.Object({
  ...RunQuery.properties,
  startDate: Type.Optional(
    Type.String({
      maxLength: 40,
      description: "First day: RFC 3339, a date, or a date and time without zone; default now",
      examples: ["2026-03-01", "2026-03-01T00:00:00", "2026-03-01T00:00:00Z"],
    }),
  ),
  interval: Type.Optional({ ...Interval, default: "day" }),
  extended: Type.Optional(
    Type.Boolean({ default: false, description: "Adds the state of charge of every hour of the year" }),
  ),
})
export type RunChartQuery = Static<typeof RunChartQuery>
