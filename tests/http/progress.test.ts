import { afterAll, beforeAll, expect, test } from "bun:test"
import { readEvents } from "../../client/eventReader.ts"
import { houseRequest, smallestRequest } from "../support/requests.ts"
import { completedScan } from "../support/scans.ts"
import { createClient, type ServiceOfOrganization, startFresh, TEST_KEY } from "../support/service.ts"
import type { Client } from "../support/sessions.ts"
import { startShared } from "../support/shared.ts"

let service: ServiceOfOrganization
let client: Client
let sandbox: Client

beforeAll(async () => {
  service = await startShared()
  client = createClient(service)
  sandbox = createClient(service, service.testKey)
})
afterAll(() => service.end())

const open = (id: string, headers: Record<string, string> = {}) =>
  fetch(`${service.address}/v1/scans/${id}/events`, { headers: { "x-api-key": service.liveKey, ...headers } })

const messagesOf = async (response: Response) => {
  const messages: { id: string; status: string; progression: number; errorMessage?: string }[] = []
  if (response.body) for await (const data of readEvents(response.body)) messages.push(JSON.parse(data))
  return messages
}

// @covers scans: GET /v1/scans/{id}/events
test("status and progression come as they happen, never go back, and end with the scan", async () => {
  const { id } = (await client.post("/v1/scans", houseRequest())).body
  const response = await open(id)
  expect(response.headers.get("content-type")).toBe("text/event-stream")
  const messages = await messagesOf(response)
  const order = ["pending", "processing", "completed"]
  const places = messages.map(({ status, progression }) => order.indexOf(status) * 1000 + progression)
  expect(places).toEqual([...places].sort((a, b) => a - b))
  expect(messages.every(message => message.id === id)).toBe(true)
  expect(messages.at(-1)).toEqual({ id, status: "completed", progression: 100 })
  expect((await client.get(`/v1/scans/${id}/result`)).status).toBe(200)
})

test("a late subscriber gets the present state, and the end of the stream", async () => {
  const id = await completedScan(client)
  expect(await messagesOf(await open(id))).toEqual([{ id, status: "completed", progression: 100 }])
})

test("a browser that connects again after the end gets 204", async () => {
  const id = await completedScan(client)
  const text = await (await open(id)).text()
  expect(text).toStartWith("id: completed\n")
  expect((await open(id, { "last-event-id": "completed" })).status).toBe(204)
})

test("a failed scan ends its stream with the reason", async () => {
  const { body } = await client.post("/v1/scans", {
    ...smallestRequest(),
    goal: "renewable-minimum",
    renewableElectricityMinFraction: 0.9,
  })
  const last = (await messagesOf(await open(body.id))).at(-1)
  expect(last).toMatchObject({ status: "error", errorMessage: expect.stringContaining("out of reach") })
})

test("a deleted scan ends its stream and its wait", async () => {
  const { id } = (await sandbox.post("/v1/scans", smallestRequest())).body
  const response = await open(id, { "x-api-key": service.testKey })
  const messages = messagesOf(response)
  const waiting = sandbox.post("/v1/scans", { ...smallestRequest(), dossierId: "waiting" }, { prefer: "wait=60" })
  expect((await sandbox.delete(`/v1/scans/${id}`)).status).toBe(204)
  expect((await messages).at(-1)?.status).toBe("pending")
  let waitingId: string | undefined
  while (!waitingId) waitingId = (await sandbox.get("/v1/scans?dossierId=waiting")).body.items[0]?.id
  expect((await sandbox.delete(`/v1/scans/${waitingId}`)).status).toBe(204)
  expect((await waiting).status).toBe(404)
})

test("the stream of no scan is no stream", async () => {
  const missing = await open("019a4c1e-7c3a-7e21-9d5b-3f6f0a8d2b14")
  expect([missing.status, await missing.json()]).toEqual([
    404,
    { statusCode: 404, message: "scan not found", code: "NOT_FOUND", reason: "not-found" },
  ])
})

test("a service that stops ends its streams", async () => {
  const other = await startFresh()
  const own = createClient(other.address, TEST_KEY)
  const { id } = (await own.post("/v1/scans", smallestRequest())).body
  const response = await fetch(`${other.address}/v1/scans/${id}/events`, { headers: { "x-api-key": TEST_KEY } })
  const reader = response.body!.getReader()
  await reader.read()
  const ended = reader.read().catch(() => ({ done: true }))
  expect(await other.end("SIGTERM")).toBe(0)
  expect((await ended).done).toBe(true)
})
