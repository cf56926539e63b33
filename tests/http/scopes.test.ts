import { afterAll, beforeAll, expect, test } from "bun:test"
import { verifyWebhook } from "solar-scan-service/webhooks/verify"
import { Webhook as StandardWebhook } from "standardwebhooks"
import { type Receiver, startReceiver } from "../support/receiver.ts"
import { smallestRequest } from "../support/requests.ts"
import { createClient, type ServiceOfOrganization, until } from "../support/service.ts"
import { type Client, logIn, withToken } from "../support/sessions.ts"
import { startShared } from "../support/shared.ts"

const PATH = "/v1/webhook-endpoints"
const EVENTS = ["scan.pending"]

let service: ServiceOfOrganization
let owner: Client
let at: Receiver
let isDown = false

beforeAll(async () => {
  service = await startShared()
  owner = await logIn(service)
  at = await startReceiver((_, response) => response.writeHead(isDown ? 500 : 200).end("seen"))
})
afterAll(async () => {
  await at.close()
  await service.end()
})

const makeKey = async (scopes?: string[], mode = "sandbox") => {
  const body = { name: "A key", mode, ...(scopes ? { scopes } : {}) }
  const answer = await owner.post("/v1/api-keys", body)
  expect(answer.status).toBe(201)
  return { scopes: answer.body.scopes, client: createClient(service.address, answer.body.key) }
}
const refusal = (scope: string) => ({
  statusCode: 403,
  message: `this API key lacks the scope ${scope}: an owner makes keys with it`,
  code: "FORBIDDEN",
  reason: "scope-missing",
})

test("a key has all scopes unless it is made with fewer, and lists say which", async () => {
  expect((await makeKey()).scopes).toEqual(["read", "write", "webhooks"])
  expect((await makeKey(["webhooks", "read", "read"])).scopes).toEqual(["read", "webhooks"])
  const { items } = (await owner.get("/v1/api-keys?limit=2")).body
  expect(items.map(({ scopes }: { scopes: string[] }) => scopes)).toEqual([
    ["read", "webhooks"],
    ["read", "write", "webhooks"],
  ])
  for (const scopes of [[], ["admin"], "read"])
    expect((await owner.post("/v1/api-keys", { name: "x", mode: "sandbox", scopes })).status).toBe(400)
})

test("a key does what its scopes say and nothing else, and so does a token made from it", async () => {
  const [reader, writer, manager] = await Promise.all(
    [["read"], ["write"], ["webhooks"]].map(scopes => makeKey(scopes)),
  )
  const made = await writer!.client.post("/v1/scans", smallestRequest())
  expect(made.status).toBe(201)
  const scan = `/v1/scans/${made.body.id}`
  const rows: [string, string, string][] = [
    ["GET", "/v1/scans", "read"],
    ["GET", scan, "read"],
    ["GET", `${scan}/status`, "read"],
    ["GET", `${scan}/events`, "read"],
    ["GET", "/v1/events", "read"],
    ["GET", "/v1/usage", "read"],
    ["POST", "/v1/scans", "write"],
    ["POST", "/v1/scans/batch", "write"],
    ["PUT", `${scan}/share`, "write"],
    ["POST", "/v1/studio-profiles", "write"],
    ["GET", PATH, "webhooks"],
    ["POST", PATH, "webhooks"],
  ]
  const keys = [
    ["read", reader!],
    ["write", writer!],
    ["webhooks", manager!],
  ] as const
  for (const [method, path, scope] of rows)
    for (const [has, { client }] of keys) {
      if (has === scope) continue
      const { status, body } = method === "GET" ? await client.get(path) : await client.post(path, {})
      const answer = method === "PUT" ? await client.put(path, { enabled: true }) : { status, body }
      expect([method, path, has, answer.body]).toEqual([method, path, has, refusal(scope)])
    }
  expect((await reader!.client.get(scan)).status).toBe(200)
  expect((await manager!.client.get(PATH)).status).toBe(200)
  const token = async ({ client }: { client: Client }) =>
    withToken(service.address, (await client.post("/v1/auth/token", undefined)).body.access_token)
  const [readToken, writeToken] = [await token(reader!), await token(writer!)]
  expect((await readToken.get("/v1/scans")).status).toBe(200)
  expect((await readToken.post("/v1/scan", {})).status).toBe(403)
  expect((await writeToken.get("/v1/scans")).status).toBe(403)
})

test("a key with the scope webhooks manages the endpoints of its mode; those of the other do not exist for it", async () => {
  const sandbox = (await makeKey(["webhooks"])).client
  const live = (await makeKey(["webhooks"], "production")).client
  const { status, body } = await sandbox.post(PATH, { url: at.url, events: EVENTS })
  expect([status, body.mode]).toEqual([201, "sandbox"])
  expect((await sandbox.post(PATH, { url: at.url, events: EVENTS, mode: "live" })).body.message).toBe(
    "mode must be one of sandbox",
  )
  const path = `${PATH}/${body.id}`
  expect((await sandbox.patch(path, { active: false })).body.active).toBe(false)
  expect((await sandbox.get(`${path}/deliveries`)).status).toBe(200)
  expect((await sandbox.post(`${path}/test`, undefined)).body.statusCode).toBe(200)
  const answers = [
    live.get(path),
    live.patch(path, { active: true }),
    live.delete(path),
    live.post(`${path}/secret`, undefined),
    live.post(`${path}/test`, undefined),
    live.get(`${path}/deliveries`),
    live.post(`${path}/replay`, { from: "2026-01-01" }),
  ]
  for (const answer of await Promise.all(answers)) expect(answer.status).toBe(404)
  expect((await live.get(PATH)).body.total).toBe(0)
  expect((await sandbox.get(PATH)).body.items.map(({ id }: { id: string }) => id)).toEqual([body.id])
  expect((await owner.get(PATH)).body.items.map(({ id }: { id: string }) => id)).toEqual([body.id])
  expect((await sandbox.delete(path)).status).toBe(204)
})

test("a secret and its successor both sign for as long as asked, and one alone after that", async () => {
  const made = await owner.post(PATH, { url: `${at.url}/overlap`, events: EVENTS })
  const path = `${PATH}/${made.body.id}`
  const send = async (): Promise<(secret: string) => boolean[]> => {
    await owner.post(`${path}/test`, undefined)
    const { headers, raw } = at.arrivals.at(-1)!
    return secret => {
      const isStandard = () => {
        try {
          return new StandardWebhook(secret).verify(raw.toString(), headers) !== undefined
        } catch {
          return false
        }
      }
      return [verifyWebhook(raw, headers["x-service-signature"], secret), isStandard()]
    }
  }
  const renewed = await owner.post(`${path}/secret`, { overlapSeconds: 600 })
  const untilMs = Date.parse(renewed.body.previousSecretUntil)
  expect(untilMs - Date.now()).toBeWithin(590_000, 600_001)
  const overlapping = await send()
  expect([made, renewed].map(({ body }) => overlapping(body.secret))).toEqual([
    [true, true],
    [true, true],
  ])
  // A further rotation without an overlap ends both.
  const last = await owner.post(`${path}/secret`, undefined)
  expect(last.body.previousSecretUntil).toBeNull()
  const alone = await send()
  expect([made, renewed, last].map(({ body }) => alone(body.secret))).toEqual([
    [false, false],
    [false, false],
    [true, true],
  ])
  const short = await owner.post(`${path}/secret`, { overlapSeconds: 1 })
  await until(async () => ((await owner.get(path)).body.previousSecretUntil === null ? true : undefined))
  const after = await send()
  expect([last, short].map(({ body }) => after(body.secret))).toEqual([
    [false, false],
    [true, true],
  ])
  for (const overlapSeconds of [-1, 604_801, 1.5, "1"])
    expect((await owner.post(`${path}/secret`, { overlapSeconds })).status).toBe(400)
  await owner.delete(path)
})

test("what failed in a range of time is sent once more, each event until a resend of it succeeded", async () => {
  const sandbox = createClient(service, service.testKey)
  const made = await sandbox.post(PATH, { url: `${at.url}/replay`, events: EVENTS })
  const path = `${PATH}/${made.body.id}`
  const log = (total: number) =>
    until(async () => {
      const { body } = await sandbox.get(`${path}/deliveries?limit=100`)
      const isDone = body.items.every(({ statusCode }: { statusCode: number | null }) => statusCode !== null)
      return body.total === total && isDone ? body.items : undefined
    })
  const from = new Date().toISOString()
  isDown = true
  for (let i = 0; i < 3; i++) await sandbox.post("/v1/scans", smallestRequest())
  const firsts: string[] = (await log(3)).map(({ id }: { id: string }) => id)
  isDown = false
  expect((await sandbox.post(`${path}/replay`, { from: "2026-01-01", to: from })).body.replayed).toBe(0)
  const swapped = await sandbox.post(`${path}/replay`, { from, to: "2026-01-01" })
  expect([swapped.status, swapped.body.message]).toEqual([400, "from must not be after to"])
  const replayed = await sandbox.post(`${path}/replay`, { from })
  expect([replayed.status, replayed.body]).toEqual([200, { replayed: 3, nextFrom: null }])
  const again = (await log(6)).slice(0, 3)
  expect(again.map(({ originalId }: { originalId: string }) => originalId).sort()).toEqual(firsts.sort())
  expect(again.every(({ statusCode }: { statusCode: number }) => statusCode === 200)).toBe(true)
  expect((await sandbox.post(`${path}/replay`, { from })).body.replayed).toBe(0)
  expect((await sandbox.post(`${path}/replay`, { from, outcome: "all" })).body.replayed).toBe(3)
  await log(9)
  for (const range of [{ from: "0000-01-01", to: "0000-01-02" }, { from: "9999-12-31T23:59-01:00" }])
    expect((await sandbox.post(`${path}/replay`, range)).body).toEqual({ replayed: 0, nextFrom: null })
  for (const wrong of [{}, { from: "yesterday" }, { from, to: "later" }, { from, outcome: "succeeded" }])
    expect((await sandbox.post(`${path}/replay`, wrong)).status).toBe(400)
  await sandbox.delete(path)
})
