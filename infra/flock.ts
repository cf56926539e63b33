import { dlopen } from "bun:ffi"
import { closeSync, openSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"

/** flock(2): exclusive, without waiting; the same numbers on Linux and macOS. */
const EXCLUSIVE_AT_ONCE = 2 | 4
const LIBRARY = process.platform === "darwin" ? "libSystem.B.dylib" : "libc.so.6"

type Flock = (descriptor: number, operation: number) => number

/** undefined where the system's library has another name. */
const findFlock = (): Flock | undefined => {
  try {
    return dlopen(LIBRARY, { flock: { args: ["i32", "i32"], returns: "i32" } }).symbols.flock
  } catch {
    return undefined
  }
}

/**
 * Locks the folder itself: unlike a file in it, nobody can delete it beneath its holder, and the system lets go when
 * the process ends, however it ends. Returns the function that lets go, undefined where another process holds it; where
 * system or file system know no such lock, a function that does nothing.
 */
export const flockFolder = (folder: string): (() => void) | undefined => {
  const flock = findFlock()
  const descriptor = openSync(folder, "r")
  const release = () => closeSync(descriptor)
  if (flock?.(descriptor, EXCLUSIVE_AT_ONCE) === 0) return release
  release()
  return flock && canLock(flock, folder) ? undefined : () => {}
}

/** Whether the file system knows such locks: tried on a file that nobody else has. */
const canLock = (flock: Flock, folder: string): boolean => {
  const path = join(folder, `lock-trial-${process.pid}`)
  writeFileSync(path, "")
  const descriptor = openSync(path, "r")
  const isLocked = flock(descriptor, EXCLUSIVE_AT_ONCE) === 0
  closeSync(descriptor)
  rmSync(path)
  return isLocked
}
