import { describe, expect, test } from "bun:test"
import fc from "fast-check"
import { variationsOf } from "../../domain/case/variations.ts"
import { buildReport } from "../../domain/report/build.ts"
import { type CaseOptions, solved } from "../support/solvedCase.ts"

const anyCase: fc.Arbitrary<Partial<CaseOptions>> = fc.record({
  seed: fc.integer(),
  panels: fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 3 }),
  existingRoofs: fc.integer({ min: 0, max: 2 }),
  batteryKwh: fc.constantFrom(0, 5, 12.5),
  tariff: fc.constantFrom("flat", "dynamic"),
})
const RUNS = { numRuns: 15 }
const sum = (hours: Iterable<number>) => {
  let total = 0
  for (const value of hours) total += value
  return total
}
const build = ({ scan, solution }: ReturnType<typeof solved>) => buildReport(scan, solution)

describe("definitions of energy figures", () => {
  test("self-consumption counts what serves the load, at once or from the battery's solar share, and nothing that is sold", () => {
    fc.assert(
      fc.property(anyCase, changed => {
        const { report, series } = build(solved(changed))
        const { hours } = series
        const produced = sum(hours.solarProduction)
        const charged = sum(hours.solarStored) + sum(hours.gridStored)
        const solarShare = charged > 0 ? sum(hours.solarStored) / charged : 0
        const used = sum(hours.solarUsedOnsite) + solarShare * sum(hours.batteryUsedOnsite)
        const { selfConsumption } = report.overview.selfConsumption
        expect(selfConsumption).toBeCloseTo(produced > 0 ? used / produced : 0, 6)
        expect(report.sustainability.selfSufficiency.selfConsumption).toBe(selfConsumption)
        const notSoldAtOnce = produced - sum(hours.solarExported) - sum(hours.solarWasted)
        expect(selfConsumption * produced).toBeLessThanOrEqual(notSoldAtOnce * (1 + 1e-6))
      }),
      RUNS,
    )
  })

  test("curtailed energy and the highest export are those of the hours", () => {
    fc.assert(
      fc.property(anyCase, changed => {
        const { report, series } = build(solved(changed))
        const { hours } = series
        expect(report.overview.energyFlow.curtailedSolarKwh).toBeCloseTo(sum(hours.solarWasted), 3)
        const exported = hours.solarExported.map((kwh, hour) => kwh + hours.batteryExported[hour]!)
        expect(report.electricityGrid.peakGridFeedInKw).toBeCloseTo(Math.max(...exported), 5)
        expect(report.electricityGrid.annualFeedInKwhBau).toBeCloseTo(sum(hours.baselineExport), 3)
        expect(report.electricityGrid.peakGridFeedInKwBau).toBeCloseTo(Math.max(...hours.baselineExport), 5)
      }),
      RUNS,
    )
  })

  test("systems together save the emissions of what they deliver: production less what is curtailed", () => {
    const { report, series } = build(solved({ tariff: "dynamic", panels: [30, 20], existingRoofs: 2 }))
    const { newSystems, existingSystems } = report.solar
    const wasted = sum(series.hours.solarWasted)
    expect(wasted).toBeGreaterThan(1)
    const saved = sum([...newSystems, ...existingSystems].map(({ co2SavedKg }) => co2SavedKg))
    const delivered = sum(series.hours.solarProduction) - wasted
    const { gridCarbonIntensity } = report.sustainability.co2Emissions
    expect(saved / (delivered * gridCarbonIntensity)).toBeCloseTo(1, 5)
  })
})

test("a scan with nothing to add has no outlook", () => {
  const { scan } = solved({ panels: [], batteryKwh: 0 })
  const { electricBattery: _, ...input } = scan.input
  expect(variationsOf({ ...scan, roofs: [], input })).toEqual([])
  expect(variationsOf(solved({ panels: [3], batteryKwh: 0 }).scan).length).toBeGreaterThan(0)
})

describe("money of the parts", () => {
  test("panels and battery sum to the plant", () => {
    fc.assert(
      fc.property(anyCase, changed => {
        const { scan, solution } = solved(changed)
        const { parts, netPresentValue, investment } = build({ scan, solution }).report.financial
        const of = (value: "netPresentValue" | "investment") =>
          (parts?.panels?.[value] ?? 0) + (parts?.battery?.[value] ?? 0)
        expect(of("investment")).toBeCloseTo(investment.solarInvestment + investment.batteryPurchaseCost, 6)
        if (parts?.panels || solution.panels.every(count => count === 0))
          expect(Math.abs(of("netPresentValue") - netPresentValue)).toBeLessThan(
            1e-6 * (1 + investment.totalInvestment),
          )
        expect(parts?.panels === null).toBe(solution.panels.every(count => count === 0))
        expect(parts?.battery === null).toBe(solution.capacityKwh === 0)
      }),
      RUNS,
    )
  })

  test("the internal rate of return makes the cash flows worth nothing", () => {
    const { report, series } = build(solved({ panels: [12], batteryKwh: 0 }))
    const rate = report.financial.cashflowSummary.internalRateOfReturn
    if (typeof rate !== "number") throw new Error("no rate")
    const present = sum(series.figures.yearlyCashflows.map((flow, year) => flow / (1 + rate) ** year))
    expect(Math.abs(present)).toBeLessThan(1e-6 * Math.abs(series.figures.yearlyCashflows[0]!))
    expect(report.financial.parts?.panels?.internalRateOfReturn).toBeCloseTo(rate, 9)
  })
})
