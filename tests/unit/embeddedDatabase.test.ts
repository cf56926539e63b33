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
  return rows[0].pages
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
