import { type Placeholder, type SQL, sql } from "drizzle-orm"
import type { PgColumn } from "drizzle-orm/pg-core"

/**
 * Condition that a column is one of these ids. The ids are one parameter, `{id,id}` as a placeholder: the text of the
 * statement is the same for any number. The engine takes them from a subquery, so that it keeps its plan. With visible
 * ids it plans for their number at each call, which takes twice as long as to find one row.
 */
export const isAmong = (column: PgColumn, ids: readonly string[] | Placeholder): SQL =>
  sql`${column} = any((select ${"join" in ids ? `{${ids.join(",")}}` : ids}::text::uuid[])::uuid[])`
