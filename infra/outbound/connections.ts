import { Agent as HttpAgent, type IncomingHttpHeaders } from "node:http"
import { Agent as HttpsAgent } from "node:https"
import type { Socket } from "node:net"
import type { Target } from "./target.ts"

/** Maximum idle time of a connection. */
const IDLE_MS = 1_000
/**
 * Factor by which the host's stated idle time must exceed ours. Otherwise the host could close the connection during
 * the next call, which is not repeated.
 */
const MARGIN = 2
/** Maximum number of idle connections per target. */
const MAX_IDLE_OF_TARGET = 32
/** Maximum number of reusable connections. */
const MAX_KEPT = 512

const TIMEOUT = /(?:^|[\s,])timeout=(\d{1,9})(?:$|[\s,])/i

/** Connections that several calls use, one after the other. */
export interface Connections {
  agentOf(target: Target): HttpAgent
  /** True if the connection of an answer may be used again: the host must state how long it keeps it. */
  mayKeep(socket: Socket, headers: IncomingHttpHeaders): boolean
}

/**
 * Creates the pool of connections. A call reuses a connection to the same host and port, and to an address that was
 * checked for this call. A name that now resolves to another address gets a new connection.
 */
export const createConnections = (): Connections => {
  const kept = new Set<Socket>()
  const options = { keepAlive: true, timeout: IDLE_MS, maxFreeSockets: MAX_IDLE_OF_TARGET }
  const agents = { http: new HttpAgent(options), https: new HttpsAgent(options) }
  for (const agent of Object.values(agents)) {
    const nameOf = agent.getName.bind(agent)
    agent.getName = (target = {}) => `${nameOf(target)} ${addressesOf(target)}`
  }
  return {
    agentOf: ({ url }) => (url.protocol === "https:" ? agents.https : agents.http),
    mayKeep(socket, { "keep-alive": hint = "" }) {
      if (kept.has(socket)) return true
      const holdsMs = 1000 * Number(TIMEOUT.exec(String(hint))?.[1] ?? 0)
      if (holdsMs < MARGIN * IDLE_MS || kept.size >= MAX_KEPT) return false
      kept.add(socket)
      socket.once("close", () => kept.delete(socket))
      return true
    },
  }
}

/** Options that a call adds to its request to choose its connection. */
export interface Checked {
  checkedAddresses: string
}

export const checkedOf = ({ addresses }: Target): Checked => ({ checkedAddresses: addresses.toSorted().join(" ") })

const addressesOf = (target: object): string =>
  "checkedAddresses" in target && typeof target.checkedAddresses === "string" ? target.checkedAddresses : ""
