/** REopt's published life-cycle costs, reproduced and billed by plain code from the schedule. */
import { expect, test } from "bun:test"
import { lifeCycleCostUsd, REOPT_CASES, reoptCase } from "../bench/reoptCases.ts"
import { checkedOptimiser } from "../support/checkedCore.ts"
import { violations } from "./feasibility.ts"

const TOLERANCE = 1e-7
const PUBLISHED = 1e-6
/** Tolerances of a scan's search. */
const BY_BILL = 1e-4
const BY_SAVINGS = 5e-3
/** Sizes are flat around the optimum. */
const SIZES = 0.01
const MOST_DISPATCHES = 5000

const optimiser = await checkedOptimiser()

for (const name of REOPT_CASES) {
  test(`the published life-cycle cost of ${name}`, () => {
    const each = reoptCase(name, TOLERANCE)
    const { plant, dispatch, dispatches, gap, lowerBoundEur, totalEur } = optimiser.size(each.sizing)
    const { published } = each.published
    expect(dispatches).toBeLessThanOrEqual(MOST_DISPATCHES)
    expect(gap).toBeLessThanOrEqual(TOLERANCE)
    expect(violations(each.sizing.year, plant, dispatch)).toEqual([])
    const lcc = lifeCycleCostUsd(each, plant, dispatch.years[0].importKwh)
    expect(Math.abs(lcc - (totalEur + each.offsetUsd))).toBeLessThanOrEqual(1e-9 * lcc)
    expect(lcc).toBeLessThanOrEqual(published.lcc * (1 + PUBLISHED))
    expect(lowerBoundEur + each.offsetUsd).toBeLessThanOrEqual(published.lcc * (1 + PUBLISHED))
    expect(plant.capacityKwh / published.batt_kwh).toBeCloseTo(1, 1)
    expect(Math.abs(plant.panels[0]! - published.pv_kw)).toBeLessThanOrEqual(SIZES * published.pv_kw)
  }, 60_000)

  test(`by savings, the published net present value of ${name}`, () => {
    const each = reoptCase(name, BY_BILL)
    const { lcc, lcc_bau: asIs } = each.published.published
    const asIsEur = (asIs - each.offsetUsd) / each.sizing.presentWorthFactor
    const sizing = { ...each.sizing, savings: { asIsEur, tolerance: BY_SAVINGS } }
    const { plant, dispatch, totalEur, lowerBoundEur } = optimiser.size(sizing)
    const saved = asIs - lifeCycleCostUsd(each, plant, dispatch.years[0].importKwh)
    expect(saved).toBeGreaterThanOrEqual((asIs - lcc) * (1 - BY_SAVINGS) - PUBLISHED * asIs)
    expect(totalEur - lowerBoundEur).toBeLessThanOrEqual(BY_SAVINGS * (asIs - each.offsetUsd - totalEur))
  })

  test(`the published cost without new plant of ${name}`, () => {
    const each = reoptCase(name, TOLERANCE)
    const { year, panels } = each.sizing
    const plant = { panels: [panels[0]!.min], capacityKwh: 0, powerKw: 0 }
    const [{ importKwh }] = optimiser.dispatch(year, plant).years
    expect(lifeCycleCostUsd(each, plant, importKwh) / each.published.published.lcc_bau).toBeCloseTo(1, 5)
  })
}
