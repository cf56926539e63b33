/** Battery texts of a report if its use differs by phase of the terms, or by controller. */
import { describe, expect, test } from "bun:test"
import { packJobInputs } from "../../domain/case/jobInputs.ts"
import type { AssumptionOverrides } from "../../domain/market/assumptions.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { readReport } from "../../domain/texts/report.ts"
import { solveJob } from "../../worker/job.ts"
import { checkedOptimiser } from "../support/checkedCore.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"

const optimiser = await checkedOptimiser()
const SITE = {
  location: { lat: 51.44, lon: 5.48 },
  inputMethod: "known",
  yearlyKwh: 4500,
  newPv: [{ maxPanelCount: 14, panelPowerWatts: 430 }],
  includeSavingsSpread: false,
}

const solve = (request: object, assumptions: AssumptionOverrides = {}) => {
  const input = parseEarlierRequest({ ...SITE, ...request } as never, standardProfileKeys)
  const job = { scanId: "s", runId: "r", attempt: 1, input, material: packJobInputs({ assumptions }) }
  const result = solveJob(job, { optimiser, sizingTolerance: 1e-3 }, () => true)
  if (result.kind !== "solved") throw new Error(JSON.stringify(result.error))
  return readReport(result.report, "en")
}

describe("a battery that pays once netting has ended", () => {
  const electricBattery = { capacityKwh: 15, powerRatingKw: 7.5, costPerKwh: 150 }
  const FLAT = { type: "flat", flatEurPerKwh: 0.3, feedInEurPerKwh: 0.05, netting: true }

  test("returns when its own cash flow does, not by its first year", () => {
    const { battery, financial } = solve({ electricBattery, tariff: { ...FLAT, nettingUntil: 2037 } })
    const own = financial.parts!.battery!
    expect(own.netPresentValue).toBeGreaterThan(0)
    expect(battery.performance.annualSavings).toBeLessThan(0)
    expect(own.returnPeriod).not.toBeNull()
    expect(battery.costs.systemReturnPeriod).toBe(own.returnPeriod)
  })

  test("lives by its use in all phases", () => {
    const request = { electricBattery, control: "ideal", tariff: { ...FLAT, nettingUntil: 2027 } }
    const { battery } = solve(request, { batteryCycleLife: 1500 })
    const { cyclesPerYear, lifeYears } = battery.performance
    expect(cyclesPerYear).toBeLessThan(1)
    expect(lifeYears).toBeLessThan(12)
  })
})

test("each controller is counted with what it wears of the battery", () => {
  const request = {
    control: "selfConsumption",
    tariff: { type: "dynamic" },
    electricBattery: {
      minCapacityKwh: 10,
      capacityKwh: 10,
      minPowerRatingKw: 5,
      powerRatingKw: 5,
      costPerKwh: 250,
    },
    newPv: [{ ...SITE.newPv[0]!, minPanelCount: 14 }],
  }
  const report = solve(request, { batteryCycleLife: 1500 })
  const { projectedBaseline } = report.financial.costComparison
  const { ideal, forecast, selfConsumption } = report.control!.netPresentValue
  for (const worth of [ideal, forecast, selfConsumption])
    expect(projectedBaseline - worth!).toBeGreaterThanOrEqual(report.optimisation.lowerBoundTotalCost - 0.01)
})
