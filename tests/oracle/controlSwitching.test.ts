/** The switching controller costs no more than the rule, nor than itself with less freedom, within a tolerance. */
import { expect, test } from "bun:test"
import type { Controller } from "../../wasm/index.ts"
import { checkedOptimiser } from "../support/checkedCore.ts"
import { drawnSite } from "../support/drawnSites.ts"
import { allOf, LARGEST_SHORTFALL, MOST_SHORTFALL, MOST_SITES, shortfalls } from "../support/shortfalls.ts"

/** `npm run bench -- switching` tests 500. */
const SITES = 40
const FIRST_SEED = 900
const WEEK_HOURS = 168
const MONTH_HOURS = 730

const optimiser = await checkedOptimiser()

test("neither plans nor permission to charge from the grid cost more than a little on drawn sites", () => {
  const sites = Array.from({ length: SITES }, (_, i) => shortfalls(optimiser, FIRST_SEED + i))
  const values = allOf(sites)
  expect(values.filter(value => value <= MOST_SHORTFALL).length).toBeGreaterThanOrEqual(MOST_SITES * values.length)
  expect(Math.max(...values)).toBeLessThanOrEqual(LARGEST_SHORTFALL)
  // Plans alone have a larger shortfall and the same earnings.
  const alone = sites.map(site => site.alone)
  expect(Math.max(...allOf(alone))).toBeGreaterThan(Math.max(...values))
  const mean = (parts: { ofRule: number }[]) => parts.reduce((sum, { ofRule }) => sum + ofRule, 0) / parts.length
  expect(mean(sites)).toBeLessThanOrEqual(mean(alone) + 0.0005)
})

test("plans operate the first week, each later week the rule or plans from the real level on", () => {
  const { year, plant, knowledge } = drawnSite(903)
  const levels = (controller: Controller) => optimiser.control(year, plant, controller).years[0].levelKwh
  const switched = levels({ kind: "switching", knowledge })
  const [ruled, planned] = [levels({ kind: "selfConsumption" }), levels({ kind: "forecast", knowledge })]
  expect(switched.subarray(0, WEEK_HOURS)).toEqual(planned.subarray(0, WEEK_HOURS))
  // The real level meets the policy's own within the week, and stays there.
  for (let week = 0; week < 52; week++) {
    const last = (week + 1) * WEEK_HOURS - 1
    expect([ruled[last], planned[last]]).toContain(switched[last])
  }
})

test("plans whose forecasts go wrong are left for the rule", () => {
  const { year: drawn, plant, knowledge } = drawnSite(911)
  const wrongFrom = 2 * MONTH_HOURS
  const wrong = (values: Float64Array) => values.map((kwh, t) => (t < wrongFrom ? kwh : 0))
  const misled = {
    ...knowledge,
    nearLoadKwh: wrong(knowledge.nearLoadKwh),
    farLoadKwh: wrong(knowledge.farLoadKwh),
  }
  const costEur = (controller: Controller) => optimiser.control(drawn, plant, controller).costEur
  const [planned, ruled] = [costEur({ kind: "forecast", knowledge: misled }), costEur({ kind: "selfConsumption" })]
  const switched = costEur({ kind: "switching", knowledge: misled })
  expect(planned).toBeGreaterThan(ruled)
  expect(switched).toBeLessThan(Math.min(planned, ruled))
})

test("at constant prices, and under demand charges at market prices, plans operate alone, with no more work", () => {
  for (const [seed, terms, isCharged] of [
    [905, { buy: { energy: 0.3, taxed: false }, sell: { energy: 0.08 } }, false],
    [906, {}, true],
  ] as const) {
    const { year, plant, knowledge } = drawnSite(seed, terms, isCharged)
    const operated = (kind: "forecast" | "switching") => {
      const before = optimiser.work()
      const [{ levelKwh }] = optimiser.control(year, plant, { kind, knowledge }).years
      return { levelKwh, work: optimiser.work() - before }
    }
    expect(operated("switching")).toEqual(operated("forecast"))
  }
})

test("plans earn more if half of the departure from the usual clearness lasts than if all of it does", () => {
  const market = { buy: { energy: "dayAhead", plusEurPerKwh: 0.16, taxed: false } }
  const gains = Array.from({ length: SITES }, (_, i) => {
    const { year, plant, knowledge } = drawnSite(FIRST_SEED + i, market)
    const costEur = (clearness: Float64Array) =>
      optimiser.control(year, plant, { kind: "forecast", knowledge: { ...knowledge, clearness } }).costEur
    const { clearness, usualClearness } = knowledge
    const lasting = clearness.map((share, t) => Math.max(0, 2 * share - usualClearness[t]!))
    return costEur(lasting) - costEur(clearness)
  })
  const withPanels = gains.filter(eur => Math.abs(eur) > 1e-9)
  expect(withPanels.length).toBeGreaterThan(SITES / 2)
  expect(withPanels.filter(eur => eur > 0).length).toBeGreaterThan(0.7 * withPanels.length)
})
