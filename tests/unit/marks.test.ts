import { afterAll, beforeAll, expect, test } from "bun:test"
import { and, count, eq, sql } from "drizzle-orm"
import { newId } from "../../infra/ids.ts"
import type { Database, Queries } from "../../store/database.ts"
import { idAt, type MarkedList } from "../../store/marks.ts"
import { organizations, scans } from "../../store/tables.ts"
import { SCAN_INPUT } from "../support/scans.ts"
import { openThrowAway } from "../support/webhookSender.ts"

let database: Database

beforeAll(async () => {
  database = await openThrowAway()
})
afterAll(() => database.close())

/** As store/marks.ts has them. */
const [BLOCK_ROWS, LONG_TAIL] = [250, 500]

/** Counts of statements by their purpose: marks made, blocks counted again, and all. */
interface Asked {
  made: number
  recounted: number
  inAll: number
}

/** Queries over the same database with counted statements. They have marks of their own. */
const counting = (queries: Queries): { counted: Queries; asked: Asked } => {
  const asked = { made: 0, recounted: 0, inAll: 0 }
  const counted = new Proxy(queries, {
    get(target, name) {
      const value = Reflect.get(target, name, target)
      if (name !== "execute") return typeof value === "function" ? value.bind(target) : value
      return (statement: Parameters<Queries["execute"]>[0]) => {
        const text = JSON.stringify(statement, (key, part) => (["table", "columns"].includes(key) ? undefined : part))
        asked.inAll++
        if (text.includes("recursive marks")) asked.made++
        if (text.includes("unnest(")) asked.recounted++
        return target.execute(statement)
      }
    },
  })
  return { counted, asked }
}

/** A list of ended scans: rows can be added and removed, and places found. */
const newList = async (queries: Queries) => {
  const organizationId = newId()
  await queries.insert(organizations).values({ id: organizationId, displayName: "Marks" })
  const where = and(eq(scans.organizationId, organizationId), eq(scans.mode, "live"))!
  const total = sql`select count(*) from ${scans} where ${where}`
  const list: MarkedList = {
    name: organizationId,
    table: scans,
    id: scans.id,
    where,
    total,
    settledBefore: async () => newId(),
  }
  const ids: string[] = []
  const { counted, asked } = counting(queries)
  return {
    ids,
    asked,
    async add(rows: number) {
      const added = Array.from({ length: rows }, newId)
      await queries.execute(sql`
        insert into scans (id, organization_id, mode, status, input, goal, run_id, created_at)
        select id, ${organizationId}::uuid, 'live', 'completed', ${JSON.stringify(SCAN_INPUT)}::json, 'cost-savings', gen_random_uuid(), now()
        from unnest(${`{${added}}`}::text::uuid[]) as added(id)`)
      ids.push(...added)
    },
    async remove(place: number) {
      const [id] = ids.splice(place, 1)
      await queries.execute(sql`delete from scans where id = ${id!}::uuid`)
    },
    async expectPlaces(places: readonly number[], known = ids.length) {
      for (const place of places) expect([place, await idAt(counted, list, place, known)]).toEqual([place, ids[place]])
    },
    countAll: async () => (await queries.select({ rows: count() }).from(scans).where(where))[0]!.rows,
  }
}

const PLACES = [0, 1, BLOCK_ROWS - 1, BLOCK_ROWS, BLOCK_ROWS + 1, 3 * BLOCK_ROWS, 3 * BLOCK_ROWS + 70]

test("marks are made once, and again when a long tail is in no block", async () => {
  const { asked, add, expectPlaces } = await newList(database.queries)
  await add(4 * BLOCK_ROWS)
  await expectPlaces(PLACES)
  expect(asked).toMatchObject({ made: 1, recounted: 0 })
  // The last block has no row after it that would end it.
  await add(LONG_TAIL - BLOCK_ROWS)
  await expectPlaces([...PLACES, 4 * BLOCK_ROWS, 5 * BLOCK_ROWS - 1])
  expect(asked).toMatchObject({ made: 1, recounted: 0 })
  await add(1)
  await expectPlaces([...PLACES, 4 * BLOCK_ROWS, 5 * BLOCK_ROWS])
  expect(asked).toMatchObject({ made: 2, recounted: 0 })
  // A place is then found by one statement.
  asked.inAll = 0
  await expectPlaces(PLACES)
  expect(asked).toEqual({ made: 2, recounted: 0, inAll: PLACES.length })
})

test("after rows were deleted blocks are counted anew, once", async () => {
  const { asked, add, remove, expectPlaces } = await newList(database.queries)
  await add(4 * BLOCK_ROWS + 60)
  await expectPlaces(PLACES)
  for (const place of [BLOCK_ROWS + 7, 3]) {
    await remove(place)
    asked.recounted = 0
    await expectPlaces(PLACES)
    expect(asked).toMatchObject({ made: 1, recounted: 1 })
  }
  // Rows in no block need no recount.
  await remove(4 * BLOCK_ROWS + 20)
  asked.recounted = 0
  await expectPlaces([...PLACES, 4 * BLOCK_ROWS + 30])
  expect(asked).toMatchObject({ made: 1, recounted: 0 })
})

test("a total of a moment before does not have blocks counted anew", async () => {
  const { ids, asked, add, expectPlaces, countAll } = await newList(database.queries)
  await add(4 * BLOCK_ROWS)
  await expectPlaces(PLACES)
  const before = ids.length
  await add(5)
  await expectPlaces(PLACES, before)
  expect(asked).toMatchObject({ made: 1, recounted: 0 })
  expect(await countAll()).toBe(before + 5)
})
