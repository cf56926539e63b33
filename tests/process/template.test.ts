import { afterAll, expect, test } from "bun:test"
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sql } from "drizzle-orm"
import { openEmbeddedDatabase } from "../../store/database.ts"
import { makeTemplate } from "../../store/makeTemplate.ts"
import { templateFile, unpackTemplate } from "../../store/template.ts"

const root = mkdtempSync(join(tmpdir(), "solar-scan-template-test-"))
afterAll(() => rmSync(root, { recursive: true }))

/** Built as by `bun store/build.ts`. */
const buildTemplate = async (): Promise<void> => {
  if (!existsSync(templateFile())) await makeTemplate()
}

const describe = async (folder: string): Promise<string[]> => {
  const { queries, close } = await openEmbeddedDatabase(folder)
  const rows = await queries.execute<{ line: string }>(sql`
    select concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default) as line
    from information_schema.columns where table_schema in ('public', 'drizzle')
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select concat(conrelid::regclass, ' ', pg_get_constraintdef(oid)) from pg_constraint where connamespace = 'public'::regnamespace
    union all select concat(name, ' ', setting) from pg_settings where name in ('server_encoding', 'lc_collate', 'TimeZone', 'DateStyle')
    order by 1`)
  await close()
  return rows.map(({ line }) => line)
}

test("an unpacked template is what a new database comes to, migrations done", async () => {
  await buildTemplate()
  const [unpacked, made] = [join(root, "unpacked"), join(root, "made")]
  await unpackTemplate(unpacked)
  expect(existsSync(join(unpacked, "PG_VERSION"))).toBe(true)
  // One database, and one file of the log at its full size.
  expect(readdirSync(join(unpacked, "base"))).toHaveLength(1)
  const logs = readdirSync(join(unpacked, "pg_wal")).filter(name => name.startsWith("0"))
  expect(logs.map(name => statSync(join(unpacked, "pg_wal", name)).size)).toEqual([2 ** 24])
  const lines = await describe(unpacked)
  expect(lines.length).toBeGreaterThan(100)
  expect(lines).toEqual(await describe(made))
})

test("a database that is there stays, and what a killed start left is made anew", async () => {
  await buildTemplate()
  const [there, killed] = [join(root, "there"), join(root, "killed")]
  mkdirSync(there)
  writeFileSync(join(there, "PG_VERSION"), "mine")
  await unpackTemplate(there)
  expect(readdirSync(there)).toEqual(["PG_VERSION"])
  mkdirSync(`${killed}.unfinished`)
  writeFileSync(join(`${killed}.unfinished`, "half"), "")
  await unpackTemplate(killed)
  expect(existsSync(join(killed, "half"))).toBe(false)
  expect(existsSync(join(killed, "PG_VERSION"))).toBe(true)
  expect(existsSync(`${killed}.unfinished`)).toBe(false)
})
