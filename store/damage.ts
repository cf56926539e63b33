import { statfsSync } from "node:fs"

/** The folder of the database holds what cannot be opened as one. */
export class DatabaseDamaged extends Error {
  readonly code = "DATABASE_DAMAGED"
  constructor(folder: string, what: string, options?: ErrorOptions) {
    super(`${folder} ${what}: restore a backup of it, or move it away to start with an empty one`, options)
    this.name = "DatabaseDamaged"
  }
}

/** The disk has no room for the database. */
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

/** Space of an empty database and of a start. */
const ROOM_MB = 96
const MB = 1024 * 1024

/** Free space for this user on the disk of a folder. */
export const freeBytesOf = (folder: string): number => {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/**
 * Why a database does not open: the engine itself only says that it failed. Without room it is the disk, whatever else
 * may be wrong. A statement that the engine refused, for instance of a migration, is not the folder's fault and passes
 * unchanged.
 */
export const whyNotOpened = (folder: string, cause: unknown, freeBytes: number): unknown => {
  if (freeBytes < ROOM_MB * MB) return new DiskFull(folder, { cause })
  const isRefused = cause instanceof Error && cause.cause instanceof Error && "code" in cause.cause
  if (isRefused) return cause
  const what = "holds a database that cannot be opened, which is damaged or of another version"
  return new DatabaseDamaged(folder, what, { cause })
}
