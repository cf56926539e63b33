/**
 * Sizings that stop by their savings, against HiGHS's mixed-integer program: no plant saves more than the gap allows.
 */
import { expect, test } from "bun:test"
import type { Kind } from "../../wasm/bench/years.ts"
import type { Sizing } from "../../wasm/types.ts"
import { randomSizing } from "../bench/sizingCases.ts"
import { checkedOptimiser } from "../support/checkedCore.ts"
import { highs } from "./highs.ts"
import { sizingProgram } from "./sizing-program.ts"

const KINDS: Kind[] = ["flat", "dynamic", "limits", "no grid charging"]
const SEEDS = [0, 1, 2, 3, 4]
/** HiGHS's own gap, of its total; its tiers also begin a watt-hour earlier. */
const ORACLE = 1e-7
const BY_BILL = 1e-3
const BY_SAVINGS = 5e-3
/** If there are almost no savings, this part of the bill is close enough. */
const LEAST = 1e-6
const TIMEOUT_MS = 120_000

const optimiser = await checkedOptimiser()

/** A year whose bill is too large for the roofs: the savings are a small part. */
function mostlyFixed(sizing: Sizing): Sizing {
  const { year } = sizing
  return { ...sizing, year: { ...year, loadKwh: year.loadKwh.map(kwh => 20 * kwh) }, battery: undefined }
}

function asIsOf({ year, panels }: Sizing): number {
  return optimiser.dispatch(year, { panels: panels.map(() => 0), capacityKwh: 0, powerKw: 0 }).costEur
}

for (const kind of KINDS) {
  test(
    `no plant saves 0.5 % more, ${kind}`,
    () => {
      for (const seed of SEEDS) {
        const { sizing: drawn } = randomSizing(kind, 600 + seed, { days: 7, roofs: 1 + (seed % 3) })
        const whole: Sizing = { ...drawn, year: { ...drawn.year, importLimitKw: undefined } }
        const sizing = seed === 4 ? mostlyFixed(whole) : whole
        const asIsEur = asIsOf(sizing)
        const asIs = sizing.presentWorthFactor * asIsEur
        const sized = optimiser.size({ ...sizing, tolerance: BY_BILL, savings: { asIsEur, tolerance: BY_SAVINGS } })
        const solution = highs.solve(sizingProgram(sizing), { mip_rel_gap: ORACLE })
        expect(solution.Status).toBe("Optimal")
        const least = solution.ObjectiveValue
        const wattHourEur = 0.001 * (sizing.battery?.tiers?.[0]?.eurPerKwh ?? 0)
        const rounding = (ORACLE + LEAST) * Math.max(Math.abs(asIs), Math.abs(least)) + wattHourEur
        expect(asIs - sized.totalEur).toBeGreaterThanOrEqual((1 - BY_SAVINGS) * (asIs - least) - rounding)
        expect(sized.lowerBoundEur).toBeLessThanOrEqual(least + rounding)
        expect(sized.totalEur - sized.lowerBoundEur).toBeLessThanOrEqual(
          BY_SAVINGS * (asIs - sized.totalEur) + rounding,
        )
        expect(sized.gap).toBeLessThanOrEqual(BY_BILL)
      }
    },
    TIMEOUT_MS,
  )
}

test("a sizing that can save nothing ends, with nothing installed", () => {
  for (const kind of KINDS) {
    const { sizing } = randomSizing(kind, 620, { days: 28 })
    const dear = sizing.panels.map(roof => ({ ...roof, eurPerKw: 1e5 }))
    const asIsEur = asIsOf(sizing)
    const savings = { asIsEur, tolerance: BY_SAVINGS }
    const battery = { ...sizing.battery!, tiers: undefined, eurPerKwh: 1e5 }
    const sized = optimiser.size({ ...sizing, panels: dear, battery, tolerance: 1e-4, savings })
    expect(sized.plant.panels.every(count => count === 0)).toBe(true)
    expect(sized.plant.capacityKwh).toBe(0)
    expect(sized.gap).toBeLessThanOrEqual(1e-4)
    expect(sized.dispatches).toBeLessThanOrEqual(15)
  }
})

test("savings of the wrong kind are refused by name", () => {
  const { sizing } = randomSizing("flat", 1, { days: 7 })
  const wrong = (savings: { asIsEur: number; tolerance: number }) => () => optimiser.size({ ...sizing, savings })
  expect(wrong({ asIsEur: Number.NaN, tolerance: 5e-3 })).toThrow("savings.asIsEur")
  expect(wrong({ asIsEur: 100, tolerance: 0 })).toThrow("savings.tolerance")
})
