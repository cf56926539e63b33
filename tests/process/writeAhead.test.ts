import { afterAll, expect, test } from "bun:test"
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { PGlite } from "@electric-sql/pglite"
import { sql } from "drizzle-orm"
import { openEmbeddedConnection } from "../../infra/database/embedded/connection.ts"
import { withWriteAhead } from "../../infra/database/embedded/writeAhead.ts"
import { CANNOT_WRITE } from "../../infra/database/writes.ts"
import { openEmbeddedDatabase } from "../../store/database.ts"
import { until } from "../support/child.ts"

const LIMIT_MS = 300_000
const folders: string[] = []
const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "solar-scan-log-"))
  folders.push(folder)
  return folder
}
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const filesOfLog = (folder: string): string[] =>
  readdirSync(join(folder, "pg_wal"))
    .filter(name => /^[0-9A-F]{24}$/.test(name))
    .sort()

test(
  "the log of an embedded database does not grow with what is written, and what was written is there after a crash",
  async () => {
    const folder = newFolder()
    const { queries } = await openEmbeddedDatabase(folder)
    await queries.execute(sql`create table filled (filler text)`)
    const most = { files: 0 }
    for (let mb = 0; mb < 150; mb++) {
      await queries.execute(sql`insert into filled select repeat('x', 1000) from generate_series(1, 1000)`)
      for (let other = 0; other < 31; other++) await queries.execute(sql`select 1`)
      most.files = Math.max(most.files, filesOfLog(folder).length)
    }
    expect(most.files).toBeLessThanOrEqual(6)
    // The database is not closed, as after a crash.
    const { queries: again, close } = await openEmbeddedDatabase(folder)
    const [row] = await again.execute<{ rows: number }>(sql`select count(*)::int as rows from filled`)
    expect(row!.rows).toBe(150_000)
    await close()
  },
  LIMIT_MS,
)

test(
  "where the next file of the log cannot be made writes are refused and reads go on, until it can",
  async () => {
    const engine = await PGlite.create(newFolder())
    const folder = newFolder()
    const log = join(folder, "pg_wal")
    writeFileSync(log, "no folder")
    const connection = withWriteAhead(folder, openEmbeddedConnection(engine, { parsers: {}, serializers: {} }))
    const write = () =>
      connection.ask("create table if not exists written (id int)").then(
        () => "written",
        error => [error.code, error.message],
      )
    const refused = await write()
    expect(refused[1]).toStartWith("the next file of the write-ahead log could not be made: ENOTDIR")
    expect(CANNOT_WRITE).toContain(refused[0]!)
    expect(await connection.ask("select 1 as one")).toEqual([{ one: 1 }])

    rmSync(log)
    mkdirSync(log)
    await until(async () => ((await write()) === "written" ? true : undefined))
    expect(filesOfLog(folder)).toEqual(["000000010000000000000002", "000000010000000000000003"])
    await connection.ask("begin")
    rmSync(log, { recursive: true })
    writeFileSync(log, "no folder")
    for (let i = 0; i < 32; i++) await connection.ask("select 1")
    expect((await write())[0]).toBe(refused[0]!)
    await connection.ask("rollback")
    expect((await write())[0]).toBe(refused[0]!)
    await connection.close()
  },
  LIMIT_MS,
)
