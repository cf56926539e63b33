import { getTableColumns, getTableName, is, SQL, sql } from "drizzle-orm"
import type { PgColumn, PgTable } from "drizzle-orm/pg-core"
import { createBoundedMap } from "../domain/base/boundedMap.ts"
import type { Queries } from "./database.ts"
import { createStatement, type Statement } from "./statement.ts"

/** Types whose values are written directly in JSON; values of other types go as text and are cast. */
const PLAIN_TYPES = ["uuid", "text", "boolean", "integer", "double precision"]

const isPlain = (column: PgColumn): boolean =>
  PLAIN_TYPES.includes(column.getSQLType()) || column.getSQLType().startsWith("timestamp")

/**
 * Converts a value to JSON. If other rows have the column, a missing value becomes the column's default, which must be
 * a constant.
 */
const jsonValue = (column: PgColumn, value: unknown): unknown => {
  if (value === undefined) {
    if (is(column.default, SQL)) throw new Error(`${column.name} is given: its default is an expression`)
    return column.default ?? null
  }
  if (value === null) return null
  const stored = column.mapToDriverValue(value)
  return stored instanceof Uint8Array ? `\\x${stored.toHex()}` : stored
}

interface Insert {
  /** Columns whose values come from the rows. */
  columns: [key: string, column: PgColumn][]
  /** Takes the rows as one JSON parameter. */
  run: Statement<object>
}

/** Bound on cached statements: rows of a table have a few sets of columns. */
const MAX_STATEMENTS = 200
/** Statements by table, columns of the rows, and handling of existing rows. */
const inserts = createBoundedMap<Insert>({ capacity: MAX_STATEMENTS })

type Row = Readonly<Record<string, unknown>>

const insertOf = (table: PgTable, rows: readonly Row[], options: Required<InsertOptions>): Insert => {
  const { computed, skipsExisting } = options
  const all: [key: string, column: PgColumn][] = Object.entries(getTableColumns(table))
  const columns = all.filter(([key]) => key in computed || rows.some(row => row[key] !== undefined))
  const name = [getTableName(table), skipsExisting, ...columns.map(([key]) => key)].join(" ")
  return inserts.getOrMake(name, () => makeInsert(table, columns, options))
}

const makeInsert = (
  table: PgTable,
  all: Insert["columns"],
  { computed, skipsExisting }: Required<InsertOptions>,
): Insert => {
  const columns = all.filter(([key]) => !computed[key])
  const names = sql.raw(all.map(([, { name }]) => `"${name}"`).join(", "))
  const taken = all.map(([key, column]) => computed[key] ?? sql.raw(takenFrom(column)))
  const record = columns.map(([, column]) => `"${column.name}" ${isPlain(column) ? column.getSQLType() : "text"}`)
  const text = sql`insert into ${table} (${names}) select ${sql.join(taken, sql`, `)}
    from json_to_recordset(${sql.placeholder("rows")}::json) as r(${sql.raw(record.join(", "))})
    ${skipsExisting ? SKIPPING : sql.empty()}`
  return { columns, run: createStatement({}, () => text) }
}

const takenFrom = (column: PgColumn): string =>
  isPlain(column) ? `r."${column.name}"` : `r."${column.name}"::${column.getSQLType()}`

interface InsertOptions {
  /** Columns that the statement computes from a row `r`; the same at each call for a table, and without parameters. */
  computed?: Record<string, SQL>
  /** Rows that violate a unique index are left out. */
  skipsExisting?: boolean
}

const SKIPPING = sql.raw("on conflict do nothing")

/**
 * Maximum rows and characters of one statement. On the embedded engine a statement holds the answering thread; other
 * requests have their turn between statements.
 */
const ROWS_AT_ONCE = 50
const CHARACTERS_AT_ONCE = 256 * 1024

/**
 * Writes any number of rows in a transaction of the caller. The text of the statement is the same for the same columns,
 * so that the engine keeps its plan. Rows are one JSON parameter; a column without values is not named. JSON and bytes
 * of a row are text in this parameter, so text that PostgreSQL cannot unescape stays unchanged. Throws if only some
 * rows lack a column whose default is an expression.
 */
export const insertRows = async <Table extends PgTable>(
  queries: Queries,
  table: Table,
  rows: readonly Table["$inferInsert"][],
  { computed = {}, skipsExisting = false }: InsertOptions = {},
): Promise<void> => {
  if (rows.length === 0) return
  const { columns, run } = insertOf(table, rows, { computed, skipsExisting })
  let waiting: string[] = []
  let characters = 0
  const write = async () => {
    await run(queries, { rows: `[${waiting.join(",")}]` })
    waiting = []
    characters = 0
    if (rows.length > 1) await new Promise(resolve => setImmediate(resolve))
  }
  for (const row of rows as readonly Row[]) {
    if (waiting.length >= ROWS_AT_ONCE || characters >= CHARACTERS_AT_ONCE) await write()
    const values = columns.map(([key, column]) => [column.name, jsonValue(column, row[key])])
    const text = JSON.stringify(Object.fromEntries(values))
    waiting.push(text)
    characters += text.length
  }
  await write()
}
