import { describe, expect, test } from "bun:test"
import { internalRateOfReturn } from "../../domain/finance/internalRate.ts"
import { lifecycle, type PhaseAmounts } from "../../domain/finance/lifecycle.ts"
import type { Horizon } from "../../domain/finance/phases.ts"

describe("internal rate of return", () => {
  // Microsoft's documentation of the worksheet function IRR.
  const business = [-70_000, 12_000, 15_000, 18_000, 21_000, 26_000]
  test.each([
    [6, 0.087],
    [5, -0.021],
    [3, -0.444],
  ])("of the published example over its first %d amounts", (amounts, rate) => {
    expect(internalRateOfReturn(business.slice(0, amounts))).toBeCloseTo(rate, 3)
  })

  test("is none without an investment, and none where the money is lost", () => {
    expect(internalRateOfReturn([0, 0, 0])).toBeNull()
    expect(internalRateOfReturn([100, 5, 5])).toBeNull()
    expect(internalRateOfReturn([-100, -1, -1])).toBeNull()
  })
})

describe("payback", () => {
  const bills = (costEur: number): PhaseAmounts => [{ energyBillEur: costEur, feedInRevenueEur: 0 }]
  const horizon: Horizon = { years: 12, phaseStarts: [1], discountRate: 0, priceGrowth: 0, degradation: 0 }
  const of = (replacementEur: number, replacementYears: number[]) =>
    lifecycle(
      bills(1000),
      bills(0),
      {
        solarPurchaseEur: 0,
        batteryPurchaseEur: 4500,
        replacementEur,
        replacementYears,
        wearEurPerYear: 0,
        solarRenewals: [],
        solarResidualEur: 0,
        batteryResidualEur: 0,
        solarMaintenanceEurPerYear: 0,
        batteryMaintenanceEurPerYear: 0,
      },
      horizon,
    )

  test("is the year in which the sum turns positive where it stays so", () => {
    const { returnPeriodYears, breakEvenYear, firstPositiveYear } = of(0, [])
    expect([returnPeriodYears, breakEvenYear, firstPositiveYear]).toEqual([4.5, 5, 5])
  })

  test("waits for the years after a replacement that takes the sum below zero again", () => {
    // Year 5 ends at 500, year 6 at 500 + 1,000 − 3,000: below zero until year 8 gives 500.
    const { returnPeriodYears, breakEvenYear, firstPositiveYear } = of(3000, [6])
    expect([returnPeriodYears, breakEvenYear, firstPositiveYear]).toEqual([7.5, 8, 5])
  })

  test("is none where the sum does not end positive, though it was", () => {
    const { returnPeriodYears, breakEvenYear, firstPositiveYear } = of(8000, [11])
    expect([returnPeriodYears, breakEvenYear, firstPositiveYear]).toEqual([null, null, 5])
  })
})
