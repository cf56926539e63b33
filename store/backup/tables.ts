import { sql } from "drizzle-orm"
import type { Queries } from "../database.ts"

/**
 * Tables with rows written by migrations and triggers. Their imported rows replace these rows, after all other tables.
 */
const KEPT_BY_ITSELF = ["event_places", "scan_counts", "stored_bytes"]

export const isKeptByItself = (table: string): boolean => KEPT_BY_ITSELF.includes(table)

/** Every table of the service, each after the tables that it refers to. */
export const tablesInOrder = async (tx: Queries): Promise<string[]> => {
  const tables = await tx.execute<{ name: string; parents: string[] }>(sql`
    select relname::text as name, coalesce((
      select json_agg(distinct parent.relname::text) from pg_constraint
      join pg_class parent on parent.oid = confrelid
      where conrelid = child.oid and contype = 'f'), '[]'::json) as parents
    from pg_class child where relkind = 'r' and relnamespace = current_schema()::regnamespace order by relname`)
  const ordered: string[] = []
  const left = new Map([...tables].map(({ name, parents }) => [name, parents]))
  while (left.size > 0) {
    const ready = [...left].filter(([, parents]) => parents.every(parent => ordered.includes(parent)))
    if (ready.length === 0) throw new Error(`tables refer to each other: ${[...left.keys()].join(", ")}`)
    for (const [name] of ready) {
      ordered.push(name)
      left.delete(name)
    }
  }
  return [...ordered.filter(name => !isKeptByItself(name)), ...ordered.filter(isKeptByItself)]
}
