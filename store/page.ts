import { and, asc, count as countOf, desc, gte, lt, lte, type SQL, sql } from "drizzle-orm"
import type { PgColumn, PgTable } from "drizzle-orm/pg-core"
import type { Queries } from "./database.ts"
import { idAt, MARKED_FROM_ROWS, type MarkedList } from "./marks.ts"

/** A part of a list: rows from position `offset`, counted from 0. */
export interface Slice {
  limit: number
  offset: number
}

/** Rows of a part of a list, and the number of rows of the whole list. */
export interface Page<T> {
  rows: T[]
  total: number
}

/** A part of a list, newest first: rows after the id `after`, which may be deleted. */
export interface SliceAfter {
  limit: number
  after: string
}

/** A list: rows of a table in the order of their ids, newest first unless said otherwise. */
export interface Listed {
  table: PgTable
  id: PgColumn
  where: SQL | undefined
  isOldestFirst?: boolean
  /** Number of rows, if known without counting. */
  count?: (() => Promise<number>) | undefined
  /** For a list that may be long: its pages are found by marks. */
  marked?: Omit<MarkedList, "table" | "id" | "where"> | undefined
}

/** Order and filter by which `pageByKey` reads the rows of a page. */
export interface PageRead {
  where: SQL | undefined
  order: SQL
  /** Rows beyond the page are left out afterwards. */
  limit: number
}

/**
 * A page of a list. A page begins at its key. The id at its offset is searched only in the index of ids, so no earlier
 * row is read. The search starts from marks if the list has marks, otherwise from the nearer end. `read` is not called
 * for a page beyond the last.
 */
export const pageByKey = async <T>(
  queries: Queries,
  list: Listed,
  { limit, offset }: Slice,
  read: (page: PageRead) => PromiseLike<T[]>,
): Promise<Page<T>> => {
  const { table, id, where, isOldestFirst = false, count = () => countRows(queries, table, where) } = list
  const total = await count()
  if (offset >= total) return { rows: [], total }
  const order = isOldestFirst ? asc(id) : desc(id)
  const readFrom = async (from: SQL | undefined) =>
    (await read({ where: and(where, from), order, limit: writtenLimit(limit) })).slice(0, limit)
  if (offset === 0) return { rows: await readFrom(undefined), total }
  const first = (await markedId(queries, list, offset, total)) ?? (await idFromNearerEnd(queries, list, offset, total))
  if (first === undefined) return { rows: [], total }
  return { rows: await readFrom(isOldestFirst ? gte(id, first) : lte(id, first)), total }
}

/** Limits in a statement's text: limits of usual pages, and one more. */
const WRITTEN_LIMITS = [1, 6, 11, 21, 26, 51, 101]

/**
 * The next limit in the list. It is in the text. Without it the engine would plan the statement at each call, which
 * takes longer than to read a page. The list is short, because each limit is a cached statement.
 */
const writtenLimit = (rows: number): number => {
  const written = WRITTEN_LIMITS.find(limit => limit >= rows)
  // Drizzle takes SQL too, which the type of its limit() leaves out.
  return written === undefined ? rows : (sql.raw(String(written)) as unknown as number)
}

/** Id at an offset by the marks of the list; undefined without marks, or near an end. */
const markedId = async (
  queries: Queries,
  { table, id, where, isOldestFirst = false, marked }: Listed,
  offset: number,
  total: number,
): Promise<string | undefined> => {
  const fromOtherEnd = total - 1 - offset
  if (!marked || !where || Math.min(offset, fromOtherEnd) < MARKED_FROM_ROWS) return undefined
  return idAt(queries, { ...marked, table, id, where }, isOldestFirst ? offset : fromOtherEnd, total)
}

/** Ids of a part of a list, newest first, from the index of ids. */
export const idsOfSlice = (
  queries: Queries,
  { table, id, where }: Pick<Listed, "table" | "id" | "where">,
  { limit, offset }: Slice,
): PromiseLike<{ id: unknown }[]> =>
  queries.select({ id }).from(table).where(where).orderBy(desc(id)).limit(limit).offset(offset)

const idFromNearerEnd = async (
  queries: Queries,
  { table, id, where, isOldestFirst = false }: Listed,
  offset: number,
  total: number,
): Promise<unknown> => {
  const isNearer = offset <= total / 2
  const [first] = await queries
    .select({ id })
    .from(table)
    .where(where)
    .orderBy(isNearer === isOldestFirst ? asc(id) : desc(id))
    .limit(1)
    .offset(isNearer ? offset : total - 1 - offset)
  return first?.id
}

/** Rows after an id, newest first, and true if more follow. No earlier row is read, at any depth. */
export const pageAfter = async <T>(
  queries: Queries,
  { table, id, where, count = () => countRows(queries, table, where) }: Omit<Listed, "isOldestFirst">,
  { limit, after }: SliceAfter,
  read: (page: PageRead) => PromiseLike<T[]>,
): Promise<Page<T> & { hasMore: boolean }> => {
  const rows = await read({ where: and(where, lt(id, after)), order: desc(id), limit: writtenLimit(limit + 1) })
  return { rows: rows.slice(0, limit), total: await count(), hasMore: rows.length > limit }
}

const countRows = async (queries: Queries, table: PgTable, where: SQL | undefined): Promise<number> => {
  const [counted] = await queries.select({ rows: countOf() }).from(table).where(where)
  return counted?.rows ?? 0
}

/** A query with its order. */
interface Ordered<T> {
  limit(rows: number): { offset(rows: number): PromiseLike<T[]> }
}

/** A page of a list that is not sorted by id: all matching rows are read, and rows before the page are skipped. */
export const pageByOrder = async <T>(
  queries: Queries,
  { table, where }: Pick<Listed, "table" | "where">,
  { limit, offset }: Slice,
  ordered: Ordered<T>,
): Promise<Page<T>> => {
  const total = await countRows(queries, table, where)
  return { rows: offset < total ? await ordered.limit(limit).offset(offset) : [], total }
}
