import { afterAll, beforeAll, expect, test } from "bun:test"
import { eq } from "drizzle-orm"
import type { PgTable } from "drizzle-orm/pg-core"
import { newId } from "../../infra/ids.ts"
import { loadProfiles } from "../../store/loadProfilesTable.ts"
import { profiles, users } from "../../store/tables.ts"
import { legacyToken, openFreshDatabase, startLonelyApi } from "../support/legacy.ts"
import { addOtherOrganization, OTHER_KEY } from "../support/profiles.ts"
import { createClient, LIVE_KEY, OWNER } from "../support/service.ts"
import { bearer, logIn } from "../support/sessions.ts"

/** Limits of an organization: profiles of each kind and load profiles. */
const MOST = 10_000
const ROWS_OF_INSERT = 1_000

let fresh: Awaited<ReturnType<typeof openFreshDatabase>>
let api: Awaited<ReturnType<typeof startLonelyApi>>

beforeAll(async () => {
  fresh = await openFreshDatabase()
  await addOtherOrganization(fresh.database)
  api = await startLonelyApi(fresh.database, fresh.dataDir)
})
afterAll(async () => {
  await api.stop()
  await fresh.close()
})

/** Inserts copies of a row until `most` rows exist, with the original. */
const repeat = async <Row extends { id: string }>(table: PgTable, row: Row, most: number) => {
  for (let present = 1; present < most; present += ROWS_OF_INSERT) {
    const rows = Array.from({ length: Math.min(ROWS_OF_INSERT, most - present) }, () => ({ ...row, id: newId() }))
    await fresh.database.queries.insert(table).values(rows)
  }
}

test("an organization keeps 10,000 profiles of a kind; one more is refused, unless one is deleted first", async () => {
  const client = createClient(api.address)
  const create = (key = LIVE_KEY, kind = "studio") => createClient(api.address, key).post(`/v1/${kind}-profiles`, {})
  const { status, body } = await create()
  expect(status).toBe(201)
  const [row] = await fresh.database.queries.select().from(profiles).where(eq(profiles.id, body.id))
  await repeat(profiles, row!, MOST - 1)
  expect((await create()).status).toBe(201)
  const refused = await create()
  expect([refused.status, refused.body.code]).toEqual([409, "CONFLICT"])
  expect(refused.body.message).toBe("an organization has at most 10000 profiles of a kind: delete one that is not used")
  expect((await create(LIVE_KEY, "energyhub")).status).toBe(201)
  expect((await create(OTHER_KEY)).status).toBe(201)
  await client.delete(`/v1/studio-profiles/${body.id}`)
  expect((await create()).status).toBe(201)
  expect((await create()).status).toBe(409)
})

test("an organization keeps 10,000 load profiles; one more is refused", async () => {
  const csv = new Array(8760).fill("0.5").join("\n")
  const create = async (key = LIVE_KEY) => {
    const form = new FormData()
    form.append("csv", new File([csv], "a.csv"))
    const headers = bearer(await legacyToken(api.address, key))
    const response = await fetch(`${api.address}/v1/load-profile`, { method: "POST", headers, body: form })
    return { status: response.status, body: await response.json() }
  }
  const { status, body } = await create()
  expect(status).toBe(200)
  const [row] = await fresh.database.queries.select().from(loadProfiles).where(eq(loadProfiles.id, body.record_id))
  await repeat(loadProfiles, { ...row!, hours: new Uint8Array(1) }, MOST - 1)
  expect((await create()).status).toBe(200)
  expect(await create()).toEqual({
    status: 409,
    body: { error: "Failed to create profile record", message: "an organization has at most 10000 load profiles" },
  })
  expect((await create(OTHER_KEY)).status).toBe(200)
})

test("an organization has 1,000 users; one more is refused, unless one is removed first", async () => {
  const owner = await logIn(api.address)
  const [row] = await fresh.database.queries.select().from(users).where(eq(users.email, OWNER.email))
  const more = Array.from({ length: 998 }, (_, n) => ({ ...row!, id: newId(), email: `user${n}@example.org` }))
  await fresh.database.queries.insert(users).values(more)
  const add = (email: string) => owner.post("/v1/members", { email, role: "member" })
  const { body: last, status } = await add("last@example.org")
  expect(status).toBe(201)
  expect((await owner.delete(`/v1/members/${last.id}`)).status).toBe(204)
  const atOnce = await Promise.all(["a", "b", "c", "d"].map(name => add(`${name}@example.org`)))
  expect(atOnce.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
  const refused = await add("more@example.org")
  expect([refused.status, refused.body.code]).toEqual([409, "CONFLICT"])
  expect(refused.body.message).toBe("an organization has at most 1000 users: remove one who has left")
  const added = atOnce.find(({ status }) => status === 201)?.body.id
  expect((await owner.delete(`/v1/members/${added}`)).status).toBe(204)
  expect((await add("more@example.org")).status).toBe(201)
})
