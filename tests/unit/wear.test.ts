import { describe, expect, test } from "bun:test"
import { lifecycle, type PhaseAmounts } from "../../domain/finance/lifecycle.ts"
import type { Horizon } from "../../domain/finance/phases.ts"
import { presentWear, wearEurPerYear, wearPrice } from "../../domain/finance/wear.ts"
import { type Assumptions, defaultAssumptions } from "../../domain/market/assumptions.ts"
import { lowestPrice } from "../../domain/market/priceCurve.ts"
import { buildReport } from "../../domain/report/build.ts"
import { scanInputOf } from "../../domain/request/scanInput.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"
import { solved } from "../support/solvedCase.ts"

const priced = (changes: object = {}, battery: object = {}, assumptions: Partial<Assumptions> = {}) => ({
  input: scanInputOf(
    parseEarlierRequest(
      {
        ...{ location: { lat: 52, lon: 5 }, inputMethod: "known", yearlyKwh: 5000, goal: "cost-savings" },
        tariff: { type: "flat", flatEurPerKwh: 0.3, feedInEurPerKwh: 0.07 },
        electricBattery: { capacityKwh: 10, powerRatingKw: 5, minimumChargeLevel: 10, costPerKwh: 1000, ...battery },
        ...changes,
      },
      new Set(["standard"]),
    ),
  ),
  assumptions: { ...defaultAssumptions, ...assumptions },
})

describe("wear of a battery by its use", () => {
  test("is an equal part of the replacement for each full cycle beyond those of the calendar life", () => {
    // 10 kWh with 9 usable kWh, at 600 EUR a kWh: 6000 EUR / 6000 cycles = 1 EUR a cycle, 400 cycles a year included.
    expect(wearPrice(priced())).toEqual({
      eurPerKwh: expect.closeTo(1 / 9, 12),
      includedKwhPerKwh: expect.closeTo(360, 9),
    })
    expect(wearEurPerYear(priced(), 10, 3600)).toBe(0)
    expect(wearEurPerYear(priced(), 10, 500 * 9)).toBeCloseTo(100, 9)
  })
  test("a life beyond the analysis period has its cycles within the period", () => {
    const long = priced({ analysisYears: 10 })
    expect(wearPrice(long)?.includedKwhPerKwh).toBeCloseTo(540, 9)
    expect(wearEurPerYear(long, 10, 600 * 9)).toBe(0)
    expect(wearEurPerYear(long, 10, 700 * 9)).toBeCloseTo(100, 9)
  })
  test("at present worth a kWh counts in each year", () => {
    expect(presentWear(priced({ analysisYears: 10 }, {}, { discountRate: 0 }))?.eurPerKwh).toBeCloseTo(10 / 9, 12)
  })
  test("what is fixed does not wear, and a battery of which nothing is used neither", () => {
    expect(wearPrice(priced({}, { fixedCostEur: 5000 }))?.eurPerKwh).toBeCloseTo(1 / 9, 12)
    expect(wearPrice(priced({}, { minimumChargeLevel: 100 }))).toBeUndefined()
    expect(wearPrice(priced({ electricBattery: undefined }))).toBeUndefined()
  })
  test("the lowest price of a curve is at a point or beyond the last", () => {
    const points = [
      { size: 0, eur: 100 },
      { size: 5, eur: 1000 },
      { size: 10, eur: 1900 },
    ]
    expect(lowestPrice(points)).toBe(180)
    expect(lowestPrice([...points, { size: 20, eur: 5000 }])).toBe(190)
    expect(lowestPrice([{ size: 2, eur: 500 }])).toBe(250)
  })
  test("cash flows and present value hold it in each year", () => {
    const none = {
      ...{ solarPurchaseEur: 0, solarMaintenanceEurPerYear: 0, batteryMaintenanceEurPerYear: 0 },
      ...{ solarRenewals: [], solarResidualEur: 0, batteryResidualEur: 0 },
    }
    const costs = { ...none, batteryPurchaseEur: 1000, replacementEur: 600, replacementYears: [2], wearEurPerYear: 50 }
    const bills = (energyBillEur: number): PhaseAmounts => [{ energyBillEur, feedInRevenueEur: 0 }]
    const horizon: Horizon = { years: 3, phaseStarts: [1], discountRate: 0.25, priceGrowth: 0, degradation: 0 }
    const money = lifecycle(bills(900), bills(400), costs, horizon)
    expect(money.yearlyCashflowsEur).toEqual([-1000, 450, -150, 450])
    expect(money.replacementEur).toBeCloseTo(600 * 0.64 + 50 * (0.8 + 0.64 + 0.512), 9)
  })
  test("the report says cycles, life and what they wear", () => {
    const { report } = (() => {
      const { scan, solution } = solved({ assumptions: { batteryCycleLife: 2000 } })
      return buildReport(scan, solution)
    })()
    const { performance, costs } = report.battery
    const { cyclesPerYear, lifeYears, wearCostPerYear } = performance
    expect(cyclesPerYear).toBeGreaterThan(2000 / 15)
    expect(lifeYears).toBeCloseTo(2000 / cyclesPerYear, 9)
    // 8 kWh at 600 EUR; a replacement costs 0.6 of the price.
    const wornEur = 0.6 * 8 * 600 * (cyclesPerYear / 2000 - 1 / 15)
    expect(wearCostPerYear).toBeCloseTo(wornEur, 6)
    expect(costs.replacementCost).toBeCloseTo(0.6 * costs.purchaseCost + 25 * wornEur, 6)
  })
})
