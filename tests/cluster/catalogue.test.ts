import { afterAll, beforeAll, expect } from "bun:test"
import postgres from "postgres"
import { createEndpointService } from "../../api/v1/webhooks/endpoints.ts"
import { EMPTY_STATE } from "../../domain/site/profiles/state.ts"
import { newId } from "../../infra/ids.ts"
import { countProducts, insertNew, putProducts } from "../../store/batteryProducts.ts"
import { type Database, openPostgres } from "../../store/database.ts"
import { changeInTurn, insertOrganization } from "../../store/organizations.ts"
import { insertProfile } from "../../store/profiles.ts"
import { until } from "../support/child.ts"
import { clusterTest, newDatabaseUrl, whyNoServers } from "../support/cluster.ts"

/** Concurrent changes of an organization's objects, by several connections. */
let database: Database
let sql: postgres.Sql

beforeAll(async () => {
  if (whyNoServers()) return
  const url = await newDatabaseUrl("catalogue")
  database = await openPostgres(url)
  sql = postgres(url, { max: 2, onnotice: () => {} })
})
afterAll(async () => {
  await sql?.end({ timeout: 1 })
  await database?.close()
})

const ownerOf = (organizationId: string) => ({ organizationId, mode: "live" }) as const
const newOrganization = async (products: readonly { id: string; capacityKwh: number; powerKw: number }[]) => {
  const organizationId = newId()
  await insertOrganization(database.queries, { id: organizationId, displayName: "Catalogue" })
  await insertNew(database.queries, ownerOf(organizationId), products, new Date())
  return organizationId
}
const product = (id: string) => ({ id, capacityKwh: 10, powerKw: 5 })
clusterTest("two imports that name the same products in opposite orders are both kept", async () => {
  const organizationId = await newOrganization(["a", "m", "z"].map(product))
  const imported = (...ids: string[]) =>
    changeInTurn(database.queries, organizationId, tx =>
      putProducts(tx, ownerOf(organizationId), ids.map(product), new Date()),
    )
  const held = Promise.withResolvers<void>()
  const isHeld = Promise.withResolvers<void>()
  const holder = sql.begin(async tx => {
    await tx`select id from battery_products where organization_id = ${organizationId} and id = 'm' for update`
    isHeld.resolve()
    await held.promise
  })
  await isHeld.promise
  const both = Promise.allSettled([imported("a", "m", "z"), imported("z", "m", "a")])
  await until(async () => {
    const [row] = await sql<{ waiting: number }[]>`select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    return row?.waiting === 2 ? true : undefined
  })
  held.resolve()
  await holder
  expect((await both).map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"])
})

clusterTest("what a change counts has what the changes before it wrote, and scans are written meanwhile", async () => {
  const organizationId = await newOrganization([])
  const isWritten = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  const added = (id: string, then: () => Promise<void>) =>
    changeInTurn(database.queries, organizationId, async tx => {
      await insertNew(tx, ownerOf(organizationId), [product(id)], new Date())
      const total = await countProducts(tx, ownerOf(organizationId))
      await then()
      return total
    })
  const first = added("a", async () => {
    isWritten.resolve()
    await mayEnd.promise
  })
  await isWritten.promise
  const second = added("b", async () => {})
  // A row that refers to the organization: it would wait for a lock of the whole row.
  await insertNew(database.queries, ownerOf(organizationId), [product("c")], new Date())
  mayEnd.resolve()
  expect([await first, await second]).toEqual([1, 3])
})

const PLACE = { year: 2026, lat: 52, lon: 5 }
clusterTest("profiles that come at once have numbers of their own, and stay within their limit", async () => {
  const organizationId = await newOrganization([])
  const made = {
    kind: "studio" as const,
    ...PLACE,
    name: (others: number) => `Profile ${others + 1}`,
    state: EMPTY_STATE,
  }
  const profiles = await Promise.all(
    Array.from({ length: 6 }, () =>
      insertProfile(database.queries, { ...ownerOf(organizationId), userId: null }, made, 4),
    ),
  )
  const names = profiles.flatMap(profile => profile?.name ?? [])
  expect(names.sort()).toEqual(["Profile 1", "Profile 2", "Profile 3", "Profile 4"])
})

clusterTest("webhook endpoints that come at once stay within their limit", async () => {
  const organizationId = await newOrganization([])
  const service = createEndpointService(database, { allowPrivate: true })
  const manager = { organizationId, mode: "live", kind: "session" } as const
  const create = (path: number) =>
    service.create(manager, { url: `http://127.0.0.1/${path}`, events: ["scan.failed"] }).then(
      () => "made",
      error => error.code ?? error.name,
    )
  const outcomes = await Promise.all(Array.from({ length: 104 }, (_, path) => create(path)))
  expect(outcomes.filter(outcome => outcome === "made").length).toBe(100)
})
