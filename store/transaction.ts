import type { Queries } from "./database.ts"

/** Runs `work` in one transaction: all that it writes through `tx` is kept, or nothing when it throws. */
export const transaction = <T>(queries: Queries, work: (tx: Queries) => Promise<T>): Promise<T> =>
  queries.transaction(work)
