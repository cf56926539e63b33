import { describe, expect, test } from "bun:test"
import { lifecycleOffset, objectivePrices } from "../../domain/finance/objective.ts"
import { batteryResidualEur, lifeLeft, panelsWorth, solarRenewal } from "../../domain/finance/renewal.ts"
import { type Assumptions, defaultAssumptions } from "../../domain/market/assumptions.ts"
import { curveEur } from "../../domain/market/priceCurve.ts"
import { buildReport } from "../../domain/report/build.ts"
import { scanInputOf } from "../../domain/request/scanInput.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"
import { solved } from "../support/solvedCase.ts"

const roof = { maxPanelCount: 20, panelPowerWatts: 400, costPerKwp: 1000 }
const priced = (analysisYears: number, assumptions: Partial<Assumptions> = {}, newPv: object[] = [roof]) => ({
  input: scanInputOf(
    parseEarlierRequest(
      {
        ...{ location: { lat: 52, lon: 5 }, inputMethod: "known", yearlyKwh: 5000, goal: "cost-savings" },
        ...{ analysisYears, newPv, tariff: { type: "flat", flatEurPerKwh: 0.3, feedInEurPerKwh: 0.07 } },
      },
      new Set(["standard"]),
    ),
  ),
  assumptions: { ...defaultAssumptions, ...assumptions },
})

describe("what is bought anew", () => {
  test("panels, at their price, when the analysis period is longer than their life", () => {
    expect(solarRenewal(priced(25), [20], 8000)).toEqual({ renewals: [], residualEur: 0 })
    expect(solarRenewal(priced(26), [20], 8000)).toEqual({ renewals: [{ year: 25, eur: 8000 }], residualEur: 0 })
    expect(panelsWorth(priced(25))).toBe(1)
    expect(panelsWorth(priced(30))).toBeCloseTo(1 + 1.04 ** -25, 12)
    expect(objectivePrices(priced(30)).roofs[0]!.eurPerKw).toBeCloseTo(1000 * (1 + 1.04 ** -25), 9)
  })
  test("inverters, in the year of the assumptions, by their power", () => {
    const year = { inverterReplacementYear: 12 }
    // 20 panels of 400 W over 1.1 make 7.27 kW, at 150 EUR. With the requested 6 kW for 20 panels, 10 panels have half.
    expect(solarRenewal(priced(25, year), [20], 8000).renewals).toEqual([
      { year: 12, eur: expect.closeTo(12000 / 11, 9) },
    ])
    const own = priced(25, year, [{ ...roof, inverterKw: 6 }])
    expect(solarRenewal(own, [10], 4000).renewals).toEqual([{ year: 12, eur: expect.closeTo(450, 9) }])
    expect(objectivePrices(own).roofs[0]!.eurPerKw).toBeCloseTo(1000 + (900 / 8) * 1.04 ** -12, 9)
    expect(solarRenewal(priced(12, year), [20], 8000).renewals).toEqual([])
    expect(solarRenewal(priced(25), [20], 8000).renewals).toEqual([])
  })
})

describe("what is left at the end", () => {
  test("is the share of the last life that is left", () => {
    expect([lifeLeft(15, 15), lifeLeft(10, 15), lifeLeft(25, 15), lifeLeft(30, 25)]).toEqual([
      0,
      expect.closeTo(1 / 3, 12),
      expect.closeTo(1 / 3, 12),
      expect.closeTo(4 / 5, 12),
    ])
  })
  test("counts by the fraction of the assumptions: of panels and inverter at their price, of a second battery at its own", () => {
    const half = { residualValueFraction: 0.5, inverterReplacementYear: 15 }
    // Panels: 5 of 25 years of 8000 EUR; inverter of 12000 / 11 EUR from year 15 on: 10 of 15 years of use in 20.
    const { residualEur } = solarRenewal(priced(20, half), [20], 8000)
    expect(residualEur).toBeCloseTo(0.5 * (8000 / 5 + (12000 / 11) * (2 / 3)), 9)
    expect(batteryResidualEur(priced(10, half), 3000)).toBeCloseTo(0.5 * 1000, 9)
    expect(batteryResidualEur(priced(25, half), 3000)).toBeCloseTo(0.5 * 0.6 * 1000, 9)
    expect(batteryResidualEur(priced(25), 3000)).toBe(0)
  })
  test("objective plus offset is the report's life-cycle cost with all of it, and the parts sum to it", () => {
    const assumptions = { residualValueFraction: 0.7, inverterReplacementYear: 12, batteryCycleLife: 1e6 }
    for (const analysisYears of [20, 28]) {
      const { scan, solution } = solved({ analysisYears, assumptions, maintenance: false })
      const { report, series } = buildReport(scan, solution)
      const prices = objectivePrices(scan)
      const kwp = solution.panels.map(count => count * 0.4)
      const panelsEur = curveEur(prices.panelCurve, kwp[0]! + kwp[1]!)
      const roofsEur = prices.roofs.reduce((eur, { eurPerKw }, i) => eur + eurPerKw * kwp[i]!, panelsEur)
      const { capacity } = prices.battery!
      const batteryEur = "curve" in capacity ? curveEur(capacity.curve, solution.capacityKwh) : 0
      const objective = roofsEur + batteryEur + prices.presentWorthFactor * solution.optimised.costEur
      const offset = lifecycleOffset(scan, [
        { energyBillEur: report.financial.costComparison.firstYearBaseline, feedInRevenueEur: 0 },
      ])
      const { totalCost, residualValue, solarReplacementCost, ...rest } = report.overview.lifecycleCostBreakdown
      expect(Math.abs((objective + offset) / totalCost - 1)).toBeLessThan(1e-6)
      expect(residualValue).toBeGreaterThan(0)
      const bought = rest.solarInvestment + rest.batteryInvestment + rest.replacementCost + solarReplacementCost!
      expect(totalCost).toBeCloseTo(bought + rest.energyBill - rest.feedInRevenue - residualValue!, 6)
      const flows = series.figures.yearlyCashflows
      const present = flows.reduce((eur, flow, year) => eur + flow / 1.04 ** year, 0)
      expect(present).toBeCloseTo(report.financial.netPresentValue, 6)
      const { panels, battery } = report.financial.parts!
      expect(panels!.netPresentValue + battery!.netPresentValue).toBeCloseTo(report.financial.netPresentValue, 6)
    }
  })
})
