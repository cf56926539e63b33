import { type SQL, sql } from "drizzle-orm"
import type { PgColumn, PgTable } from "drizzle-orm/pg-core"
import { type BoundedMap, createBoundedMap } from "../domain/base/boundedMap.ts"
import type { Queries } from "./database.ts"

/** A long list whose pages are found by marks. Its rows are in the order of their ids, which rise with time. */
export interface MarkedList {
  /** Name of the list, equal for equal lists. */
  name: string
  table: PgTable
  id: PgColumn
  where: SQL
  /** Number of rows, as a part of a statement. */
  total: SQL
  /** Id from which on rows may still be inserted at any position; earlier rows can only be deleted. */
  settledBefore(): Promise<string>
}

/** Rows per block, the maximum that is skipped to find a row. */
const BLOCK_ROWS = 250
/** Blocks found or recounted per statement, so that other statements run in between. */
const BLOCKS_OF_STATEMENT = 200
/** Maximum number of blocks in the memory of a process, for all lists; each takes some 70 bytes. */
const MAX_BLOCKS = 40_000
/** Number of rows outside blocks from which blocks are made. */
const LONG_TAIL = 2 * BLOCK_ROWS
/** Maximum number of rows outside blocks that are counted; beyond it marks are not used. */
const MAX_TAIL = 10_000
/** Distance from an end of the list below which a row is found from that end. */
export const MARKED_FROM_ROWS = 1_000

/** Start of each block of a list, oldest first, and its number of rows; the rows from `tailFrom` on are in none. */
interface Marks {
  firsts: readonly string[]
  counts: readonly number[]
  tailFrom: string
}

const marksOfDatabases = new WeakMap<Queries, BoundedMap<Marks>>()
const marksOf = (queries: Queries): BoundedMap<Marks> => {
  const existing = marksOfDatabases.get(queries)
  if (existing) return existing
  const created = createBoundedMap<Marks>({ capacity: MAX_BLOCKS, sizeOf: ({ firsts }) => firsts.length + 1 })
  marksOfDatabases.set(queries, created)
  return created
}

/**
 * The id of the row at a place of a list, counted from the oldest, which has `total` rows. The necessary marks are made
 * at the first request for a position of the list. They are right if the rows of the blocks and the later rows add up
 * to the total. Otherwise rows were deleted, and the blocks are counted again. Undefined without such a row, or if rows
 * are deleted at the same time.
 */
export const idAt = async (
  queries: Queries,
  list: MarkedList,
  place: number,
  total: number,
): Promise<string | undefined> => {
  const all = marksOf(queries)
  let marks = all.get(list.name) ?? (await extended(queries, list))
  if (!marks) return undefined
  let row = await look(queries, list, marks, place)
  if (row.tail > LONG_TAIL) {
    marks = (await extended(queries, list, marks)) ?? marks
    row = await look(queries, list, marks, place)
  }
  const missing = sumOf(marks) + row.tail - total && (await countMissing(queries, list, marks))
  if (missing === 0 || row.tail === MAX_TAIL) {
    all.set(list.name, marks)
    return missing === 0 ? row.id : undefined
  }
  all.delete(list.name)
  const mended = await recounted(queries, list, marks, missing)
  if ((await countMissing(queries, list, mended)) !== 0) return undefined
  all.set(list.name, mended)
  return (await look(queries, list, mended, place)).id
}

const sumOf = ({ counts }: Marks): number => counts.reduce((sum, count) => sum + count, 0)

/** Searches a row from the start of its block, and counts the rows outside blocks. */
const look = async (queries: Queries, list: MarkedList, { firsts, counts, tailFrom }: Marks, place: number) => {
  let block = 0
  let before = 0
  while (block < counts.length && before + counts[block]! <= place) before += counts[block++]!
  const [row] = await queries.execute<{ id: string | null; tail: number }>(sql`select
    (select id from (${rowsFrom(list, firsts[block] ?? tailFrom)}) as after limit 1 offset ${place - before}::int) as id,
    ${tailOf(list, tailFrom)} as tail`)
  return { id: row!.id ?? undefined, tail: row!.tail }
}

/** The bound is a part of the text: it leads to a plan of few rows, which the engine keeps for all places. */
const rowsFrom = ({ table, id, where }: MarkedList, first: string): SQL =>
  sql`select ${id} from ${table} where ${where} and ${id} >= ${first}::text::uuid order by ${id} limit ${sql.raw(String(MAX_TAIL))}`

const tailOf = (list: MarkedList, tailFrom: string): SQL =>
  sql`(select count(*) from (${rowsFrom(list, tailFrom)}) as tail)::int`

/** Number of deleted rows in the blocks; both sums are read at the same moment. */
const countMissing = async (queries: Queries, list: MarkedList, marks: Marks): Promise<number> => {
  const [row] = await queries.execute<{ tail: number; total: number }>(
    sql`select ${tailOf(list, marks.tailFrom)} as tail, (${list.total})::int as total`,
  )
  return sumOf(marks) + row!.tail - row!.total
}

/** Makes marks for rows outside blocks, or for a list without marks. Undefined for an empty list. */
const extended = async (queries: Queries, list: MarkedList, marks?: Marks): Promise<Marks | undefined> => {
  const { table, id, where } = list
  const until = await list.settledBefore()
  const firsts = [...(marks?.firsts ?? [])]
  const counts = [...(marks?.counts ?? [])]
  let from = marks?.tailFrom
  if (from === undefined) {
    const [oldest] = await queries.select({ id }).from(table).where(where).orderBy(id).limit(1)
    from = oldest?.id as string | undefined
  }
  if (from === undefined) return undefined
  const next = sql`select ${id} from ${table} where ${where} and ${id} > marks.id and ${id} < ${until}::text::uuid
    order by ${id} limit 1 offset ${BLOCK_ROWS - 1}::int`
  for (let isMore = true; isMore; ) {
    const blocks: { id: string }[] = await queries.execute(sql`with recursive marks(id, n) as (
        select ${from}::text::uuid, 0
        union all select (${next}), n + 1 from marks where marks.id is not null and n < ${BLOCKS_OF_STATEMENT}::int)
      select id from marks where n > 0 and id is not null order by n`)
    for (const mark of blocks) {
      firsts.push(from)
      counts.push(BLOCK_ROWS)
      from = mark.id
    }
    isMore = blocks.length === BLOCKS_OF_STATEMENT
  }
  return { firsts, counts, tailFrom: from }
}

/** Recounts the blocks of the marks, newest first, until the missing rows are found. */
const recounted = async (
  queries: Queries,
  { table, id, where }: MarkedList,
  marks: Marks,
  missing: number,
): Promise<Marks> => {
  const { firsts, tailFrom } = marks
  const counts = [...marks.counts]
  for (let end = counts.length; end > 0 && missing !== 0; end -= BLOCKS_OF_STATEMENT) {
    const begin = Math.max(0, end - BLOCKS_OF_STATEMENT)
    const untils = [...firsts.slice(begin + 1, end), firsts[end] ?? tailFrom]
    const counted = await queries.execute<{ rows: number }>(sql`select (select count(*) from ${table}
        where ${where} and ${id} >= block.first and ${id} < block.until)::int as rows
      from unnest(${`{${firsts.slice(begin, end)}}`}::text::uuid[], ${`{${untils}}`}::text::uuid[])
        with ordinality as block(first, until, n) order by n`)
    counted.forEach(({ rows }, at) => {
      missing -= counts[begin + at]! - rows
      counts[begin + at] = rows
    })
  }
  return { firsts, counts, tailFrom }
}
