import { afterAll, beforeAll, expect, test } from "bun:test"
import { followRun, openFreshDatabase, startLonelyApi } from "../support/legacy.ts"
import { smallestRequest } from "../support/requests.ts"
import { createClient, LIVE_KEY, until } from "../support/service.ts"
import { bearer, type Client, logIn } from "../support/sessions.ts"

/**
 * Streams, sockets and waits end with their credential in each process of the API. The second process has the open
 * connections, and the first revokes. No worker runs, so that scans stay pending.
 */

let database: Awaited<ReturnType<typeof openFreshDatabase>>
let first: Awaited<ReturnType<typeof startLonelyApi>>
let second: Awaited<ReturnType<typeof startLonelyApi>>
let owner: Client

beforeAll(async () => {
  database = await openFreshDatabase()
  first = await startLonelyApi(database.database, database.dataDir)
  second = await startLonelyApi(database.database, database.dataDir)
  owner = await logIn(first.address)
})
afterAll(async () => {
  await first.stop()
  await second.stop()
  await database.close()
})

const newKey = async () => {
  const { status, body } = await owner.post("/v1/api-keys", { name: "To end", mode: "production" })
  expect(status).toBe(201)
  return { ...(body as { id: string; key: string }), end: () => owner.delete(`/v1/api-keys/${body.id}`) }
}
const PASSWORD = "a password of a member"
const sessionOf = async (email: string) => {
  const { body } = await createClient(first.address, null).post("/v1/auth/login", { email, password: PASSWORD })
  return bearer(body.accessToken)
}
/** A member with a session, whose password is changed. */
const newMember = async (email: string) => {
  const { body } = await owner.post("/v1/members", { email, role: "member" })
  const session = await logIn(second.address, email, body.password)
  await session.post("/v1/auth/password", { currentPassword: body.password, newPassword: PASSWORD })
  return { id: body.id as string, email, headers: await sessionOf(email) }
}
type Member = Awaited<ReturnType<typeof newMember>>

const openStream = async (path: string, headers: Record<string, string>) => {
  const answer = await fetch(`${second.address}${path}`, { headers: { accept: "text/event-stream", ...headers } })
  expect(answer.status).toBe(200)
  const state = { isOver: false, text: "" }
  const read = async () => {
    const decoder = new TextDecoder()
    for await (const chunk of answer.body!) state.text += decoder.decode(chunk, { stream: true })
    state.isOver = true
  }
  read().catch(() => {})
  await until(() => (state.text === "" ? undefined : true))
  return state
}
const isOver = (stream: { isOver: boolean }) => until(() => stream.isOver || undefined)

test("all that lasts ends with its key, in whichever process, and nothing of other keys does", async () => {
  const { key, end } = await newKey()
  const [headers, keeps] = [{ "x-api-key": key }, { "x-api-key": LIVE_KEY }]
  const { id } = (await createClient(second.address).post("/v1/scans", smallestRequest())).body
  const caller = createClient(second.address, key)
  const { access_token: token } = (await caller.post("/v1/auth/token", undefined)).body
  const kept = await openStream("/v1/events?after=latest", keeps)
  const events = await openStream("/v1/events?after=latest", headers)
  const progress = await openStream(`/v1/scans/${id}/events`, headers)
  const wait = caller.get("/v1/events?after=latest&wait=60")
  const begun = Promise.withResolvers<void>()
  const socket = followRun(second.address, `?run-uuid=${id}`, { header: `Bearer ${token}` }, () => begun.resolve())
  await begun.promise
  const created = caller.post("/v1/scans", smallestRequest(), { prefer: "wait=60" })
  await until(async () => ((await owner.get("/v1/scans")).body.total === 2 ? true : undefined))
  expect((await end()).status).toBe(204)
  await Promise.all([isOver(events), isOver(progress)])
  const refused = { status: 401, body: { code: "UNAUTHENTICATED" } }
  expect(await wait).toMatchObject(refused)
  expect(await created).toMatchObject(refused)
  expect((await socket).code).toBe(4401)
  expect(kept.isOver).toBe(false)
})

test("a bulk whose client sends nothing more ends with its key; lines before stay", async () => {
  const { key, end } = await newKey()
  const batchId = "019a4c22-0c31-7a05-9c7e-2b6d5f81e3a1"
  const line = new TextEncoder().encode(`${JSON.stringify(smallestRequest())}\n`)
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let n = 0; n < 200; n++) controller.enqueue(line)
    },
  })
  const sent = fetch(`${second.address}/v1/scans/bulk?batchId=${batchId}`, {
    ...{ method: "POST", body, duplex: "half" },
    headers: { "x-api-key": key, "content-type": "application/x-ndjson" },
  } as RequestInit)
  const batch = async () => (await owner.get(`/v1/batches/${batchId}`)).body
  await until(async () => ((await batch()).accepted === 200 ? true : undefined))
  await end()
  expect((await sent).status).toBe(401)
  expect(await batch()).toMatchObject({ isClosed: true, lines: 200, accepted: 200 })
})

test("a stream ends when its session is logged out, its password is changed, or its user is removed", async () => {
  const post = (path: string, body: object | undefined, headers: Record<string, string>) =>
    createClient(first.address, null).post(path, body, headers)
  const endings = [
    ({ headers }: Member) => post("/v1/auth/logout", undefined, headers),
    async ({ email }: Member) => {
      const change = { currentPassword: PASSWORD, newPassword: "another password of a member" }
      return post("/v1/auth/password", change, await sessionOf(email))
    },
    ({ id }: Member) => owner.delete(`/v1/members/${id}`),
  ]
  for (const [n, end] of endings.entries()) {
    const member = await newMember(`member${n}@example.org`)
    const stream = await openStream("/v1/events?after=latest", member.headers)
    expect((await end(member)).status).toBe(204)
    await isOver(stream)
  }
}, 60_000)
