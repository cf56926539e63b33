import { getTableColumns, getTableName, is, SQL, sql } from "drizzle-orm"
import type { PgColumn, PgTable } from "drizzle-orm/pg-core"
import { createBoundedMap } from "../domain/boundedMap.ts"
import type { Queries } from "./database.ts"

/** Types whose values are written as they are in JSON; those of others go as text and are cast. */
const PLAIN_TYPES = ["uuid", "text", "boolean", "integer", "double precision"]

const isPlain = (column: PgColumn): boolean =>
  PLAIN_TYPES.includes(column.getSQLType()) || column.getSQLType().startsWith("timestamp")

/** A value as JSON takes it; where other rows have one, a column that is left out gets its default, which must then be a value. */
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

/** Statements that are kept: rows of a table come with the same columns, but for a few kinds of them. */
const MAX_STATEMENTS = 200
/** By the table and the columns that its rows have. */
const statements = createBoundedMap<Statement>({ capacity: MAX_STATEMENTS })

type Row = Readonly<Record<string, unknown>>

const statementOf = (table: PgTable, rows: readonly Row[], computed: Record<string, SQL>): Statement => {
  const all: [key: string, column: PgColumn][] = Object.entries(getTableColumns(table))
  const given = all.filter(([key]) => key in computed || rows.some(row => row[key] !== undefined))
  const name = [getTableName(table), ...given.map(([key]) => key)].join(" ")
  return statements.getOrMake(name, () => makeStatement(table, given, computed))
}

const makeStatement = (table: PgTable, given: Statement["columns"], computed: Record<string, SQL>): Statement => {
  const columns = given.filter(([key]) => !computed[key])
  const names = sql.raw(given.map(([, { name }]) => `"${name}"`).join(", "))
  const taken = given.map(([key, column]) => computed[key] ?? sql.raw(takenFrom(column)))
  const record = columns.map(([, column]) => `"${column.name}" ${isPlain(column) ? column.getSQLType() : "text"}`)
  return {
    columns,
    before: sql`insert into ${table} (${names}) select ${sql.join(taken, sql`, `)} from json_to_recordset(`,
    after: sql.raw(`::json) as r(${record.join(", ")})`),
  }
}

const takenFrom = (column: PgColumn): string =>
  isPlain(column) ? `r."${column.name}"` : `r."${column.name}"::${column.getSQLType()}`

interface InsertOptions {
  /** Columns that the statement computes of a row `r`; the same at each call for a table, and without parameters. */
  computed?: Record<string, SQL>
  /** Rows that a unique index has already are left out. */
  skipsExisting?: boolean
}

const SKIPPING = sql.raw(" on conflict do nothing")

/**
 * Writes any number of rows by a statement whose text is the same for the same columns, so that the engine keeps its plan: the rows are
 * one JSON parameter, and a column that none of them has is not named. JSON and bytes of a row are text within it, so that what PostgreSQL cannot unescape stays as it is.
 * Throws where only some rows leave out a column whose default is an expression.
 */
export const insertRows = async <Table extends PgTable>(
  queries: Queries,
  table: Table,
  rows: readonly Table["$inferInsert"][],
  { computed = {}, skipsExisting = false }: InsertOptions = {},
): Promise<void> => {
  if (rows.length === 0) return
  const { columns, before, after } = statementOf(table, rows, computed)
  const values = rows.map((row: Row) =>
    Object.fromEntries(columns.map(([key, column]) => [column.name, jsonValue(column, row[key])])),
  )
  const end = skipsExisting ? SKIPPING : sql.empty()
  await queries.execute(sql`${before}${JSON.stringify(values)}${after}${end}`)
}
