import { randomUUID } from "node:crypto"
import { existsSync, unlinkSync } from "node:fs"
import { createConnection, createServer, type Server } from "node:net"
import { flockFolder } from "./flock.ts"
import { FolderNotWritable } from "./folder.ts"
import { socketPath } from "./socketPath.ts"

/** Another process holds the folder. */
export class FolderInUse extends Error {
  readonly code = "FOLDER_IN_USE"
  constructor(folder: string) {
    super(`DATA_DIR ${folder} is in use by another process: stop it, or give this one a folder of its own`)
    this.name = "FolderInUse"
  }
}

/** Two processes that start on a lock of a process that is gone at the same moment see each other within this time. */
const SETTLE_MS = 50
const ANSWER_TIMEOUT_MS = 1_000

/**
 * Holds a folder that is there for this process; returns the function that releases it. There are two locks. The lock
 * on the folder itself cannot be deleted. The other is a listening socket in it, for systems without the first: not a
 * process id, for a dead holder refuses connections, also from another container. Throws FolderInUse or
 * FolderNotWritable.
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

/**
 * The token of the process that holds the lock; an empty one if it does not answer in time; undefined if there is none.
 */
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
