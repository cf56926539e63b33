import { Elysia } from "elysia"
import type { Authenticator } from "../../credentials/authenticate.ts"
import { documented } from "../../docs/operation.ts"
import { readBody } from "../../http/body.ts"
import type { Once } from "../../http/once.ts"
import { readQuery } from "../../http/query.ts"
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
} from "./schemas.ts"

const NOT_MANAGED = [401, 403, 404]

/** /v1/webhook-endpoints, by dashboard sessions only: seen by all of them, changed by owners. */
export const webhookRoutes = (
  endpoints: EndpointService,
  deliveries: DeliveryService,
  authenticator: Authenticator,
  once: Once,
) =>
  new Elysia({ name: "webhooks", normalize: false })
    .use(endpointRoutes(endpoints, authenticator, once))
    .use(deliveryRoutes(deliveries, authenticator))

const endpointRoutes = (
  endpoints: EndpointService,
  { authenticateSession, authenticateOwner }: Authenticator,
  once: Once,
) =>
  new Elysia({ name: "webhook-endpoints", prefix: "/v1/webhook-endpoints", tags: ["Webhooks"], normalize: false })
    .post(
      "",
      async ({ request, set }) => {
        const manager = await authenticateOwner(request)
        const body = await readBody(request, NewEndpoint)
        return once({ request, caller: manager, body, set }, async () => {
          const created = await endpoints.create(manager, body)
          set.status = 201
          set.headers.location = `/v1/webhook-endpoints/${created.id}`
          return created
        })
      },
      {
        parse: "none",
        detail: documented({
          summary: "Register a webhook endpoint; its signing secret is shown once",
          takes: ["session"],
          headers: ["idempotency-key"],
          body: NewEndpoint,
          answers: { 201: EndpointWithSecret },
          answerHeaders: ["idempotent-replayed"],
          errors: [400, 401, 403, 409, 413, 415],
        }),
      },
    )
    .get(
      "",
      async ({ request }) => endpoints.list(await authenticateSession(request), readQuery(EndpointListQuery, request)),
      {
        detail: documented({
          summary: "List webhook endpoints, newest first",
          takes: ["session"],
          query: EndpointListQuery,
          answers: { 200: EndpointList },
          errors: [400, 401, 403],
        }),
      },
    )
    .get("/:id", async ({ request, params }) => endpoints.read(await authenticateSession(request), params.id), {
      detail: documented({
        summary: "Read a webhook endpoint",
        takes: ["session"],
        answers: { 200: Endpoint },
        errors: NOT_MANAGED,
      }),
    })
    .patch(
      "/:id",
      async ({ request, params }) => {
        const manager = await authenticateOwner(request)
        return endpoints.update(manager, params.id, await readBody(request, EndpointChanges))
      },
      {
        parse: "none",
        detail: documented({
          summary: "Change a webhook endpoint, or switch it on or off",
          takes: ["session"],
          body: EndpointChanges,
          answers: { 200: Endpoint },
          errors: [400, ...NOT_MANAGED, 413, 415],
        }),
      },
    )
    .delete(
      "/:id",
      async ({ request, params, set }) => {
        await endpoints.remove(await authenticateOwner(request), params.id)
        set.status = 204
      },
      {
        detail: documented({
          summary: "Delete a webhook endpoint with its log",
          takes: ["session"],
          errors: NOT_MANAGED,
        }),
      },
    )
    .post(
      "/:id/secret",
      async ({ request, params }) => endpoints.regenerateSecret(await authenticateOwner(request), params.id),
      {
        parse: "none",
        detail: documented({
          summary: "Make a new signing secret, shown once; the old one signs nothing more",
          takes: ["session"],
          answers: { 200: EndpointWithSecret },
          errors: NOT_MANAGED,
        }),
      },
    )

/** Deliveries of an endpoint: the log, a test, a resend. */
const deliveryRoutes = (deliveries: DeliveryService, { authenticateSession, authenticateOwner }: Authenticator) =>
  new Elysia({ name: "webhook-deliveries", prefix: "/v1/webhook-endpoints", tags: ["Webhooks"], normalize: false })
    .post("/:id/test", async ({ request, params }) => deliveries.test(await authenticateOwner(request), params.id), {
      parse: "none",
      detail: documented({
        summary: "Send a test event and wait for its outcome",
        takes: ["session"],
        answers: { 200: Delivery },
        errors: NOT_MANAGED,
      }),
    })
    .get(
      "/:id/deliveries",
      async ({ request, params }) =>
        deliveries.list(await authenticateSession(request), params.id, readQuery(DeliveryListQuery, request)),
      {
        detail: documented({
          summary: "List deliveries of the last 30 days, newest first",
          takes: ["session"],
          query: DeliveryListQuery,
          answers: { 200: DeliveryList },
          errors: [400, ...NOT_MANAGED],
        }),
      },
    )
    .post(
      "/:id/deliveries/:deliveryId/resend",
      async ({ request, params }) => deliveries.resend(await authenticateOwner(request), params.id, params.deliveryId),
      {
        parse: "none",
        detail: documented({
          summary: "Send a delivery once more, as a new one, and wait for its outcome",
          takes: ["session"],
          answers: { 200: Delivery },
          errors: [...NOT_MANAGED, 409],
        }),
      },
    )
