import { type Static, type TSchema, Type } from "@sinclair/typebox"
import { Instant, StringEnum } from "../../../domain/base/validation/schema.ts"
import { SERVICE_EVENTS, type ServiceEventName } from "../../../domain/organization/events/serviceEvents.ts"
import { DossierId } from "../../../domain/request/references.ts"
import { batchId } from "../scans/schemas.ts"
import { EVENT_DATA, storedData } from "./data.ts"

/** Default number of events per answer. */
const USUAL_EVENTS = 100
export const MAX_EVENTS = 1_000
/** Longest wait for an event [s]: below the time after which the service ends a silent connection. */
export const MAX_WAIT_SECONDS = 60
/** Value instead of a cursor, for new events only. */
export const LATEST = "latest"

const Cursor = Type.String({
  description: "Position in the event feed, to send as None; only its being the same text matters",
  examples: ["48211"],
})

const eventOf = <Name extends ServiceEventName, Data extends TSchema>(event: Name, about: string, data: Data) =>
  Type.Object(
    {
      cursor: Cursor,
      id: Type.String({ description: "UUIDv7, as in the header webhook-id of its deliveries" }),
      event: Type.Literal(event, { description: "Type of the event" }),
      createdAt: Instant("When it happened"),
      data,
    },
    { description: about },
  )

/** An event of GET /v1/events, and of each message of its stream. */
export const ScanEvent = Type.Union(
  [
    eventOf("scan.pending", "A scan was accepted", storedData(EVENT_DATA["scan.pending"])),
    eventOf("scan.processing", "A solver has started", storedData(EVENT_DATA["scan.processing"])),
    eventOf("scan.completed", "The report is there", storedData(EVENT_DATA["scan.completed"])),
    eventOf("scan.failed", "The scan failed", storedData(EVENT_DATA["scan.failed"])),
    eventOf("batch.completed", "Each scan of a batch has ended", EVENT_DATA["batch.completed"]),
    eventOf("report.accepted", "A customer accepted the report of a scan", EVENT_DATA["report.accepted"]),
    eventOf("offer.accepted", "A customer accepted the offer of a scan", EVENT_DATA["offer.accepted"]),
  ],
  { description: "An event of a scan or a batch; `event` decides the fields of `data`" },
)
export type ScanEvent = Static<typeof ScanEvent>

const EXAMPLE = {
  cursor: "48211",
  id: "019a4c22-0c31-7a05-9c7e-2b6d5f81e3a0",
  event: "scan.completed",
  createdAt: "2026-03-01T10:30:00.980Z",
  data: {
    id: "019a4c1e-7c3a-7e21-9d5b-3f6f0a8d2b14",
    status: "completed",
    runUuid: "019a4c1e-7c3a-7b0f-8f1a-64f0a2b9c3d7",
    createdAt: "2026-03-01T10:29:31.450Z",
  },
}

export const EventPage = Type.Object(
  {
    items: Type.Array(ScanEvent, { description: "Events after the cursor, in their order" }),
    cursor: Type.String({ description: "Cursor of the next call, also without an event" }),
    hasMore: Type.Boolean({ description: "More events are there already" }),
  },
  { description: "Events after a cursor", examples: [{ items: [EXAMPLE], cursor: "48211", hasMore: false }] },
)
export type EventPage = Static<typeof EventPage>

export const EventQuery = Type.Object({
  after: Type.Optional(
    Type.String({
      pattern: "^(latest|\\d{1,15})$",
      textForm: "event-cursor",
      description:
        "A cursor: events after it. `latest`: only events from now on. Absent: all stored events, from the last 30 days",
    }),
  ),
  type: Type.Optional(StringEnum(SERVICE_EVENTS, { description: "Only events of this type" })),
  batchId: Type.Optional(batchId("Only events of this batch and of its scans; events of deleted scans are left out")),
  dossierId: Type.Optional({
    ...DossierId,
    description: "Only events of scans of this dossier; events of deleted scans are left out",
  }),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MAX_EVENTS, default: USUAL_EVENTS, description: "Most events of the answer" }),
  ),
  wait: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MAX_WAIT_SECONDS,
      default: 0,
      description: "Without an event: seconds to wait for the first",
    }),
  ),
})
export type EventQuery = Static<typeof EventQuery>
export const limitOf = ({ limit = USUAL_EVENTS }: EventQuery): number => limit
