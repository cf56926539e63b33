/**
 * Scans whose terms end, compared with scans of their own: kept cuts, alternatives, products, outlook and the hours
 * of other years.
 */
import { expect, test } from "bun:test"
import { packJobInputs } from "../../domain/case/jobInputs.ts"
import type { AssumptionOverrides } from "../../domain/market/assumptions.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { readReport } from "../../domain/texts/report.ts"
import { solveJob } from "../../worker/job.ts"
import { checkedOptimiser } from "../support/checkedCore.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"
import { driverEnds, outlookOf } from "../support/outlook.ts"

const optimiser = await checkedOptimiser()
const TOLERANCE = 1e-3
const BATTERY = { capacityKwh: 15, powerRatingKw: 7.5, roundtripEfficiency: 90, minimumChargeLevel: 5, costPerKwh: 250 }
const SITE = {
  location: { lat: 51.441, lon: 5.478 },
  inputMethod: "known",
  yearlyKwh: 4500,
  loadProfile: "standard",
  newPv: [{ name: "south", maxPanelCount: 12, panelPowerWatts: 430, tiltAngle: 40, orientationAngle: 170 }],
  electricBattery: BATTERY,
  tariff: { type: "dynamic", netting: true, nettingUntil: 2029 },
  goal: "cost-savings",
  control: "ideal",
}

const solve = (request: object, cuts?: Uint8Array, assumptions: AssumptionOverrides = {}) => {
  const input = parseEarlierRequest({ ...SITE, ...request }, standardProfileKeys)
  const material = packJobInputs({ assumptions })
  const job = { scanId: "s", runId: "r", attempt: 1, input, material, ...(cuts ? { cuts } : {}) }
  const result = solveJob(job, { optimiser, sizingTolerance: TOLERANCE }, () => true)
  if (result.kind !== "solved") throw new Error(JSON.stringify(result.error))
  return { report: readReport(result.report, "en"), cuts: result.cuts }
}

const original = solve({})

test("an adjustment of the battery's price starts from kept cuts and finds what a scan of its own finds", () => {
  const dearer = { electricBattery: { ...BATTERY, costPerKwh: 330 } }
  const [kept, fresh] = [solve(dearer, original.cuts).report, solve(dearer).report]
  expect(kept.optimisation.fromKeptCuts).toBe(true)
  expect(kept.optimisation.gap).toBeLessThanOrEqual(TOLERANCE)
  const { totalCost } = fresh.financial.lifecycle
  expect(Math.abs(kept.financial.lifecycle.totalCost - totalCost)).toBeLessThanOrEqual(TOLERANCE * totalCost)
  expect(kept.optimisation.dispatches).toBeLessThanOrEqual(fresh.optimisation.dispatches)
})

test("another end of netting, and other growth of prices, weigh the years otherwise: no cut is kept", () => {
  const later = { tariff: { ...SITE.tariff, nettingUntil: 2033 } }
  for (const change of [later, { electricityPriceGrowth: 0.05 }, { tariff: { type: "dynamic", netting: true } }]) {
    const [kept, fresh] = [solve(change, original.cuts).report, solve(change).report]
    expect(kept.optimisation.fromKeptCuts).toBe(false)
    expect(kept.financial).toEqual(fresh.financial)
  }
})

test("the alternative without a battery is the best plant of a scan without one", () => {
  const { electricBattery: _, ...without } = SITE
  const input = parseEarlierRequest(without, standardProfileKeys)
  const result = solveJob(
    { scanId: "s", runId: "r", attempt: 1, input },
    { optimiser, sizingTolerance: TOLERANCE },
    () => true,
  )
  if (result.kind !== "solved") throw new Error(JSON.stringify(result.error))
  const alone = readReport(result.report, "en")
  const row = original.report.alternatives!.find(({ kind }) => kind === "withoutBattery")!
  const slack = (row.gap + 3 * TOLERANCE) * alone.financial.lifecycle.totalCost
  expect(Math.abs(row.netPresentValue - alone.financial.netPresentValue)).toBeLessThanOrEqual(slack)
})

test("the outlook at another price of the battery is a scan at that price", () => {
  const [, row] = driverEnds(original.report, "batteryCost")
  const { financial } = solve({ electricBattery: { ...BATTERY, costPerKwh: 300 } }).report
  const slack = (row!.optimum!.gap + TOLERANCE) * financial.lifecycle.totalCost + 1
  expect(Math.abs(row!.optimum!.npv - financial.netPresentValue)).toBeLessThanOrEqual(slack)
})

test("the outlook at another consumption is the plant's scan at that consumption", () => {
  const { overview, solar } = original.report
  const panels = solar.newSystems[0]!.panelCount
  const { batteryCapacityKwh: kwh } = overview.energyFlow
  const { powerKw } = original.report.battery!.specs!
  const held = {
    newPv: [{ ...SITE.newPv[0]!, minPanelCount: panels, maxPanelCount: panels }],
    electricBattery: {
      ...BATTERY,
      minCapacityKwh: kwh,
      capacityKwh: kwh,
      minPowerRatingKw: powerKw,
      powerRatingKw: powerKw,
    },
    yearlyKwh: 1.2 * SITE.yearlyKwh,
  }
  const [, row] = driverEnds(original.report, "consumption")
  const { financial } = solve(held).report
  expect(Math.abs(row!.npv! - financial.netPresentValue)).toBeLessThanOrEqual(TOLERANCE * financial.lifecycle.totalCost)
})

test("products are ranked by what they are worth over all terms", () => {
  const product = (id: string, capacityKwh: number, eur: number) => ({
    ...{ id, capacityKwh, powerKw: capacityKwh / 2, eur, maxCount: 1, roundtripEfficiency: 90 },
  })
  const products = [product("small", 5, 1200), product("large", 10, 2600)]
  const limits = { capacityKwh: 25, powerRatingKw: 20, minimumChargeLevel: 5 }
  const { report } = solve({ electricBattery: { ...limits, products }, control: "forecast" })
  const operated = report.products!.ranked.filter(({ isCeiling }) => !isCeiling)
  expect(operated.length).toBeGreaterThan(0)
  for (const row of operated) {
    const { capacityKwh, powerKw, eur } = products.find(({ id }) => id === row.id)!
    const size = { minCapacityKwh: capacityKwh, capacityKwh, minPowerRatingKw: powerKw, powerRatingKw: powerKw }
    const battery = { ...BATTERY, ...size, costPerKwh: eur / capacityKwh }
    const alone = solve({ electricBattery: battery, control: "forecast" }).report
    const slack = 5 * TOLERANCE * alone.financial.lifecycle.totalCost
    expect(Math.abs(row.netPresentValue - alone.financial.netPresentValue)).toBeLessThanOrEqual(slack)
  }
})

test("the savings of other years are those of the first year's terms", () => {
  const { report } = solve({ control: "forecast" })
  const { report: always } = solve({ control: "forecast", tariff: { type: "dynamic", netting: true } })
  expect(outlookOf(report).priceYears).toEqual(outlookOf(always).priceYears)
  const { lowest, highest } = outlookOf(report).years
  const { firstYearSavings } = report.overview.financialSummary
  expect(lowest).toBeLessThanOrEqual(firstYearSavings + 0.5)
  expect(highest).toBeGreaterThanOrEqual(firstYearSavings - 0.5)
})

test("a share of own energy and a demand charge go with terms that end", () => {
  const sell = { energy: 0.08, growthFraction: 0, until: 2035, after: { energy: 0.03 } }
  const tariff = { type: "custom", buy: { energy: 0.25, taxed: false }, sell }
  const shared = solve({ tariff, goal: "renewable-minimum", renewableElectricityMinFraction: 0.6 }).report
  expect(shared.overview.kpi.selfSufficiency).toBeGreaterThan(0.59)
  expect(shared.phases).toHaveLength(2)
  const demand = [{ eurPerKwMonth: 5 }]
  const charged = solve({ tariff: { ...tariff, grid: { demand } } }).report
  const { financial, optimisation } = charged
  expect(optimisation.gap).toBeLessThanOrEqual(TOLERANCE)
  expect(optimisation.lowerBoundTotalCost).toBeLessThanOrEqual(financial.lifecycle.totalCost + 0.01)
  expect(optimisation.lowerBoundTotalCost).toBeGreaterThan(0.995 * financial.lifecycle.totalCost)
})
