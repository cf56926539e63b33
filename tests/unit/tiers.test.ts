import { afterAll, beforeAll, expect, test } from "bun:test"
import { assertTiersKnown, createMeter, QuotaUsedUp } from "../../api/v1/usage/meter.ts"
import { InvalidInput } from "../../domain/base/errors.ts"
import { monthOf } from "../../domain/organization/month.ts"
import { parseTiers, pricesOfNext, shippedTiers, type Tier } from "../../domain/organization/tiers.ts"
import { refusalText } from "../../domain/texts/refusals.ts"
import { newId } from "../../infra/ids.ts"
import { type Database, openEmbeddedDatabase, type Queries } from "../../store/database.ts"
import { organizations } from "../../store/tables.ts"
import { saying } from "../support/sentences.ts"

const CAPPED: Tier = { monthlyScans: 3, beyondQuota: "refuse", priceEurPerScan: 2, overagePriceEurPerScan: 9 }
const OPEN: Tier = { monthlyScans: 3, beyondQuota: "overage", priceEurPerScan: 0.5, overagePriceEurPerScan: 0.75 }
const TIERS = { defaultTier: "capped", tiers: { capped: CAPPED, open: OPEN } }
const MARCH = new Date("2026-03-31T23:59:59.999Z")
const APRIL = new Date("2026-04-01T00:00:00.000Z")

let database: Database
let queries: Queries

beforeAll(async () => {
  database = await openEmbeddedDatabase("memory://tiers")
  queries = database.queries
})
afterAll(() => database.close())

const newOrganization = async (tier: string | null = null) => {
  const id = newId()
  await queries.insert(organizations).values({ id, displayName: "One", tier })
  return { organizationId: id, mode: "live" as const }
}

test("the shipped tiers are sound, and what they default to has no cap", () => {
  expect(shippedTiers.tiers[shippedTiers.defaultTier]!.monthlyScans).toBeNull()
})

test("a file of tiers says what is wrong with it, all at once", () => {
  const parse = (value: unknown) => () => parseTiers(value)
  expect(saying(parse({ defaultTier: "gold", tiers: { Gold: CAPPED } }))).toThrow(
    'tiers: the name "Gold" must be small letters, digits and hyphens; ' +
      "defaultTier must be one of Gold; did you mean Gold?",
  )
  expect(saying(parse({ defaultTier: "a", tiers: { a: { ...CAPPED, monthlyScans: -1, price: 1 } } }))).toThrow(
    InvalidInput,
  )
  expect(saying(parse({ defaultTier: "a", tiers: { a: { ...CAPPED, beyondQuota: "block" } } }))).toThrow(
    "tiers.a.beyondQuota must be one of overage, refuse",
  )
  expect(saying(parse([]))).toThrow("the body must be an object")
})

test("scans cost the tier's price within the quota, and beyond it the overage price or nothing more", () => {
  expect(pricesOfNext(OPEN, 0, 5)).toEqual([0.5, 0.5, 0.5, 0.75, 0.75])
  expect(pricesOfNext(OPEN, 7, 2)).toEqual([0.75, 0.75])
  expect(pricesOfNext(CAPPED, 1, 5)).toEqual([2, 2])
  expect(pricesOfNext(CAPPED, 3, 1)).toEqual([])
  expect(pricesOfNext({ ...CAPPED, monthlyScans: null }, 1_000_000, 2)).toEqual([2, 2])
})

test("a month is UTC's, from its first instant to the next one's", () => {
  expect(monthOf(MARCH)).toEqual({ name: "2026-03", start: new Date("2026-03-01T00:00:00Z"), end: APRIL })
  expect(monthOf(APRIL).name).toBe("2026-04")
  expect(monthOf(new Date("2026-12-05T00:00:00Z")).end).toEqual(new Date("2027-01-01T00:00:00Z"))
})

test("a hard cap refuses the next scan until the month is over, and a refused scan is not counted", async () => {
  const meter = createMeter(queries, TIERS)
  const caller = await newOrganization()
  for (let i = 0; i < 3; i++) expect(await meter.chargeScan(queries, caller, MARCH)).toBe(2)
  const error = await meter.chargeScan(queries, caller, MARCH).catch(thrown => thrown)
  expect(error).toBeInstanceOf(QuotaUsedUp)
  expect(error.status).toBe(429)
  expect(error.headers).toEqual({
    "retry-after": "1",
    ratelimit: '"scans-of-month";r=0;t=1',
    "ratelimit-policy": `"scans-of-month";q=3;w=${31 * 24 * 3600}`,
  })
  expect(refusalText(error.refusal, "en")).toContain("the 3 scans a month of the tier capped are used up")
  expect(refusalText(error.refusal, "en")).toContain("2026-04-01")
  expect(await meter.usage(caller.organizationId, MARCH)).toEqual({
    tier: "capped",
    periodStart: "2026-03-01T00:00:00.000Z",
    periodEnd: "2026-04-01T00:00:00.000Z",
    quota: 3,
    used: 3,
    overage: 0,
  })
  expect(await meter.chargeScan(queries, caller, APRIL)).toBe(2)
  expect((await meter.usage(caller.organizationId, APRIL)).used).toBe(1)
})

test("overage goes on at its price", async () => {
  const meter = createMeter(queries, TIERS)
  const caller = await newOrganization("open")
  expect(await meter.chargeScans(queries, caller, 5, MARCH)).toEqual({ costsEur: [0.5, 0.5, 0.5, 0.75, 0.75] })
  expect(await meter.usage(caller.organizationId, MARCH)).toMatchObject({ tier: "open", used: 5, overage: 2 })
})

test("of a batch as many are granted as the cap leaves", async () => {
  const meter = createMeter(queries, TIERS)
  const caller = await newOrganization()
  await meter.chargeScan(queries, caller, MARCH)
  const { costsEur, refusal } = await meter.chargeScans(queries, caller, 5, MARCH)
  expect(costsEur).toEqual([2, 2])
  expect(refusal).toBeInstanceOf(QuotaUsedUp)
  expect((await meter.usage(caller.organizationId, MARCH)).used).toBe(3)
})

test("sandbox scans cost nothing and are never counted", async () => {
  const meter = createMeter(queries, TIERS)
  const caller = { ...(await newOrganization()), mode: "sandbox" as const }
  for (let i = 0; i < 10; i++) expect(await meter.chargeScan(queries, caller, MARCH)).toBeNull()
  expect((await meter.usage(caller.organizationId, MARCH)).used).toBe(0)
})

test("a scan that is not created after all is not counted", async () => {
  const meter = createMeter(queries, TIERS)
  const caller = await newOrganization()
  const creation = queries.transaction(async tx => {
    await meter.chargeScan(tx, caller, MARCH)
    throw new Error("the scan cannot be stored")
  })
  await expect(creation).rejects.toThrow("cannot be stored")
  await creation.catch(() => {})
  expect((await meter.usage(caller.organizationId, MARCH)).used).toBe(0)
})

test("scans at the same moment do not slip past a cap", async () => {
  const meter = createMeter(queries, TIERS)
  const caller = await newOrganization()
  const charges = await Promise.allSettled(
    Array.from({ length: 10 }, () => queries.transaction(tx => meter.chargeScan(tx, caller, MARCH))),
  )
  expect(charges.filter(({ status }) => status === "fulfilled")).toHaveLength(3)
})

test("a file that lacks an organization's tier is refused at the start", async () => {
  await newOrganization("gone")
  await expect(assertTiersKnown(queries, TIERS)).rejects.toThrow("TIERS_FILE lacks the tier gone, which One has")
})
