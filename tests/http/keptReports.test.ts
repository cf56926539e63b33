import { afterAll, beforeAll, expect, test } from "bun:test"
import { hashApiKey, newApiKey } from "../../api/credentials/keys.ts"
import { newId } from "../../infra/ids.ts"
import { apiKeys, organizations } from "../../store/tables.ts"
import { houseRequest } from "../support/requests.ts"
import { completedScan } from "../support/scans.ts"
import {
  createClient,
  freshDataDir,
  openDatabaseOf,
  type RunningService,
  startProcess,
  TEST_KEY,
} from "../support/service.ts"

/** Reports are stored encoded, and states are read together for several calls: neither may change any answer. */
const OTHER_KEY = newApiKey("live")
const MANY = 60
let service: RunningService
let owner: ReturnType<typeof createClient>
let other: ReturnType<typeof createClient>

beforeAll(async () => {
  const dataDir = await freshDataDir()
  const database = await openDatabaseOf(dataDir)
  const organizationId = newId()
  await database.queries.insert(organizations).values({ id: organizationId, displayName: "Other" })
  await database.queries.insert(apiKeys).values({
    id: newId(),
    organizationId,
    name: "Other",
    mode: "live",
    hash: hashApiKey(OTHER_KEY),
    last4: OTHER_KEY.slice(-4),
  })
  await database.close()
  service = await startProcess(dataDir)
  owner = createClient(service.address)
  other = createClient(service.address, OTHER_KEY)
})
afterAll(() => service.end())

/** Every path that shows a scan or its results. */
const pathsOf = (id: string) =>
  ["/status", "", "/result", "/chart", "/plan?date=2026-06-01", "/series", "/request"].map(
    path => `/v1/scans/${id}${path}`,
  )

test("a report that was read is not found by another organization or in the other mode", async () => {
  const id = await completedScan(owner)
  for (const path of pathsOf(id)) {
    expect([path, (await owner.get(path)).status]).toEqual([path, 200])
    expect([path, (await other.get(path)).status]).toEqual([path, 404])
    expect([path, (await createClient(service.address, TEST_KEY).get(path)).status]).toEqual([path, 404])
    expect([path, (await owner.get(path)).status]).toEqual([path, 200])
  }
})

test("a deleted scan is gone at once, however often its report was read", async () => {
  const id = await completedScan(owner)
  for (const path of [...pathsOf(id), ...pathsOf(id)])
    expect([path, (await owner.get(path)).status]).toEqual([path, 200])
  expect((await owner.delete(`/v1/scans/${id}`)).status).toBe(204)
  for (const path of pathsOf(id)) expect([path, (await owner.get(path)).status]).toEqual([path, 404])
})

test("a report shows at once that it is shared, or is no longer", async () => {
  const id = await completedScan(owner)
  const read = async () => (await owner.get(`/v1/scans/${id}/result`)).body
  const before = await read()
  expect([before.isShared, before.shareToken]).toEqual([false, null])
  const { shareToken } = (await owner.put(`/v1/scans/${id}/share`, { enabled: true })).body
  expect(await read()).toEqual({ ...before, isShared: true, shareToken })
  const anonymous = (await createClient(service.address, null).get(`/v1/scans/${id}`)).body
  expect(anonymous).toEqual({ ...before, isShared: true, shareToken: null })
  await owner.put(`/v1/scans/${id}/share`, { enabled: false })
  expect(await read()).toEqual(before)
})

test("a kept report is the same to the last byte as one read anew, in each language and encoding", async () => {
  const id = await completedScan(owner, houseRequest())
  const read = async (from: RunningService, language: string, encoding: string) => {
    const headers = { "accept-language": language, "accept-encoding": encoding }
    const { status, headers: answered, body } = await createClient(from.address).get(`/v1/scans/${id}/result`, headers)
    expect(status).toBe(200)
    return { body: JSON.stringify(body), etag: answered.get("etag"), encoding: answered.get("content-encoding") }
  }
  const readAll = async (from: RunningService) => {
    const answers = []
    for (const language of ["en", "nl"])
      for (const encoding of ["identity", "gzip", "zstd"]) answers.push(await read(from, language, encoding))
    return answers
  }
  const first = await readAll(service)
  expect(await readAll(service)).toEqual(first)
  expect(new Set(first.map(({ etag }) => etag)).size).toBe(6)
  await service.end()
  service = await startProcess(service.dataDir)
  owner = createClient(service.address)
  other = createClient(service.address, OTHER_KEY)
  expect(await readAll(service)).toEqual(first)
})

test("calls of several organizations at the same time each get their own scans", async () => {
  const make = async (client: ReturnType<typeof createClient>) =>
    (
      await client.post("/v1/scans/batch", { scans: Array.from({ length: MANY }, () => houseRequest()) })
    ).body.items.map(({ id }: { id: string }) => id) as string[]
  const [ours, theirs] = [await make(owner), await make(other)]
  const statusesOf = (client: typeof owner, ids: string[]) =>
    Promise.all(
      ids.map(async id => {
        const { status, body } = await client.get(`/v1/scans/${id}/status`)
        return [status, status === 200 ? body.id : id]
      }),
    )
  const answered = await Promise.all([
    statusesOf(owner, ours),
    statusesOf(other, theirs),
    statusesOf(owner, theirs),
    statusesOf(other, ours),
    statusesOf(owner, [...ours.slice(0, 3).map(id => id.toUpperCase())]),
  ])
  const all = (status: number, ids: string[]) => ids.map(id => [status, id])
  expect(answered).toEqual([
    all(200, ours),
    all(200, theirs),
    all(404, theirs),
    all(404, ours),
    all(200, ours.slice(0, 3)),
  ])
})
