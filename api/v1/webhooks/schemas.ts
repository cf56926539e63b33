import { type Static, Type } from "@sinclair/typebox"
import { orNull, Strict, StringEnum } from "../../../domain/base/validation/schema.ts"
import { WEBHOOK_EVENTS } from "../../../domain/organization/events/webhookEvents.ts"
import { listOf, PageQuery } from "../../http/lists.ts"

const Id = Type.String({ description: "UUIDv7" })
const Time = Type.String({ description: "ISO 8601 in UTC with milliseconds" })
/** Largest number of requests at the same time to one endpoint. */
const MAX_PARALLEL_REQUESTS = 32
const MODES = ["sandbox", "live"] as const

const Url = Type.String({
  minLength: 1,
  maxLength: 2048,
  description: "https:// or http://, publicly reachable; must answer with a 2xx status. Redirects are not followed",
})
const Events = Type.Array(StringEnum(WEBHOOK_EVENTS), {
  minItems: 1,
  maxItems: 20,
  description: "Event types it receives; a test is sent by its own path, subscribed or not",
})
const Headers = Type.Record(Type.String(), Type.String(), {
  description:
    "Headers of your own, sent with every delivery. Answers after the creation show their values as ********; in a change " +
    "that means the value that is kept",
})
const Active = Type.Boolean({ description: "An inactive endpoint receives no events" })

const Retries = Type.Boolean({
  description:
    "true: a failed delivery is repeated up to nine times within 76 hours, unless the answer is 410. Default: false, each event is sent once",
})
const ParallelRequests = orNull(
  Type.Integer({
    minimum: 1,
    maximum: MAX_PARALLEL_REQUESTS,
    description:
      "Most requests at the same time from one process; null, the default: 4 at first, up to 32 while answers take less than 1 s, otherwise 2",
  }),
)

const REGISTRATION_EXAMPLE = {
  url: "https://example.org/hooks/scans",
  events: ["scan.completed", "scan.failed"],
  headers: { "X-Shop": "42" },
  mode: "live",
}

/** Body of POST /v1/webhook-endpoints (document 1, "Endpoint registration"). */
export const NewEndpoint = Strict(
  {
    url: Url,
    events: Events,
    headers: Type.Optional(Headers),
    mode: Type.Optional(
      StringEnum(MODES, {
        description: "Whose events it receives: sandbox or live scans. Default: the mode of the key or session",
      }),
    ),
    active: Type.Optional(Active),
    retries: Type.Optional(Retries),
    parallelRequests: Type.Optional(ParallelRequests),
  },
  { examples: [REGISTRATION_EXAMPLE] },
)
export type NewEndpoint = Static<typeof NewEndpoint>

/** Body of PATCH /v1/webhook-endpoints/{id}; an endpoint keeps its mode. */
export const EndpointChanges = Strict(
  {
    url: Type.Optional(Url),
    events: Type.Optional(Events),
    headers: Type.Optional(Headers),
    active: Type.Optional(Active),
    retries: Type.Optional(Retries),
    parallelRequests: Type.Optional(ParallelRequests),
  },
  { examples: [{ active: false }, { retries: true, parallelRequests: 8 }] },
)
export type EndpointChanges = Static<typeof EndpointChanges>

const ENDPOINT_EXAMPLE = {
  id: "019a4c21-3f90-7b66-8c4e-9a7d10e25b83",
  ...REGISTRATION_EXAMPLE,
  active: true,
  retries: false,
  parallelRequests: null,
  previousSecretUntil: null,
  createdAt: "2026-03-01T10:30:00.000Z",
}

export const Endpoint = Type.Object(
  {
    id: Id,
    url: Url,
    events: Events,
    headers: Headers,
    mode: StringEnum(MODES, { description: "Whose events it receives: sandbox or live scans" }),
    active: Active,
    retries: Retries,
    parallelRequests: ParallelRequests,
    previousSecretUntil: orNull(
      Type.String({ description: "Until then the secret before this one signs as well; null when it does not" }),
    ),
    createdAt: Time,
  },
  { examples: [ENDPOINT_EXAMPLE] },
)
export type Endpoint = Static<typeof Endpoint>

/** Answer of creation and of regeneration. */
export const EndpointWithSecret = Type.Object(
  {
    ...Endpoint.properties,
    secret: Type.String({ description: "Signing secret, whsec_…: shown this once" }),
  },
  { examples: [{ ...ENDPOINT_EXAMPLE, secret: "whsec_…" }] },
)
export type EndpointWithSecret = Static<typeof EndpointWithSecret>

/** A day is usual; a week leaves time for every receiver. */
const MAX_OVERLAP_SECONDS = 604_800

/** Body of POST /v1/webhook-endpoints/{id}/test. */
export const TestRequest = Strict(
  { event: Type.Optional(StringEnum(WEBHOOK_EVENTS, { default: "test", description: "Event that is sent" })) },
  { examples: [{ event: "scan.completed" }] },
)

/** Body of POST /v1/webhook-endpoints/{id}/secret. */
export const SecretRequest = Strict(
  {
    overlapSeconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_OVERLAP_SECONDS,
        default: 0,
        description: "How long the present secret signs as well: deliveries then carry a signature of each",
      }),
    ),
  },
  { examples: [{ overlapSeconds: 3600 }] },
)

const Moment = (description: string) =>
  Type.String({ maxLength: 40, description: `${description}. An ISO 8601 date or time, UTC unless it names a zone` })

/** Body of POST /v1/webhook-endpoints/{id}/replay. */
export const ReplayRequest = Strict(
  {
    from: Moment("First moment: deliveries that were made then or later"),
    to: Type.Optional(Moment("Moment before which they were made; now unless given")),
    outcome: Type.Optional(
      StringEnum(["failed", "exhausted", "all"], {
        default: "failed",
        description:
          "failed: deliveries that failed and were never resent with success; exhausted: events whose last retry failed",
      }),
    ),
  },
  { examples: [{ from: "2026-03-01T10:00:00.000Z", to: "2026-03-01T12:00:00.000Z" }] },
)
export type ReplayRequest = Static<typeof ReplayRequest>

export const ReplayAnswer = Type.Object(
  {
    replayed: Type.Integer({ description: "Deliveries that were made, at most 1,000" }),
    nextFrom: orNull(Type.String({ description: "`from` of the next replay, if more deliveries follow" })),
  },
  { examples: [{ replayed: 14, nextFrom: null }] },
)
export type ReplayAnswer = Static<typeof ReplayAnswer>

const DELIVERY_EXAMPLE = {
  id: "019a4c22-0c4d-7d9a-b5f1-63e8a07c4d12",
  event: "scan.completed",
  eventId: "019a4c22-0c31-7a05-9c7e-2b6d5f81e3a0",
  eventAt: "2026-03-01T10:30:00.980Z",
  originalId: null,
  scanId: "019a4c1e-7c3a-7e21-9d5b-3f6f0a8d2b14",
  batchId: null,
  attempt: 1,
  dueAt: null,
  exhaustedAt: null,
  statusCode: 200,
  responseBody: "ok",
  durationMs: 38,
  error: null,
  createdAt: "2026-03-01T10:30:01.000Z",
  attemptedAt: "2026-03-01T10:30:01.020Z",
}

export const Delivery = Type.Object(
  {
    id: Type.String({ description: "As in X-Service-Delivery" }),
    event: StringEnum(WEBHOOK_EVENTS, { description: "The event's type" }),
    eventId: orNull(
      Type.String({ description: "As in webhook-id: the same for every endpoint and every resend of the event" }),
    ),
    eventAt: orNull(Type.String({ description: "When the event happened; null in deliveries of earlier versions" })),
    originalId: orNull(
      Type.String({
        description: "For a resend or a retry: the first delivery of the event to this endpoint; null for any other",
      }),
    ),
    scanId: orNull(Type.String({ description: "The scan that the event is about; null for a test and for a batch" })),
    batchId: orNull(Type.String({ description: "The batch that the event is about; null for any other event" })),
    attempt: Type.Integer({ minimum: 1, description: "Number of the attempt: 1, or 2 to 10 for a retry" }),
    dueAt: orNull(Type.String({ description: "When a retry is due; null for any other delivery" })),
    exhaustedAt: orNull(
      Type.String({
        description:
          "For the first delivery of an event: when its last retry failed; null while retries follow, after a success, and without retries",
      }),
    ),
    statusCode: orNull(Type.Integer({ description: "Null without an answer" })),
    responseBody: orNull(Type.String({ description: "The first 2 KiB" })),
    durationMs: orNull(
      Type.Integer({
        description: "From the sending to the answer, or the end of the attempt [ms]; null if no request was sent",
      }),
    ),
    error: orNull(
      Type.String({
        description: "Why it did not succeed, in the language asked for; null when the receiver answered 2xx",
      }),
    ),
    createdAt: Time,
    attemptedAt: orNull(Type.String({ description: "When the request left; null while it waits, or if it never did" })),
  },
  { examples: [DELIVERY_EXAMPLE] },
)
export type Delivery = Static<typeof Delivery>

export const EndpointListQuery = Type.Object({
  ...PageQuery.properties,
  mode: Type.Optional(StringEnum(MODES, { description: "Only endpoints of this mode" })),
})
export type EndpointListQuery = Static<typeof EndpointListQuery>

const DELIVERY_OUTCOMES = ["succeeded", "failed", "waiting", "exhausted"] as const

export const DeliveryListQuery = Type.Object({
  ...PageQuery.properties,
  event: Type.Optional(StringEnum(WEBHOOK_EVENTS, { description: "Only deliveries of this event" })),
  scanId: Type.Optional(Type.String({ minLength: 1, maxLength: 64, description: "Only deliveries about this scan" })),
  outcome: Type.Optional(
    StringEnum(DELIVERY_OUTCOMES, {
      description: "Only deliveries that ended so; exhausted: events whose last retry failed",
    }),
  ),
})
export type DeliveryListQuery = Static<typeof DeliveryListQuery>

export const EndpointList = listOf(Endpoint, ENDPOINT_EXAMPLE)
export type EndpointList = Static<typeof EndpointList>

export const DeliveryList = listOf(Delivery, DELIVERY_EXAMPLE)
export type DeliveryList = Static<typeof DeliveryList>
