import { expect, test } from "bun:test"
import { costTiersAnswer, presetsAnswer } from "../../api/v1/batteries/answers.ts"
import { assumptionSources } from "../../domain/market/assumptionSources.ts"
import {
  batteryCurve,
  defaultAssumptions,
  originsOf,
  panelCurve,
  withOverrides,
} from "../../domain/market/assumptions.ts"
import { defaultBatteryCostPerKwh, defaultPvCostPerKwp } from "../../domain/market/equipmentCosts.ts"
import { curveEur } from "../../domain/market/priceCurve.ts"
import { saying } from "../support/sentences.ts"

test("the shipped assumptions are the published ones, each with unit and source", () => {
  expect(defaultAssumptions).toEqual({
    discountRate: 0.04,
    electricityPriceGrowth: 0.02,
    pvDegradation: 0.005,
    pvLifeYears: 25,
    dcAcRatio: 1.1,
    pvMaintenanceEurPerKwYear: 18,
    batteryMaintenanceFraction: 0.025,
    batteryLifeYears: 15,
    batteryCycleLife: 6000,
    batteryReplacementCostFraction: 0.6,
    batteryEndOfLifeHealth: 0.8,
    fixedCostEurPerMonth: 0,
    demandChargeEurPerKwMonth: 0,
    batteryPriceCurve: [
      { kwh: 0, eur: 750 },
      { kwh: 5, eur: 5500 },
      { kwh: 10, eur: 9250 },
      { kwh: 20, eur: 17_000 },
      { kwh: 40, eur: 24_000 },
      { kwh: 100, eur: 60_000 },
    ],
    panelPriceCurve: [
      { kwp: 0, eur: 300 },
      { kwp: 2, eur: 2400 },
      { kwp: 4, eur: 4400 },
      { kwp: 8, eur: 8000 },
      { kwp: 16, eur: 14_400 },
      { kwp: 32, eur: 27_200 },
    ],
    selfSufficiencyBatteryEurPerKwh: 600,
    batteryEurPerKw: 0,
    batteryIncludedRate: 0.5,
    batteryHighestRate: 1,
    smallestBatteryKwh: 2,
    batteryStandbyWatts: 25,
    inverterFixedEur: 0,
    inverterPurchaseEurPerKw: 0,
    inverterEurPerKw: 150,
    inverterReplacementYear: 0,
    residualValueFraction: 0,
    gridCarbonDecline: 0.042,
    panelKgCo2PerKwp: 810,
    batteryKgCo2PerKwh: 106,
    treeKgCo2PerYear: 20,
    carKgCo2PerKm: 0.2,
    flightKgCo2: 385,
  })
  for (const [name, { unit, source, note }] of Object.entries(assumptionSources)) {
    expect([name, unit.length > 0, source.length > 0, note.length > 0]).toEqual([name, true, true, true])
  }
})

test("overrides replace the shipped values and leave the rest", () => {
  expect(withOverrides({ discountRate: 0.06, batteryLifeYears: 12 })).toEqual({
    ...defaultAssumptions,
    discountRate: 0.06,
    batteryLifeYears: 12,
  })
  expect(withOverrides({})).toEqual({ ...defaultAssumptions })
})

test.each([
  [{ discountRate: 1.5 }, "discountRate must be at most 1"],
  [{ treeKgCo2PerYear: 0 }, "treeKgCo2PerYear must be above 0"],
  [{ batteryLifeYears: "15" }, "batteryLifeYears must be a number"],
  [{ pvDegradation: -0.1, foo: 1 }, "unknown field foo; pvDegradation must be at least 0"],
  [
    { batteryPriceCurve: [5, 4].map(kwh => ({ kwh, eur: 1 })) },
    "batteryPriceCurve[1] must be of a larger size than the point before, above 0, and no cheaper",
  ],
  [
    { panelPriceCurve: [4, 5].map(kwp => ({ kwp, eur: 100 - kwp })) },
    "panelPriceCurve[1] must be of a larger size than the point before, above 0, and no cheaper",
  ],
  [
    { panelPriceCurve: [{ kwp: 0, eur: 1 }] },
    "panelPriceCurve[0] must be of a larger size than the point before, above 0, and no cheaper",
  ],
  [{ panelPriceCurve: [] }, "panelPriceCurve must have at least 1 entry"],
  [{ discountrate: 0.05 }, "unknown field discountrate, did you mean discountRate?"],
])("%p is refused by name", (overrides, message) => {
  expect(saying(() => withOverrides(overrides))).toThrow(new Error(message))
})

test("an assumption is of who set it last: the request before the organization; what nobody set is absent", () => {
  const organization = { discountRate: 0.06, fixedCostEurPerMonth: 5, markUpEurPerKwh: 0.02 }
  expect(originsOf(organization, { fixedCostEurPerMonth: 0, electricityPriceGrowth: 0.03 })).toEqual({
    discountRate: "organization",
    fixedCostEurPerMonth: "request",
    electricityPriceGrowth: "request",
  })
  expect(originsOf({}, {})).toEqual({})
})

test("the curves meet the tiers of the documents at their upper edges", () => {
  const { batteryPriceCurve, panelPriceCurve } = defaultAssumptions
  for (const kwh of [5, 10, 20, 40, 100, 250])
    expect(curveEur(batteryCurve(batteryPriceCurve), kwh)).toBeCloseTo(kwh * defaultBatteryCostPerKwh(kwh), 6)
  for (const kwp of [2, 4, 8, 16]) {
    expect(curveEur(panelCurve(panelPriceCurve), kwp)).toBeCloseTo(kwp * defaultPvCostPerKwp(kwp), 6)
  }
})

test("a size on the edge of a tier has the lower tier's price", () => {
  const battery = [0.1, 5, 5.001, 10, 20, 20.5, 40, 41, 1e6].map(defaultBatteryCostPerKwh)
  expect(battery).toEqual([1100, 1100, 925, 925, 850, 600, 600, 600, 600])
  const panels = [0.4, 2, 2.1, 4, 8, 8.001, 16, 16.1, 1e5].map(defaultPvCostPerKwp)
  expect(panels).toEqual([1200, 1200, 1100, 1100, 1000, 900, 900, 800, 800])
})

test("the battery answers have the documented shapes", () => {
  expect(costTiersAnswer.tiers.map(tier => tier.maxKwh)).toEqual([5, 10, 20, 40, null])
  expect(costTiersAnswer.selfSufficiencyCostPerKwh).toBe(600)
  expect(presetsAnswer.defaults).toEqual({ minimumChargeLevel: 10, roundtripEfficiency: 92 })
  expect(presetsAnswer.fixedPresets.filter(preset => preset.recommended)).toHaveLength(1)
  for (const preset of presetsAnswer.fixedPresets) expect(preset.kwh / preset.powerKw).toBe(2)
  for (const preset of presetsAnswer.rangePresets)
    expect(preset.minKwh < preset.maxKwh && preset.minKw < preset.maxKw).toBe(true)
})
