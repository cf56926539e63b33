import { existsSync, readdirSync } from "node:fs"
import { dirname, join } from "node:path"
import { sql } from "drizzle-orm"
import type { Config } from "../infra/config.ts"
import { closeFolder, makePrivateFolder } from "../infra/folder.ts"
import { lockFolder } from "../infra/lock.ts"
import { serveExports } from "./backup/serve.ts"
import { DatabaseDamaged, DiskFull, freeBytesOf, whyNotOpened } from "./damage.ts"
import { type Database, openEmbeddedDatabase, openPostgres } from "./database.ts"
import { unpackTemplate } from "./template.ts"

/** Database of the configuration; an embedded database belongs to this process alone. */
export interface OpenedDatabase {
  database: Database
  /** Closes it and releases its folder. */
  close(): Promise<void>
}

/**
 * Opens PostgreSQL if DATABASE_URL is set, otherwise PGlite in DATA_DIR. `note` is given lines about the folder, or the
 * server, for the log. Throws FolderInUse, FolderNotWritable, DatabaseDamaged, DiskFull or
 * SchemaNewer.
 */
export const openDatabase = async (
  { databaseUrl, dataDir }: Config,
  note: (line: string) => void,
): Promise<OpenedDatabase> => {
  if (databaseUrl) {
    const database = await openPostgres(databaseUrl, note)
    return { database, close: database.close }
  }
  makePrivateFolder(dataDir)
  const unlock = await lockFolder(dataDir)
  closeFolder(dataDir, note)
  const folder = join(dataDir, "database")
  const database = await openFolder(folder).catch(async error => {
    await unlock()
    throw error
  })
  const endExports = await serveExports(dataDir, database.queries, note).catch(async error => {
    await database.close()
    await unlock()
    throw error
  })
  return {
    database,
    async close() {
      await endExports()
      await database.close()
      await unlock()
    },
  }
}

const openFolder = async (folder: string): Promise<Database> => {
  if (isDamaged(folder)) throw new DatabaseDamaged(folder, "holds files but no PG_VERSION, so it is no whole database")
  const database = await unpackTemplate(folder)
    .then(() => openEmbeddedDatabase(folder))
    .catch(error => {
      throw whyNotOpened(folder, error, freeBytesOf(dirname(folder)))
    })
  if (await canWrite(database)) return database
  await database.close()
  throw new DiskFull(folder)
}

/** False if the log of writes has no room (infra/database/embedded/writeAhead.ts): a start writes. */
const canWrite = async ({ queries }: Database): Promise<boolean> => {
  const [row] = await queries.execute<{ setting: string }>(
    sql`select current_setting('transaction_read_only') as setting`,
  )
  return row?.setting === "off"
}

/** Without this check the engine would create a new database over the remains of another. */
const isDamaged = (folder: string): boolean =>
  existsSync(folder) && readdirSync(folder).length > 0 && !existsSync(join(folder, "PG_VERSION"))
