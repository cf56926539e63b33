import { afterAll, expect, spyOn, test } from "bun:test"
import { createServer, type Socket } from "node:net"
import { openConnection } from "../../infra/database/postgres/connection.ts"
import { openSocket } from "../../infra/database/postgres/socket.ts"

const accepted = new Set<Socket>()
/** A database that accepts all data and sends nothing. */
const server = createServer(socket => {
  accepted.add(socket)
  socket.on("error", () => {})
  socket.on("data", () => {})
})
afterAll(() => {
  server.close()
  for (const socket of accepted) socket.destroy()
})
await new Promise<void>(done => server.listen(0, "127.0.0.1", done))
const port = (server.address() as { port: number }).port

/** A socket, and its check that runs every ten seconds. */
const opened = async () => {
  const looks: (() => void)[] = []
  const spied = spyOn(globalThis, "setInterval").mockImplementation(((look: () => void) => {
    looks.push(look)
    return setTimeout(() => {}, 0)
  }) as typeof setInterval)
  const socket = await openSocket({ host: ["127.0.0.1"], port: [port] })
  spied.mockRestore()
  const send = () => new Promise<void>(done => socket.write("query", () => done()))
  return { socket, send, look: () => looks[0]!() }
}

test("a query that is sent on a connection that was idle is not cut off by the look for silence", async () => {
  const { socket, send, look } = await opened()
  look()
  await send()
  look()
  expect(socket.destroyed).toBe(false)
  // Since the last check nothing was sent and nothing arrived: the connection is dead.
  look()
  expect(socket.destroyed).toBe(true)
})

test("a connection on which something arrives stays, and an idle one is closed", async () => {
  const { socket, send, look } = await opened()
  await send()
  look()
  const arrived = new Promise(done => socket.once("data", done))
  for (const other of accepted) if (!other.destroyed) other.write("answer")
  await arrived
  look()
  expect(socket.destroyed).toBe(false)
  look()
  expect(socket.destroyed).toBe(true)
})

test("over TLS the name of the server is sent, by which those choose that serve several at one address", async () => {
  const hello = Promise.withResolvers<Buffer>()
  const overTls = createServer(socket => {
    socket.on("error", () => {})
    // The client asks for TLS, gets the answer "S", and starts the handshake.
    socket.once("data", () => {
      socket.once("data", hello.resolve)
      socket.write("S")
    })
  })
  await new Promise<void>(done => overTls.listen(0, "127.0.0.1", done))
  const { port } = overTls.address() as { port: number }
  const url = `postgres://solar@localhost:${port}/solar?sslmode=require`
  const connection = openConnection(url, { parsers: {}, serializers: {} })
  const asked = connection.ask("select 1").catch(() => {})
  expect((await hello.promise).includes("localhost")).toBe(true)
  await connection.close()
  await asked
  overTls.close()
})
