import { afterAll, beforeAll, expect } from "bun:test"
import { sql } from "drizzle-orm"
import { type Database, openPostgres } from "../../store/database.ts"
import { createNamedLock } from "../../store/namedLock.ts"
import { clusterTest, newDatabaseUrl, whyNoServers } from "../support/cluster.ts"

/** Two processes of one database. */
let databases: [Database, Database]

beforeAll(async () => {
  if (whyNoServers()) return
  const url = await newDatabaseUrl("locks")
  databases = [await openPostgres(url), await openPostgres(url)]
})
afterAll(async () => {
  for (const database of databases ?? []) await database.close()
})

clusterTest(
  "work under a lock asks the database, and none of the same name runs beside it in another process",
  async () => {
    const [one, other] = databases
    const running: string[] = []
    const work =
      ({ queries }: Database) =>
      async () => {
        running.push("begins")
        await queries.execute(sql`select pg_sleep(0.02)`)
        running.push("ends")
      }
    const locks = [createNamedLock(one), createNamedLock(other)]
    const all = Array.from({ length: 8 }, (_, i) =>
      locks[i % 2]!({ owner: "a", name: "thing" }, work(databases[i % 2 === 0 ? 0 : 1])),
    )
    await Promise.all(all)
    expect(running).toEqual(Array.from({ length: 8 }, () => ["begins", "ends"]).flat())
  },
)

clusterTest("an owner whose changes take long keeps no other from its own", async () => {
  const lock = createNamedLock(databases[0])
  const { promise: end, resolve } = Promise.withResolvers<void>()
  const slow = Array.from({ length: 20 }, (_, i) => lock({ owner: "slow", name: `thing ${i}` }, () => end))
  expect(await lock({ owner: "quick", name: "thing" }, async () => "made")).toBe("made")
  resolve()
  await Promise.all(slow)
})

clusterTest("work that throws lets go of its lock", async () => {
  const lock = createNamedLock(databases[0])
  const failing = lock({ owner: "a", name: "thing" }, () => Promise.reject(new Error("no")))
  await expect(failing).rejects.toThrow("no")
  expect(await createNamedLock(databases[1])({ owner: "a", name: "thing" }, async () => "made")).toBe("made")
})
