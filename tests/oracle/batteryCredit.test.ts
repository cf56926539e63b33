/** Sizings with credits for a battery against HiGHS's mixed-integer program. */
import { expect, test } from "bun:test"
import type { Sizing } from "../../wasm/types.ts"
import { randomSizing } from "../bench/sizingCases.ts"
import { checkedOptimiser } from "../support/checkedCore.ts"
import { violations } from "./feasibility.ts"
import { highs } from "./highs.ts"
import { sizingProgram } from "./sizing-program.ts"

const ORACLE = 1e-5
const CLOSED = 1e-3
const TIMEOUT_MS = 120_000
const SEEDS = [60, 61, 62, 63, 64, 65]

const optimiser = await checkedOptimiser()

/** A battery with or without included power, a least power, and credits from small to above its price. */
const creditedSizing = (seed: number): Sizing => {
  const kind = (["flat", "dynamic", "no grid charging"] as const)[seed % 3]!
  const { sizing } = randomSizing(kind, seed, { days: 6, roofs: 1 + (seed % 2) })
  const { tiers: _, ...battery } = sizing.battery!
  const hasIncluded = seed % 2 === 0
  return {
    ...sizing,
    battery: {
      ...battery,
      eurPerKwh: 300,
      eurPerKw: hasIncluded ? 120 : 0,
      includedRate: hasIncluded ? 0.5 : 0,
      highestRate: 1.2,
      smallestKwh: 1,
      creditEurPerKw: [20, 80, 150, 300, 40, 200][seed % 6]!,
      creditEur: [0, 150, 600][seed % 3]!,
    },
  }
}

test.each(SEEDS)(
  "credits of a battery are in total and bound, sizing %i",
  seed => {
    const sizing = creditedSizing(seed)
    const sized = optimiser.size(sizing)
    expect(violations(sizing.year, sized.plant, sized.dispatch)).toEqual([])
    const solution = highs.solve(sizingProgram(sizing), { mip_rel_gap: ORACLE })
    expect(solution.Status).toBe("Optimal")
    const least = solution.ObjectiveValue
    const scale = Math.max(Math.abs(least), Math.abs(sized.totalEur))
    expect(sized.lowerBoundEur).toBeLessThanOrEqual(least + ORACLE * scale)
    expect(sized.totalEur).toBeGreaterThanOrEqual(least - ORACLE * scale)
    expect(sized.totalEur).toBeLessThanOrEqual(least + (CLOSED + ORACLE) * scale)
  },
  TIMEOUT_MS,
)

test("a credit alone makes a battery worth its price, at its largest power", () => {
  const { sizing } = randomSizing("flat", 70, { days: 6, roofs: 1 })
  const battery = { minKwh: 0, maxKwh: 10, minKw: 0, maxKw: 8, eurPerKw: 0, eurPerKwh: 5000, smallestKwh: 1 }
  expect(optimiser.size({ ...sizing, battery }).plant.capacityKwh).toBe(0)
  const fixed = optimiser.size({ ...sizing, battery: { ...battery, creditEur: 5500 } }).plant
  expect(fixed.capacityKwh).toBe(1)
  const ofPower = optimiser.size({ ...sizing, battery: { ...battery, highestRate: 2, creditEurPerKw: 2600 } }).plant
  expect([ofPower.capacityKwh, ofPower.powerKw]).toEqual([4, 8])
})
