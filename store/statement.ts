import type { SQL, SQLWrapper } from "drizzle-orm"
import { PgColumn, PgDialect } from "drizzle-orm/pg-core"
import type { Queries } from "./database.ts"

/** Values of placeholders by their names; the rows that the statement answers. Rejects as the query itself does. */
export type Statement<Row> = (queries: Queries, values?: Record<string, unknown>) => Promise<Row[]>

const dialect = new PgDialect()

/**
 * Creates a statement whose text is made once, for every handle and every transaction, because making the text takes
 * longer than running it. A statement prepared by drizzle-orm belongs to one handle, and each transaction has a new
 * handle.
 * @param columns columns of a row, in order. A column of a table is decoded; other values stay as the driver returns
 *   them.
 */
export const createStatement = <Row>(
  columns: { readonly [Key in keyof Row]: PgColumn | SQL | null },
  make: (queries: Queries) => SQLWrapper,
): Statement<Row> => {
  const fields = Object.entries(columns)
  const rowOf = (values: readonly unknown[]): Row =>
    Object.fromEntries(
      fields.map(([key, column], i) => {
        const value = values[i] ?? null
        return [key, value !== null && column instanceof PgColumn ? column.mapFromDriverValue(value) : value]
      }),
    ) as Row
  const rowsOf = (rows: unknown[][]) => rows.map(rowOf)
  let text: ReturnType<typeof dialect.sqlToQuery> | undefined
  return (queries, values) => {
    text ??= dialect.sqlToQuery(make(queries).getSQL())
    return queries._.session
      .prepareQuery<{ execute: Row[]; all: never; values: never }>(text, undefined, undefined, true, rowsOf)
      .execute(values) as Promise<Row[]>
  }
}
