import { Elysia } from "elysia"
import { documented } from "../docs/operation.ts"
import { readBody } from "../http/body.ts"
import { readQuery } from "../http/query.ts"
import type { DeliveryService } from "./deliveries.ts"
import type { EndpointService, Manager } from "./endpoints.ts"
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
} from "./schemas.ts"

/** The dashboard session of a request. Throws Unauthenticated, or Forbidden for an API key. */
type AuthenticateSession = (request: Request) => Promise<Manager>

const NOT_MANAGED = [401, 403, 404]

/** The registration of endpoints under /v1/webhook-endpoints, by dashboard sessions only. */
export const webhookEndpointRoutes = (endpoints: EndpointService, authenticate: AuthenticateSession) =>
  new Elysia({ name: "webhook-endpoints", prefix: "/v1/webhook-endpoints", tags: ["Webhooks"], normalize: false })
    .post(
      "",
      async ({ request, set }) => {
        const manager = await authenticate(request)
        const created = await endpoints.create(manager, await readBody(request, NewEndpoint))
        set.status = 201
        set.headers.location = `/v1/webhook-endpoints/${created.id}`
        return created
      },
      {
        parse: "none",
        detail: documented({
          summary: "Register a webhook endpoint; its signing secret is shown once",
          body: NewEndpoint,
          answers: { 201: EndpointWithSecret },
          errors: [400, 401, 403, 409, 413, 415],
        }),
      },
    )
    .get(
      "",
      async ({ request }) => endpoints.list(await authenticate(request), readQuery(EndpointListQuery, request)),
      {
        detail: documented({
          summary: "List webhook endpoints, newest first",
          query: EndpointListQuery,
          answers: { 200: EndpointList },
          errors: [400, 401, 403],
        }),
      },
    )
    .get("/:id", async ({ request, params }) => endpoints.read(await authenticate(request), params.id), {
      detail: documented({ summary: "Read a webhook endpoint", answers: { 200: Endpoint }, errors: NOT_MANAGED }),
    })
    .patch(
      "/:id",
      async ({ request, params }) => {
        const manager = await authenticate(request)
        return endpoints.update(manager, params.id, await readBody(request, EndpointChanges))
      },
      {
        parse: "none",
        detail: documented({
          summary: "Change a webhook endpoint, or switch it on or off",
          body: EndpointChanges,
          answers: { 200: Endpoint },
          errors: [400, ...NOT_MANAGED, 413, 415],
        }),
      },
    )
    .delete(
      "/:id",
      async ({ request, params, set }) => {
        await endpoints.remove(await authenticate(request), params.id)
        set.status = 204
      },
      { detail: documented({ summary: "Delete a webhook endpoint with its log", errors: NOT_MANAGED }) },
    )
    .post(
      "/:id/secret",
      async ({ request, params }) => endpoints.regenerateSecret(await authenticate(request), params.id),
      {
        parse: "none",
        detail: documented({
          summary: "Make a new signing secret, shown once; the old one signs nothing more",
          answers: { 200: EndpointWithSecret },
          errors: NOT_MANAGED,
        }),
      },
    )

/** Deliveries of an endpoint: the log, a test, a resend. */
export const webhookDeliveryRoutes = (deliveries: DeliveryService, authenticate: AuthenticateSession) =>
  new Elysia({ name: "webhook-deliveries", prefix: "/v1/webhook-endpoints", tags: ["Webhooks"], normalize: false })
    .post("/:id/test", async ({ request, params }) => deliveries.test(await authenticate(request), params.id), {
      parse: "none",
      detail: documented({
        summary: "Send a test event and wait for its outcome",
        answers: { 200: Delivery },
        errors: NOT_MANAGED,
      }),
    })
    .get(
      "/:id/deliveries",
      async ({ request, params }) =>
        deliveries.list(await authenticate(request), params.id, readQuery(DeliveryListQuery, request)),
      {
        detail: documented({
          summary: "List deliveries of the last 30 days, newest first",
          query: DeliveryListQuery,
          answers: { 200: DeliveryList },
          errors: [400, ...NOT_MANAGED],
        }),
      },
    )
    .post(
      "/:id/deliveries/:deliveryId/resend",
      async ({ request, params }) => deliveries.resend(await authenticate(request), params.id, params.deliveryId),
      {
        parse: "none",
        detail: documented({
          summary: "Send a delivery once more, as a new one, and wait for its outcome",
          answers: { 200: Delivery },
          errors: [...NOT_MANAGED, 409],
        }),
      },
    )
