import { afterAll, beforeAll, expect, test } from "bun:test"
import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { legacyClient, legacyToken, smallestRun } from "../support/legacy.ts"
import { smallestRequest } from "../support/requests.ts"
import { completedScan, endOf } from "../support/scans.ts"
import { createClient, LIVE_KEY, type RunningService, startFresh, TEST_KEY } from "../support/service.ts"
import { bearer } from "../support/sessions.ts"

/** Limits of stored bytes: one live scan with its result, and three sandbox scans. */
const LIVE_BYTES = 240_000
const SANDBOX_BYTES = 10_000
const TIER = {
  ...{ monthlyScans: null, beyondQuota: "overage", priceEurPerScan: 0, overagePriceEurPerScan: 0 },
  ...{ liveStorageGb: LIVE_BYTES / 1e9, sandboxStorageGb: SANDBOX_BYTES / 1e9 },
}
let service: RunningService
let live: ReturnType<typeof createClient>
let sandbox: ReturnType<typeof createClient>

beforeAll(async () => {
  const file = join(mkdtempSync(join(tmpdir(), "solar-scan-tiers-")), "tiers.json")
  writeFileSync(file, JSON.stringify({ defaultTier: "small", tiers: { small: TIER } }))
  service = await startFresh({ TIERS_FILE: file })
  live = createClient(service.address)
  sandbox = createClient(service.address, TEST_KEY)
})
afterAll(() => service.end())

const storage = async () => (await live.get("/v1/usage")).body.storage

const expectRefused = ({ status, body }: { status: number; body: unknown }, mode: "live" | "sandbox") => {
  const limit = mode === "live" ? LIVE_BYTES : SANDBOX_BYTES
  const message = `^the stored ${mode} data take \\d+ of ${limit} bytes, .* delete scans, .*\\(${mode}ScanDays\\)`
  expect([status, body]).toEqual([
    413,
    {
      ...{ code: "STORAGE_USED_UP", reason: "storage-used-up", statusCode: 413 },
      message: expect.stringMatching(new RegExp(message)),
    },
  ])
}

test("scans count with their expected results, are refused beyond the limit, and a deletion frees their bytes", async () => {
  expect((await storage()).live).toEqual({ bytes: 0, reservedBytes: 0, limitBytes: LIVE_BYTES })
  const { id } = (await live.post("/v1/scans", smallestRequest())).body
  expectRefused(await live.post("/v1/scans", smallestRequest()), "live")
  expect(await endOf(live, id)).toBe("completed")
  const { bytes, reservedBytes } = (await storage()).live
  expect(reservedBytes).toBe(0)
  expect(bytes).toBeGreaterThan(20_000)
  expect(bytes).toBeLessThan(LIVE_BYTES)
  expectRefused(await live.post("/v1/scans", smallestRequest()), "live")
  expect((await live.delete(`/v1/scans/${id}`)).status).toBe(204)
  expect((await live.delete(`/v1/scans/${await completedScan(live)}`)).status).toBe(204)
  expect((await storage()).live).toEqual({ bytes: 0, reservedBytes: 0, limitBytes: LIVE_BYTES })
})

test("of a batch and of a bulk as many scans are accepted as have room; live data have a limit of their own", async () => {
  const scans = Array.from({ length: 5 }, () => smallestRequest())
  const batch = await sandbox.post("/v1/scans/batch", { scans })
  expect(batch.status).toBe(201)
  expect(batch.body.items.map(({ code }: { code?: string }) => code)).toEqual([
    ...[undefined, undefined, undefined],
    ...["STORAGE_USED_UP", "STORAGE_USED_UP"],
  ])
  const lines = scans.map(scan => JSON.stringify(scan)).join("\n")
  const bulk = await sandbox.post("/v1/scans/bulk", lines, { "content-type": "application/x-ndjson" })
  expect(bulk.body).toMatchObject({ refused: 5 - bulk.body.accepted })
  expect(bulk.body.errors[0].code).toBe("STORAGE_USED_UP")
  expect((await live.post("/v1/sites", { name: "x" })).status).not.toBe(413)
})

test("what stores is refused without room: profiles, price series, products and sites; reading and deleting go on", async () => {
  const hours = Array.from({ length: 8760 }, () => 0.1)
  const series = { name: "mine", year: 2025, unit: "EUR/kWh", values: hours }
  expectRefused(await sandbox.post("/v1/price-series", series), "sandbox")
  const { items } = (await sandbox.get("/v1/scans?limit=100")).body
  for (const { id } of items) expect((await sandbox.delete(`/v1/scans/${id}`)).status).toBe(204)
  for (let n = 0; n < 20; n++) await sandbox.post("/v1/studio-profiles", { name: `profile ${n}` })
  expectRefused(await sandbox.post("/v1/studio-profiles", { name: "one more" }), "sandbox")
  expectRefused(await sandbox.post("/v1/laadplein-profiles", { name: "one more" }), "sandbox")
  expectRefused(
    await sandbox.post("/v1/sites", { customer: { name: "Jansen" }, location: { lat: 52.1, lon: 5.1 } }),
    "sandbox",
  )
  expectRefused(await sandbox.post("/v1/batteries/products/shipped", {}), "sandbox")
  const [profile] = (await sandbox.get("/v1/studio-profiles")).body.items
  expect((await sandbox.delete(`/v1/studio-profiles/${profile.id}`)).status).toBe(204)
})

test("changes go on without room, and the legacy interface refuses with its titles", async () => {
  const { items } = (await sandbox.get("/v1/studio-profiles?limit=100")).body
  for (const { id } of items) expect((await sandbox.delete(`/v1/studio-profiles/${id}`)).status).toBe(204)
  const product = { brand: "Volta", model: "V10", capacityKwh: 10, powerKw: 5, eur: 6500 }
  expect((await sandbox.post("/v1/batteries/products", { id: "volta", ...product })).status).toBe(201)
  const scan = await completedScan(sandbox, { ...smallestRequest(), dossierId: "sandbox:instant" })
  const other = await completedScan(sandbox, { ...smallestRequest(), dossierId: "sandbox:instant" })
  expect((await sandbox.put(`/v1/scans/${scan}/offer`, { status: "draft" })).status).toBe(200)
  for (let n = 0; n < 20; n++) await sandbox.post("/v1/studio-profiles", { name: `profile ${n}` })
  expectRefused(await sandbox.post("/v1/studio-profiles", { name: "one more" }), "sandbox")
  expectRefused(await sandbox.put(`/v1/scans/${other}/offer`, { status: "draft" }), "sandbox")
  const lines = [{ kind: "labour", description: "Work", quantity: 1, unitPrice: 500, vatPercent: 21 }]
  expectRefused(await sandbox.put(`/v1/scans/${scan}/offer`, { lines, status: "sent" }), "sandbox")
  expect((await sandbox.put("/v1/batteries/products/volta", { ...product, eur: 6000 })).status).toBe(200)
  for (const body of [{ terms: "Within a month" }, { status: "withdrawn" }])
    expect((await sandbox.put(`/v1/scans/${scan}/offer`, body)).status).toBe(200)

  const message = expect.stringMatching(/^the stored sandbox data take/)
  const legacy = await legacyClient(service.address, TEST_KEY)
  const { status, body } = await legacy.post("/v1/scan", smallestRun())
  expect([status, body]).toEqual([413, { error: "failed to create scan", message }])
  const upload = new FormData()
  upload.append("csv", new File([Array(8760).fill("0.5").join("\n")], "meter.csv", { type: "text/csv" }))
  const headers = bearer(await legacyToken(service.address, TEST_KEY))
  const answer = await fetch(`${service.address}/v1/load-profile`, { method: "POST", headers, body: upload })
  expect([answer.status, await answer.json()]).toEqual([413, { error: "Failed to create profile record", message }])
})

test("a photo in chunks, whose length no header says, is refused without room", async () => {
  const roofs = [{ name: "South", maxPanelCount: 8 }]
  const { id } = (await live.post("/v1/sites", { customer: {}, location: { lat: 52.1, lon: 5.1 }, roofs })).body
  const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="roof.png"\r\n\r\n'
  const body = new ReadableStream({
    start(controller) {
      for (const part of [Buffer.from(head), new Uint8Array(LIVE_BYTES), Buffer.from("\r\n--b--\r\n")])
        controller.enqueue(part)
      controller.close()
    },
  })
  const headers = { "x-api-key": LIVE_KEY, "content-type": "multipart/form-data; boundary=b" }
  const path = `/v1/sites/${id}/roofs/0/photo`
  const answer = await fetch(service.address + path, { method: "PUT", headers, body })
  expectRefused({ status: answer.status, body: await answer.json() }, "live")
})
