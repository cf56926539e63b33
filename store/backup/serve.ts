import { existsSync, rmSync } from "node:fs"
import { createConnection, createServer, type Socket } from "node:net"
import { socketPath } from "../../infra/socketPath.ts"
import type { Queries } from "../database.ts"
import { writeBackup } from "./write.ts"

/**
 * The embedded database belongs to the process that holds its folder. On a socket in that folder, which only the
 * folder's owner reaches, the process sends a backup to each connection (`npm run admin -- export`).
 */
const NAME = "dump.sock"
/** One export at a time; a second caller is refused. */
const MAX_EXPORTS = 1
/** Timeout of a reader that takes no data, because all other work waits for the reader. */
const STALLED_MS = 5_000

/** Serves the folder's exports until the returned function is called. The caller holds the folder. */
export const serveExports = async (
  folder: string,
  queries: Queries,
  note: (line: string) => void,
): Promise<() => Promise<void>> => {
  const path = socketPath(folder, NAME)
  // Remains of a killed process.
  rmSync(path, { force: true })
  const sockets = new Set<Socket>()
  const running = new Set<Promise<unknown>>()
  const server = createServer(socket => {
    socket.on("error", () => {})
    // Counts exports instead of sockets: the socket of a finished export closes a moment later.
    if (running.size >= MAX_EXPORTS) return void socket.end("another export runs\n")
    sockets.add(socket)
    socket.on("close", () => sockets.delete(socket))
    const sent = writeBackup(queries, text => sendTo(socket, text)).then(
      () => socket.end(),
      error => {
        note(`an export broke off: ${error.message}`)
        socket.destroy()
      },
    )
    running.add(sent)
    sent.finally(() => running.delete(sent))
  })
  await new Promise<void>((done, fail) => {
    server.once("error", fail)
    server.listen(path, () => {
      server.unref()
      done()
    })
  })
  return async () => {
    for (const socket of sockets) socket.destroy()
    await Promise.all(running)
    await new Promise<void>(done => server.close(() => done()))
  }
}

const sendTo = (socket: Socket, text: string): Promise<void> =>
  new Promise((done, fail) => {
    if (socket.destroyed) return fail(new Error("the reader hung up"))
    if (socket.write(text)) return done()
    const end = (error?: Error) => {
      clearTimeout(timer)
      socket.off("drain", drained).off("close", closed)
      if (error) fail(error)
      else done()
    }
    const drained = () => end()
    const closed = () => end(new Error("the reader hung up"))
    const timer = setTimeout(() => end(new Error(`the reader took nothing for ${STALLED_MS} ms`)), STALLED_MS)
    socket.on("drain", drained).on("close", closed)
  })

/** Errors of a connection to a socket without a listening process. */
const NOBODY = ["ENOENT", "ECONNREFUSED"]

/**
 * The bytes of a backup from the process that holds the folder; undefined if no process holds it. Rejects if the
 * process closed the connection before it sent data.
 */
export const askForExport = (folder: string): Promise<AsyncIterable<Buffer> | undefined> => {
  const path = socketPath(folder, NAME)
  if (!existsSync(path)) return Promise.resolve(undefined)
  return new Promise((done, fail) => {
    const socket = createConnection(path)
    socket.once("connect", () => done(socket))
    socket.once("error", (error: NodeJS.ErrnoException) =>
      NOBODY.includes(error.code ?? "") ? done(undefined) : fail(error),
    )
  })
}
