/**
 * Limits by steps, and export that grows with the panels, against HiGHS: years, bounds of other plants, and sizings.
 */
import { expect, test } from "bun:test"
import { type Case, type Kind, randomCase, randomNumbers } from "../../wasm/bench/years.ts"
import type { Sizing, Year } from "../../wasm/types.ts"
import { randomDemandCharges, withRandomNetting } from "../bench/chargeCases.ts"
import { randomSizing } from "../bench/sizingCases.ts"
import { checkedOptimiser } from "../support/checkedCore.ts"
import { violations } from "./feasibility.ts"
import { highs, leastCostEur } from "./highs.ts"
import { sizingProgram } from "./sizing-program.ts"

const KINDS: Kind[] = ["flat", "dynamic", "limits", "no grid charging", "negative prices"]
const ORACLE = 1e-9
const PROMISED = 1e-6
const CLOSED = 1e-3
const HIGHS_GAP = 1e-5
const TIMEOUT_MS = 120_000

const optimiser = await checkedOptimiser()

const FORMS = ["import by steps", "export by steps", "export by panels", "all together"] as const
type Form = (typeof FORMS)[number]

/** A year with limits that bind in some steps: by windows of the day, in a part of all steps, or by kW per panel. */
function withLimits(year: Year, form: Form, seed: number): Year {
  const random = randomNumbers(seed * 3911 + 7)
  const meanKw = year.loadKwh.reduce((sum, kwh) => sum + kwh, 0) / year.loadKwh.length / year.stepHours
  const window = (hour: number) => hour >= 16 && hour < 21
  const [tight, loose] = [meanKw * (0.5 + random()), meanKw * (2 + random())]
  const byHour = year.loadKwh.map((_, t) => (window((t * year.stepHours) % 24) ? tight : loose))
  const importLimitKw = byHour.map((kw, t) => (t % 7 === 3 ? Number.POSITIVE_INFINITY : kw))
  const exportLimitKw = byHour.map((kw, t) => (t % 11 === 5 ? 0 : 0.6 * kw))
  const roofs = year.roofs.map(roof => {
    const peakKw = roof.productionKwhPerPanel.reduce((most, kwh) => Math.max(most, kwh), 0) / year.stepHours
    return { ...roof, exportKwPerPanel: peakKw * (0.1 + 0.4 * random()) }
  })
  return {
    ...year,
    ...(form === "import by steps" || form === "all together" ? { importLimitKw } : {}),
    ...(form === "export by steps" || form === "all together" ? { exportLimitKw } : {}),
    ...(form === "export by panels" || form === "all together" ? { roofs } : {}),
  }
}

function compare({ year, plant }: Case, within: number): void {
  const dispatch = optimiser.dispatch(year, plant)
  expect(violations(year, plant, dispatch)).toEqual([])
  const least = leastCostEur(year, plant)
  const scale = Math.max(1, Math.abs(least))
  expect(dispatch.costEur).toBeLessThanOrEqual(least + within * scale)
  expect(dispatch.costEur).toBeGreaterThanOrEqual(least - ORACLE * scale)
  expect(dispatch.lowerBoundEur).toBeLessThanOrEqual(least + ORACLE * scale)
  expect(dispatch.lowerBoundEur).toBeGreaterThanOrEqual(dispatch.costEur - within * scale)
}

for (const kind of KINDS) {
  for (const form of FORMS) {
    test(
      `${form}, ${kind}`,
      () => {
        for (const seed of [0, 1, 2]) {
          const { name, year, plant } = randomCase(kind, 900 + seed, {
            steps: 24 * (10 + 4 * seed),
            stepHours: seed === 2 ? 0.25 : 1,
          })
          compare({ name, plant, year: withLimits(year, form, seed) }, ORACLE)
        }
      },
      TIMEOUT_MS,
    )
  }
}

test("a whole year of all limits at once", () => {
  const { name, year, plant } = randomCase("dynamic", 951)
  compare({ name, plant, year: withLimits(year, "all together", 4) }, ORACLE)
}, 600_000)

test(
  "with demand charges, and with netting",
  () => {
    const { name, year, plant } = randomCase("dynamic", 961, { steps: 24 * 12 })
    const limited = withLimits(year, "all together", 5)
    compare({ name, plant, year: { ...limited, demandCharges: randomDemandCharges(year, 1) } }, PROMISED)
    compare({ name, plant, year: withRandomNetting(limited, 2) }, ORACLE)
  },
  TIMEOUT_MS,
)

test("the same limit in every step is that limit, to the last bit but the bound's", () => {
  for (const kind of ["limits", "negative prices"] as const) {
    const { year, plant } = randomCase(kind, 977, { steps: 24 * 30 })
    const [importLimitKw, exportLimitKw] = [2.5, 1.25]
    const even = optimiser.dispatch({ ...year, importLimitKw, exportLimitKw }, plant)
    const fill = (kw: number) => new Float64Array(year.loadKwh.length).fill(kw)
    const stepwise = { ...year, importLimitKw: fill(importLimitKw), exportLimitKw: fill(exportLimitKw) }
    const { lowerBoundEur, ...rest } = optimiser.dispatch(stepwise, plant)
    expect({ ...rest, lowerBoundEur: even.lowerBoundEur }).toEqual(even)
    expect(Math.abs(lowerBoundEur - even.lowerBoundEur)).toBeLessThan(1e-9 * Math.max(1, Math.abs(even.costEur)))
  }
})

/** A sizing with one price per kWh: the oracle's tiers begin 0.001 kWh below the product's tiers. */
const atOnePrice = ({ battery, ...sizing }: Sizing): Sizing =>
  battery ? { ...sizing, battery: { ...battery, tiers: undefined, eurPerKwh: 420 } } : sizing

function compareSizing(sizing: Sizing): void {
  const sized = optimiser.size(sizing)
  expect(violations(sizing.year, sized.plant, sized.dispatch)).toEqual([])
  const solution = highs.solve(sizingProgram(sizing), { mip_rel_gap: HIGHS_GAP })
  expect(solution.Status).toBe("Optimal")
  const least = solution.ObjectiveValue
  expect(sized.gap).toBeLessThanOrEqual(CLOSED)
  expect(sized.lowerBoundEur).toBeLessThanOrEqual(least + HIGHS_GAP * Math.abs(least))
  expect(sized.totalEur).toBeLessThanOrEqual(least + CLOSED * Math.abs(least) + HIGHS_GAP * Math.abs(least))
}

for (const kind of ["flat", "dynamic", "no grid charging", "negative prices"] as const) {
  test(
    `sizing under each form of limits, ${kind}`,
    () => {
      FORMS.forEach((form, seed) => {
        const { sizing } = randomSizing(kind, 60 + seed, { days: 8, roofs: 1 + (seed % 3) })
        compareSizing({ ...atOnePrice(sizing), year: withLimits(sizing.year, form, seed) })
      })
    },
    TIMEOUT_MS,
  )
}

test("the slope of a cut over panels holds what they may export: no plant is below the bound", () => {
  const { sizing } = randomSizing("dynamic", 71, { days: 10, roofs: 2 })
  const year = withLimits({ ...sizing.year, importLimitKw: undefined }, "export by panels", 3)
  const { lowerBoundEur } = optimiser.size({ ...sizing, year, goal: { kind: "cost" } })
  const random = randomNumbers(5)
  for (let i = 0; i < 20; i++) {
    const panels = sizing.panels.map(({ min, max }) => Math.round(min + (max - min) * random()))
    const fixed = sizing.panels.map((roof, k) => ({ ...roof, min: panels[k]!, max: panels[k]! }))
    const { totalEur } = optimiser.size({ ...sizing, year, panels: fixed, goal: { kind: "cost" } })
    expect(totalEur).toBeGreaterThanOrEqual(lowerBoundEur - 1e-9 * Math.abs(lowerBoundEur))
  }
})
