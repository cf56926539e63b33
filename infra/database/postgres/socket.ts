import { connect, type Socket } from "node:net"

const CONNECT_LIMIT_MS = 10_000
/**
 * A connection on which nothing is sent and nothing arrives for this long, or twice it, is idle or half open; both are
 * closed.
 */
const SILENCE_LIMIT_MS = 10_000

/** No answer to the attempt to connect, for instance because packets are dropped. */
class ConnectionTimedOut extends Error {
  readonly code = "ETIMEDOUT"
  constructor() {
    super("no connection in time")
    this.name = "ConnectionTimedOut"
  }
}

/** As postgres.js hands them over: several hosts and ports of one URL, or a Unix socket. */
interface Target {
  host: string[]
  port: number[]
  path?: string | false
}

/**
 * Opens the socket of a connection to PostgreSQL. The client itself would wait without end on a half-open connection:
 * its queries here fail within 20 s and are retried. No query of the service is silent for that long.
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
      // Server name in TLS: servers with several databases at one address choose by it.
      done(Object.assign(socket, { host: host[0]! }))
    })
  })

/**
 * Counts bytes instead of listening: the client takes all listeners off when it turns to TLS. A query that was sent on
 * an idle connection since the last look has its own time: it is not to fail because of the silence before it.
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
