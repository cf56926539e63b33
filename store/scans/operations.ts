import { and, count, desc, eq, gte, inArray, isNotNull, isNull, min, type SQL } from "drizzle-orm"
import type { StoredScanError } from "../../domain/base/scanError.ts"
import type { ScanStatus } from "../../domain/organization/events/states.ts"
import type { Queries } from "../database.ts"
import { scans } from "../tables.ts"
import { type Owner, ownedBy } from "./read.ts"

/** Unfinished live scans of all organizations by state. */
export const unfinishedScans = (
  queries: Queries,
): Promise<{ status: ScanStatus; scans: number; oldest: Date | null }[]> =>
  queries
    .select({ status: scans.status, scans: count(), oldest: min(scans.createdAt) })
    .from(scans)
    .where(and(eq(scans.mode, "live"), inArray(scans.status, ["pending", "processing"])))
    .groupBy(scans.status)

const endedSince = (owner: Owner, since: Date): SQL | undefined => and(ownedBy(owner), gte(scans.endedAt, since))

/** Number of the owner's scans that ended since a moment, by state. */
export const countEnded = (
  queries: Queries,
  owner: Owner,
  since: Date,
): Promise<{ status: ScanStatus; scans: number }[]> =>
  queries
    .select({ status: scans.status, scans: count() })
    .from(scans)
    .where(endedSince(owner, since))
    .groupBy(scans.status)

/** Times of acceptance, start and end of the owner's latest solved scans. */
export const timesOfSolved = (
  queries: Queries,
  owner: Owner,
  since: Date,
  limit: number,
): Promise<{ createdAt: Date; processingAt: Date | null; endedAt: Date | null }[]> =>
  queries
    .select({ createdAt: scans.createdAt, processingAt: scans.processingAt, endedAt: scans.endedAt })
    .from(scans)
    .where(
      and(
        endedSince(owner, since),
        eq(scans.status, "completed"),
        isNotNull(scans.processingAt),
        isNull(scans.fixture),
      ),
    )
    .orderBy(desc(scans.id))
    .limit(limit)

/** The owner's latest scans that ended in error. */
export const latestFailures = (
  queries: Queries,
  owner: Owner,
  limit: number,
): Promise<{ id: string; endedAt: Date | null; createdAt: Date; error: StoredScanError | null }[]> =>
  queries
    .select({ id: scans.id, endedAt: scans.endedAt, createdAt: scans.createdAt, error: scans.error })
    .from(scans)
    .where(and(ownedBy(owner), eq(scans.status, "error")))
    .orderBy(desc(scans.id))
    .limit(limit)
