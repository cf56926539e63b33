/**
 * Sizings whose least plant has a given yearly cost that differs from its dispatch, like existing panels that follow no
 * prices. The answer is this plant at its given cost, or the best of all other plants, found by HiGHS.
 */
import { expect, test } from "bun:test"
import type { Sizing } from "../../wasm/types.ts"
import { checkedOptimiser } from "../support/checkedCore.ts"
import { highs } from "./highs.ts"
import { pricedSizing } from "./priced-sizing.ts"
import { sizingProgram } from "./sizing-program.ts"

const CASES = 20
const ORACLE = 1e-5
const CLOSED = 1e-3

const optimiser = await checkedOptimiser()

/**
 * A sizing whose first roof is already full. The yearly cost of its least plant exceeds the dispatch by `more` of the
 * bill.
 */
function withPanelsOfToday(seed: number, more: number): Sizing {
  const { panels: bounds, battery, ...terms } = pricedSizing(seed)
  const panels = bounds.map((roof, k) => ({ ...roof, min: k === 0 ? roof.max : 0 }))
  const least = panels.map(({ min }) => min)
  const { costEur } = optimiser.dispatch(terms.year, { panels: least, capacityKwh: 0, powerKw: 0 })
  const smallest = { ...battery!, smallestKwh: Math.max(battery!.smallestKwh ?? 0, 0.02 * battery!.maxKwh) }
  // At a lower worth of a year the best plant buys less equipment.
  const presentWorthFactor = (seed % 3 === 0 ? 0.3 : 1) * terms.presentWorthFactor
  return {
    ...terms,
    presentWorthFactor,
    panels,
    battery: smallest,
    leastYear: { panels: least, eur: costEur + more * Math.abs(costEur) },
  }
}

let leastPlants = 0
for (let seed = 0; seed < CASES; seed++) {
  test(`the least plant at its own cost, or the best other ${seed}`, () => {
    const more = [-0.05, 0, 0.02, 0.3][seed % 4]!
    const sizing = withPanelsOfToday(seed, more)
    const sized = optimiser.size(sizing)
    const others = highs.solve(sizingProgram(sizing), { mip_rel_gap: ORACLE })
    expect(others.Status).toBe("Optimal")
    const { panels, eur } = sizing.leastYear!
    const own = optimiser.size({
      ...sizing,
      panels: sizing.panels.map(roof => ({ ...roof, max: roof.min })),
      battery: undefined,
    })
    expect(own.plant.panels).toEqual(panels)
    const leastEur = own.totalEur
    const answer = Math.min(leastEur, others.ObjectiveValue)
    const scale = Math.max(Math.abs(answer), 0.05 * sizing.presentWorthFactor * Math.abs(eur), 1)
    expect(sized.gap).toBeLessThanOrEqual(CLOSED)
    expect(sized.lowerBoundEur).toBeLessThanOrEqual(answer + ORACLE * scale)
    expect(sized.totalEur).toBeGreaterThanOrEqual(answer - ORACLE * scale)
    expect(sized.totalEur).toBeLessThanOrEqual(answer + CLOSED * scale)
    const isLeast = sized.plant.capacityKwh === 0 && sized.plant.panels.join() === panels.join()
    if (isLeast) {
      leastPlants++
      expect(sized.totalEur).toBeCloseTo(leastEur, 6)
    }
    const [again] = optimiser.reprice(sizing, sized.cuts, [{}])
    expect(again!.totalEur).toBeLessThanOrEqual(sized.totalEur + CLOSED * scale)
    expect(again!.lowerBoundEur).toBeLessThanOrEqual(answer + ORACLE * scale)
  }, 60_000)
}

test("both kinds of answers are among the cases", () => {
  expect(leastPlants).toBeGreaterThan(1)
  expect(leastPlants).toBeLessThan(CASES - 1)
})
