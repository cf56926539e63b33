import { afterAll, beforeAll, expect, test } from "bun:test"
import { createScanClient, createClient as createTypedClient, ScanFailed } from "../../client/index.ts"
import { houseRequest, smallestRequest } from "../support/requests.ts"
import { createClient, type ServiceOfOrganization, until } from "../support/service.ts"
import { type Client, logIn } from "../support/sessions.ts"
import { startShared } from "../support/shared.ts"

/** `Prefer: return=representation`: the report in the answer of the creation. */
const PREFER = { prefer: "wait=60, return=representation" }
const IMPOSSIBLE = { goal: "renewable-minimum" as const, renewableElectricityMinFraction: 0.9 }
let service: ServiceOfOrganization
let client: Client

beforeAll(async () => {
  service = await startShared()
  client = createClient(service)
})
afterAll(() => service.end())

test("a completed scan is answered by its report", async () => {
  const { status, body, headers } = await client.post("/v1/scans", houseRequest(), PREFER)
  const path = `/v1/scans/${body.id}`
  expect([status, headers.get("location"), headers.get("content-location")]).toEqual([201, path, `${path}/result`])
  expect(headers.get("preference-applied")).toBe("wait=60, return=representation")
  expect(body).toEqual((await client.get(`${path}/result`)).body)
  const dutch = { ...PREFER, "accept-language": "nl" }
  const adjusted = await client.post("/v1/scans", { copiedFromId: body.id, analysisYears: 20 }, dutch)
  expect([adjusted.body.status, adjusted.headers.get("content-language")]).toEqual(["optimal", "nl"])
  const plant = await client.post("/v1/scans", { ...houseRequest(), detail: "plant" }, PREFER)
  expect(plant.body.alternatives.length).toBeGreaterThan(1)
})

test("a scan that has not ended, and a scan that failed, are answered as without the preference", async () => {
  const waiting = await client.post("/v1/scans", smallestRequest(), { prefer: "return=representation" })
  expect([waiting.status, waiting.body.status]).toEqual([201, "pending"])
  expect(waiting.headers.get("preference-applied")).toBeNull()
  const failed = await client.post("/v1/scans", { ...smallestRequest(), ...IMPOSSIBLE }, PREFER)
  expect(failed.body).toMatchObject({ status: "error", errorMessage: expect.stringContaining("out of reach") })
  expect([failed.headers.get("preference-applied"), failed.headers.has("content-location")]).toEqual(["wait=60", false])
  const other = await client.post("/v1/scans", smallestRequest(), { prefer: "wait=60, return=minimal" })
  expect([other.body.status, other.headers.get("preference-applied")]).toEqual(["completed", "wait=60"])
})

test("a key that may not read gets the scan, and a report that was answered is in the access log", async () => {
  const owner = await logIn(service)
  const { key } = (await owner.post("/v1/api-keys", { name: "writer", mode: "production", scopes: ["write"] })).body
  const writer = createClient(service.address, key)
  const written = await writer.post("/v1/scans", smallestRequest(), PREFER)
  expect([written.status, written.body.status]).toEqual([201, "completed"])
  const { id } = (await client.post("/v1/scans", smallestRequest(), PREFER)).body
  const rows = async () => (await owner.get("/v1/access-log?limit=100")).body.items
  await until(async () => (await rows()).some((row: { objectId: string }) => row.objectId === id))
  expect((await rows()).some((row: { objectId: string }) => row.objectId === written.body.id)).toBe(false)
})

test("a repeated request under one key gets the scan that was made, not another report", async () => {
  const headers = { ...PREFER, "idempotency-key": "report-at-once" }
  const first = await client.post("/v1/scans", smallestRequest(), headers)
  const again = await client.post("/v1/scans", smallestRequest(), headers)
  expect([first.body.status, again.body.id]).toEqual(["optimal", first.body.id])
  expect([again.body.status, again.headers.get("idempotent-replayed")]).toEqual(["pending", "true"])
})

test("the client takes one request for a scan that ends soon, and more with progress", async () => {
  const requests: string[] = []
  const counted = Object.assign(
    async (url: string | URL | Request, init?: RequestInit) => {
      requests.push(`${init?.method} ${new URL(String(url)).pathname}`)
      return fetch(url, init)
    },
    { preconnect: () => {} },
  )
  const options = { baseUrl: service.address, apiKey: service.liveKey, fetch: counted }
  const scans = createScanClient(options)
  const request = { ...houseRequest(), inputMethod: "known" as const }
  const report = await scans.waitForReport(request)
  expect([report.status, requests.splice(0)]).toEqual(["optimal", ["POST /v1/scans"]])
  const shown: number[] = []
  await scans.waitForReport(request, { onProgress: ({ progression }) => shown.push(progression) })
  expect([shown.at(-1), requests.length]).toEqual([100, 3])
  const failed = await scans.waitForReport({ ...request, ...IMPOSSIBLE }).catch(error => error)
  expect([failed instanceof ScanFailed, failed.scanId]).toEqual([true, expect.any(String)])
  const typed = createTypedClient(options)
  const answer = await typed.ask("POST /v1/scans", { body: request, waitSeconds: 60, returnsReport: true })
  expect(answer.status === "optimal" && answer.financial.netPresentValue).toBe(report.financial.netPresentValue)
}, 60_000)
