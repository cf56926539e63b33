import { afterAll, beforeAll, expect, test } from "bun:test"
import { createClient, type ServiceOfOrganization } from "../support/service.ts"
import { startShared } from "../support/shared.ts"

/** Batches whose scans need a check of a whole year before they are accepted. */

let service: ServiceOfOrganization
let client: ReturnType<typeof createClient>

beforeAll(async () => {
  service = await startShared()
  client = createClient(service)
})
afterAll(() => service.end())

/** A flat tariff without taxes; its feed-in price may be above the purchase price. */
const withFeedIn = (index: number, feedInEurPerKwh: number) => ({
  location: { lat: 52 + index / 100, lon: 5 },
  inputMethod: "known",
  yearlyKwh: 3000,
  yearlyExportKwh: 1500,
  existingPv: [{ panelCount: 10, panelPowerWatts: 400, orientationAngle: index }],
  newPv: [{ maxPanelCount: 4, panelPowerWatts: 430 }],
  tariff: { type: "flat", flatEurPerKwh: 0.01, feedInEurPerKwh, taxesIncluded: false },
})

test("each scan of a batch with panels gets the answer that it gets alone, and others are answered meanwhile", async () => {
  const sound = Array.from({ length: 40 }, (_, index) => withFeedIn(index, 0.05))
  const wrong = [withFeedIn(41, 1), withFeedIn(42, 2)]
  const batch = client.post("/v1/scans/batch", { scans: [...sound, ...wrong] })
  const health = await Promise.all(Array.from({ length: 20 }, () => client.get("/healthz")))
  expect(health.every(({ status }) => status === 200)).toBe(true)
  const { status, body } = await batch
  expect(status).toBe(201)
  expect(body.items.slice(0, 40).map(({ status }: { status: string }) => status)).toEqual(Array(40).fill("pending"))
  const alone = await Promise.all(wrong.map(scan => client.post("/v1/scans", scan)))
  expect(alone.map(({ status }) => status)).toEqual([400, 400])
  expect(body.items.slice(40)).toEqual(alone.map(({ body }) => expect.objectContaining(body)))
  expect(alone[1]?.body.message).toMatch(/^tariff\.feedInEurPerKwh must be at most the purchase price \(/)
})
