import { afterAll, beforeAll, expect, test } from "bun:test"
import { createClient, type RunningService, startFresh } from "../support/service.ts"

/** Batches whose scans need a look at a whole year before they are accepted. */

let service: RunningService
let client: ReturnType<typeof createClient>

beforeAll(async () => {
  service = await startFresh()
  client = createClient(service.address)
})
afterAll(() => service.end())

const withPanels = (index: number, yearlyExportKwh: number) => ({
  location: { lat: 52 + index / 100, lon: 5 },
  inputMethod: "known",
  yearlyKwh: 3000,
  yearlyExportKwh,
  existingPv: [{ panelCount: 10, panelPowerWatts: 400, orientationAngle: index }],
  newPv: [{ maxPanelCount: 4, panelPowerWatts: 430 }],
})

test("each scan of a batch with panels gets the answer that it gets alone, and others are answered meanwhile", async () => {
  const sound = Array.from({ length: 40 }, (_, index) => withPanels(index, 1500))
  const wrong = [
    withPanels(41, 2999),
    { ...withPanels(42, 1000), yearlyKwh: 1000, existingPv: [{ panelCount: 1, panelPowerWatts: 100 }] },
  ]
  const tooCheap = {
    ...withPanels(43, 0),
    yearlyExportKwh: undefined,
    tariff: { type: "flat", flatEurPerKwh: 0.01, feedInEurPerKwh: 1, taxesIncluded: false },
  }
  const batch = client.post("/v1/scans/batch", { scans: [...sound, ...wrong, tooCheap] })
  const health = await Promise.all(Array.from({ length: 20 }, () => client.get("/healthz")))
  expect(health.every(({ status }) => status === 200)).toBe(true)
  const { status, body } = await batch
  expect(status).toBe(201)
  expect(body.items.slice(0, 40).map(({ status }: { status: string }) => status)).toEqual(Array(40).fill("pending"))
  const alone = await Promise.all([...wrong, tooCheap].map(scan => client.post("/v1/scans", scan)))
  expect(alone.map(({ status }) => status)).toEqual([400, 400, 400])
  expect(body.items.slice(40)).toEqual(alone.map(({ body }) => expect.objectContaining(body)))
  expect(alone[1]?.body.message).toMatch(
    /^yearlyExportKwh \(1000 kWh\) must be below what existingPv produces in a year/,
  )
  expect(alone[2]?.body.message).toMatch(/^tariff\.feedInEurPerKwh must be at most the purchase price \(/)
})
