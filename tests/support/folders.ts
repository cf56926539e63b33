import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** Removal functions of the test file `Bun.main`. `bun test` has no event at the end of a file. */
let removals: (() => unknown)[] = []
let ofFile: string | undefined

/**
 * Calls `remove` after the tests of the current file, when the first test of a later file calls this function. A
 * database takes 20 to 50 MB: without this a run of all tests would need more than 10 GB of the disk.
 */
export const removeAfterFile = async (remove: () => unknown): Promise<void> => {
  const earlier = ofFile === Bun.main ? [] : removals
  if (ofFile !== Bun.main) removals = []
  ofFile = Bun.main
  removals.push(remove)
  await Promise.all(earlier.map(removeEarlier => removeEarlier()))
}

/** A new folder for a database of the current test file. */
export const folderOfFile = async (name: string): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), `solar-scan-${name}-`))
  await removeAfterFile(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
