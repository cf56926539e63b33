import { is } from "drizzle-orm"
import { PgTransaction } from "drizzle-orm/pg-core"
import type { Queries } from "./database.ts"

/**
 * Runs `work` in one transaction: all writes through `tx` is kept, or nothing when it throws. If passed the `tx` of
 * another transaction it is a part of that one.
 */
export const transaction = <T>(queries: Queries, work: (tx: Queries) => Promise<T>): Promise<T> =>
  is(queries, PgTransaction) ? work(queries) : queries.transaction(work)
