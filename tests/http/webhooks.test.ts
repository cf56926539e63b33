import { afterAll, beforeAll, expect, test } from "bun:test"
import { createHash } from "node:crypto"
import { passesSixSteps, type Receiver, startReceiver } from "../support/receiver.ts"
import { houseRequest } from "../support/requests.ts"
import { createClient, type ServiceOfOrganization, startFresh, startProcess, until } from "../support/service.ts"
import { type Client, logIn } from "../support/sessions.ts"
import { startShared } from "../support/shared.ts"

const PATH = "/v1/webhook-endpoints"
const ALL = ["scan.pending", "scan.processing", "scan.completed", "scan.failed"]

let service: ServiceOfOrganization
let owner: Client
let at: Receiver

beforeAll(async () => {
  service = await startShared()
  owner = await logIn(service)
  at = await startReceiver(({ path }, response) => response.writeHead(path === "/500" ? 500 : 200).end("seen"))
})
afterAll(async () => {
  await at.close()
  await service.end()
})

const register = async (body: object = {}) => {
  const answer = await owner.post(PATH, { url: at.url, events: ALL, ...body })
  expect(answer.status).toBe(201)
  return answer.body
}
const arrivalsAt = (path: string) => at.arrivals.filter(arrival => arrival.path === path)
const ended = (id: string, total: number) =>
  until(async () => {
    const { body } = await owner.get(`${PATH}/${id}/deliveries?limit=100`)
    const isDone = body.total === total && body.items.every(({ attemptedAt }: Record<string, string>) => attemptedAt)
    return isDone ? body : undefined
  })

// @covers scans: events: registration and secret
test("a registered endpoint shows its secret once, and never again", async () => {
  const created = await register({ headers: { Authorization: "Bearer mine" } })
  expect(created).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    url: at.url,
    events: ALL,
    headers: { Authorization: "Bearer mine" },
    mode: "live",
    active: true,
    retries: false,
    parallelRequests: null,
    previousSecretUntil: null,
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    secret: expect.stringMatching(/^whsec_[A-Za-z0-9]{44}$/),
  })
  const { secret, ...whole } = created
  const shown = { ...whole, headers: { Authorization: "********" } }
  expect((await owner.get(`${PATH}/${created.id}`)).body).toEqual(shown)
  const list = await owner.get(PATH)
  expect(list.body.items[0]).toEqual(shown)
  const hash = createHash("sha256").update(secret).digest("hex")
  for (const text of [JSON.stringify(list.body), service.output()]) {
    expect(text).not.toContain(secret)
    expect(text).not.toContain(hash)
  }
  await owner.delete(`${PATH}/${created.id}`)
})

test("the same Idempotency-Key registers once and shows the same secret again", async () => {
  const body = { url: at.url, events: ["scan.failed"] }
  const once = () => owner.post(PATH, body, { "idempotency-key": "register-once" })
  const [first, second] = [await once(), await once()]
  expect(first.status).toBe(201)
  expect(second.body).toEqual(first.body)
  expect((await owner.post(PATH, { ...body, active: false }, { "idempotency-key": "register-once" })).status).toBe(409)
  await owner.delete(`${PATH}/${first.body.id}`)
})

// @covers scans: states: pending
test("the events of real scans arrive at the endpoints of their mode", async () => {
  const live = await register({ url: `${at.url}/live` })
  const sandbox = await register({ url: `${at.url}/sandbox`, mode: "sandbox" })
  const scan = await createClient(service).post("/v1/scans", houseRequest())
  const test = await createClient(service, service.testKey).post("/v1/scans", houseRequest())
  expect([scan.status, test.status]).toEqual([201, 201])
  await until(() => (arrivalsAt("/live").length >= 3 && arrivalsAt("/sandbox").length >= 1 ? true : undefined))
  expect(arrivalsAt("/live").map(({ event, scanId }) => [event, scanId])).toEqual([
    ["scan.pending", scan.body.id],
    ["scan.processing", scan.body.id],
    ["scan.completed", scan.body.id],
  ])
  expect(arrivalsAt("/sandbox").every(({ scanId }) => scanId === test.body.id)).toBe(true)
  for (const arrival of arrivalsAt("/live")) expect(passesSixSteps(arrival, live.secret)).toBe(true)
  for (const arrival of arrivalsAt("/sandbox")) expect(passesSixSteps(arrival, sandbox.secret)).toBe(true)
  await owner.delete(`${PATH}/${live.id}`)
  await owner.delete(`${PATH}/${sandbox.id}`)
})

// @covers scans: events: test event
test("a test event is sent at once, to an endpoint that is switched off too, and its outcome is the answer", async () => {
  const { id, secret } = await register({ url: `${at.url}/test`, events: ["scan.failed"], active: false })
  const { status, body } = await owner.post(`${PATH}/${id}/test`, undefined)
  expect(status).toBe(200)
  expect(body).toEqual({
    id: expect.any(String),
    event: "test",
    eventId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    eventAt: expect.stringMatching(/Z$/),
    originalId: null,
    scanId: null,
    batchId: null,
    attempt: 1,
    dueAt: null,
    exhaustedAt: null,
    statusCode: 200,
    responseBody: "seen",
    durationMs: expect.any(Number),
    error: null,
    createdAt: expect.stringMatching(/Z$/),
    attemptedAt: expect.stringMatching(/Z$/),
  })
  const [arrival] = arrivalsAt("/test")
  const sent = JSON.parse(arrival!.raw.toString())
  expect(sent).toEqual({ event: "test", data: { message: expect.any(String), timestamp: expect.any(String) } })
  expect(new Date(sent.data.timestamp).toISOString()).toBe(sent.data.timestamp)
  expect([arrival!.deliveryId, arrival!.event, passesSixSteps(arrival!, secret)]).toEqual([body.id, "test", true])
  await owner.delete(`${PATH}/${id}`)
})

// @covers scans: events: secret regenerated
test("a new secret signs from then on, and the old one nothing more", async () => {
  const { id, secret: first } = await register({ url: `${at.url}/secret` })
  const regenerated = await owner.post(`${PATH}/${id}/secret`, undefined)
  expect(regenerated.status).toBe(200)
  expect(regenerated.body.secret).toMatch(/^whsec_/)
  expect(regenerated.body.secret).not.toBe(first)
  await owner.post(`${PATH}/${id}/test`, undefined)
  const [arrival] = arrivalsAt("/secret")
  expect([passesSixSteps(arrival!, first), passesSixSteps(arrival!, regenerated.body.secret)]).toEqual([false, true])
  await owner.delete(`${PATH}/${id}`)
})

test("custom headers are masked for all after the creation, and a mask that comes back keeps the value", async () => {
  const body = { url: `${at.url}/masked`, events: ALL, headers: { Authorization: "Bearer SECRET", "X-Shop": "42" } }
  const created = await owner.post(PATH, body)
  expect(created.body.headers).toEqual(body.headers)
  const { id } = created.body
  const masks = { Authorization: "********", "X-Shop": "********" }
  const answers = [
    await owner.get(PATH),
    await owner.get(`${PATH}/${id}`),
    await owner.patch(`${PATH}/${id}`, { active: true }),
    await owner.patch(`${PATH}/${id}`, { headers: { ...masks, "X-Shop": "43" } }),
    await owner.post(`${PATH}/${id}/secret`, undefined),
  ]
  for (const answer of answers) expect(JSON.stringify(answer.body)).not.toContain("SECRET")
  expect(answers[1]!.body.headers).toEqual(masks)
  await owner.post(`${PATH}/${id}/test`, undefined)
  expect(arrivalsAt("/masked")[0]!.headers).toMatchObject({ authorization: "Bearer SECRET", "x-shop": "43" })
  const refused = await owner.patch(`${PATH}/${id}`, { headers: { "X-New": "********" } })
  expect([refused.status, refused.body.message]).toEqual([
    400,
    "headers.X-New is the mask of a value that is not kept: give the value",
  ])
  await owner.delete(`${PATH}/${id}`)
})

// @covers scans: events: toggled, changed
test("an endpoint is changed field by field, and switched off and on", async () => {
  const { id, secret, ...created } = await register({ url: `${at.url}/before` })
  const change = async (changes: object) => (await owner.patch(`${PATH}/${id}`, changes)).body
  expect(secret).toStartWith("whsec_")
  expect(await change({})).toEqual({ id, ...created })
  expect(await change({ active: false })).toEqual({ id, ...created, active: false })
  const next = { url: `${at.url}/after`, events: ["scan.completed"], headers: { "X-Two": "2" } }
  expect(await change(next)).toEqual({ id, ...created, active: false, ...next, headers: { "X-Two": "********" } })
  const client = createClient(service)
  // If a witness receives an event, all endpoints were served: the inactive endpoint was skipped.
  const witness = await register({ url: `${at.url}/witness`, events: ["scan.completed"] })
  await client.post("/v1/scans", houseRequest(), { prefer: "wait=30" })
  await until(() => (arrivalsAt("/witness").length >= 1 ? true : undefined))
  await owner.delete(`${PATH}/${witness.id}`)
  await change({ active: true })
  const { body: scan } = await client.post("/v1/scans", houseRequest(), { prefer: "wait=30" })
  await until(() => (arrivalsAt("/after").length >= 1 ? true : undefined))
  expect(arrivalsAt("/after").map(({ scanId, event }) => [scanId, event])).toEqual([[scan.id, "scan.completed"]])
  expect(arrivalsAt("/after")[0]!.headers["x-two"]).toBe("2")
  await owner.delete(`${PATH}/${id}`)
})

test("the log pages and filters, and a delivery is sent again by hand as a new one", async () => {
  const { id, secret } = await register({ url: `${at.url}/500` })
  const { body: scan } = await createClient(service).post("/v1/scans", houseRequest())
  await ended(id, 3)
  await owner.post(`${PATH}/${id}/test`, undefined)
  const log = await ended(id, 4)
  expect(log.items.map(({ event }: { event: string }) => event)).toEqual([
    "test",
    "scan.completed",
    "scan.processing",
    "scan.pending",
  ])
  expect(log.items[1]).toMatchObject({ scanId: scan.id, statusCode: 500, responseBody: "seen" })
  expect(log.items[1].error).toContain("500")
  const query = async (text: string) => (await owner.get(`${PATH}/${id}/deliveries?${text}`)).body
  const pages = [await query("limit=3&page=1"), await query("limit=3&page=2"), await query("limit=3&page=3")]
  expect(pages.flatMap(({ items }) => items)).toEqual(log.items)
  expect(pages[0]).toMatchObject({ total: 4, page: 1, limit: 3, totalPages: 2 })
  expect((await query("event=scan.pending")).total).toBe(1)
  expect((await query(`scanId=${scan.id}`)).total).toBe(3)
  expect((await query("scanId=nothing")).total).toBe(0)
  expect((await query("outcome=failed")).total).toBe(4)
  expect([(await query("outcome=succeeded")).total, (await query("outcome=waiting")).total]).toEqual([0, 0])
  for (const wrong of ["limit=0", "limit=101", "page=0", "event=scan.gone", "outcome=lost"])
    expect((await owner.get(`${PATH}/${id}/deliveries?${wrong}`)).status).toBe(400)

  await owner.patch(`${PATH}/${id}`, { url: `${at.url}/again` })
  const again = await owner.post(`${PATH}/${id}/deliveries/${log.items[1].id}/resend`, undefined)
  expect(again.status).toBe(200)
  expect(again.body).toMatchObject({ event: "scan.completed", scanId: scan.id, statusCode: 200, error: null })
  expect(again.body.id).not.toBe(log.items[1].id)
  const [arrival] = arrivalsAt("/again")
  const [original] = arrivalsAt("/500").filter(({ event }) => event === "scan.completed")
  expect(arrival!.raw.equals(original!.raw)).toBe(true)
  expect([arrival!.deliveryId, passesSixSteps(arrival!, secret)]).toEqual([again.body.id, true])
  expect((await owner.get(`${PATH}/${id}/deliveries`)).body.total).toBe(5)

  expect((await owner.delete(`${PATH}/${id}`)).status).toBe(204)
  expect((await owner.get(`${PATH}/${id}/deliveries`)).status).toBe(404)
})

test("endpoints are listed newest first, by pages and by mode", async () => {
  const made: string[] = []
  for (const mode of ["live", "sandbox", "live"]) made.unshift((await register({ mode })).id)
  const list = async (query: string) => (await owner.get(`${PATH}?${query}`)).body
  expect((await list("")).items.map(({ id }: { id: string }) => id)).toEqual(made)
  expect(await list("limit=2&page=2")).toMatchObject({ total: 3, page: 2, limit: 2, totalPages: 2 })
  expect((await list("mode=sandbox")).items.map(({ id }: { id: string }) => id)).toEqual([made[1]])
  for (const id of made) expect((await owner.delete(`${PATH}/${id}`)).status).toBe(204)
})

test("violations of a registration are listed by field", async () => {
  const refusal = async (body: unknown) => {
    const { status, body: answer } = await owner.post(PATH, body)
    expect([status, Object.keys(answer)]).toEqual([400, ["statusCode", "message", "code", "errors"]])
    return answer.message
  }
  const good = { url: "https://example.org/hook", events: ["scan.completed"] }
  expect(await refusal({})).toBe("url is required; events is required")
  expect(await refusal({ ...good, url: "example.org/hook" })).toContain("url must be an absolute URL")
  expect(await refusal({ ...good, url: "ftp://example.org/" })).toContain("url must start with https://")
  for (const url of ["https:///hook", "https:\\\\example.org", " https://example.org/", "https://example.org/\n"])
    expect([url, await refusal({ ...good, url })]).toEqual([url, expect.stringContaining("an absolute URL")])
  expect(await refusal({ ...good, url: "https://me:pw@example.org/" })).toContain("Authorization header")
  expect(await refusal({ ...good, events: [] })).toContain("events must have at least 1 entry")
  expect(await refusal({ ...good, events: ["scan.done"] })).toContain("events[0] must be one of")
  expect(await refusal({ ...good, mode: "production" })).toContain("mode must be one of sandbox, live")
  expect(await refusal({ ...good, event: ["scan.completed"] })).toContain("did you mean events?")
  expect(await refusal({ ...good, headers: { "X-Service-Event": "mine" } })).toContain("headers.X-Service-Event")
  expect(await refusal({ ...good, headers: { "X-A": "a\r\nX-B: b" } })).toContain("headers.X-A")
  expect(await refusal({ ...good, headers: { "X-A": 1 } })).toContain("headers.X-A must be a string")
  const { id } = await register()
  const changed = await owner.patch(`${PATH}/${id}`, { mode: "sandbox" })
  expect([changed.status, changed.body.message]).toEqual([400, "unknown field mode"])
  await owner.delete(`${PATH}/${id}`)
})

test("without leave for private addresses they cannot be registered, and are not called", async () => {
  const strict = await startFresh()
  const session = await logIn(strict.address)
  const hosts = ["127.0.0.1", "localhost", "0x7f.1", "[::1]", "169.254.169.254", "10.0.0.1", "[::ffff:7f00:1]"]
  for (const host of hosts) {
    const { status, body } = await session.post(PATH, { url: `http://${host}:9/`, events: ALL })
    expect([host, status]).toEqual([host, 400])
    expect(body.message).toContain("not public")
  }
  await strict.end()
  const opened = await startProcess(strict.dataDir, { WEBHOOK_ALLOW_PRIVATE: "1" })
  const created = await (await logIn(opened.address)).post(PATH, { url: `${at.url}/strict`, events: ALL })
  await opened.end()
  const closed = await startProcess(strict.dataDir)
  const wary = await logIn(closed.address)
  const outcome = await wary.post(`${PATH}/${created.body.id}/test`, undefined)
  const moved = await wary.patch(`${PATH}/${created.body.id}`, { url: `${at.url}/moved` })
  await closed.end()
  expect([moved.status, moved.body.message]).toEqual([400, expect.stringContaining("not public")])
  expect([outcome.status, outcome.body.statusCode]).toEqual([200, null])
  expect(outcome.body.error).toContain("not public")
  expect(arrivalsAt("/strict")).toEqual([])
})

test("of sessions, those of owners alone change endpoints", async () => {
  const { id } = await register()
  const paths: [string, string][] = [
    ["POST", PATH],
    ["GET", PATH],
    ["GET", `${PATH}/${id}`],
    ["PATCH", `${PATH}/${id}`],
    ["DELETE", `${PATH}/${id}`],
    ["POST", `${PATH}/${id}/secret`],
    ["POST", `${PATH}/${id}/test`],
    ["GET", `${PATH}/${id}/deliveries`],
    ["POST", `${PATH}/${id}/deliveries/${id}/resend`],
  ]
  const added = await owner.post("/v1/members", { email: "reader-of-webhooks@example.org", role: "member" })
  const first = await logIn(service.address, "reader-of-webhooks@example.org", added.body.password)
  await first.post("/v1/auth/password", { currentPassword: added.body.password, newPassword: "a reader's password" })
  const member = await logIn(service.address, "reader-of-webhooks@example.org", "a reader's password")
  const call = (client: Client, method: string, path: string) =>
    method === "GET"
      ? client.get(path)
      : method === "DELETE"
        ? client.delete(path)
        : client[method === "POST" ? "post" : "patch"](path, {})
  for (const [method, path] of paths) {
    const where = `${method} ${path}`
    expect([where, (await call(createClient(service.address, null), method, path)).status]).toEqual([where, 401])
    const seen = (await call(member, method, path)).status
    expect([where, seen]).toEqual([where, method === "GET" ? 200 : 403])
  }
  expect((await owner.delete(`${PATH}/${id}`)).status).toBe(204)
})

test("what does not exist is not found", async () => {
  const { id } = await register()
  for (const unknown of ["nothing", "01a1fdde-3438-70a9-8ae4-681b833a8b55"]) {
    expect((await owner.get(`${PATH}/${unknown}`)).status).toBe(404)
    expect((await owner.patch(`${PATH}/${unknown}`, { active: false })).status).toBe(404)
    expect((await owner.delete(`${PATH}/${unknown}`)).status).toBe(404)
    expect((await owner.post(`${PATH}/${unknown}/secret`, undefined)).status).toBe(404)
    expect((await owner.post(`${PATH}/${unknown}/test`, undefined)).status).toBe(404)
    expect((await owner.get(`${PATH}/${unknown}/deliveries`)).status).toBe(404)
    expect((await owner.post(`${PATH}/${id}/deliveries/${unknown}/resend`, undefined)).status).toBe(404)
  }
  await owner.delete(`${PATH}/${id}`)
})
