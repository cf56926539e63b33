import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join, relative } from "node:path"
import { constants, zstdCompressSync } from "node:zlib"
import { sql } from "drizzle-orm"
import { openEmbeddedDatabase } from "./database.ts"
import { BUILD, isLogFile, LOG_FOLDER, templateFile } from "./template.ts"

/** A window as large as the archive: a new database has three copies of its system tables. */
const COMPRESSION = {
  params: {
    [constants.ZSTD_c_compressionLevel]: 19,
    [constants.ZSTD_c_windowLog]: 26,
    [constants.ZSTD_c_enableLongDistanceMatching]: 1,
  },
}

/**
 * A new database without its unused parts: the write-ahead log begins at the last checkpoint, and the two databases for
 * copies are dropped.
 */
const makeSmallDatabase = async (folder: string): Promise<void> => {
  const { queries, close } = await openEmbeddedDatabase(folder)
  await queries.execute(sql`update pg_database set datistemplate = false`)
  await queries.execute(sql`drop database template0`)
  await queries.execute(sql`drop database template1`)
  await queries.execute(sql`select pg_switch_wal()`)
  await queries.execute(sql`checkpoint`)
  await close()
}

/** Removes log files for later use, and the zeros at the end of the current one, which unpacking adds. */
const shortenLog = (folder: string): void => {
  const [current, ...later] = readdirSync(folder).filter(isLogFile).sort()
  for (const name of later) rmSync(join(folder, name))
  const log = readFileSync(join(folder, current!))
  writeFileSync(join(folder, current!), log.subarray(0, log.findLastIndex(byte => byte !== 0) + 1))
}

/** Makes the template of the current schema and removes the templates of other schemas. */
export const makeTemplate = async (): Promise<void> => {
  const file = templateFile()
  const folder = mkdtempSync(join(tmpdir(), "solar-scan-made-"))
  try {
    await makeSmallDatabase(folder)
    shortenLog(join(folder, LOG_FOLDER))
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).map(
      (entry): [string, Uint8Array | ""] => {
        const path = join(entry.parentPath, entry.name)
        return entry.isDirectory() ? [`${relative(folder, path)}/`, ""] : [relative(folder, path), readFileSync(path)]
      },
    )
    mkdirSync(BUILD, { recursive: true })
    // Services that start together build at once: each renames a complete file.
    const partial = `${file}.${process.pid}`
    const archive = await new Bun.Archive(Object.fromEntries(entries)).bytes()
    await Bun.write(partial, zstdCompressSync(archive, COMPRESSION))
    renameSync(partial, file)
    for (const name of readdirSync(BUILD))
      if (!name.startsWith(basename(file))) rmSync(join(BUILD, name), { force: true })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
