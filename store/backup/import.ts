import { Value } from "@sinclair/typebox/value"
import { sql } from "drizzle-orm"
import type { Queries } from "../database.ts"
import { transaction } from "../transaction.ts"
import { BackupRefused, type Contents, Header, ROW_START, TableLine } from "./format.ts"
import { checkBackup, linesOf, rowOf, startsWith } from "./read.ts"
import { isKeptByItself, tablesInOrder } from "./tables.ts"

/** Minimum text of rows per INSERT [characters]; the last row may exceed it. */
const INSERTED_CHARACTERS = 1024 * 1024

/**
 * Puts all rows of a backup into the database that `open` brings, in one transaction; returns its contents. The file is
 * checked before the database is opened. Throws BackupRefused, then nothing is stored.
 */
export const importBackup = async (file: string, open: () => Promise<Queries>): Promise<Contents> => {
  const contents = await checkBackup(file)
  await transaction(await open(), tx => insertAll(tx, file, contents))
  return contents
}

const insertAll = async (tx: Queries, file: string, contents: Contents): Promise<void> => {
  const tables = await tablesInOrder(tx)
  await tx.execute(sql`lock table organizations in exclusive mode`)
  await assertEmpty(tx, tables)
  const rows: Record<string, number> = {}
  let table = ""
  let waiting: string[] = []
  let size = 0
  const flush = async () => {
    if (waiting.length > 0) await insertRows(tx, table, waiting)
    waiting = []
    size = 0
  }
  let isHeader = true
  for await (const line of linesOf(file)) {
    if (isHeader) {
      assertSameTables(file, Value.Parse(Header, JSON.parse(line.toString())), tables)
      isHeader = false
    } else if (startsWith(line, ROW_START)) {
      const row = rowOf(line)
      rows[table] = (rows[table] ?? 0) + 1
      size += row.length
      if (waiting.push(row) && size >= INSERTED_CHARACTERS) await flush()
    } else {
      await flush()
      const next = JSON.parse(line.toString())
      if (!Value.Check(TableLine, next)) break
      table = next.table
      rows[table] = 0
      if (isKeptByItself(table)) await tx.execute(sql`delete from ${sql.identifier(table)}`)
    }
  }
  if (!Bun.deepEquals(rows, contents.rows))
    throw new BackupRefused(`${file} has other numbers of rows than its last line says`)
}

const insertRows = (tx: Queries, table: string, rows: readonly string[]) =>
  tx.execute(sql`insert into ${sql.identifier(table)}
    select * from json_populate_recordset(null::${sql.identifier(table)}, ${`[${rows.join(",")}]`}::text::json)`)

const assertEmpty = async (tx: Queries, tables: readonly string[]): Promise<void> => {
  for (const table of tables.filter(name => !isKeptByItself(name))) {
    const [row] = await tx.execute<{ is: boolean }>(sql`select exists (select from ${sql.identifier(table)}) as is`)
    if (row?.is)
      throw new BackupRefused(`the database is not empty: ${table} has rows. Import into an empty folder or database`)
  }
}

const assertSameTables = (file: string, header: Header, tables: readonly string[]): void => {
  if (Bun.deepEquals(header.tables.toSorted(), tables.toSorted())) return
  throw new BackupRefused(
    `${file} has other tables than the database: both must hold those of the service and no others`,
  )
}
