import { statfsSync } from "node:fs"
import { SchemaNewer } from "./schemaGuard.ts"

/** Error: the content of the database folder cannot be opened as a database. */
export class DatabaseDamaged extends Error {
  readonly code = "DATABASE_DAMAGED"
  constructor(folder: string, what: string, options?: ErrorOptions) {
    super(`${folder} ${what}: restore a backup of it, or move it away to start with an empty one`, options)
    this.name = "DatabaseDamaged"
  }
}

/** Error: the disk has no room for the database. */
export class DiskFull extends Error {
  readonly code = "DISK_FULL"
  constructor(folder: string, options?: ErrorOptions) {
    super(
      `the disk of DATA_DIR ${folder} has less than ${ROOM_MB} MB left, too little for the database to open: free some space, or set DATA_DIR to a folder on another disk`,
      options,
    )
    this.name = "DiskFull"
  }
}

/** Minimum free space for an empty database and for a start. */
const ROOM_MB = 96
const MB = 1024 * 1024

/** Free space for this user on the disk of a folder. */
export const freeBytesOf = (folder: string): number => {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/**
 * Reason that a database does not open; the engine itself reports only a failure. A full disk takes precedence over
 * other reasons. A statement that the engine refused, for instance of a migration, is not the folder's fault and passes
 * unchanged.
 */
export const whyNotOpened = (folder: string, cause: unknown, freeBytes: number): unknown => {
  if (freeBytes < ROOM_MB * MB) return new DiskFull(folder, { cause })
  const isRefused = cause instanceof Error && cause.cause instanceof Error && "code" in cause.cause
  if (isRefused || cause instanceof SchemaNewer) return cause
  const what = "holds a database that cannot be opened, which is damaged or of another version"
  return new DatabaseDamaged(folder, what, { cause })
}
