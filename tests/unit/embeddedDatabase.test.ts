import { afterAll, beforeAll, expect, test } from "bun:test"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sql } from "drizzle-orm"
import { type Database, openEmbeddedDatabase } from "../../store/database.ts"

let folder: string
let database: Database

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "solar-scan-embedded-"))
  database = await openEmbeddedDatabase(folder)
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

const write = () =>
  database.queries.execute<{ pages: number; name: string; field: string }>(sql`
    insert into price_years (zone, year, hours, imported_at)
    select 'NL', year, '\\x00', now() from generate_series(1, 2000) as year
    on conflict (zone, year) do update set imported_at = now()`)
const pages = async (): Promise<number> => {
  const rows = await database.queries.execute<{ pages: number; name: string; field: string }>(
    sql`select pg_relation_size('price_years')::int / 8192 as pages`,
  )
  return rows[0]!.pages
}

test("a tidied database takes the space of dead rows again instead of growing", async () => {
  await write()
  const once = await pages()
  for (let round = 0; round < 5; round++) {
    await write()
    await database.tidy()
  }
  expect(await pages()).toBeLessThanOrEqual(2 * once + 1)
})

test("a transaction begins at its isolation level after any number of statements", async () => {
  // The connection asks for the place of its log from time to time. Five statements a round reach every phase.
  for (let earlier = 0; earlier < 70; earlier++) {
    await database.queries.execute(sql`select 1`)
    const level = await database.queries.transaction(
      tx => tx.execute<{ transaction_isolation: string }>(sql`show transaction_isolation`),
      { isolationLevel: "repeatable read", accessMode: "read only" },
    )
    expect(level[0]!.transaction_isolation).toBe("repeatable read")
  }
})

test("what is compressed already is stored as it is", async () => {
  const rows = await database.queries.execute<{ pages: number; name: string; field: string }>(sql`
    select attrelid::regclass::text as name, attname::text as field from pg_attribute
    where attstorage = 'e' and attrelid::regclass::text not like 'pg_%' order by 1, 2`)
  expect(rows.map(({ name, field }) => `${name}.${field}`)).toEqual([
    "load_profiles.hours",
    "profile_states.curves",
    "profile_states.hours",
    "pvgis_curves.curve",
    "scan_reports.series",
  ])
})

test("a tidy takes one table, the one that changed most, and none when little changed", async () => {
  const vacuumed = async () => {
    const rows = await database.queries.execute<{ name: string; times: number }>(
      sql`select relname as name, (vacuum_count + analyze_count)::int as times from pg_stat_user_tables`,
    )
    return new Map(rows.map(({ name, times }) => [name, times]))
  }
  for (let round = 0; round < 20; round++) await database.tidy()
  await database.queries.execute(sql`
    insert into pvgis_curves (surface, curve, created_at) select n::text, '', now() from generate_series(1, 3000) as n`)
  await write()
  const before = await vacuumed()
  const changed = async () =>
    [...(await vacuumed())].filter(([name, times]) => times !== before.get(name)).map(([name]) => name)
  await database.tidy()
  expect(await changed()).toEqual(["pvgis_curves"])
  await database.tidy()
  expect((await changed()).sort()).toEqual(["price_years", "pvgis_curves"])
  const after = await vacuumed()
  await database.tidy()
  expect(await vacuumed()).toEqual(after)
})
