import { describe, expect, test } from "bun:test"
import { packJobInputs } from "../../domain/case/jobInputs.ts"
import { type Charges, yearBill } from "../../domain/finance/bill.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { readReport } from "../../domain/texts/report.ts"
import bills from "../../fixtures/reference/bills/bills.json" with { type: "json" }
import { solveJob } from "../../worker/job.ts"
import { checkedOptimiser } from "../support/checkedCore.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"

/** Bills of whole scans, compared with bills that fixtures/reference/bills computes without the product. */
const optimiser = await checkedOptimiser()
const CUSTOM = "custom-shape"

const solve = (request: object, shape?: (hour: number) => number) => {
  const site = { location: { lat: 52.09, lon: 5.12 }, inputMethod: "known", ...request }
  const loadShape = shape && Float64Array.from({ length: 8760 }, (_, hour) => shape(hour))
  const own = loadShape ? { loadProfile: CUSTOM } : {}
  const input = parseEarlierRequest({ ...site, ...own }, new Set([...standardProfileKeys, CUSTOM]))
  const material = packJobInputs(loadShape ? { loadShape } : {})
  const job = { scanId: "s", runId: "r", attempt: 1, input, material }
  const result = solveJob(job, { optimiser, sizingTolerance: 1e-3 }, () => true)
  if (result.kind !== "solved") throw new Error(JSON.stringify(result.error))
  return readReport(result.report, "en")
}

// 1 January 2025 was a Wednesday.
const weekday = (hour: number) => (2 + Math.floor(hour / 24)) % 7
const SHAPES = {
  bakery: (hour: number) => (weekday(hour) < 6 && hour % 24 >= 1 && hour % 24 < 10 ? 14 : 2),
  dairy: (hour: number) => ([5, 6, 7, 16, 17, 18].includes(hour % 24) ? 30 : 8),
}

test("a Dutch home by default: prices of 2025, tax of 2026, within 1 %", () => {
  const { financial } = solve({ yearlyKwh: 3500 })
  expect([financial.parameters.priceYear, financial.parameters.componentsYear]).toEqual([2025, 2026])
  expect(financial.parameters.baselineFirstYearCost / bills.home.totalEur).toBeWithin(0.99, 1.01)
})

describe.each(["bakery", "dairy"] as const)("a business: %s", site => {
  const request = { yearlyKwh: bills[site].yearlyKwh, customer: "business" }

  test("pays tax by blocks and no VAT, to the cent", () => {
    const { financial } = solve(request, SHAPES[site])
    expect(financial.parameters.vatFraction).toBe(0)
    expect(financial.parameters.taxEurPerKwh).toBeCloseTo(bills[site].taxEur / bills[site].yearlyKwh, 9)
    expect(financial.parameters.baselineFirstYearCost).toBeCloseTo(bills[site].totalEur, 2)
    expect(financial.tariffComponents?.some(({ component }) => component === "vat")).toBe(false)
  })

  test("a household of the same load pays VAT on all of it", () => {
    const { financial } = solve({ ...request, customer: "household" }, SHAPES[site])
    expect(financial.parameters.baselineFirstYearCost).toBeCloseTo(bills[site].totalEur * 1.21, 2)
  })

  test("with a plant, the cost of the report is at most a tolerance above the bound, and the block is named", () => {
    const plant = {
      newPv: [{ maxPanelCount: 60, panelPowerWatts: 430 }],
      electricBattery: { capacityKwh: 40, powerKw: 20 },
      inverterControl: "exportLimit",
    }
    const { optimisation, financial, notes } = solve({ ...request, ...plant }, SHAPES[site])
    const { totalCost } = financial.lifecycle
    expect(optimisation.lowerBoundTotalCost).toBeLessThanOrEqual(totalCost + 0.01)
    expect(totalCost - optimisation.lowerBoundTotalCost).toBeLessThan(
      0.003 * financial.costComparison.projectedBaseline,
    )
    expect(notes.join()).toContain("Energy tax is billed by its blocks")
  })
})

describe("a plant that takes the import into a lower block", () => {
  const request = {
    yearlyKwh: 11_000,
    newPv: [{ maxPanelCount: 20, minPanelCount: 20, panelPowerWatts: 430, costPerKwp: 500 }],
  }

  test("is sized with the rate of that block: the first 10,000 kWh", () => {
    const { financial, electricityGrid, notes } = solve(request)
    expect(electricityGrid.annualEnergySuppliedKwhBau).toBeGreaterThan(10_000)
    expect(electricityGrid.annualEnergySuppliedKwh).toBeLessThan(10_000)
    expect(notes.join()).toContain(
      "the block from 0 kWh to 10,000 kWh, €0.11085/kWh with VAT, in which the import of the plant ends",
    )
    expect(financial.costComparison.firstYearBaseline - financial.costComparison.firstYearOptimized).toBeCloseTo(
      financial.yearOne.savingsVsBaseline,
      6,
    )
  })
})

describe("tax by blocks on a bill", () => {
  const blocks = [
    { fromKwh: 0, toKwh: 100, eurPerKwh: 0.1 },
    { fromKwh: 100, toKwh: 300, eurPerKwh: 0.3 },
    { fromKwh: 300, toKwh: null, eurPerKwh: 0.05 },
  ]
  const flat = (eurPerKwh: number) => new Float64Array(8760).fill(eurPerKwh)
  const bill = (kwh: number, inPrice: 0 | 1 | 2, soldKwh = 0) => {
    const { fromKwh, eurPerKwh } = blocks[inPrice]!
    const charges: Charges = {
      fixedCostEurPerMonth: 0,
      demandChargeEurPerKwMonth: 0,
      nettingEurPerKwh: soldKwh > 0 ? eurPerKwh : 0,
      tax: { blocks, inPriceEurPerKwh: eurPerKwh, inPriceFromKwh: fromKwh },
    }
    const prices = { buyEurPerKwh: flat(0.2 + eurPerKwh), sellEurPerKwh: flat(0) }
    return yearBill(flat(kwh / 8760), flat(soldKwh / 8760), prices, charges)
  }

  test.each([
    [50, 50 * 0.2 + 5],
    [100, 100 * 0.2 + 10],
    [200, 200 * 0.2 + 10 + 30],
    [300, 300 * 0.2 + 10 + 60],
    [1000, 1000 * 0.2 + 10 + 60 + 35],
  ])("rising and falling, %d kWh cost %d EUR whatever rate the prices hold", (kwh, eur) => {
    for (const inPrice of [0, 1, 2] as const) {
      const { costEur, monthlyEnergyEur } = bill(kwh, inPrice)
      expect(costEur).toBeCloseTo(eur, 9)
      expect(monthlyEnergyEur.reduce((a, b) => a + b)).toBeCloseTo(eur, 9)
    }
  })

  test("what is netted is not taxed", () => {
    for (const inPrice of [0, 1, 2] as const)
      expect(bill(1000, inPrice, 800).costEur).toBeCloseTo(1000 * 0.2 + 10 + 30, 9)
  })
})

describe("imports near the edge of a tax block", () => {
  const farm = (yearlyKwh: number) => ({
    yearlyKwh,
    loadProfile: "dairy-farm-l1",
    tariff: { type: "dynamic" },
    newPv: [
      { maxPanelCount: 220, panelPowerWatts: 440, tiltAngle: 15, orientationAngle: 90, costPerKwp: 750 },
      { maxPanelCount: 220, panelPowerWatts: 440, tiltAngle: 15, orientationAngle: 270, costPerKwp: 750 },
    ],
    electricBattery: { capacityKwh: 200, powerRatingKw: 100, costPerKwh: 350 },
  })

  test.each([60_000, 70_000, 85_000, 100_000])(
    "a farm of %d kWh: no plant costs less than the bound, with foresight too",
    yearlyKwh => {
      const { financial, optimisation, control } = solve(farm(yearlyKwh))
      const { ideal, forecast } = control!.netPresentValue
      const withForesightEur = financial.lifecycle.totalCost - (ideal - forecast!)
      expect(optimisation.lowerBoundTotalCost).toBeLessThanOrEqual(withForesightEur + 0.01)
    },
  )

  test("the plant that takes the import into the block of a higher rate is the answer where it really costs less", () => {
    const free = solve(farm(85_000))
    const pinned = solve({
      ...farm(85_000),
      newPv: farm(85_000).newPv.map((roof, i) => {
        const count = [102, 84][i]!
        return { ...roof, minPanelCount: count, maxPanelCount: count }
      }),
      electricBattery: { minCapacityKwh: 94.9, capacityKwh: 94.9, powerRatingKw: 92, costPerKwh: 350 },
    })
    expect(free.electricityGrid.annualEnergySuppliedKwh).toBeLessThan(50_000)
    expect(free.financial.lifecycle.totalCost).toBeLessThan(pinned.financial.lifecycle.totalCost * 1.0005)
  })
})
