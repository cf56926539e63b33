import { expect } from "bun:test"
import postgres from "postgres"
import { newId } from "../../infra/ids.ts"
import { openPostgres } from "../../store/database.ts"
import { admin, allRows } from "../support/backup.ts"
import { until } from "../support/child.ts"
import { administer, clusterTest, databaseUrlOf, sharedServers, startCluster } from "../support/cluster.ts"
import { houseRequest } from "../support/requests.ts"
import { createClient, TEST_ENVIRONMENT } from "../support/service.ts"

const LIMIT_MS = 180_000
const SCANS = 150

clusterTest(
  "an organization is deleted while its scans run: nothing of it stays or comes back, and those of others end",
  async () => {
    const { databaseUrl, natsUrl } = await sharedServers()
    const name = `erase-${newId()}`
    await administer(databaseUrl, `create database "${name}"`)
    const environment = {
      ...TEST_ENVIRONMENT,
      JWT_SECRET: "a secret of all processes of a test cluster",
      DATABASE_URL: databaseUrlOf(databaseUrl, name),
      NATS_URL: `${natsUrl}/${name}`,
    }
    const cluster = await startCluster(environment)
    const sql = postgres(environment.DATABASE_URL, { max: 1, onnotice: () => {} })
    const run = async (...args: string[]) => {
      const { code, error, out } = await admin(environment, ...args)
      expect([code, error]).toEqual([0, ""])
      return JSON.parse(out)
    }
    const { id } = await run("organization", "create", "--name", "Leaving")
    const { key } = await run("key", "create", "--organization", id, "--name", "Own", "--mode", "production")
    const scans = Array.from({ length: SCANS }, (_, i) => ({ ...houseRequest(), yearlyKwh: 3000 + i }))
    for (const client of [createClient(cluster.address, key), createClient(cluster.address)])
      expect((await client.post("/v1/scans/batch", { scans })).status).toBe(201)
    const ended = async (where: postgres.Fragment) =>
      (await sql`select count(*)::int as scans from scans where ended_at is not null and ${where}`)[0]!.scans as number
    await until(async () => (await ended(sql`organization_id = ${id}`)) > 0 || undefined)

    const calls = createClient(cluster.address, key)
    const deleting = run("organization", "delete", "--organization", id, "--name", "Leaving")
    const answers = new Set<number>()
    while (await Promise.race([deleting.then(() => false), Bun.sleep(100).then(() => true)]))
      answers.add((await calls.post("/v1/scans", houseRequest())).status)
    expect((await deleting).scans).toBeGreaterThanOrEqual(SCANS)
    expect([...answers].filter(status => status !== 201 && status !== 401)).toEqual([])

    await until(async () => (await ended(sql`true`)) === SCANS || undefined, LIMIT_MS)
    const database = await openPostgres(environment.DATABASE_URL)
    const rows = Object.values(await allRows(database)).flat()
    await Promise.all([database.close(), sql.end()])
    expect(rows.filter(row => row.includes(id))).toEqual([])
    const all = [cluster.api, ...cluster.workers, ...cluster.dispatchers].map(child => child.output()).join("")
    expect(all.split("\n").filter(line => /"level":(5|6)0/.test(line))).toEqual([])
    expect(await cluster.end()).toBe(0)
  },
  LIMIT_MS,
)
