import { inArray } from "drizzle-orm"
import { createBoundedMap } from "../../domain/base/boundedMap.ts"
import { MalformedSeries } from "../../domain/base/packing.ts"
import { lackedShipped, type ShippedContent, withoutShipped } from "../../domain/report/series/pack.ts"
import { contentHash } from "../../domain/report/series/shipped.ts"
import type { Queries } from "../database.ts"
import { shippedSeries } from "./shippedSeriesTable.ts"

/**
 * Shipped series of reports, stored once for all scans.
 *
 * Invariants.
 * - A series is committed before the first report that names it.
 * - A row's content has the row's hash.
 * - A process stores a series again with the first report after a minute. A database that lost its last commits in a
 *   failover has the series again then.
 */

const STORED_AGAIN_MS = 60_000
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
  if (contentHash(series.content) !== series.hash) throw new MalformedSeries("a shipped series has another hash")
  await queries.insert(shippedSeries).values(series).onConflictDoNothing()
  times.set(series.hash, nowMs)
}

/** Series that a process keeps after reading them: 2 MB. */
const READ_KEPT = 128
const kept = createBoundedMap<Uint8Array>({ capacity: READ_KEPT })

/** Stored bytes with the shipped series that they name. Throws MalformedSeries; Error if a series is not stored. */
export const withShipped = async (queries: Queries, stored: Uint8Array): Promise<Uint8Array> => {
  const hashes = lackedShipped(stored)
  const contents = new Map(hashes.map(hash => [hash, kept.get(hash)]))
  const missing = hashes.filter(hash => contents.get(hash) === undefined)
  for (const { hash, content } of missing.length > 0 ? await readSeries(queries, missing) : []) {
    contents.set(hash, content)
    kept.set(hash, content)
  }
  const parts = [...contents].map(([hash, content]) => {
    if (!content) throw new Error(`shipped series ${hash} of a report is not stored`)
    return content
  })
  return parts.length > 0 ? Buffer.concat([stored, ...parts]) : stored
}

const readSeries = (queries: Queries, hashes: readonly string[]): Promise<ShippedContent[]> =>
  queries
    .select()
    .from(shippedSeries)
    .where(inArray(shippedSeries.hash, [...hashes]))
