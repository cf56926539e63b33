import { afterAll, beforeAll, expect, test } from "bun:test"
import { sql } from "drizzle-orm"
import { SCAN_INPUT } from "../support/scans.ts"
import { createClient, freshDataDir, openDatabaseOf, type RunningService, startProcess } from "../support/service.ts"

/** Searches and sorted lists of an organization with more scans than a list reads. */
const SCANS = 50_010
let service: RunningService

/** One scan a minute until 1 March 2026; the oldest one saves most and has the rare customer. */
beforeAll(async () => {
  const dataDir = await freshDataDir()
  const { queries, close } = await openDatabaseOf(dataDir)
  await queries.execute(sql`
    insert into scans (id, organization_id, mode, status, input, goal, run_id, queued_at, processing_at, ended_at,
      created_at, yearly_savings, customer_text)
    select (lpad(to_hex((extract(epoch from created) * 1000)::bigint), 12, '0') || '7000' || '8' || lpad(to_hex(n), 15, '0'))::uuid,
      (select id from organizations limit 1), 'live', 'completed', ${JSON.stringify(SCAN_INPUT)}::json, 'cost-savings',
      gen_random_uuid(), created, created, created, created, ${SCANS}::int - n, case when n = 1 then 'rare' else 'usual' end
    from generate_series(1, ${SCANS}::int) as n,
      lateral (select '2026-03-01T00:00:00Z'::timestamptz - (${SCANS}::int - n) * interval '1 minute' as created) as times`)
  await close()
  service = await startProcess(dataDir)
}, 120_000)
afterAll(() => service.end())

const listOf = async (query: string) => {
  const { status, body } = await createClient(service.address).get(`/v1/scans?limit=2&${query}`)
  expect(status).toBe(200)
  return body
}

test("a search and a sorted list read the newest 50,000 scans, and say since when", async () => {
  const since = new Date(Date.parse("2026-03-01T00:00:00Z") - 49_999 * 60_000).toISOString()
  expect(await listOf("search=rare")).toMatchObject({ total: 0, items: [], searchedFrom: since })
  expect(await listOf("search=usual")).toMatchObject({ total: 50_000, searchedFrom: since })
  const sorted = await listOf("sort=yearlySavings")
  expect(sorted).toMatchObject({ total: 50_000, searchedFrom: since })
  expect(sorted.items.map(({ yearlySavings }: { yearlySavings: number }) => yearlySavings)).toEqual([49_999, 49_998])
})

test("other filters come first, so that days reach earlier scans", async () => {
  const early = "createdTo=2026-02-01"
  expect(await listOf(`search=rare&${early}`)).toMatchObject({ total: 1, searchedFrom: null })
  const { items } = await listOf(`sort=yearlySavings&${early}`)
  expect(items[0]).toMatchObject({ yearlySavings: SCANS - 1 })
})

test("accepted scans are counted alone, so that none of the others ends the list", async () => {
  expect(await listOf("sort=yearlySavings&accepted=true")).toMatchObject({ total: 0, searchedFrom: null })
})

test("a list that only goes by age has all scans", async () => {
  const all = await listOf("")
  expect(all.searchedFrom).toBeNull()
  expect((await listOf("page=25005")).items.at(-1)).toMatchObject({ yearlySavings: SCANS - 1 })
})
