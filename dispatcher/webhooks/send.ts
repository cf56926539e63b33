import { isReservedHeader } from "../../domain/organization/events/webhookEvents.ts"
import { signatureHeader, standardSignature } from "../../domain/organization/events/webhookSignature.ts"
import { deliveryError } from "../../domain/texts/deliveryErrors.ts"
import type { Outbound, OutboundAnswer } from "../../infra/outbound/client.ts"
import { CallAbandoned, OutboundError } from "../../infra/outbound/errors.ts"
import type { ClaimedDelivery, DeliveryResult } from "../../store/webhooks/claims.ts"

/** Maximum number of bytes of an answer's body in the log. */
const LOGGED_BODY_BYTES = 2 * 1024
const TRACE_PARENT = "traceparent"
const USER_AGENT = "solar-scan-webhooks/1"

/** A delivery with the span of its sending, if there is one. */
export type DeliveryToSend = Omit<ClaimedDelivery, "traceParent"> & { traceParent: string | undefined }

/** Sends a claimed delivery once, with a signature over the sent bytes. Never throws; failures are results. */
export const sendDelivery = async (
  outbound: Outbound,
  delivery: DeliveryToSend,
  signal: AbortSignal,
): Promise<DeliveryResult> => {
  const { id } = delivery
  const result = { id, statusCode: null, responseBody: null, durationMs: null, error: null }
  if ((delivery.kind === "event" || delivery.kind === "retry") && !delivery.active)
    return { ...result, error: deliveryError("switchedOff") }
  const body = new TextEncoder().encode(delivery.body)
  const startedMs = performance.now()
  const durationMs = () => Math.round(performance.now() - startedMs)
  try {
    const answer = await outbound({
      method: "POST",
      url: delivery.url,
      headers: headersOf(delivery, body, Date.now()),
      body,
      signal,
    })
    const { status, body: answered } = answer
    return {
      ...result,
      statusCode: status,
      responseBody: logged(answered),
      durationMs: durationMs(),
      error: refusal(answer),
    }
  } catch (error) {
    const { status = null, body: answered } = error instanceof OutboundError ? error : {}
    return {
      ...result,
      statusCode: status,
      responseBody: answered ? logged(answered) : null,
      durationMs: durationMs(),
      error: reason(error),
    }
  }
}

/** Headers of a delivery signed at a moment: the documented headers and the headers of Standard Webhooks. */
const headersOf = (delivery: DeliveryToSend, body: Uint8Array, nowMs: number): Record<string, string> => {
  const { id, event, eventId, eventAt, originalId, traceParent } = delivery
  const timestampSeconds = Math.floor(nowMs / 1000)
  const keys = keysOf(delivery, nowMs)
  const messageId = eventId ?? originalId ?? id
  // Old endpoints may have a header that is now reserved.
  const endpointHeaders = Object.entries(delivery.headers).filter(([name]) => !isReservedHeader(name))
  const hasOwnTrace = endpointHeaders.some(([name]) => name.toLowerCase() === TRACE_PARENT)
  return {
    ...Object.fromEntries(endpointHeaders),
    ...(traceParent && !hasOwnTrace ? { [TRACE_PARENT]: traceParent } : {}),
    "Content-Type": "application/json",
    "User-Agent": USER_AGENT,
    "X-Service-Event": event,
    "X-Service-Event-Id": messageId,
    ...(eventAt ? { "X-Service-Event-Time": eventAt.toISOString() } : {}),
    "X-Service-Delivery": id,
    ...(originalId ? { "X-Service-Original-Delivery": originalId } : {}),
    "X-Service-Signature": signatureHeader(
      body,
      keys.map(({ hash }) => hash),
      timestampSeconds,
    ),
    "webhook-id": messageId,
    "webhook-timestamp": String(timestampSeconds),
    "webhook-signature": standardSignature(
      { id: messageId, timestampSeconds, body },
      keys.map(({ hash, standard }) => standard ?? hash),
    ),
  }
}

/** The keys that sign at a moment: of the secret, and of the previous secret during the overlap. */
const keysOf = (delivery: DeliveryToSend, nowMs: number) => {
  const { secretHash, standardKey, previousSecretHash, previousStandardKey, previousUntil } = delivery
  const overlaps = previousUntil !== null && previousUntil.getTime() > nowMs
  const previous =
    overlaps && previousSecretHash !== null ? [{ hash: previousSecretHash, standard: previousStandardKey }] : []
  return [{ hash: secretHash, standard: standardKey }, ...previous]
}

const refusal = ({ status, headers }: OutboundAnswer): string | null => {
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400 && headers.location) return deliveryError("redirected", status)
  return deliveryError("refused", status)
}

const reason = (error: unknown): string => {
  if (error instanceof CallAbandoned) return deliveryError("stopped")
  return error instanceof Error ? error.message : String(error)
}

/**
 * The beginning of a body as text; a truncated character is left out, and NUL, which PostgreSQL refuses, is replaced.
 */
const logged = (body: Uint8Array): string =>
  new TextDecoder().decode(body.subarray(0, LOGGED_BODY_BYTES), { stream: true }).replaceAll("\0", "\ufffd")
