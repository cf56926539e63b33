import { afterAll, beforeAll, expect, test } from "bun:test"
import type { Operations } from "../../api/http/operation.ts"
import { operations as declared } from "../../api/operations.ts"
import { newId } from "../../infra/ids.ts"
import { createRandom, fitting, harmed, oneOf, type Random } from "../support/generate.ts"
import { type JsonSchema, misfits } from "../support/jsonSchema.ts"
import { legacyToken } from "../support/legacy.ts"
import {
  answerSchema,
  type DescribedOperation,
  type Document,
  exampleBodies,
  operationsOf,
} from "../support/openApi.ts"
import { createClient, LIVE_KEY, OWNER, type RunningService, startFresh, TEST_KEY } from "../support/service.ts"

/**
 * Calls generated from the OpenAPI document: every operation by every credential, and with valid and damaged bodies and
 * queries. No answer is a fault of the service, has a status that the document lacks, or a body that breaks its schema.
 */
let service: RunningService
let document: Document
let operations: DescribedOperation[]
const credentials: Record<string, Record<string, string>> = {}
const ids: Record<string, string> = {}

/** Seed of the calls: equal in each run, unless set. */
const SEED = Number(process.env.GENERATED_SEED ?? 15)
const BODIES_OF_OPERATION = 8
const QUERIES_OF_OPERATION = 4
/** Webhooks of generated calls stay on this machine. */
const NOWHERE = "http://127.0.0.1:9/hook"
const MEMBER = "member@example.org"
const NEWCOMER = "newcomer@example.org"
const CHOSEN = "chosen by the member"

const session = async (email: string, password: string) => {
  const { body } = await createClient(service.address, null).post("/v1/auth/login", { email, password })
  return { authorization: `Bearer ${body.accessToken}` }
}

beforeAll(async () => {
  service = await startFresh({ WEBHOOK_ALLOW_PRIVATE: "1" })
  document = (await createClient(service.address, null).get("/openapi.json")).body
  operations = operationsOf(document).filter(({ responses }) => !("101" in responses))
  const owner = await session(OWNER.email, OWNER.password)
  const client = createClient(service.address, null)
  const add = (email: string) => client.post("/v1/members", { email, role: "member" }, owner)
  const [member, newcomer] = [(await add(MEMBER)).body, (await add(NEWCOMER)).body]
  const change = { currentPassword: member.password, newPassword: CHOSEN }
  await client.post("/v1/auth/password", change, await session(MEMBER, member.password))
  Object.assign(credentials, {
    none: {},
    "wrong key": { "x-api-key": `zs_live_${"w".repeat(48)}` },
    "sandbox key": { "x-api-key": TEST_KEY },
    "live key": { "x-api-key": LIVE_KEY },
    "legacy token": { authorization: `Bearer ${await legacyToken(service.address, TEST_KEY)}` },
    owner,
    member: await session(MEMBER, CHOSEN),
    newcomer: await session(NEWCOMER, newcomer.password),
  })
  const sandbox = createClient(service.address, TEST_KEY)
  const scan = { location: { lat: 52, lon: 5 }, inputMethod: "known", yearlyKwh: 3000 }
  ids["/v1/scans/"] = (await sandbox.post("/v1/scans", scan)).body.id
  for (const kind of ["studio", "energyhub", "laadplein"])
    ids[`/v1/${kind}-profiles/`] = (await sandbox.post(`/v1/${kind}-profiles`, { name: "Ours" })).body.id
  ids["/v1/organizations/"] = (await client.get("/v1/auth/session", owner)).body.organization.id
  const endpoint = { url: NOWHERE, events: ["scan.completed"], mode: "sandbox" }
  ids["/v1/webhook-endpoints/"] = (await client.post("/v1/webhook-endpoints", endpoint, owner)).body.id
})
afterAll(() => service.end())

interface Sent {
  credential: string
  id: string
  query?: string
  body?: unknown
}
interface Outcome {
  status: number
  wrong: string[]
}

/** Sends a call. Returns its status, and parts of the answer that break the document. */
const send = async (operation: DescribedOperation, { credential, id, query = "", body }: Sent): Promise<Outcome> => {
  const { method, path, requestBody } = operation
  const isForm = requestBody !== undefined && "multipart/form-data" in requestBody.content
  const form = new FormData()
  if (isForm) form.append("file", new File(["1\n2\n"], "a.csv"))
  const text = isForm ? form : JSON.stringify(body ?? {})
  const response = await fetch(
    `${service.address}${path.replace(/\{\w+\}/, id).replaceAll(/\{\w+\}/g, newId())}${query}`,
    {
      method,
      headers: {
        ...credentials[credential],
        ...(requestBody && !isForm ? { "content-type": "application/json" } : {}),
      },
      ...(requestBody ? { body: text } : {}),
      // Streams go on until the scan ends.
      signal: AbortSignal.timeout(20_000),
    },
  )
  const { status, headers } = response
  const isJson = headers.get("content-type")?.startsWith("application/json")
  const answer = isJson ? await response.json() : await response.body?.cancel()
  return { status, wrong: wrongOf(operation, status, isJson ? answer : undefined) }
}

const wrongOf = (operation: DescribedOperation, status: number, answer: unknown): string[] => {
  if (status >= 500) return [`a fault of the service: ${status} ${JSON.stringify(answer)}`]
  try {
    const schema = answerSchema(document, operation, status)
    return schema && answer !== undefined ? misfits(document, schema, answer).slice(0, 3) : []
  } catch (error) {
    return [(error as Error).message]
  }
}

/** Credentials by the names that the document has for them. */
const NAMES: Record<string, readonly string[]> = {
  none: ["none"],
  apiKey: ["sandbox key", "live key"],
  sessionToken: ["owner", "member", "newcomer"],
  accessToken: ["legacy token"],
}
const ownersOnly = new Set<string>()
const forNewcomers = new Set<string>()
const forProductionKeys = new Set<string>()
for (const declaration of Object.values(declared).flatMap((group: Operations) => Object.values(group))) {
  const { place, by, needsProductionKey } = declaration
  const access: readonly string[] = by
  if (needsProductionKey) forProductionKeys.add(place)
  if (access.includes("owner") && !access.includes("session")) ownersOnly.add(place)
  if (access.includes("unsettled")) forNewcomers.add(place)
}

/** Statuses that refuse a credential: 401 if it is invalid, 403 if it has another kind or role. */
const expectedRefusal = ({ place, credentials: taken }: DescribedOperation, credential: string): number[] => {
  if (taken.length === 1 && taken[0] === "none") return []
  // If anyone may read some scans, a missing scan may be 404 for callers without a credential.
  if (credential === "none") return taken.includes("none") ? [401, 404] : [401]
  if (credential === "wrong key") return [401]
  if (!taken.some(name => NAMES[name]?.includes(credential))) return [401, 403]
  if (credential === "member" && ownersOnly.has(place)) return [403]
  if (credential === "sandbox key" && forProductionKeys.has(place)) return [403]
  return credential === "newcomer" && !forNewcomers.has(place) ? [403] : []
}

/** Ends the session that calls it: `tests/http/sessions.test.ts`. */
const LOGOUT = "POST /v1/auth/logout"
/** Answers 401 for a wrong password. */
const LOGIN = "POST /v1/auth/login"

test("every operation lets in the credentials, roles and modes that the document names, and no others", async () => {
  const wrong: string[] = []
  for (const operation of operations)
    for (const credential of Object.keys(credentials)) {
      if (operation.place === LOGOUT || operation.place === LOGIN) continue
      const { status, wrong: found } = await send(operation, { credential, id: newId() })
      const refusals = expectedRefusal(operation, credential)
      const isRefused = status === 401 || status === 403
      const isRight = refusals.length === 0 ? !isRefused : refusals.includes(status)
      if (!isRight)
        wrong.push(`${operation.place} by ${credential}: ${status}, not ${refusals.join(" or ") || "let in"}`)
      wrong.push(...found.map(one => `${operation.place} by ${credential}: ${one}`))
    }
  expect(wrong).toEqual([])
})

test("a key of the other mode, though of the same organization, does not find a scan", async () => {
  const ofScan = operations.filter(
    ({ path, credentials: taken }) => path.startsWith("/v1/scans/{id}") && taken.includes("apiKey"),
  )
  expect(ofScan.length).toBeGreaterThan(10)
  const body = { enabled: true }
  for (const operation of ofScan) {
    const query = operation.path.endsWith("/plan") ? "?date=2026-06-01" : ""
    const asked = { credential: "live key", body, query }
    const { status } = await send(operation, { ...asked, id: ids["/v1/scans/"]! })
    // A wrong body is refused before the search for the scan.
    expect([operation.place, status]).toEqual([
      operation.place,
      (await send(operation, { ...asked, id: newId() })).status,
    ])
    expect([400, 404]).toContain(status)
  }
})

/** Caller in the test of bodies: sandbox keys, because their scans need no solver, else an owner. */
const callerOf = ({ credentials: taken }: DescribedOperation): string => {
  if (taken.includes("apiKey")) return "sandbox key"
  if (taken.includes("sessionToken")) return "owner"
  return taken.includes("accessToken") ? "legacy token" : "none"
}

const withoutHosts = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value ?? null, (_, part) => (typeof part === "string" && /^\w+:\/\//.test(part) ? NOWHERE : part)),
  )

const bodyFor = (operation: DescribedOperation, turn: number, random: Random): unknown => {
  const examples = exampleBodies(operation)
  const schema: JsonSchema = operation.requestBody?.content["application/json"]?.schema ?? {}
  const sound = turn % 2 === 0 && examples.length > 0 ? oneOf(random, examples) : fitting(document, schema, random)
  return withoutHosts(turn < 2 ? sound : harmed(sound, random))
}

const queryFor = ({ parameters = [] }: DescribedOperation, turn: number, random: Random): string => {
  const query = new URLSearchParams()
  for (const { in: place, name, required, schema = {} } of parameters) {
    if (place !== "query" || name === "wait" || (!required && random() < 0.4)) continue
    const value = fitting(document, schema, random)
    query.append(name, String(turn < 2 ? value : harmed(value, random)).slice(0, 500))
  }
  if (turn === 3) query.append("unknown", "1")
  return query.size > 0 ? `?${query}` : ""
}

const failuresIn = (log: string): string[] => log.split("\n").filter(line => line.includes("request failed"))

const STRANGE_IDS = ["x", "%00", "%ff", "..%2f..%2f", "0", "a".repeat(3_000), "%27%20or%201%3D1"]

test("generated bodies, queries and ids, sound and harmed, get answers that the document describes", async () => {
  const random = createRandom(SEED)
  const wrong: string[] = []
  const counts: Record<string, number> = {}
  for (const operation of operations) {
    if (operation.place === LOGOUT) continue
    const own = Object.entries(ids).find(([prefix]) => operation.path.startsWith(prefix))?.[1]
    // A deleted object would be missing in later calls.
    const known = operation.method === "DELETE" ? [newId()] : [own ?? newId(), own ?? newId(), newId()]
    const turns = operation.requestBody ? BODIES_OF_OPERATION : QUERIES_OF_OPERATION
    for (let turn = 0; turn < turns; turn++) {
      const id = turn < 2 ? known[0]! : oneOf(random, [...known, oneOf(random, STRANGE_IDS)])
      const query = queryFor(operation, turn, random)
      const body = operation.requestBody ? bodyFor(operation, turn, random) : undefined
      const outcome = await send(operation, { credential: callerOf(operation), id, query, body })
      counts[`${outcome.status}`] = (counts[`${outcome.status}`] ?? 0) + 1
      const said = `${operation.place} ${id.slice(0, 40)}${query} ${JSON.stringify(body)?.slice(0, 300)}`
      wrong.push(...outcome.wrong.map(one => `${said}: ${outcome.status} ${one}`))
    }
  }
  expect([wrong, failuresIn(service.output())]).toEqual([[], []])
  for (const status of ["200", "201", "400", "404"])
    expect([status, (counts[status] ?? 0) > 15]).toEqual([status, true])
})
