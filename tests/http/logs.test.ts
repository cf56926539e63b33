import { afterAll, beforeAll, expect, test } from "bun:test"
import { sql } from "drizzle-orm"
import {
  createClient,
  freshDataDir,
  openDatabaseOf,
  type RunningService,
  startProcess,
  until,
} from "../support/service.ts"
import { logIn } from "../support/sessions.ts"

let service: RunningService

beforeAll(async () => {
  const dataDir = await freshDataDir()
  const database = await openDatabaseOf(dataDir)
  await database.queries.execute(sql`alter table webhook_endpoints drop column headers`)
  await database.queries.execute(sql`alter table scans rename column share_token to other_token`)
  await database.close()
  service = await startProcess(dataDir)
})
afterAll(() => service.end("SIGKILL"))

/** Waits for a text of the log, which may arrive after the answer. */
const logged = (text: string) => until(() => (service.output().includes(text) ? true : undefined))

test("what a caller sent is not in the log when the statement with it fails", async () => {
  const session = await logIn(service.address)
  const { status } = await session.post("/v1/webhook-endpoints", {
    url: "https://example.org/hook",
    events: ["scan.completed"],
    headers: { authorization: "Bearer SECRET-OF-A-HEADER" },
  })
  expect(status).toBe(500)
  await logged('"statement":"insert webhook_endpoints"')
  await logged('"code":"42703"')
  expect(service.output()).not.toContain("SECRET-OF-A-HEADER")
})

test("nor is a share token, from the path or from the statement", async () => {
  const token = "SECRET_".padEnd(43, "x")
  for (const path of [`/v1/scans/shared/${token}`, `/v1/scans/shared/${token}/series`]) {
    const { status } = await createClient(service.address, null).get(path)
    expect(status).toBe(500)
  }
  await logged('"path":"/v1/scans/shared/{token}"')
  expect(service.output()).not.toContain("SECRET_")
})
