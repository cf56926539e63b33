import { afterAll, beforeAll, expect, test } from "bun:test"
import { tmpdir } from "node:os"
import { PGlite } from "@electric-sql/pglite"
import { drizzle } from "drizzle-orm/pglite"
import { migrate } from "drizzle-orm/pglite/migrator"
import { openEmbeddedConnection } from "../../infra/database/embedded/connection.ts"
import { databaseOver } from "../../store/database.ts"
import { MIGRATIONS } from "../../store/template.ts"
import { startLonelyApi } from "../support/legacy.ts"
import { createClient } from "../support/service.ts"
import { logIn } from "../support/sessions.ts"
import { fillEngine } from "../support/storedDatabase.ts"
import { readStoredSchema } from "../support/storedSchemas.ts"

/** A price list that was stored before lists had a currency. */
let engine: PGlite
let api: Awaited<ReturnType<typeof startLonelyApi>>

beforeAll(async () => {
  engine = await PGlite.create()
  await fillEngine(engine, readStoredSchema("0045_sent_offers"))
  await engine.exec(`update organizations set assumptions = '{"currency": "CHF"}'`)
  await migrate(drizzle({ client: engine }), { migrationsFolder: MIGRATIONS })
  const database = databaseOver(codecs => openEmbeddedConnection(engine, codecs), "embedded", 1)
  api = await startLonelyApi(database, tmpdir())
})
afterAll(async () => {
  await api.stop()
  await engine.close()
})

test("a list of earlier versions has the currency of its organization, and keeps it", async () => {
  const owner = await logIn(api.address)
  const { organization } = (await owner.get("/v1/auth/session")).body
  const list = async () => (await createClient(api.address).get("/v1/price-list")).body
  const items = [{ kind: "labour", description: "Work", unit: "kwp", unitPrice: 180 }]
  const meant = { items, currency: "CHF", payment: null, terms: null, mode: "live" }
  expect(await list()).toMatchObject(meant)
  await owner.patch(`/v1/organizations/${organization.id}`, { assumptions: { currency: "EUR" } })
  expect(await list()).toMatchObject(meant)
})
