import { afterAll, beforeAll, expect, test } from "bun:test"
import { eq } from "drizzle-orm"
import { Webhook as StandardWebhook } from "standardwebhooks"
import { Webhook as SvixWebhook } from "svix"
import { hashSecret } from "../../domain/organization/events/webhookSignature.ts"
import { scanEvents } from "../../store/tables.ts"
import { webhookEndpoints } from "../../store/webhooks/tables.ts"
import { startReceiver } from "../support/receiver.ts"
import { until } from "../support/service.ts"
import { openHarness, openThrowAway, type WebhookHarness } from "../support/webhookSender.ts"

let harness: WebhookHarness

beforeAll(async () => {
  harness = await openHarness(await openThrowAway())
})
afterAll(() => harness.close())

test("Standard Webhooks headers verify; an event has one id and time at every endpoint, and a resend names its original", async () => {
  const manager = await harness.newOrganization()
  const at = await startReceiver()
  const first = await harness.register(manager, { url: `${at.url}/first`, events: ["scan.pending"] })
  const second = await harness.register(manager, { url: `${at.url}/second`, events: ["scan.pending"] })
  const { queries } = harness.database
  // State of endpoints of earlier versions: a header that is reserved today, and only the hash of the secret.
  const before = { standardKey: null, headers: { "Webhook-Id": "mine" } }
  await queries.update(webhookEndpoints).set(before).where(eq(webhookEndpoints.id, second.id))
  const sender = await harness.startSender()
  const scanId = await harness.acceptScan(manager)
  await until(() => (at.arrivals.length >= 2 ? true : undefined))
  const [original] = await until(async () => {
    const { items } = await harness.deliveries.list(manager, first.id, { outcome: "succeeded" })
    return items.length === 1 ? items : undefined
  })
  const resent = await harness.deliveries.resend(manager, first.id, original!.id)
  const again = await harness.deliveries.resend(manager, first.id, resent.id)
  await sender.stop()

  const [event] = await queries.select().from(scanEvents).where(eq(scanEvents.scanId, scanId))
  for (const { headers, path, raw } of at.arrivals) {
    expect(headers).toMatchObject({
      "webhook-id": event!.id,
      "x-service-event-id": event!.id,
      "x-service-event-time": event!.createdAt.toISOString(),
      "webhook-timestamp": /^t=(\d+),/.exec(headers["x-service-signature"]!)![1],
    })
    for (const Library of [StandardWebhook, SvixWebhook]) {
      const library =
        path === "/first"
          ? new Library(first.secret)
          : new Library(Buffer.from(hashSecret(second.secret)).toString("base64"))
      expect(library.verify(raw.toString(), headers)).toMatchObject({ event: "scan.pending", data: { id: scanId } })
    }
  }
  expect(original).toMatchObject({ eventId: event!.id, eventAt: event!.createdAt.toISOString(), originalId: null })
  expect([resent, again].map(({ eventId, originalId }) => [eventId, originalId])).toEqual([
    [event!.id, original!.id],
    [event!.id, original!.id],
  ])
  const sent = at.arrivals.filter(({ path }) => path === "/first")
  const originals = sent.map(({ deliveryId, headers }) => [deliveryId, headers["x-service-original-delivery"]])
  expect(originals).toEqual([
    [original!.id, undefined],
    [resent.id, original!.id],
    [again.id, original!.id],
  ])
  await at.close()
})
