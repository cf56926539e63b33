import { afterAll, expect, test } from "bun:test"
import { eq, sql } from "drizzle-orm"
import { newId } from "../../infra/ids.ts"
import { createStatement } from "../../store/statement.ts"
import { organizations } from "../../store/tables.ts"
import { openThrowAway } from "../support/webhookSender.ts"

const NAMED = {
  id: organizations.id,
  createdAt: organizations.createdAt,
  length: sql<number>`length(${organizations.displayName})`,
}
interface Named {
  id: string
  createdAt: Date
  length: number
}

const database = await openThrowAway()
const { queries } = database
afterAll(() => database.close())

test("a statement is made once, runs on any handle and sees what its own transaction wrote", async () => {
  let made = 0
  const named = createStatement<Named>(NAMED, handle => {
    made++
    return handle
      .select(NAMED)
      .from(organizations)
      .where(eq(organizations.id, sql.placeholder("id")))
  })
  const id = newId()
  const createdAt = new Date("2026-03-01T12:00:00.123Z")
  const undone = queries.transaction(async tx => {
    await tx.insert(organizations).values({ id, displayName: "Four", createdAt })
    expect(await named(tx, { id })).toEqual([{ id, createdAt, length: 4 }])
    throw new Error("undone")
  })
  await expect(undone).rejects.toThrow("undone")
  expect(await named(queries, { id })).toEqual([])
  expect(made).toBe(1)
})
