/** A search that is stopped early: it returns its best plant, the lower bound of all plants, and the gap. */
import { expect, test } from "bun:test"
import type { Goal, Sizing } from "../../../wasm/types.ts"
import { randomSizing } from "../../bench/sizingCases.ts"
import { violations } from "../../oracle/feasibility.ts"
import { checkedOptimiser } from "../../support/checkedCore.ts"

const DAYS = 28
const GOALS: Goal[] = [
  { kind: "cost" },
  { kind: "minShare", share: 0.2 },
  { kind: "maxShare", within: 1e-3 },
  { kind: "noUnserved" },
]

const charged = (goal: Goal, seed: number): Sizing => {
  const { sizing } = randomSizing("dynamic", seed, { days: DAYS, roofs: 3 })
  const period = Int16Array.from({ length: sizing.year.loadKwh.length }, (_, hour) => Math.floor(hour / (24 * 7)))
  const year = { ...sizing.year, demandCharges: [{ period, eurPerKw: [8, 8, 8, 8] }] }
  return { ...sizing, year, goal, tolerance: 1e-5 }
}

for (const goal of GOALS)
  test(`a search for ${goal.kind} that is ended at once or later is honest about its plant`, async () => {
    const optimiser = await checkedOptimiser()
    const sizing = charged(goal, 11)
    const whole = optimiser.size(sizing)
    expect(whole.isCut).toBe(false)
    for (const steps of [0, 1, 3, 8]) {
      let count = 0
      const cut = optimiser.size(sizing, () => (count++ < steps ? true : "enough"))
      expect(cut.isCut).toBe(true)
      expect(violations(sizing.year, cut.plant, cut.dispatch)).toEqual([])
      expect(Number.isFinite(cut.lowerBoundEur)).toBe(true)
      expect(cut.lowerBoundEur).toBeLessThanOrEqual(whole.totalEur + 1e-6)
      if (goal.kind !== "maxShare") expect(cut.totalEur).toBeGreaterThanOrEqual(whole.lowerBoundEur - 1e-6)
      expect(cut.dispatches).toBeLessThanOrEqual(whole.dispatches + 4)
      expect(optimiser.resize(sizing, cut.cuts).gap).toBeLessThanOrEqual(1e-3)
    }
  })

test("work is counted alike whatever the optimiser did before, and grows with every dispatch", async () => {
  const [fresh, used] = [await checkedOptimiser(), await checkedOptimiser()]
  const sizing = charged({ kind: "cost" }, 12)
  used.size(charged({ kind: "noUnserved" }, 13))
  const workOf = (optimiser: typeof fresh, most: number) => {
    const before = optimiser.work()
    const sized = optimiser.size(sizing, () => (optimiser.work() - before < most ? true : "enough"))
    return { work: optimiser.work() - before, plant: sized.plant, gap: sized.gap, isCut: sized.isCut }
  }
  for (const most of [2e6, 1e7, 1e12]) {
    const first = workOf(fresh, most)
    expect(workOf(used, most)).toEqual(first)
    expect(first.work).toBeGreaterThan(0)
    expect(Number.isInteger(first.work)).toBe(true)
    expect(first.isCut).toBe(first.work >= most)
  }
  const before = fresh.work()
  fresh.dispatch({ ...sizing.year, demandCharges: undefined }, { panels: [1, 1, 1], capacityKwh: 5, powerKw: 3 })
  expect(fresh.work()).toBeGreaterThan(before)
})
