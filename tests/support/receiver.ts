import { createHash, createHmac, timingSafeEqual } from "node:crypto"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

/** A webhook as it arrived. */
export interface Arrival {
  path: string
  headers: Record<string, string>
  raw: Buffer
  deliveryId: string
  event: string
  /** The scan's id, or undefined for a test. */
  scanId?: string
  /** Time on the monotonic clock. */
  atMs: number
  receivedAt: Date
  /** Requests under way at the receiver when it arrived, itself included. */
  underWay: number
}

export interface Receiver {
  url: string
  arrivals: Arrival[]
  /** The most requests that were under way at once. */
  mostUnderWay(): number
  close(): Promise<void>
}

/** A receiver's treatment of a request; the default answers 200. */
export type Behaviour = (arrival: Arrival, response: ServerResponse, request: IncomingMessage) => void

const answerOk: Behaviour = (_arrival, response) => response.end("ok")

/** A webhook receiver on a port of its own that records all requests. */
export const startReceiver = async (behave: Behaviour = answerOk): Promise<Receiver> => {
  const arrivals: Arrival[] = []
  let underWay = 0
  let most = 0
  const server = createServer(async (request, response) => {
    underWay++
    most = Math.max(most, underWay)
    response.once("close", () => underWay--)
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const arrival = arrivalOf(request, Buffer.concat(chunks), underWay)
    arrivals.push(arrival)
    behave(arrival, response, request)
  })
  await new Promise<void>(done => server.listen(0, "127.0.0.1", done))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    arrivals,
    mostUnderWay: () => most,
    close: () =>
      new Promise(done => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

const arrivalOf = (request: IncomingMessage, raw: Buffer, underWay: number): Arrival => {
  const headers = request.headers as Record<string, string>
  return {
    path: request.url ?? "",
    headers,
    raw,
    deliveryId: headers["x-service-delivery"]!,
    event: headers["x-service-event"]!,
    scanId: JSON.parse(raw.toString()).data?.id,
    atMs: performance.now(),
    receivedAt: new Date(),
    underWay,
  }
}

/** The six steps of document 1, "Signature verification", written from the document alone. */
export const passesSixSteps = (
  { headers, raw, receivedAt }: Pick<Arrival, "headers" | "raw" | "receivedAt">,
  secret: string,
): boolean => {
  const parts = new Map(headers["x-service-signature"]!.split(",").map(part => part.split("=") as [string, string]))
  const [t, v1] = [parts.get("t") ?? "", parts.get("v1") ?? ""]
  const content = Buffer.concat([Buffer.from(`${t}.`), raw])
  const key = createHash("sha256").update(secret).digest("hex").toLowerCase()
  const expected = createHmac("sha256", key).update(content).digest("hex").toLowerCase()
  if (v1.length !== expected.length || !timingSafeEqual(Buffer.from(v1), Buffer.from(expected))) return false
  return Math.abs(receivedAt.getTime() / 1000 - Number(t)) < 300
}
