import { expect, test } from "bun:test"
import { packJobInputs } from "../../domain/case/jobInputs.ts"
import type { AssumptionOverrides } from "../../domain/market/assumptions.ts"
import type { ReportBody } from "../../domain/report/schema.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { createOptimiser } from "../../wasm/index.ts"
import { solveJob } from "../../worker/job.ts"
import { outcomeOf } from "../fuzz/check.ts"
import { casesOf } from "../support/cases.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"
import { driverEnds } from "../support/outlook.ts"

/** Requests that validation accepts: each is solved, or ends with a reason; `npm run fuzz` draws 10,000. */

const COUNT = casesOf(300, 40)
const optimiser = await createOptimiser()

test(`${COUNT} requests over the bounds of all fields are refused, solved, or end with a reason`, () => {
  const solver = { optimiser, sizingTolerance: 0.02, budgetMs: 1_000 }
  const kinds: Record<string, number> = {}
  for (let seed = 0; seed < COUNT; seed++) {
    const outcome = outcomeOf(seed, solver)
    if (outcome.kind === "fault") throw new Error(`request ${seed} of tests/fuzz/requests.ts: ${outcome.reason}`)
    kinds[outcome.kind] = (kinds[outcome.kind] ?? 0) + 1
  }
  expect(kinds.solved).toBeGreaterThan(COUNT / 2)
})

const house = {
  location: { lat: 51.44, lon: 5.48 },
  inputMethod: "known",
  yearlyKwh: 3500,
  newPv: [{ maxPanelCount: 14, panelPowerWatts: 430 }],
  tariff: { type: "flat", flatEurPerKwh: 0.3 },
}
const solve = (request: object, assumptions?: AssumptionOverrides): ReportBody => {
  const input = parseEarlierRequest(request, standardProfileKeys)
  const jobInputs = packJobInputs(assumptions ? { assumptions } : {})
  const job = { scanId: "s", runId: "r", attempt: 1, input, material: jobInputs }
  const result = solveJob(job, { optimiser, sizingTolerance: 1e-3 }, () => true)
  if (result.kind === "failed") throw new Error(JSON.stringify(result.error))
  return result.report as ReportBody
}

test("thirty years of prices that double are solved, and 20 % more growth too", () => {
  const report = solve({ ...house, electricityPriceGrowth: 1, analysisYears: 30 })
  expect(report.optimisation.gap).toBeLessThanOrEqual(1e-3)
  const ends = driverEnds(report, "electricityPriceGrowth")
  expect(ends.map(({ change, npv }) => [change, Number.isFinite(npv)])).toEqual([
    [-0.2, true],
    [0.2, true],
  ])
})

test("the highest growth at the lowest discount rate is solved", () => {
  const assumptions = { discountRate: -0.5, batteryLifeYears: 1, batteryReplacementCostFraction: 10 }
  const electricBattery = { capacityKwh: 10, powerRatingKw: 5, costPerKwh: 100_000 }
  const request = { ...house, electricBattery, electricityPriceGrowth: 1, analysisYears: 30 }
  expect(solve(request, assumptions).optimisation.gap).toBeLessThanOrEqual(1e-3)
})

test("a battery of a fixed size at the least power that it may have is solved", () => {
  const minCapacityKwh = 475_615.599_914_823_37
  const electricBattery = { capacityKwh: minCapacityKwh, minCapacityKwh, powerRatingKw: minCapacityKwh / 24 }
  expect(solve({ ...house, electricBattery }).battery.specs.capacityKwh).toBeCloseTo(minCapacityKwh, 3)
})

test("a demand charge that no bill shows is solved as none", () => {
  const electricBattery = { capacityKwh: 12, powerRatingKw: 6, costPerKwh: 300 }
  const withCharge = (demandEurPerKwMonth: number) =>
    solve({ ...house, electricBattery, tariff: { type: "dynamic", demandEurPerKwMonth } })
  expect(withCharge(4.5e-163).overview).toEqual(withCharge(0).overview)
})
