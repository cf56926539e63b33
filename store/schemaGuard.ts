/**
 * Guard of the schema: which versions of the service may start on a database.
 *
 * - A migration that this code does not know shows that a newer version wrote the database.
 * - Each version leaves a mark: its name, and the oldest migration whose code may run on its schema (decision 057).
 * - Older code starts without migrating if the mark includes its newest migration. Otherwise it refuses to start, since
 *   it would misread or damage rows.
 * - The mark is a comment on the table of migrations. It needs no migration, and dumps contain it.
 */
import { version } from "../package.json"
import journal from "./migrations/meta/_journal.json" with { type: "json" }

/** Runs one statement and returns its rows. */
export type RowsOf = (statement: string) => Promise<Record<string, unknown>[]>

interface Mark {
  /** Version of the service that wrote the schema. */
  version: string
  /** Time of the oldest migration whose code may run on this schema. */
  readableFrom: number
}

/** Error: the database belongs to a newer version of the service. */
export class SchemaNewer extends Error {
  readonly code = "SCHEMA_NEWER"
  constructor(writtenBy: string | undefined) {
    const newer = writtenBy ? `version ${writtenBy}` : "a newer version"
    super(
      `the database was written by ${newer} of the service, which version ${version} cannot read: start ${newer} or later, or restore a backup from before the upgrade (docs/operations.md, Roll back)`,
    )
    this.name = "SchemaNewer"
  }
}

const TABLE = "drizzle.__drizzle_migrations"
/** Newest migration of release 0.1.0, whose processes may run on the current schema. */
const READABLE_FROM = "0012_external_storage"

const whenOf = (tag: string): number => journal.entries.find(entry => entry.tag === tag)!.when
const NEWEST = Math.max(...journal.entries.map(({ when }) => when))
const MARK: Mark = { version, readableFrom: whenOf(READABLE_FROM) }

/** Migrates a schema that this code may change, and leaves its mark. Throws SchemaNewer. */
export const migrateGuarded = async (rowsOf: RowsOf, migrate: () => Promise<void>): Promise<void> => {
  const [table] = await rowsOf(`select to_regclass('${TABLE}') as name`)
  if (table?.name) {
    const [row] = await rowsOf(`select max(created_at)::text as newest from ${TABLE}`)
    if (Number(row?.newest ?? 0) > NEWEST) {
      const mark = await markOf(rowsOf)
      if (mark && mark.readableFrom <= NEWEST) return
      throw new SchemaNewer(mark?.version)
    }
  }
  await migrate()
  if (JSON.stringify(await markOf(rowsOf)) !== JSON.stringify(MARK))
    await rowsOf(`comment on table ${TABLE} is '${JSON.stringify(MARK)}'`)
}

const markOf = async (rowsOf: RowsOf): Promise<Mark | undefined> => {
  const [row] = await rowsOf(`select obj_description('${TABLE}'::regclass, 'pg_class') as mark`)
  return typeof row?.mark === "string" ? (JSON.parse(row.mark) as Mark) : undefined
}
