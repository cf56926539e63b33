import { afterAll, beforeAll, test } from "bun:test"
import { PGlite } from "@electric-sql/pglite"
import { drizzle } from "drizzle-orm/pglite"
import { migrate } from "drizzle-orm/pglite/migrator"
import type { Connection } from "../../infra/database/connection.ts"
import { openEmbeddedConnection } from "../../infra/database/embedded/connection.ts"
import { MIGRATIONS } from "../../store/template.ts"
import { repeatsAfterLostAnswer } from "../support/lostAnswers.ts"
import { type Breaking, openBreaking, repeatsAfterLostCommit, yieldsToWhoTookOver } from "../support/lostCommits.ts"

let engine: PGlite
let service: Breaking

beforeAll(async () => {
  engine = await PGlite.create("memory://")
  await migrate(drizzle({ client: engine }), { migrationsFolder: MIGRATIONS })
  let shared: Connection | undefined
  service = await openBreaking(codecs => {
    shared ??= openEmbeddedConnection(engine, codecs)
    return { ...shared, close: async () => {} }
  }, "embedded")
})
afterAll(async () => {
  await service.close()
  await engine.close()
})

test("embedded: after a commit whose answer was lost, a key's repeat gets the answer of the scans that were stored", () =>
  repeatsAfterLostCommit(service))

test("embedded: a request whose key another took over stores nothing", () => yieldsToWhoTookOver(service))

test("embedded: the same for every other operation with a key", () => repeatsAfterLostAnswer(service))
