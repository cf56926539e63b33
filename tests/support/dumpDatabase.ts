import { PGlite } from "@electric-sql/pglite"
import type { StoredTable } from "./storedDatabase.ts"

/** Foreign keys of the tables, so that each table is filled after the tables that it refers to. */
const REFERENCES = `select conrelid::regclass::text as name, confrelid::regclass::text as needs from pg_constraint
  where contype = 'f' and connamespace = 'public'::regnamespace`

/** All rows of an embedded database that no process runs on, by tables in an order in which they can be filled. */
export const dumpDatabase = async (folder: string): Promise<StoredTable[]> => {
  const client = await PGlite.create(folder)
  const tables = await dumpTables(client)
  await client.close()
  return tables
}

/** All rows of a running engine, by tables in an order in which they can be filled. */
export const dumpTables = async (client: PGlite): Promise<StoredTable[]> => {
  const tables: StoredTable[] = []
  for (const name of await tablesInOrder(client)) tables.push(await dumpTable(client, name))
  return tables
}

const tablesInOrder = async (client: PGlite): Promise<string[]> => {
  const { rows: tables } = await client.query<{ name: string }>(
    "select tablename::text as name from pg_tables where schemaname = 'public' order by 1",
  )
  const { rows: references } = await client.query<{ name: string; needs: string }>(REFERENCES)
  const ordered: string[] = []
  const add = (name: string) => {
    if (ordered.includes(name)) return
    for (const { needs } of references.filter(reference => reference.name === name && reference.needs !== name))
      add(needs)
    ordered.push(name)
  }
  for (const { name } of tables) add(name)
  return ordered
}

const dumpTable = async (client: PGlite, name: string): Promise<StoredTable> => {
  const { rows: columns } = await client.query<{ name: string; type: string }>(
    `select attname::text as name, format_type(atttypid, atttypmod) as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum`,
    [name],
  )
  const texts = columns.map(column => `"${column.name}"::text`)
  const { rows } = await client.query<{ texts: (string | null)[] }>(
    `select array_to_json(array[${texts}]) as texts from "${name}" order by 1::text`,
  )
  return { name, columns, rows: rows.map(row => row.texts) }
}
