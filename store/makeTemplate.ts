import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join, relative } from "node:path"
import { openEmbeddedDatabase } from "./database.ts"
import { BUILD, templateFile } from "./template.ts"

/** Makes the template, and removes those of other versions. */
export const makeTemplate = async (): Promise<void> => {
  const file = templateFile()
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
}
