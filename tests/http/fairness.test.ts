import { expect, test } from "bun:test"
import { hashApiKey, newApiKey } from "../../api/credentials/keys.ts"
import { newId } from "../../infra/ids.ts"
import { apiKeys, organizations } from "../../store/tables.ts"
import { hardRequest, houseRequest } from "../support/requests.ts"
import { createClient, freshDataDir, openDatabaseOf, startProcess, until } from "../support/service.ts"

const THREADS = 2
/** Searches that run to their budget of a minute. */
const LONG = { SIZING_TOLERANCE: "1e-7", SOLVE_BUDGET_MS: "60000", WORKER_THREADS: String(THREADS) }
const WAIT_MS = 60_000

/** Adds a live key of a second organization to the database of a service that does not run yet. */
const addOrganization = async (dataDir: string): Promise<string> => {
  const { queries, close } = await openDatabaseOf(dataDir)
  const [organizationId, key] = [newId(), newApiKey("live")]
  await queries.insert(organizations).values({ id: organizationId, displayName: "Other" })
  await queries.insert(apiKeys).values({
    ...{ id: newId(), organizationId, name: "Other", mode: "live" },
    ...{ hash: hashApiKey(key), last4: key.slice(-4) },
  })
  await close()
  return key
}

test("the last free slot is never given to the organization that holds all others", async () => {
  const dataDir = await freshDataDir()
  const key = await addOrganization(dataDir)
  const service = await startProcess(dataDir, LONG)
  const crowd = createClient(service.address)
  const scans = Array.from({ length: 2 * THREADS }, () => hardRequest())
  const { body } = await crowd.post("/v1/scans/batch", { scans })
  const ids: string[] = body.items.map(({ id }: { id: string }) => id)
  const statuses = async () => {
    const { body: list } = await crowd.get("/v1/scans?limit=100")
    const byId = new Map<string, string>(list.items.map(({ id, status }: Record<string, string>) => [id, status]))
    return ids.map(id => byId.get(id))
  }
  await until(async () => ((await statuses()).includes("processing") ? true : undefined), WAIT_MS)
  const answer = await createClient(service.address, key).post("/v1/scans", houseRequest(), { prefer: "wait=60" })
  expect(answer.body.status).toBe("completed")
  const then = await statuses()
  expect(then.filter(status => status === "processing")).toHaveLength(THREADS - 1)
  expect(then.filter(status => status === "pending")).toHaveLength(THREADS + 1)
  await service.end("SIGKILL")
})

test("an organization that is alone has all slots", async () => {
  const service = await startProcess(await freshDataDir(), LONG)
  const client = createClient(service.address)
  const scans = Array.from({ length: 2 * THREADS }, () => hardRequest())
  await client.post("/v1/scans/batch", { scans })
  await until(async () => {
    const { body } = await client.get("/v1/scans?limit=100")
    const running = body.items.filter(({ status }: { status: string }) => status === "processing")
    return running.length === THREADS ? true : undefined
  }, WAIT_MS)
  await service.end("SIGKILL")
})

test("a scan that comes alone passes before the batch of its own organization", async () => {
  const service = await startProcess(await freshDataDir(), {
    WORKER_THREADS: "1",
    SIZING_TOLERANCE: "1e-7",
    SOLVE_BUDGET_MS: "500",
  })
  const client = createClient(service.address)
  const { body } = await client.post("/v1/scans/batch", { scans: Array.from({ length: 14 }, () => hardRequest()) })
  const statuses = async () => {
    const { body: list } = await client.get("/v1/scans?limit=100")
    const byId = new Map<string, string>(list.items.map(({ id, status }: Record<string, string>) => [id, status]))
    return body.items.map(({ id }: { id: string }) => byId.get(id))
  }
  await until(async () => ((await statuses()).includes("processing") ? true : undefined), WAIT_MS)
  const alone = await client.post("/v1/scans", houseRequest(), { prefer: "wait=60" })
  expect(alone.body.status).toBe("completed")
  expect((await statuses()).filter((status: string) => status === "pending").length).toBeGreaterThanOrEqual(6)
  await service.end("SIGKILL")
})
