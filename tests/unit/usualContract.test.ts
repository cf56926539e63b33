/** Usual contract of a country in place of open fields of a request. */
import { expect, test } from "bun:test"
import { InvalidInput, TariffNeeded } from "../../domain/base/errors.ts"
import { prepareCase } from "../../domain/case/prepare.ts"
import { adjustInput } from "../../domain/request/adjust.ts"
import { ADJUSTABLE_STEPS } from "../../domain/request/adjustableSteps.ts"
import { parseScanRequest } from "../../domain/request/input.ts"
import type { FilledRequest } from "../../domain/request/request.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { countryAt } from "../../domain/site/geo/site.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"
import { sentences } from "../support/sentences.ts"

const UTRECHT = { lat: 52.09, lon: 5.12 }
const LYON = { lat: 45.76, lon: 4.84 }
const MADRID = { lat: 40.42, lon: -3.7 }
const MUNICH = { lat: 48.14, lon: 11.58 }
const DENVER = { lat: 39.74, lon: -104.99 }
const OCEAN = { lat: 30, lon: -40 }
const OPEN = ["type", "flatEurPerKwh", "feedInEurPerKwh"] as const

const parse = (body: object) =>
  parseScanRequest(
    { location: UTRECHT, inputMethod: "known", yearlyKwh: 3500, ...body },
    standardProfileKeys,
    countryAt,
  )
const tariffOf = (body: object) => parse(body).tariff
const adjust = (root: FilledRequest, body: object) =>
  adjustInput(root, { copiedFromId: "one", ...body }, ADJUSTABLE_STEPS, {
    knownLoadProfiles: standardProfileKeys,
    countryAt,
  })
const refusedBy = (body: object): InvalidInput => {
  try {
    parse(body)
  } catch (error) {
    if (error instanceof InvalidInput) return error
    throw error
  }
  throw new Error("the request is not refused")
}

// @covers scans: request tariff, accepted
test.each<[place: string, location: object, country: string, expected: object]>([
  // (0.1214 + 0.09161) · 1.21; the rest of the legal minimum after the feed-in cost.
  ["Utrecht", UTRECHT, "NL", { flatEurPerKwh: 0.25774, feedInEurPerKwh: 0.0025 }],
  // Eurostat, second half of 2025; arrêté of 1 June 2026, and EEG, § 21 and § 25: fixed for 20 years.
  ["Lyon", LYON, "FR", { flatEurPerKwh: 0.2561, feedInEurPerKwh: 0.011, feedInGrowthFraction: 0, feedInUntil: 2045 }],
  [
    "Munich",
    MUNICH,
    "DE",
    { flatEurPerKwh: 0.33327, feedInEurPerKwh: 0.077, feedInGrowthFraction: 0, feedInUntil: 2045 },
  ],
  // Eurostat; surplus is paid by offers that not every household gets.
  ["Madrid", MADRID, "ES", { flatEurPerKwh: 0.2669, feedInEurPerKwh: 0 }],
  // Mean of the Union, as there is no pack.
  ["Denver", DENVER, "EU", { flatEurPerKwh: 0.2896, feedInEurPerKwh: 0 }],
  ["the Atlantic", OCEAN, "EU", { flatEurPerKwh: 0.2896, feedInEurPerKwh: 0 }],
])("%s: a request without a tariff has the usual contract of the country", (_, location, country, usual) => {
  expect(tariffOf({ location })).toEqual({
    ...{ type: "flat", taxesIncluded: true, ...usual },
    usual: { country, fields: [...OPEN] },
  })
})

test("a usual feed-in price that law fixes does not grow; one of the request grows as it says", () => {
  const growthOf = (tariff?: object) => prepareCase(parse({ location: MUNICH, tariff })).tariffs[0].feedInGrowth
  expect(growthOf()).toBe(0)
  expect(growthOf({ type: "flat", feedInEurPerKwh: 0.08 })).toBeUndefined()
  expect(growthOf({ type: "flat", feedInEurPerKwh: 0.08, feedInGrowthFraction: 0.01 })).toBe(0.01)
  expect(growthOf({ type: "dynamic", feedInEurPerKwh: 0.08, feedInGrowthFraction: 0 })).toBe(0)
})

test("a business has the usual price of businesses, without VAT", () => {
  // Eurostat, nrg_pc_205, band IB.
  expect(tariffOf({ location: LYON, customer: "business" })).toMatchObject({ flatEurPerKwh: 0.1946 })
})

test("a flat tariff has the prices that it gives, and the usual ones besides", () => {
  const open = (tariff: object, location: object = UTRECHT) =>
    tariffOf({ location, tariff: { type: "flat", ...tariff } })
  expect(open({})).toMatchObject({ flatEurPerKwh: 0.25774, feedInEurPerKwh: 0.0025 })
  expect(open({ flatEurPerKwh: 0.3 })).toMatchObject({
    feedInEurPerKwh: 0.0025,
    usual: { fields: ["feedInEurPerKwh"] },
  })
  expect(open({ feedInEurPerKwh: 0.05 })).toMatchObject({
    flatEurPerKwh: 0.25774,
    usual: { fields: ["flatEurPerKwh"] },
  })
  expect(open({ flatEurPerKwh: 0.3, feedInEurPerKwh: 0.05 }).usual).toEqual({ country: "NL", fields: [] })
  // The German feed-in rate, at most the price of the request.
  expect(open({ flatEurPerKwh: 0.3 }, MUNICH).feedInEurPerKwh).toBe(0.077)
  expect(open({ flatEurPerKwh: 0.05 }, MUNICH).feedInEurPerKwh).toBe(0.05)
  // 0.25774 / 1.21 − 0.09161.
  expect(open({ taxesIncluded: false })).toMatchObject({ flatEurPerKwh: 0.1214 })
})

test("a request that repeats what was stored keeps the fields that were open", () => {
  const stored = parse({ location: LYON })
  expect(parse({ ...stored }).tariff).toEqual(stored.tariff)
  const { usual, ...tariff } = parse({ location: LYON, tariff: { ...stored.tariff, flatEurPerKwh: 0.3 } }).tariff
  expect(tariff).toMatchObject({ flatEurPerKwh: 0.3, feedInEurPerKwh: 0.011 })
  expect(usual).toEqual({ country: "FR", fields: ["type", "feedInEurPerKwh"] })
  // A copy of a scan at another place has the contract of that place.
  expect(parse({ ...stored, location: MADRID }).tariff).toEqual(tariffOf({ location: MADRID }))
  expect(tariffOf({ location: LYON, tariff: { type: "dynamic", usual } }).usual).toEqual({ country: "FR", fields: [] })
})

test("a dynamic tariff has the market prices of its zone with the additions of its country", () => {
  const {
    tariffs: [tariff],
  } = prepareCase(parse({ location: LYON, tariff: { type: "dynamic" } }))
  const earlier = prepareCase(
    parseEarlierRequest(
      { location: LYON, inputMethod: "known", yearlyKwh: 3500, tariff: { type: "dynamic" } },
      standardProfileKeys,
    ),
  ).tariffs[0]
  // (spot + 0.0698 + 0.0373) · 1.2 + 0.01788 instead of (spot + 0.001) · 1.2 + 0.02.
  const more = (0.0698 + 0.0373 - 0.001) * 1.2 + 0.01788 - 0.02
  for (const hour of [0, 4000, 8759])
    expect(tariff.buyEurPerKwh[hour]! - earlier.buyEurPerKwh[hour]!).toBeCloseTo(more, 9)
  expect(tariff.sellEurPerKwh[4000]! - earlier.sellEurPerKwh[4000]!).toBeCloseTo(0.02 - 0.018, 9)
  expect(tariff.notes.map(({ code }) => code)).not.toContain("components-least")
})

test("market prices at a place without any are refused with the usual contract of the country", () => {
  const error = refusedBy({ location: MADRID, tariff: { type: "dynamic" } })
  expect(error).toBeInstanceOf(TariffNeeded)
  expect(error.code).toBe("TARIFF_NEEDED")
  expect(sentences(error.violations)).toEqual([
    "tariff.type needs market prices, which are not known for Spain: give a flat price or your own prices; GET /v1/tariffs/templates has the usual contract es-usual-2025",
  ])
  const market = { type: "custom", buy: { energy: "dayAhead", taxed: true }, sell: { energy: 0.05 } }
  expect(refusedBy({ location: DENVER, tariff: market }).code).toBe("TARIFF_NEEDED")
  const offered = refusedBy({ location: MADRID, contracts: [{ type: "flat" }, { type: "dynamic" }] })
  expect(offered.violations.map(({ path }) => path)).toEqual([["contracts", 1, "type"]])
  expect(parse({ location: MADRID, tariff: { ...market, zone: "FR" } }).tariff.zone).toBe("FR")
})

test("a business without a load profile has that of businesses", () => {
  const requestOf = (more: object) => parse({ location: UTRECHT, ...more })
  expect(requestOf({}).loadProfile).toBe("standard")
  expect(requestOf({ customer: "household" }).loadProfile).toBe("standard")
  expect(requestOf({ customer: "business" }).loadProfile).toBe("business-g25")
  expect(requestOf({ customer: "business", loadProfile: "bakery-g5" }).loadProfile).toBe("bakery-g5")
})

test("another currency has no usual contract: prices of packs are EUR", () => {
  const said = (body: object) =>
    refusedBy({ currency: "GBP", ...body }).violations.map(({ path, rule }) => [path, rule])
  expect(said({})).toEqual([[["tariff", "type"], "only-in-euro"]])
  expect(said({ tariff: { type: "flat", feedInEurPerKwh: 0 } })).toEqual([
    [["tariff", "flatEurPerKwh"], "only-in-euro"],
  ])
})

test("an adjustment keeps the stored contract of any version, and a changed one is that of the country", () => {
  const body = { location: MADRID, inputMethod: "known", yearlyKwh: 3500 }
  const earlier = parseEarlierRequest({ ...body, tariff: { type: "flat", flatEurPerKwh: 0.2 } }, standardProfileKeys)
  expect(adjust(earlier, { yearlyKwh: 4000 }).tariff).toEqual(earlier.tariff)
  expect(adjust(earlier, { tariff: { type: "flat", flatEurPerKwh: 0.2 } }).tariff).toEqual(earlier.tariff)
  const dynamic = parseEarlierRequest(body, standardProfileKeys)
  expect(adjust(dynamic, { yearlyKwh: 4000 }).tariff).toEqual({ type: "dynamic", taxesIncluded: true })
  const { contracts } = adjust(dynamic, { contracts: [{ type: "flat" }] })
  expect(contracts).toMatchObject([{ flatEurPerKwh: 0.2669, usual: { country: "ES" } }])
  expect(adjust(dynamic, { tariff: null }).tariff).toMatchObject({ type: "flat", flatEurPerKwh: 0.2669 })
  const usual = parse({ location: LYON })
  expect(adjust(usual, { customer: "business" }).tariff).toMatchObject({
    flatEurPerKwh: 0.1946,
    usual: { fields: OPEN },
  })
})

test("Dutch prices and taxes bill no new scan elsewhere", () => {
  for (const location of [LYON, MADRID, DENVER]) {
    const {
      tariffs: [tariff],
      notes,
    } = prepareCase(parse({ location }))
    const codes = [...tariff.notes, ...notes].map(one => (typeof one === "string" ? one : one.code))
    expect(codes.filter(code => code.includes("netherlands"))).toEqual([])
    expect(tariff.components.filter(({ country }) => country === "NL")).toEqual([])
  }
})

test("an organization's share of the bare price comes before the usual feed-in price", () => {
  const own = { assumptions: { feedInShareOfBarePrice: 0.5 } }
  const { sellEurPerKwh } = prepareCase(parse({}), own).tariffs[0]
  // Half of 0.25774 / 1.21 − 0.09161.
  expect(sellEurPerKwh[0]!).toBeCloseTo(0.5 * (0.25774 / 1.21 - 0.09161), 6)
  const given = { tariff: { type: "flat", flatEurPerKwh: 0.3, feedInEurPerKwh: 0.0025 } }
  expect(prepareCase(parse(given), own).tariffs[0].sellEurPerKwh[0]).toBe(0.0025)
})
