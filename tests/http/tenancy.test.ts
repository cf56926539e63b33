import { afterAll, beforeAll, expect, test } from "bun:test"
import { hashApiKey, newApiKey } from "../../api/credentials/keys.ts"
import { hashPassword } from "../../api/credentials/passwords.ts"
import { newId } from "../../infra/ids.ts"
import { apiKeys, organizations, users } from "../../store/tables.ts"
import { smallestRequest } from "../support/requests.ts"
import { completedScan } from "../support/scans.ts"
import { createClient, freshDataDir, openDatabaseOf, type RunningService, startProcess } from "../support/service.ts"
import { type Client, logIn } from "../support/sessions.ts"

/**
 * Isolation of organizations: every operation of the OpenAPI document with an id in its path is called with an id of
 * another organization, by key and by owner. It answers as if the id did not exist.
 */
let service: RunningService
let owner: Client
let otherKey: Client
let otherSession: Client
let operations: Operation[]
const ids: Record<string, string> = {}

interface Operation {
  method: "get" | "post" | "put" | "patch" | "delete"
  path: string
  security: Record<string, unknown>[]
  takesUpload: boolean
}

/** Functions that create an object for a path's first parameter, by the path's beginning. */
const MADE_BY: [prefix: string, make: (key: Client, session: Client) => Promise<string>][] = [
  ["/v1/scans/", key => completedScan(key)],
  [
    "/v1/batches/",
    async key =>
      (await key.post("/v1/scans/bulk", JSON.stringify(smallestRequest()), { "content-type": "application/x-ndjson" }))
        .body.id,
  ],
  [
    "/v1/sites/",
    async key => (await key.post("/v1/sites", { customer: {}, location: { lat: 52.1, lon: 5.18 } })).body.id,
  ],
  ["/v1/studio-profiles/", async key => (await key.post("/v1/studio-profiles", { name: "Mine" })).body.id],
  ["/v1/energyhub-profiles/", async key => (await key.post("/v1/energyhub-profiles", { name: "Mine" })).body.id],
  ["/v1/laadplein-profiles/", async key => (await key.post("/v1/laadplein-profiles", { name: "Mine" })).body.id],
  [
    "/v1/price-series/",
    async key => {
      const values = new Array<number>(8760).fill(0.2)
      return (await key.post("/v1/price-series", { name: "Mine", year: 2025, values })).body.id
    },
  ],
  [
    "/v1/batteries/products/",
    async key => (await key.post("/v1/batteries/products", { id: "mine", capacityKwh: 10, powerKw: 5 })).body.id,
  ],
  [
    "/v1/webhook-endpoints/",
    async (_, session) =>
      (
        await session.post("/v1/webhook-endpoints", {
          url: "https://192.0.2.1/hook",
          events: ["scan.completed"],
          mode: "live",
        })
      ).body.id,
  ],
  [
    "/v1/api-keys/",
    async (_, session) => (await session.post("/v1/api-keys", { name: "Mine", mode: "production" })).body.id,
  ],
  [
    "/v1/members/",
    async (_, session) => (await session.post("/v1/members", { email: "m@example.org", role: "member" })).body.id,
  ],
  ["/v1/organizations/", async (_, session) => (await session.get("/v1/auth/session")).body.organization.id],
]

const ROOF = { assetType: "pv", config: { panelCount: 4, panelPowerWatts: 400 } }

/** Valid bodies, so that only the id can be wrong; {} for all others. */
const BODIES: Record<string, object> = {
  "post /v1/scans/shared/{token}/acceptance": { name: "A. Jansen" },
  "put /v1/scans/{id}/share": { enabled: true },
  "patch /v1/members/{id}": { role: "owner" },
  "patch /v1/organizations/{id}": { displayName: "Theirs" },
  "patch /v1/webhook-endpoints/{id}": { active: false },
  "post /v1/webhook-endpoints/{id}/replay": { from: "2026-01-01" },
  "put /v1/studio-profiles/{id}": { studioState: {} },
  "put /v1/batteries/products/{id}": { capacityKwh: 5, powerKw: 5 },
  "patch /v1/sites/{id}": { customer: {} },
  "put /v1/scans/{id}/offer": { terms: "Theirs" },
  "patch /v1/price-series/{id}": { name: "Theirs" },
  "post /v1/studio-profiles/{id}/base": { profileKey: "standard" },
  "post /v1/studio-profiles/{id}/layers": { presetId: "warmtepomp" },
  "post /v1/energyhub-profiles/{id}/sources": { profileKey: "standard" },
  "post /v1/energyhub-profiles/{id}/assets": ROOF,
  "post /v1/laadplein-profiles/{id}/assets": ROOF,
  ...Object.fromEntries(
    ["studio", "energyhub", "laadplein"].map(kind => [`patch /v1/${kind}-profiles/{id}`, { name: "Theirs" }]),
  ),
}

/** Paths whose parameter belongs to no organization: standard profiles and aerial photos are everyone's. */
const isOfAll = (path: string) => /^\/v1\/(profiles|places)\//.test(path) || path === "/v1/scans/shared/{token}"

const OTHER = { email: "other@example.org", password: "another password" }

beforeAll(async () => {
  const dataDir = await freshDataDir()
  const key = newApiKey("live")
  const database = await openDatabaseOf(dataDir)
  const organizationId = newId()
  await database.queries.insert(organizations).values({ id: organizationId, displayName: "Other" })
  await database.queries.insert(apiKeys).values({
    id: newId(),
    organizationId,
    name: "Other",
    mode: "live",
    hash: hashApiKey(key),
    last4: key.slice(-4),
  })
  await database.queries.insert(users).values({
    id: newId(),
    organizationId,
    email: OTHER.email,
    passwordHash: await hashPassword(OTHER.password),
    role: "owner",
  })
  await database.close()
  service = await startProcess(dataDir, { WEBHOOK_ALLOW_PRIVATE: "1" })
  const ownerKey = createClient(service.address)
  owner = await logIn(service.address)
  otherKey = createClient(service.address, key)
  otherSession = await logIn(service.address, OTHER.email, OTHER.password)
  for (const [prefix, make] of MADE_BY) ids[prefix] = await make(ownerKey, owner)
  operations = await readOperations(ownerKey)
})
afterAll(() => service.end())

const readOperations = async (client: Client): Promise<Operation[]> => {
  const { body } = await client.get("/openapi.json")
  return Object.entries<Record<string, { security?: Record<string, unknown>[]; requestBody?: { content: object } }>>(
    body.paths,
  ).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { security, requestBody }]) => ({
      method: method as Operation["method"],
      path,
      security: security ?? body.security,
      takesUpload: path.endsWith("/logo") || "multipart/form-data" in (requestBody?.content ?? {}),
    })),
  )
}

/** Required queries of paths, by the end of the path. */
const NEEDED_QUERIES = [
  ["-profiles/{id}/chart", "?view=year"],
  ["/plan", "?date=2026-06-01"],
] as const

const call = async ({ method, path, security, takesUpload }: Operation, id: string) => {
  const client = security.some(scheme => "apiKey" in scheme) ? otherKey : otherSession
  const query = NEEDED_QUERIES.find(([end]) => path.endsWith(end))?.[1] ?? ""
  const target = path.replace(/\{\w+\}/, id).replaceAll(/\{\w+\}/g, newId()) + query
  if (takesUpload && method !== "get" && method !== "delete") return upload(client, method, target)
  if (method === "get" || method === "delete") return client[method](target)
  return client[method](target, BODIES[`${method} ${path}`] ?? {})
}

const upload = (client: Client, method: Operation["method"], target: string) => {
  const body = ["--b", 'content-disposition: form-data; name="file"; filename="a.csv"', "", "1", "--b--", ""].join(
    "\r\n",
  )
  const headers = { "content-type": "multipart/form-data; boundary=b" }
  return method === "put" ? client.put(target, body, headers) : client.post(target, body, headers)
}

test("every path with an id is known here", () => {
  const unknown = operations.filter(
    ({ path }) => path.includes("{") && !isOfAll(path) && !MADE_BY.some(([prefix]) => path.startsWith(prefix)),
  )
  expect(unknown.map(({ path }) => path)).toEqual([])
  expect(Object.entries(ids).filter(([, id]) => !/^([0-9a-f-]{36}|mine)$/.test(id ?? ""))).toEqual([])
})

test("another organization's id is answered as one that does not exist: 404", async () => {
  const revealed: string[] = []
  const other: string[] = []
  for (const operation of operations) {
    const { method, path } = operation
    const prefix = MADE_BY.find(([start]) => path.startsWith(start))?.[0]
    if (!prefix || !path.includes("{") || isOfAll(path)) continue
    const [foreign, missing] = [await call(operation, ids[prefix]!), await call(operation, newId())]
    if (foreign.status !== missing.status || JSON.stringify(foreign.body) !== JSON.stringify(missing.body))
      revealed.push(`${method} ${path}: ${foreign.status} ${JSON.stringify(foreign.body)}`)
    if (foreign.status !== 404) other.push(`${method} ${path}: ${foreign.status} ${JSON.stringify(foreign.body)}`)
  }
  expect(revealed).toEqual([])
  expect(other).toEqual([])
})

test("nothing of it was changed, and the lists of the other organization are empty", async () => {
  expect((await owner.get(`/v1/scans/${ids["/v1/scans/"]}`)).body).toMatchObject({ isShared: false })
  expect((await owner.get(`/v1/organizations/${ids["/v1/organizations/"]}`)).body.displayName).toBe("My organization")
  for (const path of ["/v1/scans", "/v1/studio-profiles", "/v1/energyhub-profiles", "/v1/laadplein-profiles"])
    expect((await otherKey.get(path)).body).toMatchObject({ items: [], total: 0 })
  const foreign = await otherKey.post("/v1/scans", { copiedFromId: ids["/v1/scans/"] })
  expect(foreign.status).toBe(404)
})
