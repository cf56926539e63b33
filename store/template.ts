import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, truncateSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { dependencies } from "../package.json"

export const MIGRATIONS = fileURLToPath(new URL("./migrations", import.meta.url))
/**
 * Folder of the template: an empty embedded database with the current schema, which a first start unpacks. It is
 * committed, because making one takes seconds and a gigabyte of memory.
 */
export const BUILD = fileURLToPath(new URL("./build", import.meta.url))

/** Folder of the write-ahead log within a database. */
export const LOG_FOLDER = "pg_wal"
/** Size of a file of the write-ahead log, which the engine requires. */
const LOG_FILE_BYTES = 2 ** 24
export const isLogFile = (name: string): boolean => /^[0-9A-F]{24}$/.test(name)

/** Path of the template, named by the hash of its sources: the engine's version and the migrations. */
export const templateFile = (): string => {
  const hash = createHash("sha256").update(dependencies["@electric-sql/pglite"])
  for (const name of readdirSync(MIGRATIONS).sort())
    if (name.endsWith(".sql")) hash.update(name).update(readFileSync(join(MIGRATIONS, name)))
  return join(BUILD, `database-${hash.digest("hex").slice(0, 16)}.tar.zst`)
}

/**
 * Unpacks the template if no database exists; without a template it does nothing. The folder appears atomically: a
 * killed process leaves no partial folder.
 */
export const unpackTemplate = async (folder: string): Promise<void> => {
  const file = templateFile()
  if (!existsSync(file) || (existsSync(folder) && readdirSync(folder).length > 0)) return
  const unfinished = `${folder}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(dirname(folder), { recursive: true })
  await new Bun.Archive(Bun.zstdDecompressSync(readFileSync(file))).extract(unfinished).catch(error => {
    rmSync(unfinished, { recursive: true, force: true })
    throw error
  })
  const log = join(unfinished, LOG_FOLDER)
  for (const name of readdirSync(log).filter(isLogFile)) truncateSync(join(log, name), LOG_FILE_BYTES)
  rmSync(folder, { recursive: true, force: true })
  renameSync(unfinished, folder)
}
