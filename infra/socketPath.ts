import { join, relative, resolve } from "node:path"
import { FolderNotWritable } from "./folder.ts"

/** Longest path of a Unix socket on Linux and macOS, less some room. */
const MAX_SOCKET_PATH = 100

/**
 * Path of a Unix socket in a folder, relative to the working directory if shorter. Throws FolderNotWritable if the path
 * is too long.
 */
export const socketPath = (folder: string, name: string): string => {
  const absolute = resolve(folder, name)
  const near = relative(process.cwd(), absolute)
  const path = near.length < absolute.length ? join(".", near) : absolute
  if (path.length > MAX_SOCKET_PATH)
    throw new FolderNotWritable(folder, `its path is longer than ${MAX_SOCKET_PATH} characters`)
  return path
}
