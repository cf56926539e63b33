/**
 * Sizings with fixed costs, price curves, a smallest battery and power rates, in some weeks of a year. The objective of
 * HiGHS's mixed-integer program lies between our bound and our total.
 */
import { expect, test } from "bun:test"
import type { Sizing } from "../../wasm/types.ts"
import { checkedOptimiser } from "../support/checkedCore.ts"
import { highs } from "./highs.ts"
import { pricedSizing } from "./priced-sizing.ts"
import { sizingProgram } from "./sizing-program.ts"

const CASES = 60
/** HiGHS's own gap and tolerances. */
const ORACLE = 1e-5
const CLOSED = 1e-3

const optimiser = await checkedOptimiser()

/** A total can be zero, and no relative gap then closes: the bill of the same time without a plant sets the scale. */
function billWithoutPlantEur({ year }: Sizing): number {
  const plant = { panels: year.roofs.map(() => 0), capacityKwh: 0, powerKw: 0 }
  return Math.abs(optimiser.dispatch(year, plant).costEur)
}

for (let seed = 0; seed < CASES; seed++) {
  test(`priced by curves ${seed}`, () => {
    const sizing = pricedSizing(seed)
    const sized = optimiser.size(sizing)
    const solution = highs.solve(sizingProgram(sizing), { mip_rel_gap: ORACLE })
    expect(solution.Status).toBe("Optimal")
    const least = solution.ObjectiveValue
    expect(sized.gap).toBeLessThanOrEqual(CLOSED)
    expect(sized.lowerBoundEur).toBeLessThanOrEqual(least + ORACLE * Math.abs(least))
    const scale = Math.max(Math.abs(least), 0.05 * sizing.presentWorthFactor * billWithoutPlantEur(sizing))
    expect(sized.totalEur).toBeGreaterThanOrEqual(least - ORACLE * scale)
    expect(sized.totalEur).toBeLessThanOrEqual(least + CLOSED * scale)
  }, 60_000)
}
