import { expect, test } from "bun:test"
import { Value } from "@sinclair/typebox/value"
import fc from "fast-check"
import { InvalidInput } from "../../domain/base/errors.ts"
import { assertFeasible } from "../../domain/case/prepare.ts"
import { chartData } from "../../domain/report/chart/chart.ts"
import { ReportBody } from "../../domain/report/schema.ts"
import { unpackSeries } from "../../domain/report/series/pack.ts"
import type { FilledRequest } from "../../domain/request/request.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { readReport } from "../../domain/texts/report.ts"
import { solveJob } from "../../worker/job.ts"
import { anyRequest, places } from "../support/anyRequest.ts"
import { casesOf } from "../support/cases.ts"
import { checkedOptimiser } from "../support/checkedCore.ts"
import { AMSTERDAM } from "../support/clocks.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"

/** Requests drawn. */
const RUNS = casesOf(500, 60)
const SEED = 20_231_121

const optimiser = await checkedOptimiser()

const sum = (values: Iterable<number>): number => {
  let total = 0
  for (const value of values) total += value
  return total
}

/** Equal to 1e-6 of the larger of the two and of `scale`. */
const expectClose = (a: number, b: number, scale = 1) =>
  expect(Math.abs(a - b)).toBeLessThanOrEqual(1e-6 * Math.max(Math.abs(a), Math.abs(b), scale))

const solve = (request: object) => {
  const input = parseEarlierRequest(JSON.parse(JSON.stringify(request)), standardProfileKeys)
  assertFeasible(input)
  const result = solveJob(
    { scanId: "s", runId: "r", attempt: 1, input },
    { optimiser, sizingTolerance: 1e-3 },
    () => true,
  )
  return { input, result }
}

type Solved = Extract<ReturnType<typeof solve>["result"], { kind: "solved" }>

/** Rounding of the terms of a balance: hours are stored to 1 Wh. */
const STORED_KWH = 0.003
/** Energy with a relative rounding of 20 Wh, as sums of stored hours have at most. */
const CHARTED_KWH = 20_000

const checkHours = (input: FilledRequest, { report, series }: Solved): void => {
  const { hours } = unpackSeries(series)
  const body = report
  const peak = Math.max(...hours.consumption, ...hours.solarProduction, 1)
  const { capacityKwh } = body.battery.specs
  const lowest = ((input.electricBattery?.minimumChargeLevel ?? 0) / 100) * capacityKwh
  const limit = input.goal === "maximize-connection" ? (input.tariff.contractedPowerKw ?? Infinity) : Infinity
  for (let hour = 0; hour < 8760; hour++) {
    const used = hours.solarUsedOnsite[hour]! + hours.batteryUsedOnsite[hour]! + hours.gridUsedOnsite[hour]!
    const made =
      hours.solarUsedOnsite[hour]! + hours.solarStored[hour]! + hours.solarExported[hour]! + hours.solarWasted[hour]!
    const bought = hours.gridUsedOnsite[hour]! + hours.gridStored[hour]!
    const isWrong =
      Math.abs(hours.consumption[hour]! - used) > STORED_KWH + 2e-6 * peak ||
      Math.abs(hours.solarProduction[hour]! - made) > STORED_KWH + 2e-6 * peak ||
      bought > limit + STORED_KWH + 1e-6 * peak ||
      (capacityKwh > 0 &&
        (hours.batteryLevel[hour]! < lowest - STORED_KWH || hours.batteryLevel[hour]! > capacityKwh + STORED_KWH))
    if (isWrong) throw new Error(`the balance of hour ${hour} is broken`)
  }
}

/**
 * True if the controller is smart control, by request or by default, and the tariff rewards plans. It does by hourly
 * prices, or by a charge for the highest import.
 */
const isPlanned = ({ control, tariff }: FilledRequest): boolean =>
  (control ?? "forecast") === "forecast" && (tariff.type !== "flat" || (tariff.demandEurPerKwMonth ?? 0) > 0)

const checkMoney = (input: FilledRequest, { report, series }: Solved): void => {
  const { financial, overview, optimisation } = report
  const scale = Math.abs(financial.costComparison.projectedBaseline) + financial.investment.totalInvestment
  const { yearlyCashflows, cumulativeCashflows } = unpackSeries(series).figures
  const discounted = yearlyCashflows.map((flow, year) => flow / (1 + financial.parameters.discountRate) ** year)
  expectClose(sum(discounted), financial.netPresentValue, scale)
  expectClose(sum(yearlyCashflows), cumulativeCashflows[input.analysisYears]!, scale)
  expect(yearlyCashflows).toHaveLength(input.analysisYears + 1)
  const costs = overview.lifecycleCostBreakdown
  const parts =
    costs.energyBill +
    costs.solarInvestment +
    costs.batteryInvestment +
    costs.replacementCost +
    costs.solarReplacementCost! +
    costs.solarMaintenanceCost +
    costs.batteryMaintenanceCost -
    costs.feedInRevenue -
    costs.residualValue!
  expectClose(parts, costs.totalCost, scale)
  const { firstYearBaseline, firstYearOptimized, projectedBaseline, projectedOptimized } = financial.costComparison
  expectClose(firstYearBaseline - firstYearOptimized, overview.kpi.yearlySavings, scale)
  expectClose(projectedBaseline - projectedOptimized, financial.netPresentValue, scale)
  if (input.goal !== "cost-savings") return
  // The plant is the best under plans: with foresight another may be cheaper.
  if (!isPlanned(input)) expect(optimisation.gap).toBeLessThanOrEqual(1e-3)
  const idealValue = report.control?.netPresentValue.ideal ?? financial.netPresentValue
  expect(idealValue).toBeGreaterThanOrEqual(financial.netPresentValue - 1e-6 * scale - 0.01)
  expect(optimisation.lowerBoundTotalCost).toBeLessThanOrEqual(costs.totalCost + 1e-6 * scale + 0.01)
}

const checkCharts = ({ report, series }: Solved): void => {
  const { sustainability, overview } = report
  const year = chartData(unpackSeries(series), {
    interval: "year",
    startDate: { year: 2023, month: 1, day: 1 },
    clock: AMSTERDAM,
  })
  const { totalConsumptionKwh, solarProductionKwh, gridPurchaseKwh, gridFeedInKwh } = sustainability.energyBalance
  expectClose(sum(year.consumption), totalConsumptionKwh, CHARTED_KWH)
  expectClose(sum(year.solarProduction), solarProductionKwh, CHARTED_KWH)
  expectClose(sum(year.gridUsedOnsite) + sum(year.gridStored), gridPurchaseKwh, totalConsumptionKwh + CHARTED_KWH)
  expectClose(sum(year.solarExported) + sum(year.batteryExported), gridFeedInKwh, totalConsumptionKwh + CHARTED_KWH)
  expectClose(sum(year.solarUsedOnsite), overview.energyFlow.directlyUsedSolarKwh, CHARTED_KWH)
}

test(`${RUNS} random requests: the report is whole, finite, balanced in every hour, and its money adds up`, () => {
  const ended = { solved: 0, failed: 0, refused: 0 }
  fc.assert(
    fc.property(anyRequest, request => {
      try {
        const { input, result } = solve(request)
        if (result.kind === "failed") {
          expect(result.error).toMatchObject({ code: expect.stringContaining("out-of-reach") })
          ended.failed++
          return
        }
        expect(
          [...Value.Errors(ReportBody, readReport(result.report, "en"))].map(
            ({ path, message }) => `${path} ${message}`,
          ),
        ).toEqual([])
        checkHours(input, result)
        checkMoney(input, result)
        checkCharts(result)
        ended.solved++
      } catch (error) {
        if (!(error instanceof InvalidInput)) throw error
        ended.refused++
      }
    }),
    { numRuns: RUNS, seed: SEED, endOnFailure: true, includeErrorInReport: true },
  )
  expect(ended.solved).toBeGreaterThan(RUNS / 2)
  expect(ended.refused).toBeLessThan(RUNS / 10)
}, 600_000)

const nothingToAdd = [
  ["at least cost", { goal: "cost-savings" }],
  ["self-sufficient, at prices that fall below zero", { goal: "self-sufficiency" }],
  ["with a demand charge", { tariff: { type: "dynamic", demandEurPerKwMonth: 5 } }],
  ["netted", { tariff: { type: "flat", flatEurPerKwh: 0.3, netting: true } }],
] as const

test.each(nothingToAdd)("a scan with nothing to add equals its baseline: %s", (_, terms) => {
  const { result } = solve({
    location: places[0],
    inputMethod: "known",
    yearlyKwh: 3500,
    existingPv: [{ panelCount: 8, panelPowerWatts: 400 }],
    ...terms,
  })
  if (result.kind !== "solved") throw new Error(JSON.stringify(result.error))
  const { overview, financial, sustainability } = result.report
  expect(overview.kpi.yearlySavings).toBe(0)
  expect(overview.kpi.selfSufficiency).toBe(overview.kpi.selfSufficiencyBaseline)
  expect(financial.netPresentValue).toBe(0)
  expect(financial.yearOne.savingsVsBaseline).toBe(0)
  expect(sustainability.co2Emissions.co2SavedTotalKg).toBe(0)
})

test("the same request gives the same report to the last bit, also on another instance", async () => {
  const request = {
    location: places[0],
    inputMethod: "known",
    yearlyKwh: 4200,
    newPv: [{ maxPanelCount: 12, panelPowerWatts: 430 }],
    electricBattery: { capacityKwh: 10, powerRatingKw: 5 },
  }
  const input = parseEarlierRequest(request, standardProfileKeys)
  const other = await checkedOptimiser()
  const [first, second] = [optimiser, other].map(instance => {
    const result = solveJob(
      { scanId: "s", runId: "r", attempt: 1, input },
      { optimiser: instance, sizingTolerance: 1e-3 },
      () => true,
    )
    if (result.kind !== "solved") throw new Error(JSON.stringify(result.error))
    const report = result.report
    return { report: { ...report, optimisation: { ...report.optimisation, solveMs: 0 } }, series: result.series }
  })
  expect(first!.report).toEqual(second!.report)
  expect(Buffer.compare(first!.series, second!.series)).toBe(0)
})
