import { type Violation, violation } from "../../base/validation/violation.ts"
import { SERVICE_EVENTS, type ServiceEventName } from "./serviceEvents.ts"

/**
 * Event types of webhooks: document 1's, batches' and a test. A test goes to one endpoint by its button, subscribed or
 * not.
 */
export const WEBHOOK_EVENTS = [...SERVICE_EVENTS, "test"] as const
export type WebhookEventName = (typeof WEBHOOK_EVENTS)[number]

/** Body of a delivery: `{event, data}` as the signed text. */
export const webhookBody = (event: WebhookEventName, data: object): string => JSON.stringify({ event, data })

/** Position of an event within its scan; a scan enters its states in this order. */
export const eventStep = (event: ServiceEventName): number => SERVICE_EVENTS.indexOf(event)

/** Headers that customers may not set: a delivery sets them itself, or they belong to the connection. */
const RESERVED_HEADERS = [
  "content-type",
  "content-length",
  "content-encoding",
  "host",
  "user-agent",
  "connection",
  "keep-alive",
  "transfer-encoding",
  "te",
  "trailer",
  "upgrade",
  "expect",
  "proxy-connection",
  "webhook-id",
  "webhook-timestamp",
  "webhook-signature",
]
const RESERVED_PREFIX = "x-service-"

/** True for a header that customers may not set. */
export const isReservedHeader = (name: string): boolean => {
  const lower = name.toLowerCase()
  return RESERVED_HEADERS.includes(lower) || lower.startsWith(RESERVED_PREFIX)
}

/** A name of RFC 9110, section 5.6.2. */
const HEADER_NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,100}$/
/** A value of RFC 9110, section 5.5, in ASCII. */
const HEADER_VALUE = /^[\x20-\x7e\t]{0,1000}$/
export const MAX_HEADERS = 20

/** Violations by an endpoint's custom headers. */
export const headerViolations = (headers: Record<string, string>): Violation[] => {
  const names = Object.keys(headers)
  const seen = new Set<string>()
  const broken = names.flatMap((name): Violation[] => {
    const lower = name.toLowerCase()
    const isRepeated = seen.has(lower)
    seen.add(lower)
    if (!HEADER_NAME.test(name)) return [violation(["headers", name], "not-a-header-name", { name })]
    if (isRepeated) return [violation(["headers", name], "header-twice")]
    if (isReservedHeader(name)) return [violation(["headers", name], "header-reserved")]
    return HEADER_VALUE.test(headers[name]!) ? [] : [violation(["headers", name], "header-value")]
  })
  return names.length > MAX_HEADERS
    ? [violation(["headers"], "at-most-entries", { maximum: MAX_HEADERS }), ...broken]
    : broken
}
