import { afterAll, beforeAll, expect, test } from "bun:test"
import { PGlite } from "@electric-sql/pglite"
import { freeShippedFiles } from "../../infra/database/embedded/shippedFiles.ts"

const LIMIT_MS = 60_000
const KEPT_FILE = "/pglite/share/postgresql/timezone/Europe/Amsterdam"
let engine: PGlite

beforeAll(async () => {
  engine = await PGlite.create("memory://")
}, LIMIT_MS)
afterAll(() => engine.close())

/** Size of the buffer that a file of the engine belongs to [bytes]. */
const bytesBehind = (path: string): number => engine.Module.FS.lookupPath(path, {}).node.contents.buffer.byteLength

test("the engine gives up the buffer with all files of its package, and works without what it freed", async () => {
  const whole = engine.Module.FS.lookupPath(KEPT_FILE, {}).node.contents.buffer
  expect(bytesBehind(KEPT_FILE)).toBeGreaterThan(5_000_000)
  freeShippedFiles(engine.Module.FS)
  expect([whole.byteLength, bytesBehind(KEPT_FILE) < 10_000]).toEqual([0, true])

  await engine.exec("create function one() returns int language plpgsql as $$ begin return 1; end $$")
  await engine.exec("create table words (word text)")
  for (const statement of ["insert into words values ('ß'), ('z')", "vacuum words", "reindex table words"])
    await engine.exec(statement)
  const { rows } = await engine.query(
    `select word, one(), timestamptz '2026-07-01 00:00Z' at time zone 'Europe/Amsterdam' = timestamp '2026-07-01 02:00' as "isSummer"
     from words order by word`,
  )
  expect(rows).toEqual(["z", "ß"].map(word => ({ word, one: 1, isSummer: true })))
})
