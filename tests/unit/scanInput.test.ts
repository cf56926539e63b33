import { expect, test } from "bun:test"
import type { FilledRequest } from "../../domain/request/request.ts"
import { scanInputOf } from "../../domain/request/scanInput.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"
import { saying } from "../support/sentences.ts"

/** Scan inputs: the working form of requests, from document 1 and from storage. */
const location = { lat: 51.44, lon: 5.48 }
const known = { location, inputMethod: "known", yearlyKwh: 3500 }
const studio = { location, inputMethod: "studio", customProfileId: "a-profile" }
const filled = (body: object): FilledRequest => parseEarlierRequest(body, new Set(["standard", "office"]))
const inputOf = (body: object) => scanInputOf(filled(body))

test("a consumption is a yearly figure, bought or used, or a profile", () => {
  expect(inputOf(known).consumption).toEqual({
    kind: "known",
    basis: "bought",
    yearlyKwh: 3500,
    loadProfile: "standard",
  })
  const existingPv = [{ panelCount: 8, panelPowerWatts: 400 }]
  expect(inputOf({ ...known, existingPv, yearlyExportKwh: 900 }).consumption).toMatchObject({ exportedKwh: 900 })
  expect(inputOf({ ...known, yearlyKwhBasis: "used", loadProfile: "office" }).consumption).toEqual({
    kind: "known",
    basis: "used",
    yearlyKwh: 3500,
    loadProfile: "office",
  })
  expect(inputOf({ ...studio, yearlyKwh: 1 }).consumption).toEqual({ kind: "profile", profileId: "a-profile" })
})

test("a tariff has a price where it is flat, and none where the market makes it", () => {
  expect(inputOf(known).phases[0].terms).toEqual({ type: "dynamic", taxesIncluded: true })
  const tariff = { type: "flat", flatEurPerKwh: 0.3, feedInEurPerKwh: 0.1, netting: true, contractedPowerKw: 17 }
  const flat = inputOf({ ...known, tariff })
  expect(flat.phases[0].terms).toEqual({
    type: "flat",
    flatEurPerKwh: 0.3,
    feedInEurPerKwh: 0.1,
    netting: true,
    taxesIncluded: true,
  })
  expect(flat.contractedPowerKw).toBe(17)
})

test("a goal has what it demands, and no other has it", () => {
  const tariff = { type: "dynamic", contractedPowerKw: 40 }
  const goalOf = (body: object) => inputOf({ ...known, tariff, renewableElectricityMinFraction: 0.4, ...body }).goal
  expect(goalOf({})).toEqual({ kind: "cost-savings" })
  expect(goalOf({ goal: "self-sufficiency" })).toEqual({ kind: "self-sufficiency" })
  expect(goalOf({ goal: "renewable-minimum" })).toEqual({ kind: "renewable-minimum", fraction: 0.4 })
  expect(goalOf({ goal: "maximize-connection" })).toEqual({ kind: "maximize-connection", importLimitKw: 40 })
  expect(inputOf({ ...studio, tariff, goal: "energyhub" }).goal).toEqual({ kind: "energyhub", limitKw: 40 })
  expect(inputOf({ ...studio, goal: "energyhub" }).goal).toEqual({ kind: "energyhub" })
})

test("a battery has both one-way efficiencies: as given, or the root of the round trip", () => {
  const battery = { powerRatingKw: 5, capacityKwh: 10 }
  const oneWayOf = (more: object) =>
    inputOf({ ...known, electricBattery: { ...battery, ...more } }).electricBattery?.oneWayEfficiency
  expect(oneWayOf({ roundtripEfficiency: 81 })).toEqual({ charge: 0.9, discharge: 0.9 })
  expect(oneWayOf({ chargeEfficiency: 95, dischargeEfficiency: 90 })).toEqual({ charge: 0.95, discharge: 0.9 })
  expect(inputOf(known).electricBattery).toBeUndefined()
})

test("what the request says of the money becomes assumptions", () => {
  const tariff = { type: "dynamic", demandEurPerKwMonth: 3, fixedEurPerMonth: 20 }
  expect(inputOf({ ...known, tariff, electricityPriceGrowth: 0.03 }).assumptions).toEqual({
    electricityPriceGrowth: 0.03,
    fixedCostEurPerMonth: 20,
    demandChargeEurPerKwMonth: 3,
  })
  expect(inputOf(known).assumptions).toEqual({})
})

test("a stored request that lacks what its other fields need is refused, and not guessed", () => {
  const { yearlyKwh: _, ...lacking } = filled(known)
  expect(saying(() => scanInputOf(lacking))).toThrow("yearlyKwh is required when inputMethod is known")
  const flat = { ...filled(known), tariff: { type: "flat", taxesIncluded: true } } as const
  expect(saying(() => scanInputOf(flat))).toThrow("tariff.flatEurPerKwh is required when tariff.type is flat")
})
