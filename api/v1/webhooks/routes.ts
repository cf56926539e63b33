import { jsonBody } from "../../http/body.ts"
import { checkedBefore, type Handlers, operationsOf } from "../../http/operation.ts"
import type { DeliveryService } from "./deliveries.ts"
import type { EndpointService } from "./endpoints.ts"
import {
  Delivery,
  DeliveryList,
  DeliveryListQuery,
  Endpoint,
  EndpointChanges,
  EndpointList,
  EndpointListQuery,
  EndpointWithSecret,
  NewEndpoint,
  ReplayAnswer,
  ReplayRequest,
  SecretRequest,
  TestRequest,
} from "./schemas.ts"

const operation = operationsOf("Webhooks")

/**
 * Webhook endpoints and the log of their deliveries: visible to all dashboard sessions, changed by sessions of owners;
 * API keys with the scope webhooks see and change the endpoints of their own mode.
 */
export const webhookOperations = {
  create: operation("POST /v1/webhook-endpoints", {
    summary: "Register a webhook endpoint; its signing secret is shown once",
    description:
      "The address must be public. The secret signs every delivery; docs/webhooks.md has verifiers in five languages.",
    by: ["key", "owner"],
    scope: "webhooks",
    isIdempotent: true,
    body: jsonBody(NewEndpoint),
    answers: { 201: EndpointWithSecret },
    location: "/v1/webhook-endpoints/{id}",
  }),
  list: operation("GET /v1/webhook-endpoints", {
    summary: "List webhook endpoints, newest first",
    description: "Endpoints of both modes unless the query names one. Values of custom headers are not shown.",
    by: ["key", "session"],
    scope: "webhooks",
    query: EndpointListQuery,
    answers: { 200: EndpointList },
  }),
  read: operation("GET /v1/webhook-endpoints/{id}", {
    summary: "Read a webhook endpoint",
    description: "As it was registered or last changed. Values of custom headers are not shown.",
    by: ["key", "session"],
    scope: "webhooks",
    answers: { 200: Endpoint },
  }),
  update: operation("PATCH /v1/webhook-endpoints/{id}", {
    summary: "Change a webhook endpoint, or switch it on or off",
    description: "Absent fields stay. An inactive endpoint misses the events of that time.",
    by: ["key", "owner"],
    scope: "webhooks",
    body: jsonBody(EndpointChanges),
    isConditional: "shown",
    answers: { 200: Endpoint },
  }),
  remove: operation("DELETE /v1/webhook-endpoints/{id}", {
    summary: "Delete a webhook endpoint with its log",
    description: "Deliveries that have not left are not sent.",
    by: ["key", "owner"],
    scope: "webhooks",
    isConditional: true,
    answers: { 204: "The endpoint is gone" },
  }),
  regenerateSecret: operation("POST /v1/webhook-endpoints/{id}/secret", {
    summary: "Make a new signing secret, shown once; the old one signs nothing more, or for a time as well",
    description:
      "The answer is the only one that shows it. Put it into the receiver before the next event, or choose `overlapSeconds`, for which " +
      "deliveries carry a signature of each.",
    by: ["key", "owner"],
    scope: "webhooks",
    body: jsonBody(SecretRequest, { isOptional: true }),
    answers: { 200: EndpointWithSecret },
  }),
  test: operation("POST /v1/webhook-endpoints/{id}/test", {
    summary: "Send a test event and wait for its outcome",
    description:
      "The event goes to this endpoint alone, whatever it is subscribed to, active or not. `event` chooses another event than `test`, " +
      "with example data: no scan has its ids.",
    by: ["key", "owner"],
    scope: "webhooks",
    body: jsonBody(TestRequest, { isOptional: true }),
    answers: { 200: Delivery },
  }),
  deliveries: operation("GET /v1/webhook-endpoints/{id}/deliveries", {
    summary: "List deliveries of the last 30 days, newest first",
    description:
      "Each request, the receiver's answer and the time it took; the query chooses by event, scan and outcome.",
    by: ["key", "session"],
    scope: "webhooks",
    costs: "list",
    query: DeliveryListQuery,
    answers: { 200: DeliveryList },
  }),
  resend: operation("POST /v1/webhook-endpoints/{id}/deliveries/{deliveryId}/resend", {
    summary: "Send a delivery once more, as a new one, and wait for its outcome",
    description: "The same body with a new delivery id and signature. 409 while the first one has not ended.",
    by: ["key", "owner"],
    scope: "webhooks",
    answers: { 200: Delivery },
    errors: [409],
  }),
  replay: operation("POST /v1/webhook-endpoints/{id}/replay", {
    summary: "Send the deliveries of a range of time once more",
    description:
      "Makes a new delivery of each event that was sent to the endpoint in that time, up to 1,000 at once, and answers when they wait; " +
      "each names the first as `originalId`. They may arrive in any order. 409 while deliveries of an earlier replay are waiting.",
    by: ["key", "owner"],
    scope: "webhooks",
    isIdempotent: true,
    body: jsonBody(ReplayRequest),
    answers: { 200: ReplayAnswer },
  }),
}

export const webhookHandlers = (
  endpoints: EndpointService,
  deliveries: DeliveryService,
): Handlers<typeof webhookOperations> => ({
  create: ({ caller, body, keepAnswer }) => endpoints.create(caller, body, keepAnswer),
  list: ({ caller, query }) => endpoints.list(caller, query),
  read: ({ caller, params }) => endpoints.read(caller, params.id),
  update: checkedBefore(
    ({ caller, params, body }) => endpoints.check(caller, params.id, body),
    ({ caller, params, body }) => endpoints.update(caller, params.id, body),
  ),
  remove: ({ caller, params }) => endpoints.remove(caller, params.id),
  regenerateSecret: ({ caller, params, body }) => endpoints.regenerateSecret(caller, params.id, body.overlapSeconds),
  test: ({ caller, params, body }) => deliveries.test(caller, params.id, body.event),
  deliveries: ({ caller, params, query }) => deliveries.list(caller, params.id, query),
  resend: ({ caller, params }) => deliveries.resend(caller, params.id, params.deliveryId),
  replay: ({ caller, params, body, keepAnswer }) => deliveries.replay(caller, params.id, body, keepAnswer),
})
