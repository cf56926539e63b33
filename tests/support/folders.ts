import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** How to remove what the tests of the file `Bun.main` made. `bun test` has no event at the end of a file. */
let removals: (() => unknown)[] = []
let ofFile: string | undefined

/**
 * Calls `remove` when the tests of the present file have ended and those of a later file need something of this kind.
 * A database takes 20 to 50 MB: without this a run of all tests holds more than 10 GB of the disk.
 */
export const removeAfterFile = async (remove: () => unknown): Promise<void> => {
  const earlier = ofFile === Bun.main ? [] : removals
  if (ofFile !== Bun.main) removals = []
  ofFile = Bun.main
  removals.push(remove)
  await Promise.all(earlier.map(removeEarlier => removeEarlier()))
}

/** A new folder for a database that the tests of the present file use. */
export const folderOfFile = async (name: string): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), `solar-scan-${name}-`))
  await removeAfterFile(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
