import { type Month, monthOf } from "../../../domain/organization/month.ts"
import {
  overageOf,
  pricesOfNext,
  storageLimitOf,
  type Tier,
  type TiersFile,
} from "../../../domain/organization/tiers.ts"
import { InvalidConfig } from "../../../infra/config.ts"
import type { Queries } from "../../../store/database.ts"
import type { Mode } from "../../../store/tables.ts"
import { addToMeter, findUnknownTier, type Metered, readMeter } from "../../../store/usage.ts"
import { TooManyRequests } from "../../http/errors.ts"
import { rateLimitHeaders } from "../../http/limiter.ts"
import type { StorageLimitOf } from "../../http/storage.ts"
import type { MonthUsage } from "./schemas.ts"

interface Scope {
  organizationId: string
  mode: Mode
}

/**
 * Counts scans against the quota of an organization's tier.
 *
 * Call it in the transaction that creates the scans, so that a scan and its count exist together or not at all. Sandbox
 * scans cost null and are never counted. Adjustments are free too; do not call it for adjustments, whose cost is null.
 * The row of the month is locked until the transaction ends, so call it last.
 */
export interface Meter {
  /** Counts one scan; returns its cost [EUR], null in the sandbox. Throws QuotaUsedUp. */
  chargeScan(tx: Queries, caller: Scope, at?: Date): Promise<number | null>
  /** Counts as many of `count` scans as the quota grants. */
  chargeScans(tx: Queries, caller: Scope, count: number, at?: Date): Promise<Charge>
  usage(organizationId: string, at?: Date): Promise<MonthUsage>
}

export interface Charge {
  /** Cost of each granted scan, in order [EUR]; null in the sandbox. */
  costsEur: (number | null)[]
  /** Reason for a lower number than requested. */
  refusal?: QuotaUsedUp
}

const secondsBetween = (from: Date, to: Date): number => Math.ceil((to.getTime() - from.getTime()) / 1000)

/** 429: the tier's quota refuses further scans this month. */
export class QuotaUsedUp extends TooManyRequests {
  override readonly code = "QUOTA_USED_UP"
  constructor(tier: string, monthlyScans: number, { start, end }: Month, at: Date) {
    const nextMonth = end.toISOString().slice(0, 10)
    const resetSeconds = secondsBetween(at, end)
    super(resetSeconds, "quota-used-up", { tier, monthlyScans, nextMonth })
    const windowSeconds = secondsBetween(start, end)
    Object.assign(
      this.headers,
      rateLimitHeaders("scans-of-month", { quota: monthlyScans, windowSeconds, remaining: 0, resetSeconds }),
    )
  }
}

const TESTED_TIER = { name: "sandbox", monthlyScans: 50 }

/** The refusal that a sandbox scan of the dossier `sandbox:quota` gets. */
export const quotaOfTest = (at: Date = new Date()): QuotaUsedUp =>
  new QuotaUsedUp(TESTED_TIER.name, TESTED_TIER.monthlyScans, monthOf(at), at)

export const createMeter = (queries: Queries, tiers: TiersFile): Meter => {
  const chargeScans: Meter["chargeScans"] = async (tx, { organizationId, mode }, count, at = new Date()) => {
    if (mode === "sandbox") return { costsEur: Array<null>(count).fill(null) }
    const month = monthOf(at)
    const { used, tierName } = await addToMeter(tx, organizationId, month.name, count)
    const { name, tier } = tierNamed(tiers, tierName)
    const costsEur = pricesOfNext(tier, used - count, count)
    if (costsEur.length === count) return { costsEur }
    await addToMeter(tx, organizationId, month.name, costsEur.length - count)
    return { costsEur, refusal: new QuotaUsedUp(name, tier.monthlyScans ?? 0, month, at) }
  }
  return {
    chargeScans,
    async chargeScan(tx, caller, at) {
      const { costsEur, refusal } = await chargeScans(tx, caller, 1, at)
      if (refusal) throw refusal
      return costsEur[0] ?? null
    },
    async usage(organizationId, at = new Date()) {
      const month = monthOf(at)
      return usageOf(tiers, await readMeter(queries, organizationId, month.name), month)
    },
  }
}

/** A month's count and the tier's quota. */
export const usageOf = (tiers: TiersFile, { used, tierName }: Metered, { start, end }: Month): MonthUsage => {
  const { name, tier } = tierNamed(tiers, tierName)
  return {
    tier: name,
    periodStart: start.toISOString(),
    periodEnd: end.toISOString(),
    quota: tier.monthlyScans,
    used,
    overage: overageOf(tier, used),
  }
}

/** Limits of stored data by the tiers of a file. */
export const storageLimitsOf =
  (tiers: TiersFile): StorageLimitOf =>
  (tierName, mode) =>
    storageLimitOf(tierNamed(tiers, tierName).tier, mode)

const tierNamed = ({ tiers, defaultTier }: TiersFile, chosen: string | null): { name: string; tier: Tier } => {
  const name = chosen ?? defaultTier
  if (!Object.hasOwn(tiers, name)) throw new Error(`the tier ${name} came after the start: restart with its TIERS_FILE`)
  return { name, tier: tiers[name]! }
}

/** Throws InvalidConfig if an organization has a tier that the file lacks, because its quota would be undefined. */
export const assertTiersKnown = async (queries: Queries, { tiers }: TiersFile): Promise<void> => {
  const row = await findUnknownTier(queries, Object.keys(tiers))
  if (row) throw new InvalidConfig("TIERS_FILE", `lacks the tier ${row.tier}, which ${row.displayName} has`)
}
