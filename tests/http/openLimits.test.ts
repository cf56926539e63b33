import { afterAll, beforeAll, expect, test } from "bun:test"
import { completedScan } from "../support/scans.ts"
import { createClient, ENGINE, OWNER, type RunningService, startFresh } from "../support/service.ts"

let service: RunningService

beforeAll(async () => {
  service = await startFresh({ TRUST_PROXY: "1" })
})
afterAll(() => service.end())

const from = (address: string) => ({ "x-forwarded-for": address })
const read = (path: string, address: string) =>
  fetch(`${service.address}${path}`, { headers: from(address) }).then(async response => {
    await response.body?.cancel()
    return response
  })

test("a login says no more than 4 KB, announced or not", async () => {
  const anyone = createClient(service.address, null)
  const { status, body } = await anyone.post("/v1/auth/login", { ...OWNER, email: "x".repeat(5_000) })
  expect([status, body.message]).toEqual([413, "the body is larger than 4096 bytes, the limit of this path"])
  const endless = new ReadableStream({
    pull: controller => controller.enqueue(new TextEncoder().encode(" ".repeat(1_000))),
  })
  const response = await fetch(`${service.address}/v1/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: endless,
  })
  expect(response.status).toBe(413)
  expect((await anyone.post("/v1/auth/login", OWNER)).status).toBe(200)
})

const LIMITS = {
  "/metrics": 120,
  "/openapi.json": 120,
  "/v1/scans/shared/{token}": 240,
  "/v1/scans/shared/{token}/series": 60,
  "/v1/organizations/019a4c1e-7c3a-7e21-9d5b-3f6f0a8d2b14/logo": 240,
}

for (const [path, hits] of Object.entries(LIMITS))
  test(`an address reads ${path} ${hits} times a minute, and another address then still does`, async () => {
    const client = createClient(service.address)
    const id = await completedScan(client)
    const { shareToken } = (await client.put(`/v1/scans/${id}/share`, { enabled: true })).body
    const actual = path.replace("{token}", shareToken)
    const statuses: number[] = []
    for (let i = 0; i < hits; i++) statuses.push((await read(actual, "203.0.113.1")).status)
    expect(statuses).not.toContain(429)
    const refused = await read(actual, "203.0.113.1")
    expect([refused.status, Number(refused.headers.get("retry-after")) > 0]).toEqual([429, true])
    expect((await read(actual, "203.0.113.2")).status).not.toBe(429)
  })

test("with METRICS_PORT measurements are read there and nowhere else", async () => {
  const own = await startFresh({ METRICS_PORT: "0" })
  const addresses = [...own.output().matchAll(/(http:\/\/\S+)\/metrics/g)].map(([, address]) => address)
  expect(addresses).toHaveLength(ENGINE === "cluster" ? 3 : 1)
  for (const address of addresses) {
    expect(await (await fetch(`${address}/metrics`)).text()).toContain("process_cpu_seconds_total")
    expect((await fetch(`${address}/v1/scans`)).status).toBe(404)
  }
  const { status, body } = await createClient(own.address, null).get("/metrics")
  expect([status, body.statusCode]).toEqual([404, 404])
  await own.end()
})
