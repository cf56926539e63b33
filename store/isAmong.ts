import { type SQL, sql } from "drizzle-orm"
import type { PgColumn } from "drizzle-orm/pg-core"

/** Whether a column is one of these ids. They are one parameter: the text of the statement is the same for any number of them, so that the engine keeps its plan. */
export const isAmong = (column: PgColumn, ids: readonly string[]): SQL =>
  sql`${column} = any(${`{${ids.join(",")}}`}::text::uuid[])`
