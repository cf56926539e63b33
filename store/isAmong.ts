import { type Placeholder, type SQL, sql } from "drizzle-orm"
import type { PgColumn } from "drizzle-orm/pg-core"

/**
 * Whether a column is one of these ids. They are one parameter, `{id,id}` where it is a placeholder: the text of the
 * statement is the same for any number of them. The engine takes them from a query of their own, so that it keeps its
 * plan: where it sees the ids it plans for their number at each call, which takes twice as long as to find one row.
 */
export const isAmong = (column: PgColumn, ids: readonly string[] | Placeholder): SQL =>
  sql`${column} = any((select ${"join" in ids ? `{${ids.join(",")}}` : ids}::text::uuid[])::uuid[])`
