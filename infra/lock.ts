import { randomUUID } from "node:crypto"
import { existsSync, unlinkSync } from "node:fs"
import { createConnection, createServer, type Server } from "node:net"
import { flockFolder } from "./flock.ts"
import { FolderNotWritable } from "./folder.ts"
import { socketPath } from "./socketPath.ts"

/** Error: another process holds the folder. */
export class FolderInUse extends Error {
  readonly code = "FOLDER_IN_USE"
  constructor(folder: string) {
    super(`DATA_DIR ${folder} is in use by another process: stop it, or give this one a folder of its own`)
    this.name = "FolderInUse"
  }
}

/** Time within which two processes that start simultaneously on the lock of a dead process detect each other. */
const SETTLE_MS = 50
const ANSWER_TIMEOUT_MS = 1_000

/**
 * Locks an existing folder for this process; returns the function that releases it. There are two locks. The lock on
 * the folder itself cannot be deleted. The other lock is a listening socket in the folder, for systems without the
 * first. It also works across containers, unlike a process id, because the socket of a dead holder refuses connections.
 * Throws FolderInUse or FolderNotWritable.
 */
export const lockFolder = async (folder: string): Promise<() => Promise<void>> => {
  const release = flockFolder(folder)
  if (!release) throw new FolderInUse(folder)
  try {
    const server = await holdSocket(folder)
    return async () => {
      await new Promise<void>(done => server.close(() => done()))
      release()
    }
  } catch (error) {
    release()
    throw error
  }
}

const holdSocket = async (folder: string): Promise<Server> => {
  const path = socketPath(folder, "lock.sock")
  const token = randomUUID()
  if (existsSync(path)) {
    if ((await askHolder(path)) !== undefined) throw new FolderInUse(folder)
    unlinkSync(path)
  }
  const server = await listen(path, token, folder)
  await Bun.sleep(SETTLE_MS)
  if ((await askHolder(path)) !== token) {
    server.close()
    throw new FolderInUse(folder)
  }
  return server
}

const listen = (path: string, token: string, folder: string): Promise<Server> =>
  new Promise((done, fail) => {
    const server = createServer(socket => {
      socket.on("error", () => {})
      socket.end(token)
    })
    server.once("error", error => {
      const { code } = error as NodeJS.ErrnoException
      fail(code === "EADDRINUSE" ? new FolderInUse(folder) : new FolderNotWritable(folder, code ?? error.message))
    })
    server.listen(path, () => {
      server.unref()
      done(server)
    })
  })

/** Token of the process that holds the lock; empty if it does not answer in time; undefined without such a process. */
const askHolder = (path: string): Promise<string | undefined> =>
  new Promise(done => {
    let answer = ""
    const socket = createConnection(path)
    socket.setTimeout(ANSWER_TIMEOUT_MS, () => {
      socket.destroy()
      done("")
    })
    socket.on("data", data => {
      answer += data
    })
    socket.on("end", () => done(answer))
    socket.on("error", () => done(undefined))
  })
