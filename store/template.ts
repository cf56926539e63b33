import { createHash } from "node:crypto"
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, dirname, join, relative } from "node:path"
import { fileURLToPath } from "node:url"
import { dependencies } from "../package.json"
import { MIGRATIONS, openEmbeddedDatabase } from "./database.ts"

/**
 * An empty embedded database with today's schema, made at build time. A first start unpacks it: to make one takes seconds and a
 * gigabyte of memory that the process then keeps.
 */
const BUILD = fileURLToPath(new URL("./build", import.meta.url))

/** Named by what it was made from, so that one of another version is never taken. */
const templateFile = (): string => {
  const hash = createHash("sha256").update(dependencies["@electric-sql/pglite"])
  for (const name of readdirSync(MIGRATIONS).sort())
    if (name.endsWith(".sql")) hash.update(name).update(readFileSync(join(MIGRATIONS, name)))
  return join(BUILD, `database-${hash.digest("hex").slice(0, 16)}.tar.gz`)
}

/** Makes the template unless it is there, and removes those of other versions. */
export const buildTemplate = async (): Promise<string> => {
  const file = templateFile()
  if (existsSync(file)) return file
  const made = mkdtempSync(join(tmpdir(), "solar-scan-made-"))
  try {
    await (await openEmbeddedDatabase(made)).close()
    const entries = readdirSync(made, { recursive: true, withFileTypes: true }).map(
      (entry): [string, Uint8Array | ""] => {
        const path = join(entry.parentPath, entry.name)
        return entry.isDirectory() ? [`${relative(made, path)}/`, ""] : [relative(made, path), readFileSync(path)]
      },
    )
    mkdirSync(BUILD, { recursive: true })
    // Services that start together build at once: each takes what is whole.
    const own = `${file}.${process.pid}`
    await Bun.write(own, await new Bun.Archive(Object.fromEntries(entries), { compress: "gzip" }).bytes())
    renameSync(own, file)
    for (const name of readdirSync(BUILD))
      if (!name.startsWith(basename(file))) rmSync(join(BUILD, name), { force: true })
  } finally {
    rmSync(made, { recursive: true, force: true })
  }
  return file
}

/**
 * Unpacks the template where there is no database yet; nothing is done without a template. The folder appears as a whole: a
 * process that is killed meanwhile leaves none.
 */
export const unpackTemplate = async (folder: string): Promise<void> => {
  const file = templateFile()
  if (!existsSync(file) || (existsSync(folder) && readdirSync(folder).length > 0)) return
  const unfinished = `${folder}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(dirname(folder), { recursive: true })
  await new Bun.Archive(readFileSync(file)).extract(unfinished).catch(error => {
    rmSync(unfinished, { recursive: true, force: true })
    throw error
  })
  rmSync(folder, { recursive: true, force: true })
  renameSync(unfinished, folder)
}
