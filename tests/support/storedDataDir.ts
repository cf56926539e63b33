import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { administer, sharedServers } from "./cluster.ts"
import { ENGINE, engineEnvironment } from "./service.ts"
import { fillEmbedded, fillPostgres, type StoredDatabase } from "./storedDatabase.ts"

/** A folder of data with the database of an earlier version, on the engine of the tests. */
export const storedDataDir = async (stored: StoredDatabase): Promise<string> => {
  const dataDir = mkdtempSync(join(tmpdir(), "solar-scan-upgrade-"))
  if (ENGINE === "cluster")
    await administer((await sharedServers()).databaseUrl, `create database "${basename(dataDir)}"`)
  const { DATABASE_URL } = await engineEnvironment(dataDir)
  await (DATABASE_URL ? fillPostgres(DATABASE_URL, stored) : fillEmbedded(join(dataDir, "database"), stored))
  return dataDir
}

/** Values of one column of the scans that meet a condition. */
export const scanColumn = (
  { tables }: StoredDatabase,
  column: string,
  isMeant: (row: Record<string, unknown>) => boolean,
) => {
  const scans = tables.find(({ name }) => name === "scans")
  return (scans?.rows ?? [])
    .map(row => Object.fromEntries(row.map((value, i) => [scans?.columns[i]?.name, value])))
    .filter(isMeant)
    .map(row => String(row[column]))
}
