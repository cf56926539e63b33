import { expect, test } from "bun:test"
import { assertFeasible, needsWholeYear, prepareCase } from "../../domain/case/prepare.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { messageOf } from "../../domain/texts/violations.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"
import { houseRequest } from "../support/requests.ts"
import { violationsIn } from "../support/sentences.ts"

/** Contracts of a request: accepted forms, and the messages of refused ones. */
const flat = { type: "flat", flatEurPerKwh: 0.27 }
const tariff = { type: "flat", flatEurPerKwh: 0.3, feedInEurPerKwh: 0.05 }
const parse = (contracts: unknown, other: object = {}) =>
  parseEarlierRequest({ ...houseRequest(), tariff, goal: "cost-savings", ...other, contracts }, standardProfileKeys)
const refusals = (of: () => unknown): string[] => violationsIn(of).map(one => messageOf([one], "en"))
const refused = (contracts: unknown, other: object = {}) => refusals(() => parse(contracts, other))

test("each contract is filled in as a tariff is", () => {
  const custom = { type: "custom", buy: { energy: 0.25, taxed: false }, sell: { energy: 0.05 } }
  expect(parse([flat, { type: "dynamic", name: "By the hour" }, custom]).contracts as unknown).toEqual([
    { ...flat, taxesIncluded: true },
    { type: "dynamic", name: "By the hour", taxesIncluded: true },
    custom,
  ])
  expect(parseEarlierRequest({ ...houseRequest(), tariff }, standardProfileKeys)).not.toHaveProperty("contracts")
})

test("what is wrong with a contract is said with its place", () => {
  expect(refused([{ type: "custom", buy: { energy: 0.2, taxed: true } }])).toEqual([
    "contracts[0].sell is required when contracts[0].type is custom",
  ])
  expect(refused([{ type: "dynamic", priceYear: 2024 }])).toEqual(["unknown field contracts[0].priceYear"])
  expect(refused([])[0]).toStartWith("contracts")
  expect(refused(new Array(21).fill(flat))[0]).toStartWith("contracts")
  expect(refused([flat], { goal: "self-sufficiency" })).toEqual([
    "contracts must be left out when goal is self-sufficiency",
  ])
})

test("a feed-in price that only the year shows to be too high is refused with its place", () => {
  const bare = { type: "flat", flatEurPerKwh: 0.01, feedInEurPerKwh: 0.5, taxesIncluded: false }
  const request = parse([flat, bare])
  expect(needsWholeYear(parse([flat]))).toBe(false)
  expect(needsWholeYear(request)).toBe(true)
  expect(refusals(() => assertFeasible(request))[0]).toStartWith("contracts[1].feedInEurPerKwh")
})

test("contracts are compared in the year of the scan, each with its own charges, limit and zone", () => {
  const custom = { type: "custom", zone: "BE", buy: { energy: "dayAhead", taxed: true }, sell: { energy: "dayAhead" } }
  const offered = [{ ...flat, fixedEurPerMonth: 9, contractedPowerKw: 5 }, custom]
  const prepared = prepareCase(parse(offered, { tariff: { type: "dynamic", priceYear: 2024, fixedEurPerMonth: 4 } }))
  const [first, second] = prepared.contracts!.map(({ scan }) => scan)
  expect([prepared, first!, second!].map(({ tariffs: [{ priceYear }] }) => priceYear)).toEqual([2024, 2024, 2024])
  expect([prepared, first!, second!].map(scan => scan.assumptions.fixedCostEurPerMonth)).toEqual([4, 9, 0])
  expect([prepared, first!, second!].map(scan => scan.input.contractedPowerKw)).toEqual([undefined, 5, undefined])
  expect([prepared, first!, second!].map(scan => scan.tariffSite.zone)).toEqual([undefined, undefined, "BE"])
  expect([prepared, first!, second!].map(scan => scan.control)).toEqual(["forecast", "selfConsumption", "forecast"])
  expect(second!.loadKwh).toBe(prepared.loadKwh)
})
