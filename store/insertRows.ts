import { getTableColumns, is, SQL, sql } from "drizzle-orm"
import type { PgColumn, PgTable } from "drizzle-orm/pg-core"
import type { Queries } from "./database.ts"

/** Types whose values are written as they are in JSON; those of others go as text and are cast. */
const PLAIN_TYPES = ["uuid", "text", "boolean", "integer", "double precision"]

const isPlain = (column: PgColumn): boolean =>
  PLAIN_TYPES.includes(column.getSQLType()) || column.getSQLType().startsWith("timestamp")

/** A value as JSON takes it; a column that is left out gets its default, which must be a value. */
const jsonValue = (column: PgColumn, value: unknown): unknown => {
  if (value === undefined) {
    if (is(column.default, SQL)) throw new Error(`${column.name} is given: its default is an expression`)
    return column.default ?? null
  }
  if (value === null) return null
  const stored = column.mapToDriverValue(value)
  return stored instanceof Uint8Array ? `\\x${stored.toHex()}` : stored
}

interface Statement {
  /** Columns whose values come from the rows. */
  columns: [key: string, column: PgColumn][]
  /** The text before and after the parameter. */
  before: SQL
  after: SQL
}

/** Made once for each table. */
const statements = new Map<PgTable, Statement>()

const statementOf = (table: PgTable, computed: Record<string, SQL>): Statement => {
  const known = statements.get(table)
  if (known) return known
  const all: [key: string, column: PgColumn][] = Object.entries(getTableColumns(table))
  const columns = all.filter(([key]) => !computed[key])
  const names = sql.raw(all.map(([, { name }]) => `"${name}"`).join(", "))
  const taken = all.map(([key, column]) => computed[key] ?? sql.raw(takenFrom(column)))
  const record = columns.map(([, column]) => `"${column.name}" ${isPlain(column) ? column.getSQLType() : "text"}`)
  const statement = {
    columns,
    before: sql`insert into ${table} (${names}) select ${sql.join(taken, sql`, `)} from json_to_recordset(`,
    after: sql.raw(`::json) as r(${record.join(", ")})`),
  }
  statements.set(table, statement)
  return statement
}

const takenFrom = (column: PgColumn): string =>
  isPlain(column) ? `r."${column.name}"` : `r."${column.name}"::${column.getSQLType()}`

/**
 * Writes any number of rows by a statement whose text is the same each time, so that the engine keeps its plan: the rows are
 * one JSON parameter. JSON and bytes of a row are text within it, so that what PostgreSQL cannot unescape stays as it is.
 * `computed`: columns that the statement computes of a row `r`; the same at each call for a table, and without parameters.
 * Throws where a column is left out whose default is an expression.
 */
export const insertRows = async <Table extends PgTable>(
  queries: Queries,
  table: Table,
  rows: readonly Table["$inferInsert"][],
  computed: Record<string, SQL> = {},
): Promise<void> => {
  if (rows.length === 0) return
  const { columns, before, after } = statementOf(table, computed)
  const values = rows.map((row: Record<string, unknown>) =>
    Object.fromEntries(columns.map(([key, column]) => [column.name, jsonValue(column, row[key])])),
  )
  await queries.execute(sql`${before}${JSON.stringify(values)}${after}`)
}
