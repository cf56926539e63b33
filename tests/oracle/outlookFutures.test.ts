/** Drawn futures of the outlook: price level, fading batteries and inverters move the range the way they should. */
import { expect, test } from "bun:test"
import type { JobInputs } from "../../domain/case/jobInputs.ts"
import { prepareCase } from "../../domain/case/prepare.ts"
import { dayAheadYear, type PriceYear } from "../../domain/market/tariff/dayAhead.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { solvePrepared } from "../../search/solve.ts"
import { checkedOptimiser } from "../support/checkedCore.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"
import { outlookOf } from "../support/outlook.ts"

const optimiser = await checkedOptimiser()
const UTRECHT = { lat: 52.09, lon: 5.12 }
const HOUSE = { location: UTRECHT, inputMethod: "known", yearlyKwh: 6000, control: "selfConsumption" }
const PANELS = [{ minPanelCount: 4, maxPanelCount: 4, panelPowerWatts: 400 }]

const solve = (request: object, inputs: JobInputs = {}) => {
  const prepared = prepareCase(parseEarlierRequest(request, standardProfileKeys), inputs)
  const { report } = solvePrepared(
    prepared,
    inputs.prices ? { prices: inputs.prices } : {},
    { optimiser, sizingTolerance: 1e-3 },
    () => true,
  )
  return { report, outlook: outlookOf(report as never) }
}

test("a scan of earlier prices expects the savings of a newest year that is half as dear again", () => {
  const { eurPerKwh } = dayAheadYear({ country: "NL" }, 2025)
  const dearer: PriceYear[] = [{ zone: "NL", year: 2026, eurPerKwh: eurPerKwh.map(price => 1.5 * price) }]
  const at = (priceYear: number) =>
    solve({ ...HOUSE, newPv: PANELS, tariff: { type: "dynamic", priceYear } }, { prices: dearer }).outlook
      .firstYearSavings.p50
  const before = solve({ ...HOUSE, newPv: PANELS, tariff: { type: "dynamic", priceYear: 2025 } })
  // The sunny days of 2026 are other days, with another use at midday.
  expect(Math.abs(at(2025) / at(2026) - 1)).toBeLessThan(0.12)
  expect(at(2025)).toBeGreaterThan(1.1 * before.outlook.firstYearSavings.p50)
})

test("a battery that fades is worth less in the middle of the futures than as operated", () => {
  const energy = [{ eurPerKwh: 0.1, hours: [[0, 6]] }, { eurPerKwh: 0.4 }]
  const { report, outlook } = solve({
    ...HOUSE,
    control: "ideal",
    newPv: [],
    tariff: { type: "custom", buy: { energy, taxed: false }, sell: { energy: 0 } },
    electricBattery: { minCapacityKwh: 6, capacityKwh: 6, minPowerRatingKw: 3, powerRatingKw: 3, costPerKwh: 300 },
  })
  const lifeEur = 25 * report.overview.kpi.yearlySavings
  expect(report.overview.kpi.yearlySavings).toBeGreaterThan(200)
  // Capacity falls by a quarter to three tenths before a replacement; the mean loss is an eighth or more.
  expect(report.financial.netPresentValue - outlook.npv.p50).toBeGreaterThan(0.03 * lifeEur)
})

test("dear inverters, replaced earlier or later, widen the range", () => {
  const tariff = { type: "flat", flatEurPerKwh: 0.3, feedInEurPerKwh: 0.3, feedInGrowthFraction: 0 }
  const widthAt = (inverterEurPerKw: number) => {
    const { p10, p90 } = solve(
      { ...HOUSE, newPv: PANELS, tariff },
      { assumptions: { inverterEurPerKw, inverterReplacementYear: 12 } },
    ).outlook.npv
    return p90 - p10
  }
  expect(widthAt(5000)).toBeGreaterThan(1.02 * widthAt(0))
})
