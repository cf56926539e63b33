import { connect, type Socket } from "node:net"

const CONNECT_LIMIT_MS = 10_000
/** Silence after which a connection counts as idle or half-open and is closed, within twice this time. */
const SILENCE_LIMIT_MS = 10_000

/** Error: no answer to the attempt to connect, for instance because packets are dropped. */
class ConnectionTimedOut extends Error {
  readonly code = "ETIMEDOUT"
  constructor() {
    super("no connection in time")
    this.name = "ConnectionTimedOut"
  }
}

/** Target as passed by postgres.js: several hosts and ports of one URL, or a Unix socket. */
interface Target {
  host: string[]
  port: number[]
  path?: string | false
}

/**
 * Opens the socket of a connection to PostgreSQL. The client alone would wait forever on a half-open connection. Here
 * its queries fail within 20 s and are retried. No query of the service is silent for that long.
 */
export const openSocket = ({ host, port, path }: Target): Promise<Socket> =>
  new Promise((done, fail) => {
    const socket = path ? connect(path) : connect({ host: host[0]!, port: port[0]! })
    const giveUp = setTimeout(() => socket.destroy(new ConnectionTimedOut()), CONNECT_LIMIT_MS)
    socket.once("error", fail)
    socket.once("connect", () => {
      clearTimeout(giveUp)
      socket.off("error", fail)
      socket.setNoDelay(true)
      closeWhenSilent(socket)
      // Server name in TLS, by which servers with several databases at one address choose.
      done(Object.assign(socket, { host: host[0]! }))
    })
  })

/**
 * Counts bytes instead of listening, because the client removes all listeners when it starts TLS. A query sent on an
 * idle connection since the last check has its full time, so that earlier silence does not fail it.
 */
const closeWhenSilent = (socket: Socket): void => {
  let seen = { read: -1, written: -1 }
  const timer = setInterval(() => {
    const now = { read: socket.bytesRead, written: socket.bytesWritten }
    if (socket.destroyed || (now.read === seen.read && now.written === seen.written)) {
      clearInterval(timer)
      socket.destroy()
    }
    seen = now
  }, SILENCE_LIMIT_MS)
  timer.unref()
}
