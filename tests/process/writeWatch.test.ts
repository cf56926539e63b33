import { afterAll, beforeAll, expect, test } from "bun:test"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { PGlite } from "@electric-sql/pglite"
import type { Connection } from "../../infra/database/connection.ts"
import { openEmbeddedConnection } from "../../infra/database/embedded/connection.ts"
import { createWriteWatch } from "../../infra/database/writes.ts"

let folder: string
let engine: PGlite

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "solar-scan-writes-"))
  engine = await PGlite.create(folder)
})
afterAll(async () => {
  await engine.close()
  await rm(folder, { recursive: true })
})

const refusal = (code: string) => Object.assign(new Error("could not extend file"), { code })

/** The engine on a disk that is full while `disk.isFull`. */
const connections = () => {
  const disk = { isFull: false }
  const watch = createWriteWatch()
  const sound = openEmbeddedConnection(engine, { parsers: {}, serializers: {} })
  const connection: Connection = watch.watched({
    ...sound,
    ask: (query, ...rest) =>
      disk.isFull && /insert/.test(query) ? Promise.reject(refusal("53100")) : sound.ask(query, ...rest),
  })
  return { disk, connection, canWrite: () => watch.canWrite(query => connection.ask(query)) }
}
const INSERT = "insert into pg_temp.kept values (1)"

test("a database cannot write from its first refusal until a probe could, which leaves nothing behind", async () => {
  const { disk, connection, canWrite } = connections()
  await connection.ask("create temp table kept (n int)")
  expect(await canWrite()).toBe(true)
  disk.isFull = true
  await expect(connection.ask(INSERT)).rejects.toThrow("could not extend file")
  expect(await canWrite()).toBe(false)
  disk.isFull = false
  while (!(await canWrite())) await Bun.sleep(50)
  expect(await connection.ask("select to_regclass('solar_scan_write_probe') as probe")).toEqual([{ probe: null }])
  await connection.ask(INSERT)
})

test("other refusals say nothing about writing", async () => {
  const { connection, canWrite } = connections()
  await expect(connection.ask("select 1 / 0")).rejects.toThrow()
  await expect(connection.ask("insert into nowhere values (1)")).rejects.toThrow()
  expect(await canWrite()).toBe(true)
})
