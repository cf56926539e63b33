import { dlopen } from "bun:ffi"
import { closeSync, openSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"

/** flock(2): exclusive, without waiting; the same numbers on Linux and macOS. */
const EXCLUSIVE_AT_ONCE = 2 | 4
const LIBRARY = process.platform === "darwin" ? "libSystem.B.dylib" : "libc.so.6"

type Flock = (descriptor: number, operation: number) => number

/** undefined if the system's library has another name. */
const findFlock = (): Flock | undefined => {
  try {
    return dlopen(LIBRARY, { flock: { args: ["i32", "i32"], returns: "i32" } }).symbols.flock
  } catch {
    return undefined
  }
}

/**
 * Locks the folder itself. Unlike a file in it, it cannot be deleted under its holder, and the system releases the lock
 * at any end of the process. Returns the function that releases it, undefined if another process holds it; on a system
 * or file system without such locks, a function without effect.
 */
export const flockFolder = (folder: string): (() => void) | undefined => {
  const flock = findFlock()
  const descriptor = openSync(folder, "r")
  const release = () => closeSync(descriptor)
  if (flock?.(descriptor, EXCLUSIVE_AT_ONCE) === 0) return release
  release()
  return flock && canLock(flock, folder) ? undefined : () => {}
}

/** True if the file system supports such locks: tested on a new file. */
const canLock = (flock: Flock, folder: string): boolean => {
  const path = join(folder, `lock-trial-${process.pid}`)
  writeFileSync(path, "")
  const descriptor = openSync(path, "r")
  const isLocked = flock(descriptor, EXCLUSIVE_AT_ONCE) === 0
  closeSync(descriptor)
  rmSync(path)
  return isLocked
}
