import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { ROOT } from "./child.ts"
import type { StoredDatabase } from "./storedDatabase.ts"

/** Small databases of every earlier schema, one per file, named by the tag of its last migration. */
const FOLDER = join(ROOT, "tests/fixtures/schemas")
const SUFFIX = ".json.zst"
const ZSTD_LEVEL = 19

/** Tags of the schemas that have a database. */
export const storedSchemas = (): string[] =>
  readdirSync(FOLDER)
    .filter(name => name.endsWith(SUFFIX))
    .map(name => name.slice(0, -SUFFIX.length))
    .sort()

export const readStoredSchema = (tag: string): StoredDatabase =>
  JSON.parse(Bun.zstdDecompressSync(readFileSync(join(FOLDER, `${tag}${SUFFIX}`))).toString())

/** Writes the database of a schema; returns its size in bytes. */
export const writeStoredSchema = (stored: StoredDatabase): number => {
  const packed = Bun.zstdCompressSync(Buffer.from(JSON.stringify(stored)), { level: ZSTD_LEVEL })
  writeFileSync(join(FOLDER, `${stored.migration}${SUFFIX}`), packed)
  return packed.length
}
