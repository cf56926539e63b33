import { inArray } from "drizzle-orm"
import { lackedShipped, type ShippedContent, withoutShipped } from "../../domain/report/series/pack.ts"
import type { Queries } from "../database.ts"
import { shippedSeries } from "./shippedSeriesTable.ts"

/**
 * Shipped series of reports, stored once for all scans.
 *
 * Invariants.
 * - A series is committed before the first report that names it.
 * - A process stores a series again after ten minutes, so that a database that lost its last commits has it again.
 */

const STORED_AGAIN_MS = 600_000
/** Times at which this process stored each series. */
const storedAt = new WeakMap<Queries, Map<string, number>>()

/** Stores the shipped series of packed series, and returns the bytes without them. Not inside a transaction. */
export const storeShipped = async (
  queries: Queries,
  packed: Uint8Array,
  nowMs: number = Date.now(),
): Promise<Uint8Array> => {
  const { stored, shipped } = withoutShipped(packed)
  for (const series of shipped) await storeOnce(queries, series, nowMs)
  return stored
}

const storeOnce = async (queries: Queries, series: ShippedContent, nowMs: number): Promise<void> => {
  const times = storedAt.get(queries) ?? new Map<string, number>()
  storedAt.set(queries, times)
  if (nowMs - (times.get(series.hash) ?? Number.NEGATIVE_INFINITY) < STORED_AGAIN_MS) return
  await queries.insert(shippedSeries).values(series).onConflictDoNothing()
  times.set(series.hash, nowMs)
}

/** Most series that a process keeps after reading them: 1 MB. */
const READ_KEPT = 64
const read = new Map<string, Uint8Array>()

/** Stored bytes with the shipped series that they name. Throws MalformedSeries; Error if a series is not stored. */
export const withShipped = async (queries: Queries, stored: Uint8Array): Promise<Uint8Array> => {
  const hashes = lackedShipped(stored)
  if (hashes.length === 0) return stored
  const missing = hashes.filter(hash => !read.has(hash))
  if (missing.length > 0)
    for (const { hash, content } of await queries
      .select()
      .from(shippedSeries)
      .where(inArray(shippedSeries.hash, missing)))
      read.set(hash, content)
  const contents = hashes.map(hash => {
    const content = read.get(hash)
    if (!content) throw new Error(`shipped series ${hash} of a report is not stored`)
    read.delete(hash)
    read.set(hash, content)
    return content
  })
  for (const hash of read.keys()) if (read.size > READ_KEPT) read.delete(hash)
  return Buffer.concat([stored, ...contents])
}
