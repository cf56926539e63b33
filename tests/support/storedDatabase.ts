import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { PGlite } from "@electric-sql/pglite"
import { isKeptByItself } from "../../store/backup/tables.ts"
import { ROOT } from "./child.ts"

/** A table's rows as PostgreSQL writes their values as text; bytea is hexadecimal. */
export interface StoredTable {
  name: string
  columns: { name: string; type: string }[]
  rows: (string | null)[][]
}

/** All rows of a database that an earlier version wrote. */
export interface StoredDatabase {
  /** Tag of the last migration of this version. */
  migration: string
  /** In an order in which they can be filled. */
  tables: StoredTable[]
}

/** Caller of a stored answer. */
export type StoredCaller = "live" | "test" | "owner" | "earlier" | "anyone"

/** An answer that the earlier version gave over its database. */
export interface StoredAnswer {
  as: StoredCaller
  path: string
  status: number
  /** JSON or text; of long lists of numbers a sample. */
  body: unknown
}

const FOLDER = join(ROOT, "tests/fixtures/databases")
const ZSTD_LEVEL = 19

const fileOf = (version: string, name: string) => join(FOLDER, version, `${name}.json.zst`)

const read = (version: string, name: string): unknown =>
  JSON.parse(Bun.zstdDecompressSync(readFileSync(fileOf(version, name))).toString())

export const readStoredDatabase = (version: string) => read(version, "rows") as StoredDatabase
export const readStoredAnswers = (version: string) => read(version, "answers") as StoredAnswer[]

/** Writes a file of the fixture; returns its size in bytes. */
export const writeStored = (version: string, name: "rows" | "answers", value: unknown): number => {
  const packed = Bun.zstdCompressSync(Buffer.from(JSON.stringify(value)), { level: ZSTD_LEVEL })
  writeFileSync(fileOf(version, name), packed)
  return packed.length
}

/** Migrates an empty embedded database to the schema of the stored rows and inserts the rows. */
export const fillEmbedded = async (folder: string, stored: StoredDatabase): Promise<void> => {
  const { PGlite } = await import("@electric-sql/pglite")
  const client = await PGlite.create(folder)
  await fillEngine(client, stored)
  await client.close()
}

/** Does the same on a running engine. */
export const fillEngine = async (client: PGlite, stored: StoredDatabase): Promise<void> => {
  const [{ drizzle }, { migrate }] = await Promise.all([
    import("drizzle-orm/pglite"),
    import("drizzle-orm/pglite/migrator"),
  ])
  await withMigrationsUpTo(stored.migration, migrationsFolder => migrate(drizzle({ client }), { migrationsFolder }))
  await fill((text, values) => client.query(text, values), stored)
}

/** Does the same on an empty database of PostgreSQL. */
export const fillPostgres = async (url: string, stored: StoredDatabase): Promise<void> => {
  const [{ default: postgres }, { drizzle }, { migrate }] = await Promise.all([
    import("postgres"),
    import("drizzle-orm/postgres-js"),
    import("drizzle-orm/postgres-js/migrator"),
  ])
  const client = postgres(url, { max: 1, onnotice: () => {} })
  await withMigrationsUpTo(stored.migration, migrationsFolder => migrate(drizzle({ client }), { migrationsFolder }))
  await fill((text, values) => client.unsafe(text, values), stored)
  await client.end()
}

/** Runs `work` on a copy of the migrations that ends with the tagged migration. */
const withMigrationsUpTo = async (tag: string, work: (folder: string) => Promise<void>): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), "solar-scan-migrations-"))
  try {
    cpSync(join(ROOT, "store/migrations"), folder, { recursive: true })
    const path = join(folder, "meta/_journal.json")
    const journal = JSON.parse(readFileSync(path, "utf8")) as { entries: { tag: string }[] }
    const last = journal.entries.findIndex(entry => entry.tag === tag)
    if (last < 0) throw new Error(`there is no migration ${tag}`)
    writeFileSync(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, last + 1) }))
    await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

type Execute = (text: string, values: (string | null)[]) => PromiseLike<unknown>

const fill = async (execute: Execute, { tables }: StoredDatabase): Promise<void> => {
  const [others, keptByItself] = [false, true].map(is => tables.filter(({ name }) => isKeptByItself(name) === is))
  for (const { name, columns, rows } of [...others!, ...keptByItself!]) {
    // Migrations and triggers have inserted some of these rows.
    if (isKeptByItself(name)) await execute(`delete from "${name}"`, [])
    const names = columns.map(column => `"${column.name}"`)
    const places = columns.map(({ type }, i) => `$${i + 1}::text::${type}`)
    for (const row of rows) await execute(`insert into "${name}" (${names}) values (${places})`, row)
  }
}
