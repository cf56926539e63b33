import { afterAll, beforeAll, expect, test } from "bun:test"
import { eq, sql } from "drizzle-orm"
import { newId } from "../../infra/ids.ts"
import { createLog } from "../../infra/log.ts"
import { type Database, openEmbeddedDatabase } from "../../store/database.ts"
import { scans, users } from "../../store/tables.ts"
import { webhookEndpoints } from "../../store/webhooks/tables.ts"

let database: Database

beforeAll(async () => {
  database = await openEmbeddedDatabase("memory://log")
})
afterAll(() => database.close())

/** The line that the log of a service writes for an error. */
const lineOf = (err: unknown): string => {
  const lines: string[] = []
  createLog("test", "info", { write: line => void lines.push(line) }).error({ err }, "it failed")
  return lines.join("")
}

const failureOf = async (work: PromiseLike<unknown>): Promise<unknown> => {
  try {
    await work
  } catch (error) {
    return error
  }
  throw new Error("it did not fail")
}

test("a statement that failed is logged by its name and code, without what it carried", async () => {
  const id = newId()
  const endpoint = {
    id,
    organizationId: newId(),
    mode: "live" as const,
    url: "https://example.org/hook?key=SECRET-IN-URL",
    events: ["scan.completed" as const],
    headers: { authorization: "Bearer SECRET-IN-HEADER\n    at SECRET-IN-FRAME:1:1" },
    active: true,
    secretHash: "SECRET-HASH",
    createdAt: new Date(),
  }
  const line = lineOf(await failureOf(database.queries.insert(webhookEndpoints).values(endpoint)))
  expect(line).not.toContain("SECRET")
  expect(line).not.toContain("example.org")
  expect(JSON.parse(line).err).toMatchObject({
    type: "DatabaseError",
    code: "23503",
    statement: "insert webhook_endpoints",
    stack: expect.stringContaining("    at "),
  })
})

test("nor PostgreSQL's own sentence, which repeats a value", async () => {
  const token = "not-an-id-but-a-TOKEN"
  const error = await failureOf(database.queries.select().from(scans).where(eq(scans.id, token)))
  const line = lineOf(error)
  expect(line).not.toContain("TOKEN")
  expect(JSON.parse(line).err).toMatchObject({ code: "22P02", statement: "select scans" })
  const { cause } = error as Error
  expect(lineOf(cause)).not.toContain("TOKEN")
  expect(lineOf(new Error("outside", { cause: error }))).not.toContain("TOKEN")
})

test("a statement with an expression of its own is named the same way", async () => {
  const error = await failureOf(database.queries.update(users).set({ email: sql`(1 / 0)::text` }))
  expect(JSON.parse(lineOf(error)).err).toMatchObject({ code: "22012", statement: "update users" })
})

test("of an answer that breaks its schema the log has the field, not what was found", () => {
  const error = Object.assign(new Error('{"found":{"shareToken":"SECRET"}}'), {
    code: "VALIDATION",
    type: "response",
    valueError: { path: "/report/site", value: "SECRET" },
  })
  expect(lineOf(error)).not.toContain("SECRET")
  expect(JSON.parse(lineOf(error)).err).toMatchObject({
    type: "ValidationError",
    of: "response",
    field: "/report/site",
  })
})

test("any other error keeps its message, its code and its cause", () => {
  const cause = Object.assign(new Error("refused"), { code: "ECONNREFUSED" })
  const { err } = JSON.parse(lineOf(new RangeError("too far", { cause })))
  expect(err).toMatchObject({
    type: "RangeError",
    message: "too far",
    cause: { code: "ECONNREFUSED", message: "refused" },
  })
  expect(JSON.parse(lineOf("a text")).err).toEqual({ message: "a text" })
})
