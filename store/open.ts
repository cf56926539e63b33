import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import type { Config } from "../infra/config.ts"
import { closeFolder, makePrivateFolder } from "../infra/folder.ts"
import { lockFolder } from "../infra/lock.ts"
import { type Database, openEmbeddedDatabase, openPostgres } from "./database.ts"
import { unpackTemplate } from "./template.ts"

/** The database of the configuration, for this process alone where it is embedded. */
export interface OpenedDatabase {
  database: Database
  /** Closes it and lets go of its folder. */
  close(): Promise<void>
}

/** The folder of the database holds files that are no database. */
export class DatabaseDamaged extends Error {
  readonly code = "DATABASE_DAMAGED"
  constructor(folder: string) {
    super(
      `${folder} holds files but no PG_VERSION, so it is no whole database: restore a backup of it, or move it away to start with an empty one`,
    )
    this.name = "DatabaseDamaged"
  }
}

/**
 * PostgreSQL when DATABASE_URL is set, else PGlite in DATA_DIR. `note` is given lines about the folder, for the log.
 * Throws FolderInUse, FolderNotWritable or DatabaseDamaged.
 */
export const openDatabase = async (
  { databaseUrl, dataDir }: Config,
  note: (line: string) => void,
): Promise<OpenedDatabase> => {
  if (databaseUrl) {
    const database = await openPostgres(databaseUrl)
    return { database, close: database.close }
  }
  makePrivateFolder(dataDir)
  const unlock = await lockFolder(dataDir)
  closeFolder(dataDir, note)
  const folder = join(dataDir, "database")
  if (isDamaged(folder)) {
    await unlock()
    throw new DatabaseDamaged(folder)
  }
  await unpackTemplate(folder)
  const database = await openEmbeddedDatabase(folder)
  return {
    database,
    async close() {
      await database.close()
      await unlock()
    },
  }
}

/** The engine would make a new database over what is left of one. */
const isDamaged = (folder: string): boolean =>
  existsSync(folder) && readdirSync(folder).length > 0 && !existsSync(join(folder, "PG_VERSION"))
