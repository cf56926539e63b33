import { afterAll, beforeAll, expect, test } from "bun:test"
import { type Receiver, startReceiver } from "../support/receiver.ts"
import { smallestRequest } from "../support/requests.ts"
import { createClient, type ServiceOfOrganization, until } from "../support/service.ts"
import { type Client, logIn } from "../support/sessions.ts"
import { startShared } from "../support/shared.ts"

const PATH = "/v1/webhook-endpoints"
let service: ServiceOfOrganization
let owner: Client
let scans: Client
let at: Receiver
/** Answer of the receiver by path. */
const statuses: Record<string, number> = {}

beforeAll(async () => {
  service = await startShared()
  owner = await logIn(service)
  scans = createClient(service.address, service.testKey)
  at = await startReceiver(({ path }, response) => response.writeHead(statuses[path] ?? 200).end())
})
afterAll(async () => {
  await at.close()
  await service.end()
})

const register = async (path: string, more: object): Promise<string> => {
  const body = { url: `${at.url}${path}`, events: ["scan.pending"], mode: "sandbox", ...more }
  const answer = await owner.post(PATH, body)
  expect(answer.status).toBe(201)
  return answer.body.id
}
const log = async (id: string, outcome = "failed") =>
  (await owner.get(`${PATH}/${id}/deliveries?outcome=${outcome}`)).body.items

test("retries and requests at the same time are settings of an endpoint, off and by speed unless set", async () => {
  const plain = await register("/plain", {})
  const shown = async () => {
    const { retries, parallelRequests } = (await owner.get(`${PATH}/${plain}`)).body
    return { retries, parallelRequests }
  }
  expect(await shown()).toEqual({ retries: false, parallelRequests: null })
  expect((await owner.patch(`${PATH}/${plain}`, { retries: true, parallelRequests: 16 })).status).toBe(200)
  expect((await owner.patch(`${PATH}/${plain}`, { active: false })).status).toBe(200)
  expect(await shown()).toEqual({ retries: true, parallelRequests: 16 })
  await owner.patch(`${PATH}/${plain}`, { retries: false, parallelRequests: null })
  expect(await shown()).toEqual({ retries: false, parallelRequests: null })
  for (const [field, value] of [
    ["retries", "yes"],
    ["parallelRequests", 0],
    ["parallelRequests", 33],
    ["parallelRequests", 1.5],
  ] as const) {
    const refused = await owner.patch(`${PATH}/${plain}`, { [field]: value })
    expect([refused.status, refused.body.errors[0].path]).toEqual([400, [field]])
  }
})

test("a failed delivery is repeated after five seconds", async () => {
  statuses["/recovers"] = 500
  const id = await register("/recovers", { retries: true })
  await scans.post("/v1/scans", smallestRequest())
  const [first] = await until(async () => {
    const failed = await log(id)
    return failed.length > 0 ? failed : undefined
  })
  expect(first).toMatchObject({ attempt: 1, statusCode: 500, dueAt: null, exhaustedAt: null })
  expect((await log(id, "waiting"))[0]).toMatchObject({ attempt: 2, originalId: first.id, dueAt: expect.any(String) })
  statuses["/recovers"] = 200
  const [second] = await until(async () => {
    const arrived = await log(id, "succeeded")
    return arrived.length > 0 ? arrived : undefined
  })
  expect(second).toMatchObject({ attempt: 2, originalId: first.id, eventId: first.eventId, statusCode: 200 })
  await owner.delete(`${PATH}/${id}`)
}, 60_000)

test("a successful resend or replay ends the retries of its event", async () => {
  for (const [path, again] of [
    ["/resent", (id: string, first: string) => owner.post(`${PATH}/${id}/deliveries/${first}/resend`, undefined)],
    ["/replayed", (id: string) => owner.post(`${PATH}/${id}/replay`, { from: "2020-01-01T00:00:00Z", outcome: "all" })],
  ] as const) {
    statuses[path] = 500
    const id = await register(path, { retries: true })
    await scans.post("/v1/scans", smallestRequest())
    const [first] = await until(async () => {
      const failed = await log(id)
      return failed.length > 0 ? failed : undefined
    })
    expect(await log(id, "waiting")).toHaveLength(1)
    statuses[path] = 200
    expect((await again(id, first.id)).status).toBe(200)
    const arrived = await until(async () => {
      const items = await log(id, "succeeded")
      return items.length > 0 ? items : undefined
    })
    expect(arrived).toMatchObject([{ attempt: 1, originalId: first.id }])
    expect([path, await log(id, "waiting")]).toEqual([path, []])
    await owner.delete(`${PATH}/${id}`)
  }
}, 60_000)

test("exhausted events are listed and sent again", async () => {
  statuses["/gone"] = 410
  const id = await register("/gone", { retries: true })
  await scans.post("/v1/scans", smallestRequest())
  const [exhausted] = await until(async () => {
    const items = await log(id, "exhausted")
    return items.length > 0 ? items : undefined
  })
  expect(exhausted).toMatchObject({ attempt: 1, statusCode: 410, exhaustedAt: expect.any(String) })
  statuses["/gone"] = 204
  const replay = await owner.post(`${PATH}/${id}/replay`, { from: exhausted.createdAt, outcome: "exhausted" })
  expect([replay.status, replay.body.replayed]).toEqual([200, 1])
  await until(async () => ((await log(id, "exhausted")).length === 0 ? true : undefined))
  expect((await log(id, "succeeded"))[0]).toMatchObject({ attempt: 1, originalId: exhausted.id })
}, 60_000)
