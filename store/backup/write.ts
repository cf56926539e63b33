import { createHash } from "node:crypto"
import { sql } from "drizzle-orm"
import type { Queries } from "../database.ts"
import { type Contents, FORMAT, type Header, ownSchema, ROW_START, VERSION } from "./format.ts"
import { tablesInOrder } from "./tables.ts"

/** Text fetched per query, if rows are as large as the previous rows. */
const FETCHED_CHARACTERS = 1024 * 1024
const FIRST_ROWS = 1
const MAX_ROWS = 1024

/**
 * Writes all rows of one moment as the lines of a backup, in pieces that end with a line. `send` may take its time: the
 * next rows are fetched after it. On the embedded engine all other work waits until the last row is sent.
 */
export const writeBackup = (queries: Queries, send: (text: string) => Promise<void>): Promise<Contents> =>
  queries.transaction(tx => writeTables(tx, send), { isolationLevel: "repeatable read", accessMode: "read only" })

const writeTables = async (tx: Queries, send: (text: string) => Promise<void>): Promise<Contents> => {
  const hash = createHash("sha256")
  const write = async (text: string) => {
    hash.update(text)
    await send(text)
  }
  const tables = await tablesInOrder(tx)
  const header: Header = { format: FORMAT, version: VERSION, schema: ownSchema(), tables }
  await write(lineOf(header))
  const rows: Record<string, number> = {}
  for (const table of tables) {
    await write(lineOf({ table }))
    rows[table] = await writeRows(tx, table, write)
  }
  const contents = { rows, sha256: hash.digest("hex") }
  await send(lineOf({ end: contents }))
  return contents
}

const lineOf = (value: object): string => `${JSON.stringify(value)}\n`

const writeRows = async (tx: Queries, table: string, write: (text: string) => Promise<void>): Promise<number> => {
  await tx.execute(sql`declare rows_of_table no scroll cursor for
    select row_to_json(whole)::text as line from ${sql.identifier(table)} whole`)
  let written = 0
  for (let wanted = FIRST_ROWS; ; ) {
    const rows = await tx.execute<{ line: string }>(sql.raw(`fetch ${wanted} from rows_of_table`))
    // A line break in stored JSON can only be between tokens.
    const text = [...rows].map(({ line }) => `${ROW_START}${line.replaceAll("\n", " ")}}\n`).join("")
    if (text) await write(text)
    written += rows.length
    if (rows.length < wanted) break
    wanted = rowsWithin(FETCHED_CHARACTERS / (text.length / rows.length))
  }
  await tx.execute(sql`close rows_of_table`)
  return written
}

/** A power of two, so that there are few different statements. */
const rowsWithin = (rows: number): number => Math.min(MAX_ROWS, 2 ** Math.max(0, Math.floor(Math.log2(rows))))
