import { afterAll, beforeAll, expect, test } from "bun:test"
import { createServer, type Server } from "node:net"
import { openPostgres } from "../../store/database.ts"

/** Answers of a starting PostgreSQL: one per connection, then the last for all others. SQLSTATE and message. */
const ANSWERS = [
  ["57P03", "the database system is starting up"],
  ["57P03", "the database system is in recovery mode"],
  ["28P01", "password authentication failed"],
] as const

/** The message ErrorResponse of the protocol, version 3. */
const fatal = (code: string, message: string): Buffer => {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`)
  const head = Buffer.alloc(5)
  head.write("E")
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}

let connections = 0
let server: Server
beforeAll(async () => {
  server = createServer(socket => {
    const [code, message] = ANSWERS[Math.min(connections++, ANSWERS.length - 1)]!
    socket.on("error", () => {})
    socket.once("data", () => socket.end(fatal(code, message)))
  })
  await new Promise<void>(done => server.listen(0, "127.0.0.1", done))
})
afterAll(() => server.close())

test("a PostgreSQL that is starting is waited for, with one line, and its refusal is told", async () => {
  const { port } = server.address() as { port: number }
  const notes: string[] = []
  const opening = openPostgres(`postgres://solar:hidden@127.0.0.1:${port}/solar`, line => notes.push(line))
  await expect(opening).rejects.toThrow("PostgreSQL cannot be used (password authentication failed)")
  expect(connections).toBe(ANSWERS.length)
  expect(notes).toEqual([
    `DATABASE_URL 127.0.0.1:${port}/solar: waiting for PostgreSQL (the database system is starting up)`,
  ])
})
