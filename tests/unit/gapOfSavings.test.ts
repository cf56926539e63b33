import { expect, test } from "bun:test"
import { fixtureResult } from "../../domain/report/sandbox/fixtures.ts"
import { readReport } from "../../domain/texts/report.ts"

const { report } = fixtureResult("new-pv-battery-cost-savings")

/** Gap of savings that a report shows for given savings and a given distance from the bound [EUR]. */
const gapOf = (savingsEur: number, aboveEur: number) => {
  const { financial, optimisation } = report
  const lowerBoundTotalCost = financial.lifecycle.totalCost - aboveEur
  const stored = {
    ...report,
    financial: { ...financial, netPresentValue: savingsEur },
    optimisation: { ...optimisation, lowerBoundTotalCost },
    // The plant is operated with foresight, so its savings can be compared with the lower bound.
    control: null,
  }
  return readReport(stored, "en").optimisation.gapOfSavings
}

test("a stored report is read with its gap as a share of the savings", () => {
  expect(gapOf(2000, 5)).toBeCloseTo(0.0025, 9)
  expect(gapOf(4, 8)).toBeCloseTo(2, 9)
  expect(gapOf(2000, -1e-9)).toBe(0)
})

test("where nothing, or next to nothing, is saved there is no such share", () => {
  expect(gapOf(1, 0.5)).toBeCloseTo(0.5, 9)
  expect(gapOf(0.99, 0.5)).toBeNull()
  expect(gapOf(1e-6, 0.02)).toBeNull()
  expect(gapOf(0, 5)).toBeNull()
  expect(gapOf(-100, 5)).toBeNull()
})

test("under a real controller the share is that of the year with foresight, which the bound is of", () => {
  const { financial, optimisation } = report
  const { totalCost } = financial.lifecycle
  const each = { ideal: 3000, forecast: 2500, selfConsumption: 2000 }
  const stored = {
    ...report,
    financial: { ...financial, netPresentValue: 2500 },
    // With foresight the plant costs 500 less than in the report, and 6 more than the bound.
    optimisation: { ...optimisation, lowerBoundTotalCost: totalCost - 500 - 6 },
    control: { chosen: "forecast" as const, firstYearSavings: each, netPresentValue: each, batteryAnnualSavings: each },
  }
  expect(readReport(stored, "en").optimisation.gapOfSavings).toBeCloseTo(6 / 3000, 9)
})
