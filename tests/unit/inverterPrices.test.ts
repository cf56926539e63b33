/**
 * Inverters with a price of their own: a fixed cost and a price by AC power, in the search and in the money of the
 * report.
 */
import { expect, test } from "bun:test"
import { packJobInputs } from "../../domain/case/jobInputs.ts"
import { lifecycleOffset, objectivePrices } from "../../domain/finance/objective.ts"
import { inverterPurchaseEur, solarPurchaseEur } from "../../domain/finance/purchase.ts"
import { panelsWorth } from "../../domain/finance/renewal.ts"
import { type Assumptions, defaultAssumptions } from "../../domain/market/assumptions.ts"
import { curveEur } from "../../domain/market/priceCurve.ts"
import { buildReport } from "../../domain/report/build.ts"
import type { ReportBody } from "../../domain/report/schema.ts"
import { scanInputOf } from "../../domain/request/scanInput.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { readReport } from "../../domain/texts/report.ts"
import { createOptimiser } from "../../wasm/index.ts"
import { solveJob } from "../../worker/job.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"
import { houseRequest } from "../support/requests.ts"
import { solved } from "../support/solvedCase.ts"

const optimiser = await createOptimiser()
const INVERTERS = { inverterFixedEur: 400, inverterPurchaseEurPerKw: 120 }

const priced = (newPv: object[], assumptions: Partial<Assumptions> = INVERTERS) => ({
  input: scanInputOf(parseEarlierRequest({ ...houseRequest(), newPv }, standardProfileKeys)),
  assumptions: { ...defaultAssumptions, ...assumptions },
})
const roof = { maxPanelCount: 20, panelPowerWatts: 400 }

test("inverters cost what is fixed once, and their power by panels or as requested; roofs of their own price none", () => {
  // 8 kWp at 8,000 EUR; 7.27 kW of inverter.
  expect(solarPurchaseEur(priced([roof]), [20])).toBeCloseTo(8000 + 400 + (120 * 8) / 1.1, 9)
  expect(solarPurchaseEur(priced([roof], {}), [20])).toBeCloseTo(8000, 9)
  expect(inverterPurchaseEur(priced([{ ...roof, inverterKw: 6 }]), [10])).toBeCloseTo(400 + 120 * 3, 9)
  expect(inverterPurchaseEur(priced([roof, { ...roof, costPerKwp: 1000 }]), [0, 20])).toBe(0)
  expect(inverterPurchaseEur(priced([roof, { ...roof, costPerKwp: 1000 }]), [1, 20])).toBeCloseTo(400 + 48 / 1.1, 9)
  expect(inverterPurchaseEur(priced([roof]), [0])).toBe(0)
})

test.each([20, 28])(
  "objective plus offset is the report's life-cycle cost over %d years, and the report names their part",
  years => {
    const { scan, solution } = solved({
      analysisYears: years,
      assumptions: { ...INVERTERS, residualValueFraction: 0.5, batteryCycleLife: 1e6 },
      maintenance: false,
    })
    const { report } = buildReport(scan, solution)
    const prices = objectivePrices(scan)
    const kwp = solution.panels.map((count, i) => (count * scan.input.newPv[i]!.panelPowerWatts) / 1000)
    const togetherKwp = kwp.reduce((sum, kw, i) => (prices.roofs[i]!.isPricedTogether ? sum + kw : sum), 0)
    const panelsEur = prices.roofs.reduce(
      (eur, { eurPerKw }, i) => eur + eurPerKw * kwp[i]!,
      curveEur(prices.panelCurve, togetherKwp),
    )
    const { capacity } = prices.battery!
    const batteryEur = "curve" in capacity ? curveEur(capacity.curve, solution.capacityKwh) : 0
    const objective = panelsEur + batteryEur + prices.presentWorthFactor * solution.optimised.costEur
    const offset = lifecycleOffset(scan, [
      { energyBillEur: report.financial.costComparison.firstYearBaseline, feedInRevenueEur: 0 },
    ])
    expect(Math.abs((objective + offset) / report.overview.lifecycleCostBreakdown.totalCost - 1)).toBeLessThan(1e-6)
    const { solarInvestment, inverterInvestment } = report.financial.investment
    const bare = solarPurchaseEur(
      { ...scan, assumptions: { ...scan.assumptions, inverterFixedEur: 0, inverterPurchaseEurPerKw: 0 } },
      solution.panels,
    )
    expect(inverterInvestment).toBeGreaterThan(400)
    expect(solarInvestment).toBeCloseTo(bare + inverterInvestment!, 6)
    expect(panelsEur).toBeCloseTo(panelsWorth(scan) * solarInvestment, 6)
  },
)

const solve = (newPv: object[], assumptions: Partial<Assumptions>): ReportBody => {
  const input = parseEarlierRequest({ ...houseRequest(), newPv }, standardProfileKeys)
  const job = { scanId: "s", runId: "r", attempt: 1, input, material: packJobInputs({ assumptions }) }
  const result = solveJob(job, { optimiser, sizingTolerance: 1e-6 }, () => true)
  if (result.kind !== "solved") throw new Error(JSON.stringify(result.error))
  return readReport(result.report, "en")
}

test("16 panels, 2 × 8 and 4 × 4 at the same angles are the same plant at the same cost, and dear inverters make it none", () => {
  const roofs = (count: number) =>
    Array.from({ length: 16 / count }, () => ({ ...roof, maxPanelCount: count, orientationAngle: 180 }))
  const whole = solve(roofs(16), INVERTERS)
  for (const count of [8, 4]) {
    const other = solve(roofs(count), INVERTERS)
    expect(other.solar.newSystems.reduce((sum, { panelCount }) => sum + panelCount, 0)).toBe(
      whole.solar.newSystems.reduce((sum, { panelCount }) => sum + panelCount, 0),
    )
    expect(other.financial.lifecycle.totalCost).toBeCloseTo(whole.financial.lifecycle.totalCost, 6)
  }
  const origin = whole.financial.assumptionOrigins!.find(({ name }) => name === "inverterFixedEur")
  expect(origin!.origin).toBe("organization")
  expect(whole.financial.investment.inverterInvestment).toBeGreaterThan(400)
  expect(solve(roofs(16), {}).financial.investment.inverterInvestment).toBeUndefined()
  const dear = solve(roofs(16), { inverterFixedEur: 100_000 })
  expect(dear.financial.investment.solarInvestment).toBe(0)
})
