import { closeSync, openSync } from "node:fs"
import { join } from "node:path"
import type { Connection } from "../connection.ts"

/** Message for a file of a table, its free space map or its visibility map that PostgreSQL could not create. */
const NOT_MADE = /^could not create file "(base\/\d{1,10}\/\d{1,10}(?:_fsm|_vm)?)": File exists$/
/** Created if missing, never over an existing file. */
const NEW_FILE = "ax"
const MODE = 0o600

/**
 * Makes a connection to the embedded engine survive a lack of file descriptors. If the system refuses to create a file,
 * the engine's file system (Emscripten's NODEFS) keeps the name anyway. Afterwards opening finds no file and creating
 * finds an existing name, so the table accepts no more rows until a restart. The wrapper creates the empty file that
 * PostgreSQL would have created; the next attempt finds it.
 */
export const withLostFiles = (folder: string, connection: Connection): Connection => ({
  ...connection,
  ask: (...parts) =>
    connection.ask(...parts).catch(error => {
      const path = NOT_MADE.exec((error as Error).message)?.[1]
      if (path !== undefined) makeFile(join(folder, path))
      throw error
    }),
})

/** Creates an empty file unless it exists; without a free descriptor a later attempt creates it. */
const makeFile = (path: string): void => {
  try {
    closeSync(openSync(path, NEW_FILE, MODE))
  } catch {
    // The next refusal tries again.
  }
}
