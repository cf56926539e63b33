import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join, relative } from "node:path"
import { constants, zstdCompressSync } from "node:zlib"
import { openEmbeddedDatabase } from "./database.ts"
import { BUILD, templateFile } from "./template.ts"

/** A window as large as the archive: a new database has three copies of its system tables. */
const COMPRESSION = {
  params: {
    [constants.ZSTD_c_compressionLevel]: 19,
    [constants.ZSTD_c_windowLog]: 26,
    [constants.ZSTD_c_enableLongDistanceMatching]: 1,
  },
}

/** Makes the template of the current schema and removes the templates of other schemas. */
export const makeTemplate = async (): Promise<void> => {
  const file = templateFile()
  const folder = mkdtempSync(join(tmpdir(), "solar-scan-made-"))
  try {
    await (await openEmbeddedDatabase(folder)).close()
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
