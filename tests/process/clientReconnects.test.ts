import { afterEach, expect, test } from "bun:test"
import { createServer, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { createScanClient, ScanApiError, ScanTimeout } from "../../client/index.ts"

/** Response of a service to one request for the stream of a scan. */
type Turn = (response: ServerResponse) => void

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

const event = (status: string, end = "\n") =>
  [`id: ${status}`, `data: ${JSON.stringify({ id: "1", status, progression: 50 })}`, "", ""].join(end)

const stream = (text: string): Turn => {
  return response => {
    response.writeHead(200, { "content-type": "text/event-stream" })
    response.end(text)
  }
}
const status = (code: number): Turn => {
  return response => response.writeHead(code, { "content-type": "text/html" }).end("<h1>from a proxy</h1>")
}
const resets: Turn = response => {
  response.writeHead(200, { "content-type": "text/event-stream" })
  response.write(event("processing"))
  setTimeout(() => response.socket?.resetAndDestroy(), 20)
}

const serve = async (turns: Turn[], port = 0) => {
  let asked = 0
  const server = createServer((request, response) => {
    if (request.url?.endsWith("/events")) return (turns[asked++] ?? status(500))(response)
    response.writeHead(200, { "content-type": "application/json" }).end('{"status":"optimal"}')
  })
  servers.push(server)
  await new Promise<void>(done => server.listen(port, "127.0.0.1", () => done()))
  const { port: listening } = server.address() as AddressInfo
  return { address: `http://127.0.0.1:${listening}`, port: listening, asked: () => asked, server }
}

const waitAt = (address: string, seen: string[] = [], timeoutMs = 20_000) =>
  createScanClient({ baseUrl: address }).waitForReport("1", {
    timeoutMs,
    onProgress: message => seen.push(message.status),
  })

test("a stream that is reset is opened again", async () => {
  const { address, asked } = await serve([resets, stream(event("completed"))])
  const seen: string[] = []
  expect(await waitAt(address, seen)).toMatchObject({ status: "optimal" })
  expect([asked(), seen.at(-1)]).toEqual([2, "completed"])
})

test("a service that refuses connections is asked again until it is there", async () => {
  const { address, port, server } = await serve([])
  await new Promise(done => server.close(done))
  const waiting = waitAt(address)
  const again = await serve([stream(event("completed"))], port)
  expect(await waiting).toMatchObject({ status: "optimal" })
  expect(again.asked()).toBe(1)
})

test("502, 503 and 504 of a proxy pass", async () => {
  const { address, asked } = await serve([status(502), status(503), status(504), stream(event("completed"))])
  expect(await waitAt(address)).toMatchObject({ status: "optimal" })
  expect(asked()).toBe(4)
})

test("a stream that ends without an event, or within one, is opened again", async () => {
  const cut = event("completed").slice(0, -2)
  const { address, asked } = await serve([stream(""), stream(": hello\n\n"), stream(cut), stream(event("completed"))])
  const seen: string[] = []
  expect(await waitAt(address, seen)).toMatchObject({ status: "optimal" })
  expect([asked(), seen]).toEqual([4, ["completed"]])
})

test.each(["\r\n", "\r", "\n"])("lines of a stream may end with %j", async end => {
  const { address, asked } = await serve([stream(event("processing", end) + event("completed", end))])
  const seen: string[] = []
  await waitAt(address, seen)
  expect([asked(), seen]).toEqual([1, ["processing", "completed"]])
})

test("what will not pass is thrown at once", async () => {
  const { address, asked } = await serve([status(404)])
  const error = await waitAt(address).catch(thrown => thrown)
  expect(error).toBeInstanceOf(ScanApiError)
  expect([error.status, asked()]).toEqual([404, 1])
})

test("the deadline ends the attempts, and the pauses between them grow", async () => {
  const { address, asked } = await serve(new Array(1000).fill(status(502)))
  const error = await waitAt(address, [], 1_200).catch(thrown => thrown)
  expect(error).toBeInstanceOf(ScanTimeout)
  // Pauses of 250 and 500 ms after the first two.
  expect(asked()).toBeLessThanOrEqual(4)
})

test("every item of a list comes once, over all pages", async () => {
  const asked: string[] = []
  const scans = createScanClient({
    baseUrl: "http://service.test",
    fetch: (async (url: string) => {
      asked.push(new URL(url).search)
      const page = Number(new URL(url).searchParams.get("page"))
      return Response.json({
        items: page < 3 ? [{ id: `${page}a` }, { id: `${page}b` }] : [{ id: "3a" }],
        totalPages: 3,
      })
    }) as typeof fetch,
  })
  const ids: string[] = []
  for await (const { id } of scans.allScans({ status: "completed", limit: 2 })) ids.push(id)
  expect(ids).toEqual(["1a", "1b", "2a", "2b", "3a"])
  expect(asked).toEqual(["1", "2", "3"].map(page => `?limit=2&status=completed&page=${page}`))
})
