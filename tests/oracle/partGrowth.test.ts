/**
 * Separate growth of energy, grid fees and taxes: bills of every year by hand, and bounds that hold for the same
 * amounts.
 */
import { describe, expect, test } from "bun:test"
import { packJobInputs } from "../../domain/case/jobInputs.ts"
import type { AssumptionOverrides } from "../../domain/market/assumptions.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { readReport } from "../../domain/texts/report.ts"
import { solveJob } from "../../worker/job.ts"
import { checkedOptimiser } from "../support/checkedCore.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"

const optimiser = await checkedOptimiser()
const YEARS = 20
const ROOF = { maxPanelCount: 20, panelPowerWatts: 430 }
const BATTERY = { capacityKwh: 8, powerRatingKw: 4, costPerKwh: 220 }
const SITE = {
  location: { lat: 51.44, lon: 5.48 },
  inputMethod: "known",
  yearlyKwh: 3500,
  newPv: [ROOF],
  analysisYears: YEARS,
}

const solve = (request: object, assumptions: AssumptionOverrides = {}) => {
  const input = parseEarlierRequest({ ...SITE, ...request }, standardProfileKeys)
  const job = { scanId: "s", runId: "r", attempt: 1, input, material: packJobInputs({ assumptions }) }
  const result = solveJob(job, { optimiser, sizingTolerance: 1e-3 }, () => true)
  if (result.kind !== "solved") throw new Error(JSON.stringify(result.error))
  return readReport(result.report, "en")
}
type Report = ReturnType<typeof solve>

/** Present worth of 1 EUR of the first year that grows by `growth` a year [EUR]. */
const worthOf = (growth: number, { financial }: Report): number => {
  const { discountRate } = financial.parameters
  return Array.from({ length: YEARS }, (_, i) => (1 + growth) ** i / (1 + discountRate) ** (i + 1)).reduce(
    (a, b) => a + b,
  )
}

const RATES = { energyPriceGrowth: 0.05, gridFeeGrowth: 0.08, taxGrowth: -0.03 }

describe("the bill of the site as it is, by hand", () => {
  const { energyPriceGrowth: energy, gridFeeGrowth: grid, taxGrowth: tax } = RATES

  test("one price: the energy tax in it grows as taxes, the rest as energy", () => {
    const flat = { type: "flat", flatEurPerKwh: 0.3, feedInEurPerKwh: 0.03 }
    const report = solve({ ...RATES, newPv: [], tariff: { ...flat, fixedEurPerMonth: 7 } })
    const { taxEurPerKwh, vatFraction, baselineTotalCost } = report.financial.parameters
    const taxEur = taxEurPerKwh * (1 + vatFraction)
    expect(taxEur).toBeGreaterThan(0.1)
    const eur =
      3500 * ((0.3 - taxEur) * worthOf(energy, report) + taxEur * worthOf(tax, report)) + 84 * worthOf(grid, report)
    expect(baselineTotalCost).toBeCloseTo(eur, 1)
  })

  test("a business in Belgium: levies are taxes, the grid fee by the kWh is one", () => {
    const located = { location: { lat: 51.22, lon: 4.4 }, customer: "business" }
    const report = solve({ ...RATES, ...located, newPv: [], tariff: { type: "dynamic" } })
    const { tariffComponents, parameters, yearOne } = report.financial
    const sumOf = (kind: string) =>
      tariffComponents!.filter(({ component }) => component === kind).reduce((sum, { value }) => sum + value, 0)
    const gridEur = 3500 * sumOf("gridFee")
    const taxEur = 3500 * (sumOf("levy") + parameters.taxEurPerKwh)
    expect(Math.min(gridEur, taxEur)).toBeGreaterThan(10)
    const energyEur = yearOne.energyBill - gridEur - taxEur
    const eur = energyEur * worthOf(energy, report) + gridEur * worthOf(grid, report) + taxEur * worthOf(tax, report)
    expect(parameters.baselineTotalCost).toBeCloseTo(eur, 0)
  })

  test("a contract as data: its grid fees by windows, demand charges and fixed costs grow as grid fees", () => {
    const tariff = {
      type: "custom",
      buy: { energy: 0.2, taxed: false },
      sell: { energy: 0.05 },
      grid: {
        buyEurPerKwh: [{ eurPerKwh: 0.1, hours: [[7, 22]] }, { eurPerKwh: 0.04 }],
        demand: [{ eurPerKwYear: 40, meanOfMonths: true, floorKw: 2.5 }],
        fixedEurPerMonth: 5,
      },
    }
    const report = solve({ ...RATES, newPv: [], tariff })
    const { parameters, yearOne } = report.financial
    const energyEur = 3500 * 0.2
    const eur = energyEur * worthOf(energy, report) + (yearOne.energyBill - energyEur) * worthOf(grid, report)
    expect(parameters.baselineTotalCost).toBeCloseTo(eur, 1)
  })
})

const FLAT_NETTED = { type: "flat", flatEurPerKwh: 0.3, feedInEurPerKwh: 0.06, netting: true }
const HELD = {
  newPv: [{ ...ROOF, minPanelCount: 8, maxPanelCount: 8 }],
  electricBattery: { ...BATTERY, minCapacityKwh: 5, capacityKwh: 5, minPowerRatingKw: 2.5, powerRatingKw: 2.5 },
  control: "selfConsumption",
}

describe.each([
  ["dynamic", { type: "dynamic" }],
  ["netted", FLAT_NETTED],
  ["netting that ends", { ...FLAT_NETTED, nettingUntil: 2029 }],
])("a plant that is operated the same: %s", (_, tariff) => {
  const worthAt = (energyPriceGrowth: number, gridFeeGrowth: number, taxGrowth: number) => {
    const rates = { energyPriceGrowth, gridFeeGrowth, taxGrowth }
    return solve({ ...HELD, tariff: { ...tariff, fixedEurPerMonth: 6 }, electricityPriceGrowth: 0.01, ...rates })
      .financial
  }

  test("parts that grow alike are the growth of prices", () => {
    const { netPresentValue, lifecycle } = worthAt(0.04, 0.04, 0.04)
    const as = solve({ ...HELD, tariff: { ...tariff, fixedEurPerMonth: 6 }, electricityPriceGrowth: 0.04 }).financial
    expect(netPresentValue).toBeCloseTo(as.netPresentValue, 1)
    expect(lifecycle.feedInRevenue).toBeCloseTo(as.lifecycle.feedInRevenue, 1)
    expect(lifecycle.totalCost).toBeCloseTo(as.lifecycle.totalCost, 1)
  })

  test("each part adds its own", () => {
    const none = worthAt(0, 0, 0).netPresentValue
    const [energy, tax] = [worthAt(0.05, 0, 0), worthAt(0, 0, 0.03)].map(one => one.netPresentValue - none)
    expect(Math.abs(energy!)).toBeGreaterThan(50)
    expect(Math.abs(tax!)).toBeGreaterThan(50)
    expect(worthAt(0.05, 0, 0.03).netPresentValue).toBeCloseTo(none + energy! + tax!, 1)
  })
})

describe("the plant is the best for the bills of all years", () => {
  test.each([
    ["dynamic", { type: "dynamic" }],
    ["netting that ends", { type: "dynamic", netting: true, nettingUntil: 2028 }],
  ])("%s: its cost is proven, and no plant costs less than the bound", (_, tariff) => {
    const request = { ...RATES, tariff, electricBattery: BATTERY, control: "ideal", includeSavingsSpread: false }
    const { optimisation, financial } = solve(request)
    const boundEur = optimisation.lowerBoundTotalCost
    const { totalCost } = financial.lifecycle
    expect(boundEur).toBeLessThanOrEqual(totalCost + 0.01)
    // A search also ends within 0.5 % of the savings.
    const { netPresentValue } = financial
    expect(totalCost - boundEur).toBeLessThanOrEqual(Math.max(2e-3 * totalCost, 5e-3 * netPresentValue))
    for (const [count, kwh] of [
      [0, 0],
      [20, 0],
      [10, 5],
      [20, 8],
    ] as const) {
      const newPv = [{ ...ROOF, minPanelCount: count, maxPanelCount: Math.max(1, count) }]
      const held = { ...BATTERY, minCapacityKwh: kwh, capacityKwh: Math.max(1, kwh) }
      const other = solve({ ...request, newPv, electricBattery: held })
      expect(boundEur).toBeLessThanOrEqual(other.financial.lifecycle.totalCost + 0.01)
    }
  })

  test("taxes that vanish leave fewer panels than taxes that grow", () => {
    const countAt = (taxGrowth: number) =>
      solve({ taxGrowth, tariff: { type: "dynamic" }, control: "ideal" }).solar.newSystems[0]!.panelCount
    expect(countAt(-0.5)).toBeLessThan(countAt(0.1))
  })
})

test("an organization sets them for scans that leave them open, and the report says who did", () => {
  const own = solve({ tariff: { type: "dynamic" } }, { taxGrowth: -0.03, gridFeeGrowth: 0.02 })
  const asked = solve({ tariff: { type: "dynamic" }, taxGrowth: -0.03 }, { taxGrowth: 0.5, gridFeeGrowth: 0.02 })
  expect(asked.financial.netPresentValue).toBe(own.financial.netPresentValue)
  expect(asked.financial.parameters).toMatchObject({ taxGrowth: -0.03, gridFeeGrowth: 0.02 })
  const originOf = (name: string) => asked.financial.assumptionOrigins!.find(one => one.name === name)?.origin
  expect([originOf("taxGrowth"), originOf("gridFeeGrowth"), originOf("energyPriceGrowth")]).toEqual([
    "request",
    "organization",
    undefined,
  ])
  expect(solve({}).financial.parameters).not.toHaveProperty("taxGrowth")
})
