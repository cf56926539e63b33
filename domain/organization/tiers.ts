import { type Static, Type } from "@sinclair/typebox"
import shipped from "../../fixtures/tiers/tiers.json" with { type: "json" }
import { InvalidInput } from "../base/errors.ts"
import type { Path } from "../base/validation/path.ts"
import { Strict, StringEnum } from "../base/validation/schema.ts"
import { type Violation, violation } from "../base/validation/violation.ts"
import { nearestName, violations } from "../base/validation/violations.ts"

const Price = (description: string) => Type.Number({ minimum: 0, maximum: 100_000, description })

const StorageGb = (description: string) =>
  Type.Optional(Type.Union([Type.Number({ minimum: 0, maximum: 1_000_000 }), Type.Null()], { description }))

/** Quota of an organization in a calendar month, and the price of a scan. */
export const Tier = Strict({
  monthlyScans: Type.Union([Type.Integer({ minimum: 0, maximum: 1_000_000_000 }), Type.Null()], {
    description: "Quota of a month; null: no quota",
  }),
  beyondQuota: StringEnum(["overage", "refuse"], {
    description: "overage: further scans run at the overage price; refuse: they are refused until the next month",
  }),
  priceEurPerScan: Price("A scan within the quota [EUR]"),
  overagePriceEurPerScan: Price("A scan beyond the quota [EUR]"),
  weight: Type.Optional(
    Type.Number({
      minimum: 0.1,
      maximum: 100,
      description: "Weight of the organization's share of a process; 1 by default",
    }),
  ),
  liveStorageGb: StorageGb("Stored live data [GB of 10^9 bytes]; 1,000 by default; null: no limit"),
  sandboxStorageGb: StorageGb("Stored sandbox data [GB of 10^9 bytes]; 10 by default; null: no limit"),
})
export type Tier = Static<typeof Tier>

/** Contents of the file that TIERS_FILE names. */
export const TiersFile = Strict({
  defaultTier: Type.String({ minLength: 1, description: "The tier of organizations that none was chosen for" }),
  tiers: Type.Record(Type.String(), Tier, { description: "Tiers by name" }),
})
export type TiersFile = Static<typeof TiersFile>

/** Pattern of a tier's name, on the wire and in the file. */
const TIER_NAME = /^[a-z0-9][a-z0-9-]{0,63}$/

/** Tiers from a file's JSON value. Throws InvalidInput with all violations. */
export const parseTiers = (value: unknown): TiersFile => {
  const broken = violations(TiersFile, value)
  if (broken.length > 0) throw new InvalidInput(broken)
  const file = value as TiersFile
  const wrong = Object.keys(file.tiers)
    .filter(name => !TIER_NAME.test(name))
    .map((name): Violation => violation(["tiers", name], "tier-name", { name }))
  if (!Object.hasOwn(file.tiers, file.defaultTier)) wrong.push(unknownTier(file, ["defaultTier"], file.defaultTier))
  if (wrong.length > 0) throw new InvalidInput(wrong)
  return file
}

/** Tiers of the shipped file. */
export const shippedTiers: Readonly<TiersFile> = parseTiers(shipped)

/** Violation by a name at `path` that no tier has. */
export const unknownTier = ({ tiers }: TiersFile, path: Path, name: string): Violation => {
  const values = Object.keys(tiers)
  const nearest = nearestName(name, values)
  return violation(path, "not-a-tier", { values, ...(nearest === undefined ? {} : { nearest }) })
}

/**
 * Price of each of `count` further scans after `used` scans of the same month, in order [EUR]. Fewer than `count` if
 * the quota refuses the rest.
 */
export const pricesOfNext = (tier: Tier, used: number, count: number): number[] => {
  const left = tier.monthlyScans === null ? Number.POSITIVE_INFINITY : Math.max(0, tier.monthlyScans - used)
  const granted = tier.beyondQuota === "refuse" ? Math.min(count, left) : count
  return Array.from({ length: granted }, (_, i) => (i < left ? tier.priceEurPerScan : tier.overagePriceEurPerScan))
}

const GB = 1_000_000_000
/**
 * Limits of tiers that set none [GB]: 4.6 million live scans of 215 KB; 30 days of 100,000 sandbox scans of 3 KB. See
 * docs/decisions/123.
 */
const USUAL_STORAGE_GB = { live: 1_000, sandbox: 10 }

/** Limit of stored data in a mode [bytes]; null: no limit. */
export const storageLimitOf = ({ liveStorageGb, sandboxStorageGb }: Tier, mode: "live" | "sandbox"): number | null => {
  const limitGb = mode === "live" ? liveStorageGb : sandboxStorageGb
  return limitGb === null ? null : Math.round((limitGb ?? USUAL_STORAGE_GB[mode]) * GB)
}

/** Number of a month's `used` scans beyond the quota. */
export const overageOf = ({ monthlyScans }: Tier, used: number): number =>
  monthlyScans === null ? 0 : Math.max(0, used - monthlyScans)

/** Price of a month's `used` scans in one tier [EUR]. */
export const costOfMonth = (tier: Tier, used: number): number => {
  const overage = overageOf(tier, used)
  return (used - overage) * tier.priceEurPerScan + overage * tier.overagePriceEurPerScan
}
