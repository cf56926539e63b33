import { closeSync, openSync } from "node:fs"
import { join } from "node:path"
import type { Connection } from "../connection.ts"

/** A file of a table, or of the space that is free in it or the pages that all see, which PostgreSQL could not make. */
const NOT_MADE = /^could not create file "(base\/\d{1,10}\/\d{1,10}(?:_fsm|_vm)?)": File exists$/
/** Created if missing, never over an existing file. */
const NEW_FILE = "ax"
const MODE = 0o600

/**
 * A connection to the embedded engine that outlives a lack of file descriptors. If the system refuses to create a file,
 * the engine's file system (Emscripten's NODEFS) keeps the name anyway. From then on an open finds no file and a create
 * finds one, so the table takes no more rows until a restart. An empty file under that name is what PostgreSQL would
 * have made: the next try finds it.
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
