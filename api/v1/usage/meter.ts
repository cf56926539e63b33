import { and, eq, isNotNull, notInArray, sql } from "drizzle-orm"
import { type Month, monthOf } from "../../../domain/organization/month.ts"
import { pricesOfNext, type Tier, type TiersFile } from "../../../domain/organization/tiers.ts"
import { InvalidConfig } from "../../../infra/config.ts"
import type { Queries } from "../../../store/database.ts"
import { type Mode, organizations, usageMeters } from "../../../store/tables.ts"
import { TooManyRequests } from "../../http/errors.ts"
import type { Usage } from "./schemas.ts"

interface Scope {
  organizationId: string
  mode: Mode
}

/**
 * Counts scans against the quota of an organization's tier.
 *
 * To be called in the transaction that creates the scans, so that a scan and its count exist together or not at all.
 * Sandbox scans cost null and are never counted. Adjustments are free as well: do not call it for them, their cost
 * is null. The row of the month is locked until the transaction ends, so call it last.
 */
export interface Meter {
  /** Counts one scan; returns its cost [EUR], null in the sandbox. Throws QuotaUsedUp. */
  chargeScan(tx: Queries, caller: Scope, at?: Date): Promise<number | null>
  /** Counts as many of `count` scans as the quota grants. */
  chargeScans(tx: Queries, caller: Scope, count: number, at?: Date): Promise<Charge>
  usage(organizationId: string, at?: Date): Promise<Usage>
}

export interface Charge {
  /** Cost of each granted scan, in order [EUR]; null in the sandbox. */
  costsEur: (number | null)[]
  /** Why there are fewer than were asked for. */
  refusal?: QuotaUsedUp
}

/** 429: the tier's quota refuses further scans this month. */
export class QuotaUsedUp extends TooManyRequests {
  constructor(tierName: string, quota: number, { end }: Month, at: Date) {
    super(
      `the ${quota} scans a month of the tier ${tierName} are used up: the next ones are accepted from ` +
        `${end.toISOString().slice(0, 10)} on; adjustments and sandbox scans stay free`,
      Math.ceil((end.getTime() - at.getTime()) / 1000),
    )
  }
}

export const createMeter = (queries: Queries, tiers: TiersFile): Meter => {
  const chargeScans: Meter["chargeScans"] = async (tx, { organizationId, mode }, count, at = new Date()) => {
    if (mode === "sandbox") return { costsEur: Array<null>(count).fill(null) }
    const month = monthOf(at)
    const { used, tierName } = await addToMeter(tx, organizationId, month, count)
    const { name, tier } = tierNamed(tiers, tierName)
    const costsEur = pricesOfNext(tier, used - count, count)
    if (costsEur.length === count) return { costsEur }
    await addToMeter(tx, organizationId, month, costsEur.length - count)
    return { costsEur, refusal: new QuotaUsedUp(name, tier.monthlyScans ?? 0, month, at) }
  }
  return {
    chargeScans,
    async chargeScan(tx, caller, at) {
      const { costsEur, refusal } = await chargeScans(tx, caller, 1, at)
      if (refusal) throw refusal
      return costsEur[0]
    },
    async usage(organizationId, at = new Date()) {
      const month = monthOf(at)
      const { name, tier } = await tierOf(queries, tiers, organizationId)
      const [row] = await queries
        .select({ used: usageMeters.used })
        .from(usageMeters)
        .where(and(eq(usageMeters.organizationId, organizationId), eq(usageMeters.month, month.name)))
      const used = row?.used ?? 0
      return {
        tier: name,
        periodStart: month.start.toISOString(),
        periodEnd: month.end.toISOString(),
        quota: tier.monthlyScans,
        used,
        overage: tier.monthlyScans === null ? 0 : Math.max(0, used - tier.monthlyScans),
      }
    },
  }
}

/** Adds to the month's count and locks it; the new count, with the name of the organization's tier. */
const addToMeter = async (tx: Queries, organizationId: string, month: Month, count: number) => {
  const [row] = await tx
    .insert(usageMeters)
    .values({ organizationId, month: month.name, used: count })
    .onConflictDoUpdate({
      target: [usageMeters.organizationId, usageMeters.month],
      set: { used: sql`${usageMeters.used} + excluded.used` },
    })
    .returning({
      used: usageMeters.used,
      tierName: sql<string | null>`(select tier from organizations where id = ${organizationId})`,
    })
  return row
}

const tierOf = async (queries: Queries, tiers: TiersFile, organizationId: string) => {
  const [row] = await queries
    .select({ tier: organizations.tier })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
  return tierNamed(tiers, row?.tier ?? null)
}

const tierNamed = ({ tiers, defaultTier }: TiersFile, chosen: string | null): { name: string; tier: Tier } => {
  const name = chosen ?? defaultTier
  if (!Object.hasOwn(tiers, name)) throw new Error(`the tier ${name} came after the start: restart with its TIERS_FILE`)
  return { name, tier: tiers[name] }
}

/** Throws InvalidConfig when an organization has a tier that the file lacks: its quota would be anyone's guess. */
export const assertTiersKnown = async (queries: Queries, { tiers }: TiersFile): Promise<void> => {
  const [row] = await queries
    .select({ tier: organizations.tier, displayName: organizations.displayName })
    .from(organizations)
    .where(and(isNotNull(organizations.tier), notInArray(organizations.tier, Object.keys(tiers))))
    .limit(1)
  if (row) throw new InvalidConfig("TIERS_FILE", `lacks the tier ${row.tier}, which ${row.displayName} has`)
}
