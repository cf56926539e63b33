/** A database that a newer version wrote: older code starts on it only if the newer version says so. */
import { afterAll, beforeEach, expect, test } from "bun:test"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sql } from "drizzle-orm"
import { type Database, openEmbeddedDatabase } from "../../store/database.ts"
import { SchemaNewer } from "../../store/schemaGuard.ts"
import { unpackTemplate } from "../../store/template.ts"

const root = mkdtempSync(join(tmpdir(), "solar-scan-guard-"))
afterAll(() => rmSync(root, { recursive: true }))

/** Later than any migration of this code. */
const LATER = 4_000_000_000_000
let folder: string
let made = 0

beforeEach(async () => {
  folder = join(root, `${made++}`)
  await unpackTemplate(folder)
})

const opened = async <T>(work: (database: Database) => Promise<T>): Promise<T> => {
  const database = await openEmbeddedDatabase(folder)
  return work(database).finally(() => database.close())
}

const markIn = async (database: Database): Promise<{ version: string; readableFrom: number }> => {
  const [row] = await database.queries.execute<{ mark: string }>(
    sql`select obj_description('drizzle.__drizzle_migrations'::regclass, 'pg_class') as mark`,
  )
  return JSON.parse(row!.mark)
}

/** Adds the migration of a newer version, with its mark if it has one. */
const upgraded = (mark?: { version: string; readableFrom: number }): Promise<void> =>
  opened(async ({ queries }) => {
    await queries.execute(
      sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('of a newer version', ${LATER})`,
    )
    const text = mark ? `'${JSON.stringify(mark)}'` : "null"
    await queries.execute(sql.raw(`comment on table drizzle.__drizzle_migrations is ${text}`))
  })

test("each start leaves the version and the oldest migration that it serves", async () => {
  const mark = await opened(markIn)
  expect(mark.version).toMatch(/^\d+\.\d+\.\d+/)
  expect(mark.readableFrom).toBeGreaterThan(0)
})

test("a newer schema that serves this code is used, and keeps its mark", async () => {
  const { readableFrom } = await opened(markIn)
  const newer = { version: "9.8.7", readableFrom }
  await upgraded(newer)
  expect(await opened(markIn)).toEqual(newer)
})

test.each([
  [
    "that does not serve this code",
    { version: "9.8.7", readableFrom: LATER },
    /written by version 9\.8\.7 .*start version 9\.8\.7 or later/,
  ],
  ["without a mark", undefined, /written by a newer version .*restore a backup from before the upgrade/],
])("a newer schema %s is refused, and stays as it is", async (_, mark, message) => {
  await upgraded(mark)
  const opening = openEmbeddedDatabase(folder)
  await expect(opening).rejects.toThrow(message)
  await expect(opening).rejects.toBeInstanceOf(SchemaNewer)
  await expect(openEmbeddedDatabase(folder)).rejects.toThrow(message)
})
