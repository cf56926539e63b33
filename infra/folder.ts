import { accessSync, chmodSync, constants, lstatSync, mkdirSync, readdirSync, statSync } from "node:fs"
import { join } from "node:path"

/** Error: the folder cannot be created or written to. */
export class FolderNotWritable extends Error {
  readonly code = "FOLDER_NOT_WRITABLE"
  constructor(folder: string, reason: string) {
    super(`DATA_DIR ${folder} cannot be written to (${reason}): give a folder that this user may write to`)
    this.name = "FolderNotWritable"
  }
}

/** Permissions of group and others. */
const OTHERS = 0o077

/**
 * Creates the folder for this user alone and makes new files of this process unreadable for others, because the folder
 * contains secrets and customer data. Throws FolderNotWritable.
 */
export const makePrivateFolder = (folder: string): void => {
  process.umask(OTHERS)
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
  } catch (error) {
    throw new FolderNotWritable(folder, reasonOf(error))
  }
}

/** Closes a folder and its direct entries to other users if it was open, and reports that to `note`. */
export const closeFolder = (folder: string, note: (line: string) => void): void => {
  close(folder, statSync(folder).mode, note)
  for (const name of readdirSync(folder)) {
    const stat = lstatSync(join(folder, name))
    if (stat.isFile() || stat.isDirectory()) close(join(folder, name), stat.mode, note)
  }
}

const close = (path: string, mode: number, note: (line: string) => void): void => {
  if ((mode & OTHERS) === 0) return
  const was = octal(mode & 0o777)
  try {
    chmodSync(path, mode & 0o700)
    note(`${path} had mode ${was}, open to other users of this machine: it has ${octal(mode & 0o700)} now`)
  } catch (error) {
    note(
      `${path} has mode ${was}, open to other users, and cannot be closed (${reasonOf(error)}): chmod it as its owner`,
    )
  }
}

const octal = (mode: number): string => mode.toString(8).padStart(4, "0")

const reasonOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error)
