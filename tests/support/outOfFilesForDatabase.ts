/** Writes to a database while no file descriptor is left, and again afterwards; prints both outcomes as JSON. */
import { closeSync, mkdtempSync, openSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sql } from "drizzle-orm"
import { openEmbeddedDatabase } from "../../store/database.ts"

const MAX_FILES = 100_000
const folder = mkdtempSync(join(tmpdir(), "solar-scan-files-"))
const { queries, close } = await openEmbeddedDatabase(folder)
await queries.execute(sql`create table filled (filler text)`)
/** Enough rows for the database to keep free space of pages in a file of its own. */
const fill = (): Promise<unknown> =>
  queries.execute(sql`insert into filled select repeat('x', 1900) from generate_series(1, 256)`).then(
    () => "written",
    error => (error.cause ?? error).code,
  )

const taken: number[] = []
try {
  while (taken.length < MAX_FILES) taken.push(openSync("/dev/null", "r"))
} catch {
  // No file descriptor is left.
}
const without = await fill()
for (const file of taken) closeSync(file)
const after = [await fill(), await fill(), await fill()]
await close()
rmSync(folder, { recursive: true })
console.log(JSON.stringify({ without, after }))
process.exit(0)
