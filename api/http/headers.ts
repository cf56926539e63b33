import { preferenceOf } from "./prefer.ts"

const text = (description: string, example: string) => ({ description, schema: { type: "string" as const }, example })
const whole = (description: string, example: number, unit: "count" | "s") => ({
  description,
  schema: { type: "integer" as const, "x-unit": unit },
  example,
})

/** Headers that some operations read, with their meaning. */
export const REQUEST_HEADERS = {
  prefer: {
    name: "Prefer",
    ...text(
      "wait=N: answer when the scan has ended, at the latest after N s, or after 60 s for a larger N. return=representation: answer the report if the scan is completed",
      "wait=10, return=representation",
    ),
    read: preferenceOf,
  },
  "last-event-id": {
    name: "Last-Event-ID",
    ...text("The id of the last event that the client has seen", "completed"),
    read: (request: Request): string | null => request.headers.get("last-event-id"),
  },
} as const
export type RequestHeader = keyof typeof REQUEST_HEADERS
/** The header of operations that run once per key. */
export const IDEMPOTENCY_KEY = {
  name: "Idempotency-Key",
  ...text(
    "The same key with the same request within 24 hours gives the first answer again, with another request 409; Idempotent-Resource: gone says that the created object has since been deleted, and the body has ids only",
    "0b7e3c1a-order-1042",
  ),
} as const

/** The header of changes of what has an ETag. */
export const IF_MATCH = {
  name: "If-Match",
  ...text(
    "The ETag that was read. If the object has changed since, nothing is written and the answer is 412. Without the header nothing is compared",
    '"kq2n3VbP0cQy7u1xJmFh8g"',
  ),
} as const

/** Value of a header for an operation. */
export type HeaderValue<Name extends RequestHeader> = ReturnType<(typeof REQUEST_HEADERS)[Name]["read"]>

/** Headers of answers. */
export const ANSWER_HEADERS = {
  location: {
    name: "Location",
    header: text("Address of the new object", "/v1/scans/019a4c1e-7c3a-7e21-9d5b-3f6f0a8d2b14"),
  },
  "preference-applied": {
    name: "Preference-Applied",
    header: text("The wait that was granted, and return=representation if the body is the report", "wait=10"),
  },
  "content-location": {
    name: "Content-Location",
    header: text("Address of the report in the body", "/v1/scans/019a4c1e-7c3a-7e21-9d5b-3f6f0a8d2b14/result"),
  },
  "idempotent-replayed": {
    name: "Idempotent-Replayed",
    header: text("true: this is the first answer to this Idempotency-Key", "true"),
  },
  "idempotent-resource": {
    name: "Idempotent-Resource",
    header: text(
      "gone: the created object or its parts have since been deleted; the repeated body has ids only",
      "gone",
    ),
  },
  etag: {
    name: "ETag",
    header: text("Names this content; If-None-Match with it gives 304", '"kq2n3VbP0cQy7u1xJmFh8g"'),
  },
  "x-request-id": {
    name: "X-Request-Id",
    header: text(
      "The request's own id if it is valid, else a new one; it is in the logs",
      "01a1fde7-a7a8-74c9-a799-13d2fe4a7b51",
    ),
  },
  "cache-control": {
    name: "Cache-Control",
    header: text("no-store, or private, no-cache for what has an ETag", "private, no-cache"),
  },
  vary: {
    name: "Vary",
    header: text("Headers of the request that choose the answer's form", "accept-language, accept-encoding"),
  },
  "content-language": {
    name: "Content-Language",
    header: text("The language of the sentences: en, or nl or de where Accept-Language prefers it", "nl"),
  },
  "content-disposition": {
    name: "Content-Disposition",
    header: text("A name for the file", 'attachment; filename="profile.csv"'),
  },
  "set-cookie": {
    name: "Set-Cookie",
    header: text("The session of a browser", "session=…; HttpOnly; SameSite=Strict; Path=/"),
  },
  "www-authenticate": {
    name: "WWW-Authenticate",
    header: text("The kind of credential that is missing", 'Bearer realm="solar-scan-service"'),
  },
  "retry-after": { name: "Retry-After", header: whole("Seconds after which to try again", 12, "s") },
  ratelimit: {
    name: "RateLimit",
    header: text("Calls left and seconds until all are, by the name of the policy", '"calls-of-key";r=5990;t=37'),
  },
  "ratelimit-policy": {
    name: "RateLimit-Policy",
    header: text("Calls of a window of seconds, by the name of the counter", '"calls-of-key";q=6000;w=60'),
  },
  "ratelimit-limit": { name: "RateLimit-Limit", header: whole("Calls of a minute", 6000, "count") },
  "ratelimit-remaining": { name: "RateLimit-Remaining", header: whole("Remaining calls of the limit", 5990, "count") },
  "ratelimit-reset": { name: "RateLimit-Reset", header: whole("Seconds until it is full again", 37, "s") },
} as const
export type AnswerHeader = keyof typeof ANSWER_HEADERS
