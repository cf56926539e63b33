import { and, asc, eq, isNotNull, notInArray, sql } from "drizzle-orm"
import type { Queries } from "./database.ts"
import { createStatement } from "./statement.ts"
import { organizations, usageMeters } from "./tables.ts"

/** A month's count after a change, with the name of the organization's tier; null: the default tier. */
export interface Metered {
  used: number
  tierName: string | null
}

const METERED = {
  used: usageMeters.used,
  tierName: sql<string | null>`(select tier from organizations where id = ${sql.placeholder("organizationId")})`,
}

const adding = createStatement<Metered>(METERED, queries =>
  queries
    .insert(usageMeters)
    .values({
      organizationId: sql.placeholder("organizationId"),
      month: sql.placeholder("month"),
      used: sql.placeholder("count"),
    })
    .onConflictDoUpdate({
      target: [usageMeters.organizationId, usageMeters.month],
      set: { used: sql`${usageMeters.used} + excluded.used` },
    })
    .returning(METERED),
)

/** Adds to the count of a month (`2026-03`) and locks it until the transaction ends. */
export const addToMeter = async (tx: Queries, organizationId: string, month: string, count: number): Promise<Metered> =>
  (await adding(tx, { organizationId, month, count }))[0]!

/** Name of the organization's tier; null: the default tier. */
export const findTierName = async (queries: Queries, organizationId: string): Promise<string | null> => {
  const [organization] = await queries
    .select({ tierName: organizations.tier })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
  return organization?.tierName ?? null
}

/** The count of a month. */
export const readMeter = async (queries: Queries, organizationId: string, month: string): Promise<Metered> => {
  const tierName = await findTierName(queries, organizationId)
  const [row] = await queries
    .select({ used: usageMeters.used })
    .from(usageMeters)
    .where(and(eq(usageMeters.organizationId, organizationId), eq(usageMeters.month, month)))
  return { used: row?.used ?? 0, tierName }
}

/** The counts of a month of all organizations, oldest first. */
export const readMeters = (
  queries: Queries,
  month: string,
): Promise<(Metered & { id: string; displayName: string })[]> =>
  queries
    .select({
      id: organizations.id,
      displayName: organizations.displayName,
      tierName: organizations.tier,
      used: sql<number>`coalesce(${usageMeters.used}, 0)`,
    })
    .from(organizations)
    .leftJoin(usageMeters, and(eq(usageMeters.organizationId, organizations.id), eq(usageMeters.month, month)))
    .orderBy(asc(organizations.id))

/** An organization with an unknown tier; undefined if all tiers are known. */
export const findUnknownTier = async (
  queries: Queries,
  tierNames: readonly string[],
): Promise<{ tier: string | null; displayName: string } | undefined> => {
  const [row] = await queries
    .select({ tier: organizations.tier, displayName: organizations.displayName })
    .from(organizations)
    .where(and(isNotNull(organizations.tier), notInArray(organizations.tier, [...tierNames])))
    .limit(1)
  return row
}
