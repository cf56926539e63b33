import { afterAll, beforeAll, expect } from "bun:test"
import postgres from "postgres"
import { hashApiKey } from "../../api/credentials/keys.ts"
import { newId } from "../../infra/ids.ts"
import { type Child, until } from "../support/child.ts"
import {
  administer,
  type Cluster,
  clusterTest,
  databaseUrlOf,
  sharedServers,
  startApi,
  startCluster,
  whyNoServers,
} from "../support/cluster.ts"
import { ENDED_ONCE, type ScanRow } from "../support/faultCluster.ts"
import { houseRequest } from "../support/requests.ts"
import { createClient, TEST_ENVIRONMENT } from "../support/service.ts"

const LIMIT_MS = 120_000
const SCANS = 60
/** Waiting scans of one organization when another organization requests a single scan. */
const CROWD = 200
const OTHER_KEY = `zs_live_${"o".repeat(40)}`
/**
 * Maximum of scans before the single scan: on the bus and in the two workers at its arrival, and ends while it is
 * claimed and stored.
 */
const MAX_AHEAD = 4 + 2 + 10

let cluster: Cluster
let secondApi: Child
let sql: postgres.Sql

beforeAll(async () => {
  if (whyNoServers()) return
  const { databaseUrl, natsUrl } = await sharedServers()
  const name = `several-${newId()}`
  await administer(databaseUrl, `create database "${name}"`)
  const environment = {
    ...TEST_ENVIRONMENT,
    WORKER_THREADS: "1",
    JWT_SECRET: "a secret of all processes of a test cluster",
    DATABASE_URL: databaseUrlOf(databaseUrl, name),
    NATS_URL: `${natsUrl}/${name}`,
  }
  const starting = startCluster(environment, { workers: 2, dispatchers: 2 })
  ;[cluster, secondApi] = await Promise.all([starting, startApi(environment)])
  sql = postgres(environment.DATABASE_URL, { max: 2, onnotice: () => {} })
}, LIMIT_MS)
afterAll(async () => {
  await Promise.all([cluster?.end("SIGKILL"), secondApi?.end("SIGKILL")])
  await sql?.end({ timeout: 1 })
})

clusterTest("several processes that start on one empty database make its first organization once", async () => {
  const { organizations, users, keys } = (
    await sql`select (select count(*)::int from organizations) as organizations,
    (select count(*)::int from users) as users, (select count(*)::int from api_keys) as keys`
  )[0]!
  expect({ organizations, users, keys }).toEqual({ organizations: 1, users: 1, keys: 2 })
})

clusterTest("two APIs, two dispatchers and two workers solve each scan once, in its first attempt", async () => {
  const clients = [createClient(cluster.address), createClient(secondApi.said)]
  const posted = await Promise.all(
    Array.from({ length: SCANS }, (_, i) =>
      clients[i % 2]!.post("/v1/scans", { ...houseRequest(), yearlyKwh: 3000 + i }, { prefer: "wait=60" }),
    ),
  )
  expect(posted.map(({ body }) => body.status)).toEqual(Array.from({ length: SCANS }, () => "completed"))
  const rows = await sql<ScanRow[]>`select status, attempt,
    (select array_agg(name order by scan_events.id) from scan_events where scan_id = scans.id) as events,
    (select count(*)::int from scan_reports where scan_id = scans.id) as reports from scans`
  for (const row of rows) expect(row).toEqual({ ...ENDED_ONCE, attempt: 1 } as ScanRow)
})

clusterTest(
  "what one API deletes or shares, another answers so at once, though it has the report in memory",
  async () => {
    const [one, another] = [createClient(cluster.address), createClient(secondApi.said)]
    const { id } = (await one.post("/v1/scans", houseRequest(), { prefer: "wait=60" })).body
    const read = async () => (await another.get(`/v1/scans/${id}/result`)).body
    const before = await read()
    const { shareToken } = (await one.put(`/v1/scans/${id}/share`, { enabled: true })).body
    expect(await read()).toEqual({ ...before, isShared: true, shareToken })
    expect((await one.delete(`/v1/scans/${id}`)).status).toBe(204)
    for (const path of ["/status", "", "/result", "/chart"])
      expect([path, (await another.get(`/v1/scans/${id}${path}`)).status]).toEqual([path, 404])
  },
)

clusterTest("a single scan does not wait behind the crowd of another organization", async () => {
  const crowd = createClient(cluster.address)
  const requests = Array.from({ length: CROWD }, (_, i) => ({ ...houseRequest(), yearlyKwh: 4000 + i }))
  const organizationId = newId()
  await sql`insert into organizations (id, display_name) values (${organizationId}, 'Other')`
  await sql`insert into api_keys (id, organization_id, name, mode, hash, last4)
    values (${newId()}, ${organizationId}, 'Key', 'live', ${hashApiKey(OTHER_KEY)}, ${OTHER_KEY.slice(-4)})`
  expect((await crowd.post("/v1/scans/batch", { scans: requests })).status).toBe(201)
  await until(async () => ((await endedOfCrowd()) > 0 ? true : undefined))
  const before = await endedOfCrowd()
  expect(before).toBeLessThan(CROWD / 2)
  const { body } = await createClient(secondApi.said, OTHER_KEY).post("/v1/scans", houseRequest(), {
    prefer: "wait=60",
  })
  expect(body.status).toBe("completed")
  const { ahead } = (
    await sql`select count(*)::int as ahead from scans
    where organization_id <> ${organizationId} and (input ->> 'yearlyKwh')::float >= 4000
      and ended_at < (select ended_at from scans where id = ${body.id})`
  )[0]!
  expect(ahead - before).toBeLessThanOrEqual(MAX_AHEAD)

  async function endedOfCrowd(): Promise<number> {
    const { ended } = (
      await sql`select count(*)::int as ended from scans
      where organization_id <> ${organizationId} and (input ->> 'yearlyKwh')::float >= 4000 and ended_at is not null`
    )[0]!
    return ended
  }
})
