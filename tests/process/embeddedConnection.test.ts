import { afterAll, beforeAll, expect, test } from "bun:test"
import { eq, sql } from "drizzle-orm"
import { newId } from "../../infra/ids.ts"
import type { Database } from "../../store/database.ts"
import { organizationLogos, organizations, rateLimits } from "../../store/tables.ts"
import { transaction } from "../../store/transaction.ts"
import { openThrowAway } from "../support/webhookSender.ts"

/** Conversion of values to the embedded engine and back, and guarantees of its one connection. */
let database: Database
let organizationId: string

beforeAll(async () => {
  database = await openThrowAway()
  organizationId = newId()
  await database.queries.insert(organizations).values({ id: organizationId, displayName: "Zon & Zo ☀" })
})
afterAll(() => database.close())

const bytesOf = (length: number) => Uint8Array.from({ length }, (_, i) => (i * 7) % 256)

test("values come back as they went, the first time and when the statement is kept", async () => {
  const createdAt = new Date("2026-03-01T10:20:30.456Z")
  const values = {
    displayName: "façade €\n'quoted' \\ ☀",
    brandingEnabled: true,
    brandingColor: null,
    contact: { email: "ann@example.org" },
    company: { name: "Zon & Zo", address: "Kade 1" },
    tier: null,
    adjustableSteps: ["battery" as const],
    assumptions: { discountRate: 0.05 },
    ...{ liveScanDays: 90, sandboxScanDays: 30, retentionSince: createdAt },
    createdAt,
  }
  for (let run = 0; run < 8; run++) {
    const id = newId()
    await database.queries.insert(organizations).values({ id, ...values })
    const [row] = await database.queries.select().from(organizations).where(eq(organizations.id, id))
    expect(row).toEqual({ id, brandingDisplayName: "", ...values })
  }
})

test("bytes of any length come back, and so does an empty value", async () => {
  for (const length of [0, 1, 300, 70_000, 5_000_000]) {
    const logo = { organizationId, image: bytesOf(length), mediaType: "image/png", hash: `${length}` }
    await database.queries
      .insert(organizationLogos)
      .values(logo)
      .onConflictDoUpdate({ target: organizationLogos.organizationId, set: logo })
    const { image } = (await database.queries.select({ image: organizationLogos.image }).from(organizationLogos))[0]!
    expect(Buffer.from(image).equals(bytesOf(length))).toBe(true)
  }
})

test("a statement too long to be kept gives the same values", async () => {
  const padding = " ".repeat(5_000)
  const rows = await database.queries.execute(
    sql`select 1::bigint as big, 2.5::float8 as share, true as yes, '\\x00ff'::bytea as bytes, null as nothing ${sql.raw(padding)}`,
  )
  expect(rows.map((row): object => ({ ...row, bytes: [...(row.bytes as Uint8Array)] }))).toEqual([
    { big: 1, share: 2.5, yes: true, bytes: [0, 255], nothing: null },
  ])
})

test("a refused statement says why by its code, and the next one is answered", async () => {
  const refusal = await database.queries.execute(sql`select 1 / ${0}::int`).catch(error => error.cause)
  expect([refusal.code, refusal.message]).toEqual(["22012", "division by zero"])
  const again = await database.queries
    .insert(organizations)
    .values({ id: organizationId, displayName: "twice" })
    .catch(error => error.cause)
  expect(again.code).toBe("23505")
  expect(await database.isHealthy()).toBe(true)
})

test("a transaction that throws leaves nothing behind, and another one that waits for it is kept", async () => {
  const ends = new Date(0)
  const failed = transaction(database.queries, async tx => {
    await tx.insert(rateLimits).values({ name: "failed", hits: 1, endsAt: ends })
    throw new Error("no")
  })
  const kept = transaction(database.queries, tx =>
    tx.insert(rateLimits).values({ name: "kept", hits: 1, endsAt: ends }),
  )
  await expect(failed).rejects.toThrow("no")
  await Promise.allSettled([failed, kept])
  expect((await database.queries.select().from(rateLimits)).map(({ name }) => name)).toEqual(["kept"])
})

test("inside a transaction the outer handle is refused, where it would wait without an end", async () => {
  const { queries } = database
  const inside = transaction(queries, async tx => {
    await tx.select().from(organizations)
    await queries.select().from(organizations)
  })
  expect(await inside.catch(error => error.cause?.code ?? error.code)).toBe("OUTSIDE_TRANSACTION")
  expect(await transaction(queries, () => transaction(queries, async () => {})).catch(error => error.code)).toBe(
    "OUTSIDE_TRANSACTION",
  )
  expect(await database.isHealthy()).toBe(true)
})

test("a closed database says that its connection is lost", async () => {
  const closed = await openThrowAway()
  await closed.close()
  expect(await closed.isHealthy()).toBe(false)
  expect(
    await closed.queries
      .select()
      .from(organizations)
      .catch(error => error.cause.code),
  ).toBe("CONNECTION_LOST")
})
