/** The report of a tried plant has no part of the original plant's report that its frame lacks. */
import { expect, test } from "bun:test"
import { createLiveSolver } from "../../dashboard/src/live/liveSolver.ts"
import { triedReport } from "../../dashboard/src/live/triedReport.ts"
import { liveCaseOf } from "../../domain/case/live/liveCase.ts"
import type { FullReport } from "../../domain/report/schema.ts"
import type { Adjustment } from "../../domain/request/adjust.ts"
import { ADJUSTABLE_STEPS } from "../../domain/request/adjustableSteps.ts"
import { parseScanRequest } from "../../domain/request/input.ts"
import type { FilledRequest } from "../../domain/request/request.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { countryAt } from "../../domain/site/geo/site.ts"
import { readReport } from "../../domain/texts/report.ts"
import { createOptimiser } from "../../wasm/index.ts"
import { solveJob } from "../../worker/job.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"

const ID = "019a4c1e-7c3a-7e21-9d5b-3f6f0a8d2b14"
const SOLVER = { sizingTolerance: 1e-3, budgetMs: 10_000 }
const REQUEST = {
  ...{ location: { lat: 51.44, lon: 5.48 }, inputMethod: "known", yearlyKwh: 4500, analysisYears: 25 },
  newPv: [{ maxPanelCount: 14, panelPowerWatts: 430 }],
  electricBattery: {
    capacityKwh: 10,
    powerRatingKw: 5,
    products: [{ id: "p", capacityKwh: 5, powerKw: 2.5, eur: 900 }],
  },
  tariff: { type: "flat", flatEurPerKwh: 0.3, netting: true, nettingUntil: 2037 },
}
const optimiser = await createOptimiser()
const input = parseEarlierRequest(REQUEST, standardProfileKeys)

const reportOf = (request: FilledRequest): FullReport => {
  const job = { scanId: ID, runId: "r", attempt: 1, input: request }
  const result = solveJob(job, { optimiser, ...SOLVER }, () => true)
  if (result.kind !== "solved") throw new Error(JSON.stringify(result.error))
  const row = { id: ID, createdAt: "2026-01-01T00:00:00.000Z", hasError: false, isShared: false, shareToken: null }
  return { ...(readReport(result.report, "en") as FullReport), ...row }
}
const original = reportOf(input)
const solverOf = (request: FilledRequest) => {
  const scan = { id: ID, input: request, root: request, steps: ADJUSTABLE_STEPS, solver: SOLVER }
  return createLiveSolver(liveCaseOf(scan, {}), optimiser, "en")
}
const solve = solverOf(input)

const tried = (change: Omit<Adjustment, "copiedFromId">, depth: "plant" | "whole") => {
  const frame = solve({ ...change, copiedFromId: ID }, depth)
  return triedReport({ ...frame, depth, solvedMs: 1 }, { ...original, hasForeignPrices: true }, original).report
}

test.each(["plant", "whole"] as const)("a frame of the %s alone says what phases and products there are", depth => {
  expect(original.phases).toHaveLength(2)
  expect(original.products).toBeDefined()
  expect(tried({ analysisYears: 10 }, depth).phases).toBeUndefined()
  expect(tried({ analysisYears: 24 }, depth).phases).toHaveLength(2)
  expect(tried({ electricBattery: null }, depth).products).toBeUndefined()
  expect(tried({ analysisYears: 10 }, depth).products).toBeDefined()
  expect(tried({ analysisYears: 10 }, depth).hasForeignPrices).toBeUndefined()
})

test("the report of a tried plant is still the scan's, and of another one's futures only while a slider moves", () => {
  const moving = tried({ analysisYears: 10 }, "plant")
  expect(moving).toMatchObject({ id: ID, createdAt: original.createdAt, isShared: false, status: "optimal" })
  expect(moving.outlook).toEqual(original.outlook!)
  const [own, ...others] = moving.alternatives!
  expect(own).toMatchObject({ kind: "optimum", netPresentValue: moving.financial.netPresentValue })
  expect(others).toEqual(original.alternatives!.slice(1))
  const { outlook } = tried({ analysisYears: 10 }, "whole")
  expect([outlook?.drivers.length, outlook?.npv]).not.toEqual([0, original.outlook!.npv])
})

test("assumptions are the previous plant's while a slider moves, and those of the new plant at rest", () => {
  const request = parseScanRequest(REQUEST, standardProfileKeys, countryAt)
  const scan = reportOf(request)
  const change = { copiedFromId: ID, electricityPriceGrowth: 0.05 }
  const solveTrial = solverOf(request)
  const at = (depth: "plant" | "whole") => triedReport({ ...solveTrial(change, depth), depth, solvedMs: 1 }, scan, scan)
  const [moving, resting] = [at("plant"), at("whole")]
  expect(moving.atRest).toBe(scan)
  expect(resting.atRest).toBe(resting.report)
  const effects = ({ premises = [] }: FullReport) => premises.filter(({ effect }) => effect !== undefined).length
  expect([effects(moving.report), effects(moving.atRest) > 1, effects(resting.atRest) > 1]).toEqual([0, true, true])
})

test("a frame of a scan with measured weather years has an outlook by the sunshine of these years", () => {
  const request = { ...REQUEST, tariff: { type: "dynamic" } }
  const solveFrame = (includeSavingsSpread: boolean | undefined) => {
    const root = parseEarlierRequest({ ...request, includeSavingsSpread }, standardProfileKeys)
    const frames = liveCaseOf({ id: ID, input: root, root, steps: ADJUSTABLE_STEPS, solver: SOLVER }, {})
    return createLiveSolver(frames, optimiser, "en")({ copiedFromId: ID, analysisYears: 20 }, "whole").report
  }
  const [measured, byDefault] = [solveFrame(true), solveFrame(undefined)]
  expect(measured.outlook).toMatchObject({ weather: "byYield", priceYears: [2023, 2024, 2025] })
  expect(measured.outlook!.weatherYears.length).toBeGreaterThan(10)
  expect(measured.outlook).toEqual(byDefault.outlook!)
  expect(measured.alternatives).toEqual(byDefault.alternatives!)
  expect(solveFrame(false).outlook!.years.count).toBe(1)
})
