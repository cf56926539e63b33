import { join } from "node:path"
import type { Config } from "../infra/config.ts"
import { lockFolder } from "../infra/lock.ts"
import { type Database, openEmbeddedDatabase, openPostgres } from "./database.ts"

/** The database of the configuration, for this process alone where it is embedded. */
export interface OpenedDatabase {
  database: Database
  /** Closes it and lets go of its folder. */
  close(): Promise<void>
}

/** PostgreSQL when DATABASE_URL is set, else PGlite in DATA_DIR. Throws FolderInUse or FolderNotWritable. */
export const openDatabase = async ({ databaseUrl, dataDir }: Config): Promise<OpenedDatabase> => {
  if (databaseUrl) {
    const database = await openPostgres(databaseUrl)
    return { database, close: database.close }
  }
  const unlock = await lockFolder(dataDir)
  const database = await openEmbeddedDatabase(join(dataDir, "database"))
  return {
    database,
    async close() {
      await database.close()
      await unlock()
    },
  }
}
