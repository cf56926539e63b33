import { afterAll, expect, test } from "bun:test"
import { createServer, type Server, type Socket } from "node:net"
import { createOutbound } from "../../infra/outbound/client.ts"

const servers: Server[] = []
const sockets = new Set<Socket>()
afterAll(() => {
  for (const server of servers) server.close()
  for (const socket of sockets) socket.destroy()
})

/** A server that answers each request with these bytes and counts its connections. */
const serve = async (answer: string, host = "127.0.0.1", port = 0) => {
  let connections = 0
  const server = createServer(socket => {
    connections++
    sockets.add(socket)
    socket.on("error", () => {})
    socket.on("data", () => socket.write(answer.replaceAll("\n", "\r\n")))
  })
  servers.push(server)
  await new Promise<void>(done => server.listen(port, host, () => done()))
  return { port: (server.address() as { port: number }).port, connections: () => connections }
}

const HOLDING = "HTTP/1.1 200 OK\nKeep-Alive: timeout=5\nContent-Length: 2\n\nok"

/** A client that keeps connections. Its lookups return these sets of addresses, one after the other. */
const clientOf = (...resolved: string[][]) =>
  createOutbound({
    allowPrivate: true,
    keepsConnections: true,
    resolve: async () => (resolved.length > 1 ? resolved.shift()! : resolved[0]!),
  })

test("calls to a host that says how long it holds a connection use the same one", async () => {
  const { port, connections } = await serve(HOLDING)
  const call = clientOf(["127.0.0.1"])
  for (let i = 0; i < 4; i++) {
    const answer = await call({ url: `http://hook.test:${port}/${i}`, method: "POST", body: new Uint8Array([i]) })
    expect([answer.status, new TextDecoder().decode(answer.body)]).toEqual([200, "ok"])
  }
  expect(connections()).toBe(1)
})

test("a host that does not say so, or not for long, gets a new connection for each call", async () => {
  for (const hint of [
    "",
    "Keep-Alive: timeout=1\n",
    "Keep-Alive: max=100\n",
    "Connection: close\nKeep-Alive: timeout=5\n",
  ]) {
    const { port, connections } = await serve(`HTTP/1.1 200 OK\n${hint}Content-Length: 2\n\nok`)
    const call = clientOf(["127.0.0.1"])
    for (let i = 0; i < 3; i++) expect((await call({ url: `http://hook.test:${port}/` })).status).toBe(200)
    expect([hint, connections()]).toEqual([hint, 3])
  }
})

test("a kept connection is not used when the name leads to another address by now", async () => {
  const first = await serve(HOLDING, "127.0.0.2")
  const second = await serve(HOLDING, "127.0.0.3", first.port)
  const call = clientOf(["127.0.0.2"], ["127.0.0.2"], ["127.0.0.3"], ["127.0.0.2", "127.0.0.3"])
  for (let i = 0; i < 4; i++) await call({ url: `http://hook.test:${first.port}/` })
  // The last set of addresses differs from the earlier sets, although its first address is known.
  expect([first.connections(), second.connections()]).toEqual([2, 1])
})

test("the connection of an answer that was cut off is closed", async () => {
  const { port, connections } = await serve(
    `HTTP/1.1 200 OK\nKeep-Alive: timeout=5\nContent-Length: 10\n\n${"x".repeat(10)}`,
  )
  const call = clientOf(["127.0.0.1"])
  for (let i = 0; i < 2; i++) {
    const answer = await call({ url: `http://hook.test:${port}/`, maxBodyBytes: 9 })
    expect([answer.isTruncated, answer.body.length]).toEqual([true, 9])
  }
  expect(connections()).toBe(2)
})

test("hosts of one address do not share a connection", async () => {
  const { port, connections } = await serve(HOLDING)
  const call = clientOf(["127.0.0.1"])
  for (const host of ["one.test", "two.test", "one.test"]) await call({ url: `http://${host}:${port}/` })
  expect(connections()).toBe(2)
})
