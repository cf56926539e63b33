import { closeSync, openSync } from "node:fs"
import { join } from "node:path"
import type { Connection } from "../connection.ts"

/** A file of a table, or of the space that is free in it or the pages that all see, which PostgreSQL could not make. */
const NOT_MADE = /^could not create file "(base\/\d{1,10}\/\d{1,10}(?:_fsm|_vm)?)": File exists$/
/** Made where there is none, and never over one that is there. */
const NEW_FILE = "ax"
const MODE = 0o600

/**
 * A connection to the embedded engine that outlives a lack of file descriptors. Where the system refuses to make a
 * file, the engine's file system (Emscripten's NODEFS) keeps the name all the same: from then on the file is absent to
 * those who open it and present to those who make it, so that the table takes no more rows until a restart. An empty
 * file under that name is what PostgreSQL would have made: the next try finds it.
 */
export const withLostFiles = (folder: string, connection: Connection): Connection => ({
  ...connection,
  ask: (...asked) =>
    connection.ask(...asked).catch(error => {
      const path = NOT_MADE.exec((error as Error).message)?.[1]
      if (path !== undefined) makeFile(join(folder, path))
      throw error
    }),
})

/** Without a descriptor it is made at a later try; one that is there is no loss. */
const makeFile = (path: string): void => {
  try {
    closeSync(openSync(path, NEW_FILE, MODE))
  } catch {
    // The next refusal tries again.
  }
}
