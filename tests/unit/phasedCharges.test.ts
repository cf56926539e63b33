/**
 * Demand charges and fixed costs that change with a year: billed, weighed and operated by the years in which they
 * apply.
 */
import { describe, expect, test } from "bun:test"
import { packJobInputs } from "../../domain/case/jobInputs.ts"
import type { AssumptionOverrides } from "../../domain/market/assumptions.ts"
import { unpackSeries } from "../../domain/report/series/pack.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { readReport } from "../../domain/texts/report.ts"
import { solveJob } from "../../worker/job.ts"
import { checkedOptimiser } from "../support/checkedCore.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"
import { refusedRules } from "../support/sentences.ts"

const optimiser = await checkedOptimiser()
const RATES = { electricityPriceGrowth: 0.03, discountRate: 0.05, pvDegradation: 0.005 }
const YEARS = 25
const ROOF = { name: "south", tiltAngle: 35, orientationAngle: 180, panelPowerWatts: 430, maxPanelCount: 12 }
const SITE = {
  location: { lat: 52.37, lon: 4.9 },
  inputMethod: "known",
  yearlyKwh: 3500,
  newPv: [{ ...ROOF, minPanelCount: 12 }],
  analysisYears: YEARS,
  includePvMaintenanceCosts: false,
  includeBatteryMaintenanceCosts: false,
}
const BATTERY = { capacityKwh: 15, powerRatingKw: 7.5, roundtripEfficiency: 90, minimumChargeLevel: 5, costPerKwh: 250 }
const TERMS = { type: "custom", buy: { energy: 0.3, taxed: false }, sell: { energy: 0.05 } }
const MONTHLY = { fixedEurPerMonth: 10, demand: [{ eurPerKwMonth: 4 }] }
/** Charges with another rate, another floor, another kind, and one more charge. */
const BY_MEAN = {
  fixedEurPerMonth: 25,
  demand: [
    { eurPerKwYear: 60, meanOfMonths: true, floorKw: 3.5 },
    { eurPerKwYear: 6, months: [1] },
  ],
}
/** Three years of the monthly charges, then the charges by mean. */
const CHANGING = { ...TERMS, grid: { ...MONTHLY, until: 2028, after: BY_MEAN } }

const inputOf = (request: object) => parseEarlierRequest({ ...SITE, ...request } as never, standardProfileKeys)

const solvedOf = (request: object, assumptions: AssumptionOverrides = RATES) => {
  const material = packJobInputs({ assumptions })
  const job = { scanId: "s", runId: "r", attempt: 1, input: inputOf(request), material }
  const result = solveJob(job, { optimiser, sizingTolerance: 1e-3 }, () => true)
  if (result.kind !== "solved") throw new Error(JSON.stringify(result.error))
  return { report: readReport(result.report, "en"), year: unpackSeries(result.series).figures }
}
const solve = (request: object, assumptions?: AssumptionOverrides) => solvedOf(request, assumptions).report

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** Present worth of 1 EUR a year from one year of the analysis to another; savings shrink with the panels [EUR]. */
const worthOf = (from: number, until: number, { growth = 0.03, remaining = 0.995 } = {}): number => {
  let total = 0
  for (let year = from; year <= until; year++) total += ((1 + growth) * remaining) ** (year - 1) / 1.05 ** year
  return total
}

describe("charges that change with a year", () => {
  const { report: changing, year } = solvedOf({ tariff: CHANGING })
  const [before, after] = changing.phases!
  const first = solve({ tariff: { ...TERMS, grid: MONTHLY } })
  const later = solve({ tariff: { ...TERMS, grid: BY_MEAN } })

  test("a year of each phase is billed by hand", () => {
    const peaksKw = year.monthlyDemandCosts.map(eur => eur / 4)
    expect(Math.min(...peaksKw)).toBeLessThan(3.5)
    expect([before!.fixedCost, after!.fixedCost]).toEqual([120, 300])
    expect(before!.demandCost).toBeCloseTo(4 * sum(peaksKw), 2)
    const mean = sum(peaksKw.map(kw => Math.max(kw, 3.5))) / 12
    expect(after!.demandCost).toBeCloseTo(60 * mean + 6 * peaksKw[0]!, 2)
    const energyEur = before!.energyBill - before!.demandCost! - before!.fixedCost!
    expect(after!.energyBill - after!.demandCost! - after!.fixedCost!).toBeCloseTo(energyEur, 2)
    expect(after).toMatchObject({ fromYear: 4, untilYear: 25, fromCalendarYear: 2029, changes: ["gridCharges"] })
  })

  test("each phase is a year of the scan that has its terms for ever", () => {
    for (const [phase, alone] of [
      [before!, first],
      [after!, later],
    ] as const) {
      expect(phase.cost).toBeCloseTo(alone.financial.costComparison.firstYearOptimized, 2)
      expect(phase.baselineCost).toBeCloseTo(alone.financial.costComparison.firstYearBaseline, 2)
    }
  })

  test("the bills of all years add up to the life-cycle figures", () => {
    const { financial } = changing
    const savedEur = before!.savings * worthOf(1, 3) + after!.savings * worthOf(4, YEARS)
    expect(savedEur - financial.investment.totalInvestment).toBeCloseTo(financial.netPresentValue, 0)
    const full = { remaining: 1 }
    const asIsEur = before!.baselineCost * worthOf(1, 3, full) + after!.baselineCost * worthOf(4, YEARS, full)
    expect(financial.costComparison.projectedBaseline).toBeCloseTo(asIsEur, 0)
    const [, ...flows] = year.yearlyCashflows
    flows.forEach((flow, i) => {
      const { savings } = i < 3 ? before! : after!
      expect(flow).toBeCloseTo(savings * (1.03 * 0.995) ** i, 1)
    })
  })

  test("the bound holds with the fixed costs of each phase", () => {
    for (const assumptions of [RATES, { ...RATES, gridFeeGrowth: 0, taxGrowth: 0.01 }]) {
      const { optimisation, financial } = solve({ tariff: CHANGING, control: "ideal" }, assumptions)
      expect(optimisation.gap).toBeLessThan(1e-3)
      expect(optimisation.lowerBoundTotalCost).toBeLessThanOrEqual(financial.lifecycle.totalCost + 0.01)
      const gapEur = financial.lifecycle.totalCost - optimisation.lowerBoundTotalCost
      expect(gapEur).toBeLessThan(1e-3 * financial.lifecycle.totalCost)
    }
  })

  test("grid fees that do not grow are the same amount in all years", () => {
    const grown = { ...RATES, gridFeeGrowth: 0 }
    const request = (fixedEurPerMonth: number) => ({
      tariff: { ...TERMS, grid: { fixedEurPerMonth: 10, until: 2028, after: { fixedEurPerMonth } } },
    })
    const [dear, cheap] = [solve(request(25), grown), solve(request(10), grown)]
    const dearerEur = 12 * 15 * worthOf(4, YEARS, { growth: 0, remaining: 1 })
    const costOf = (report: typeof dear) => report.financial.costComparison.projectedBaseline
    expect(costOf(dear) - costOf(cheap)).toBeCloseTo(dearerEur, 1)
    expect(dear.financial.netPresentValue).toBeCloseTo(cheap.financial.netPresentValue, 1)
  })
})

describe("a plant for charges that change", () => {
  const request = { yearlyKwh: 9000, newPv: [], electricBattery: BATTERY, control: "ideal" }
  const DEAR = { demand: [{ eurPerKwMonth: 12 }] }
  const sizeUnder = (grid: object) => {
    const report = solve({ ...request, tariff: { ...TERMS, grid } })
    return { report, kwh: report.overview.energyFlow.batteryCapacityKwh }
  }

  test("a battery pays for a charge that begins soon, and not for one that ends soon", () => {
    const begins = sizeUnder({ until: 2027, after: DEAR })
    const ends = sizeUnder({ ...DEAR, until: 2027, after: {} })
    expect([begins.kwh > 1, ends.kwh]).toEqual([true, 0])
    expect(begins.report.optimisation.gap).toBeLessThan(2e-3)
    const [free, charged] = begins.report.phases!
    expect([free!.demandCost, charged!.demandCost! > 0]).toEqual([0, true])
  })

  test("the same charges before and after a year are those of all years", () => {
    const [alike, plain] = [sizeUnder({ ...DEAR, until: 2029, after: DEAR }), sizeUnder(DEAR)]
    expect(alike.report.phases!.map(({ changes }) => changes)).toEqual([[], []])
    const costs = [alike, plain].map(({ report }) => report.financial.lifecycle.totalCost) as [number, number]
    expect(Math.abs(costs[0] - costs[1])).toBeLessThan(2e-3 * costs[1])
  })

  test("plans are the default controller where only later years reward them", () => {
    const { control: _, ...open } = request
    const electricBattery = { ...BATTERY, minCapacityKwh: 5 }
    const report = solve({ ...open, electricBattery, tariff: { ...TERMS, grid: { until: 2027, after: DEAR } } })
    expect(report.control!.chosen).toBe("forecast")
    const { optimisation, financial } = report
    expect(optimisation.lowerBoundTotalCost).toBeLessThanOrEqual(financial.lifecycle.totalCost + 0.01)
  })
})

test("netting, pay and charges that end at different years are four phases", () => {
  const sell = { energy: 0.08, growthFraction: 0, until: 2040, after: { energy: 0.03 } }
  const tariff = { ...TERMS, sell, grid: CHANGING.grid, netting: true, nettingUntil: 2027 }
  const { phases, financial } = solve({ tariff })
  expect(phases!.map(({ fromCalendarYear, changes }) => [fromCalendarYear, changes])).toEqual([
    [2026, []],
    [2028, ["netting"]],
    [2029, ["gridCharges"]],
    [2041, ["feedIn"]],
  ])
  const rows = financial.tariffTerms!.filter(({ path }) => path.startsWith("grid."))
  expect(rows.map(({ path, value, unit }) => [path, value, unit])).toContainEqual([
    "grid.after.demand[0].eurPerKwYear",
    60,
    "EUR/kW a year",
  ])
  expect(rows.map(({ path, value, unit }) => [path, value, unit])).toContainEqual(["grid.until", 2028, "year"])
})

const refusalsOf = (tariff: object) => refusedRules(() => inputOf({ tariff }))

test("an end of charges names what comes then, each charge has one rate, and netting does not outlast them", () => {
  const refused = (grid: object, more: object = {}) => refusalsOf({ ...TERMS, ...more, grid })
  expect(refused({ ...MONTHLY, until: 2028 })).toEqual([["tariff.grid.after", "given-together"]])
  expect(refused({ ...MONTHLY, after: BY_MEAN })).toEqual([["tariff.grid.until", "given-together"]])
  expect(refused({ until: 2028, after: { demand: [{ floorKw: 2 }] } })).toEqual([
    ["tariff.grid.after.demand.0.eurPerKwMonth", "one-is-required"],
  ])
  expect(refused({ until: 2028, after: { demand: [{ eurPerKwMonth: 1, hours: [[3, 3]] }] } })).toEqual([
    ["tariff.grid.after.demand.0.hours.0", "hours-differ"],
  ])
  expect(refused(CHANGING.grid, { netting: true })).toEqual([["tariff.nettingUntil", "required-when"]])
  expect(refused(CHANGING.grid, { netting: true, nettingUntil: 2029 })).toEqual([
    ["tariff.nettingUntil", "at-most-other"],
  ])
  expect(refused(CHANGING.grid, { netting: true, nettingUntil: 2028 })).toEqual([])
})
