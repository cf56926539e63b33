import { type TSchema, Type } from "@sinclair/typebox"
import { Instant } from "../../domain/base/validation/schema.ts"
import { exampleData } from "../../domain/organization/events/exampleEvents.ts"
import { WEBHOOK_EVENTS, type WebhookEventName } from "../../domain/organization/events/webhookEvents.ts"
import { EVENT_DATA } from "../v1/events/data.ts"
import type { Schemas } from "./schemas.ts"

interface Shown {
  summary: string
  description: string
  data: TSchema
}

const AT = "2026-03-01T10:30:00.000Z"
const EXAMPLE = {
  id: "019a4c1e-7c3a-7e21-9d5b-3f6f0a8d2b14",
  runUuid: "019a4c1e-7c41-7b02-8a37-c15d9f64e0aa",
  at: AT,
}

/** Body of a delivery, by event. */
const EVENTS: Record<WebhookEventName, Shown> = {
  "scan.pending": {
    summary: "A scan was accepted",
    description: "Sent once the scan is stored; its solver has not started.",
    data: EVENT_DATA["scan.pending"],
  },
  "scan.processing": {
    summary: "A solver has started",
    description: "Sent when the scan begins to be solved.",
    data: EVENT_DATA["scan.processing"],
  },
  "scan.completed": {
    summary: "The report is there",
    description: "Sent once; GET /v1/scans/{id}/result has the report.",
    data: EVENT_DATA["scan.completed"],
  },
  "scan.failed": {
    summary: "The scan failed",
    description: "Sent once; errorMessage says why, and what to change.",
    data: EVENT_DATA["scan.failed"],
  },
  "batch.completed": {
    summary: "Each scan of a batch has ended",
    description:
      "Sent once for a batch of POST /v1/scans/batch or /v1/scans/bulk, after its request and its last scan have ended.",
    data: EVENT_DATA["batch.completed"],
  },
  "report.accepted": {
    summary: "A customer accepted the report of a scan",
    description:
      "Sent once, to endpoints whose events name it; GET /v1/scans/{id}/share has the name and the accepted plant: the event has neither.",
    data: EVENT_DATA["report.accepted"],
  },
  "offer.accepted": {
    summary: "A customer accepted the offer of a scan",
    description:
      "Sent once, to endpoints whose events name it; GET /v1/scans/{id}/offer has the accepted offer and the name: the event has neither.",
    data: EVENT_DATA["offer.accepted"],
  },
  test: {
    summary: "You asked for a test",
    description:
      "Sent to one endpoint by POST /v1/webhook-endpoints/{id}/test, whatever the endpoint is subscribed to.",
    data: Type.Object({
      message: Type.String({ description: "Description" }),
      timestamp: Instant("When it was asked for"),
    }),
  },
}

const EVENT_ID = "01a1fdde-3431-7f02-9d0c-8f4be1d7a652"

/** Headers of a delivery: name, meaning and example; those in OCCASIONAL are not always there. */
const headersOf = (event: string): [name: string, description: string, example: string][] => [
  ["X-Service-Event", "The event's type", event],
  ["X-Service-Event-Id", "The event's id: the same at each endpoint and each time it is sent", EVENT_ID],
  ["X-Service-Event-Time", "When the event happened", AT],
  ["X-Service-Delivery", "The delivery's id, as in the log", "01a1fdde-3438-70a9-8ae4-681b833a8b55"],
  [
    "X-Service-Original-Delivery",
    "For a delivery that is sent again: the first delivery",
    "01a1fdde-3438-70a9-8ae4-681b833a8b55",
  ],
  [
    "X-Service-Signature",
    "Seconds, and HMAC-SHA256 of seconds, a dot and the body; two v1 while a secret and its successor overlap. docs/webhooks.md says how to verify it",
    "t=1790000000,v1=2b1f5c0e6a4d8b3f7092c1a5e4d3b6f8a7c9e0d1b2f3a4c5d6e7f8091a2b3c4d",
  ],
  ["webhook-id", "The event's id, by Standard Webhooks", EVENT_ID],
  ["webhook-timestamp", "Unix seconds, by Standard Webhooks", "1790000000"],
  ["webhook-signature", "Signatures, by Standard Webhooks", "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4="],
  [
    "traceparent",
    "W3C Trace Context of this delivery, if the service traces; not signed",
    "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
  ],
]
const OCCASIONAL = ["X-Service-Event-Time", "X-Service-Original-Delivery", "traceparent"]

const signedHeaders = (event: string) =>
  headersOf(event).map(([name, description, example]) => ({
    in: "header",
    name,
    required: !OCCASIONAL.includes(name),
    description,
    schema: { type: "string" },
    example,
  }))

/** The `webhooks` of the document: requests to registered endpoints, and their answers. */
export const openApiWebhooks = (schemas: Schemas) =>
  Object.fromEntries(
    WEBHOOK_EVENTS.map(event => {
      const { summary, description, data } = EVENTS[event]
      const name = event
        .split(".")
        .map(word => word.charAt(0).toUpperCase() + word.slice(1))
        .join("")
      const Body = Type.Object(
        {
          event: Type.Literal(event, { description: "The event's type" }),
          data: { ...data, description: "Subject" },
        },
        { description: summary },
      )
      const post = {
        operationId: `on${name}`,
        tags: ["Webhooks"],
        summary,
        description,
        security: [],
        parameters: signedHeaders(event),
        requestBody: {
          description: "The event",
          required: true,
          content: {
            "application/json": {
              schema: schemas.show(Body, `${name}Event`),
              examples: { event: { value: { event, data: exampleData(event, EXAMPLE) } } },
            },
          },
        },
        responses: {
          "2XX": { description: "Any success: the receiver has it" },
          "4XX": {
            description: "The receiver refuses it; it is logged, and sent again only to an endpoint with retries",
          },
        },
      }
      return [event, { post }]
    }),
  )
