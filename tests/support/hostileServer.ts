import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

/** A server that fails in every way of a network. */

/** One request at the server. */
interface Exchange {
  response: ServerResponse
  /** Creates once for each key; returns the JSON of the answer. */
  create: () => string
}
/** The reaction to one request. */
export type Turn = (exchange: Exchange) => void

/** Requests to one address, by the first part of their path. */
export interface Seen {
  requests: number
  /** Idempotency keys in the order of arrival; null for a request without a key. */
  keys: (string | null)[]
  /** Created objects: one for each key, and one for each request without a key. */
  created: number
}

const JSON_TYPE = { "content-type": "application/json" }
const HTML = "<html><h1>from a proxy</h1></html>"

export const answers: Turn = ({ response, create }) => response.writeHead(201, JSON_TYPE).end(create())
export const resetBefore: Turn = ({ response }) => void response.socket?.resetAndDestroy()
export const resetAfter: Turn = ({ response, create }) => {
  create()
  response.socket?.resetAndDestroy()
}
export const closes: Turn = ({ response, create }) => {
  create()
  response.socket?.end()
}
export const halfHead: Turn = ({ response, create }) => {
  create()
  response.socket?.end("HTTP/1.1 201 Crea")
}
export const halfBody: Turn = ({ response, create }) => {
  const body = create()
  const head = `HTTP/1.1 201 Created\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`
  response.socket?.end(head + body.slice(0, 9))
}
export const halfChunk: Turn = ({ response, create }) => {
  const head = "HTTP/1.1 201 Created\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n"
  response.socket?.end(`${head}40\r\n${create().slice(0, 9)}`)
}
/** Without a length the body ends with the connection. */
export const halfJson: Turn = ({ response, create }) => {
  const head = "HTTP/1.1 201 Created\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n"
  response.socket?.end(head + create().slice(0, 9))
}
export const emptyBody: Turn = ({ response, create }) => {
  create()
  response.writeHead(200).end()
}
/** A page of a proxy. */
export const html = (status: number, headers: Record<string, string> = {}): Turn => {
  return ({ response }) => response.writeHead(status, { "content-type": "text/html", ...headers }).end(HTML)
}
export const text = (body: string): Turn => {
  return ({ response }) => response.writeHead(200, { "content-type": "text/plain" }).end(body)
}
/** An error of the service. */
export const refuses = (statusCode: number, code: string, headers: Record<string, string> = {}): Turn => {
  return ({ response }) =>
    response
      .writeHead(statusCode, { ...JSON_TYPE, ...headers })
      .end(JSON.stringify({ statusCode, message: `refused: ${code}`, code, reason: code.toLowerCase() }))
}
/** The first request with the key is still in progress. */
export const stillRunning: Turn = exchange => {
  exchange.create()
  refuses(409, "STILL_RUNNING", { "retry-after": "1" })(exchange)
}
export const retryAt = (status: number, inSeconds: number): Turn => {
  return exchange => html(status, { "retry-after": new Date(Date.now() + inSeconds * 1000).toUTCString() })(exchange)
}
export const redirects: Turn = ({ response }) => response.writeHead(307, { location: "/elsewhere/v1/scans" }).end()
/** A body that never ends: a byte every 10 ms. */
export const slowBody: Turn = ({ response, create }) => {
  create()
  response.writeHead(201, JSON_TYPE)
  const drip = setInterval(() => response.write(" "), 10)
  response.on("close", () => clearInterval(drip))
}
export const hangs: Turn = ({ create }) => void create()

/** Listens on loopback. Each first part of a path has its own turns; after them the server answers like the service. */
export const startHostile = async (turnsOf: (name: string) => readonly Turn[]) => {
  const all = new Map<string, Seen & { made: Map<string, string> }>()
  const seenAt = (name: string) => {
    const empty: Seen & { made: Map<string, string> } = { requests: 0, keys: [], created: 0, made: new Map() }
    const known = all.get(name) ?? empty
    all.set(name, known)
    return known
  }
  const server = createServer((request, response) => {
    const [, name = "", ...path] = new URL(request.url!, "http://server").pathname.split("/")
    const seen = seenAt(name)
    const turn = turnsOf(name)[seen.requests] ?? answers
    const key = keyOf(request)
    seen.requests += 1
    seen.keys.push(key)
    const create = () => {
      const known = key === null ? undefined : seen.made.get(key)
      if (known !== undefined) return known
      seen.created += 1
      const made = JSON.stringify({ id: `${path.at(-1)} ${seen.created}`, status: "pending", items: [], cost: null })
      if (key !== null) seen.made.set(key, made)
      return made
    }
    request.on("error", () => {})
    request.resume().on("end", () => turn({ response, create }))
  })
  await new Promise<void>(done => server.listen(0, "127.0.0.1", () => done()))
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}`,
    seen: (name: string): Seen => seenAt(name),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

const keyOf = (request: IncomingMessage): string | null => {
  const header = request.headers["idempotency-key"]
  return typeof header === "string" ? header : new URL(request.url!, "http://server").searchParams.get("batchId")
}
