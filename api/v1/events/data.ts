import { type TObject, type TOptional, type TProperties, Type } from "@sinclair/typebox"
import { Instant } from "../../../domain/base/validation/schema.ts"
import type { ServiceEventName } from "../../../domain/organization/events/serviceEvents.ts"

const Id = Type.String({ format: "uuid", description: "The scan's id" })
const RunUuid = Type.String({ format: "uuid", description: "Id of the solver's run" })
const CreatedAt = Instant("When the scan was accepted")

const scanData = <Status extends string, More extends TProperties>(status: Status, more: More) =>
  Type.Object({
    id: Id,
    status: Type.Literal(status, { description: "The state that it entered" }),
    ...more,
    createdAt: CreatedAt,
  })

/** Scans of a batch by how they ended. */
const EndedScans = Type.Object(
  {
    completed: Type.Integer({ description: "With a report" }),
    error: Type.Integer({ description: "Failed" }),
  },
  { description: "Its scans by final state, without deleted scans" },
)

/** Data of each event, as webhooks and the event feed have it. */
export const EVENT_DATA = {
  "scan.pending": scanData("pending", { runUuid: RunUuid }),
  "scan.processing": scanData("processing", {}),
  "scan.completed": scanData("completed", { runUuid: RunUuid }),
  "scan.failed": scanData("error", {
    errorMessage: Type.String({ description: "Why it failed, in English" }),
    runUuid: RunUuid,
  }),
  "batch.completed": Type.Object(
    {
      id: Type.String({ format: "uuid", description: "The batch's id" }),
      status: Type.Literal("completed", { description: "Each of its scans has ended" }),
      lines: Type.Integer({ description: "Lines, or items, that were sent" }),
      accepted: Type.Integer({ description: "Scans that were accepted" }),
      refused: Type.Integer({ description: "Lines, or items, that were refused" }),
      scans: EndedScans,
      createdAt: Instant("When the batch began"),
    },
    { description: "As `data` of the webhook" },
  ),
  "report.accepted": Type.Object(
    {
      id: Id,
      status: Type.Literal("accepted", { description: "The scan itself stays completed" }),
      acceptedAt: Instant("When the report was accepted"),
      createdAt: CreatedAt,
    },
    { description: "As `data` of the webhook" },
  ),
  "offer.accepted": Type.Object(
    {
      id: Id,
      status: Type.Literal("accepted", { description: "The scan itself stays completed" }),
      acceptedAt: Instant("When the offer was accepted"),
      createdAt: CreatedAt,
      offerNumber: Type.Integer({ description: "Number of the offer" }),
      offerVersion: Type.Integer({ description: "Version that was accepted" }),
    },
    { description: "As `data` of the webhook" },
  ),
} as const satisfies Record<ServiceEventName, TObject>

/** Fields of which all but id and status may be absent. */
type Stored<Fields extends TProperties> = {
  [Name in keyof Fields]: Name extends "id" | "status" ? Fields[Name] : TOptional<Fields[Name]>
}

/** Data as the feed has it: version 0.1.0 left only the id of a scan that it deleted. */
export const storedData = <Fields extends TProperties>({ properties }: TObject<Fields>): TObject<Stored<Fields>> => {
  const fields = Object.entries(properties).map(([name, schema]) => [
    name,
    name === "id" || name === "status" ? schema : Type.Optional(schema),
  ])
  return Type.Object(Object.fromEntries(fields) as Stored<Fields>, {
    description: "As `data` of the webhook; only id and status for a scan that version 0.1.0 deleted",
  })
}
