/**
 * Batteries whose electronics take a constant load, in some weeks of a year. The sizing is compared with HiGHS's
 * mixed-integer program, which has the load behind a binary. A cut's slope must hold for any constant load.
 */
import { expect, test } from "bun:test"
import { KINDS, randomCase, randomNumbers } from "../../wasm/bench/years.ts"
import type { Goal, Sizing, Year } from "../../wasm/types.ts"
import { checkedOptimiser } from "../support/checkedCore.ts"
import { cutOf, cutValue } from "../unit/optimiser/core-cut.ts"
import { highs } from "./highs.ts"
import { pricedSizing } from "./priced-sizing.ts"
import { sizingProgram } from "./sizing-program.ts"

const CASES = 30
/** HiGHS's own gap and tolerances. */
const ORACLE = 1e-5
const CLOSED = 1e-3

const optimiser = await checkedOptimiser()

const meanKw = ({ loadKwh, stepHours }: Year) => loadKwh.reduce((sum, kwh) => sum + kwh, 0) / loadKwh.length / stepHours

/** A battery whose constant load is up to a fifth of the mean load, so that it decides if a battery is chosen. */
function sizingWithConstant(seed: number): Sizing {
  const sizing = pricedSizing(seed)
  const random = randomNumbers(seed + 17)
  const constantKw = 0.2 * random() * meanKw(sizing.year)
  const wear = random() < 0.3 ? { wear: { eurPerKwh: 0.5 * random(), includedKwhPerKwh: 3 * random() } } : {}
  const goal: Goal = random() < 0.25 ? { kind: "minShare", share: 0.2 } : { kind: "cost" }
  return { ...sizing, goal, battery: { ...sizing.battery!, constantKw, ...wear } }
}

const scaleOf = (sizing: Sizing, eur: number): number => {
  const plant = { panels: sizing.year.roofs.map(() => 0), capacityKwh: 0, powerKw: 0 }
  const billEur = Math.abs(optimiser.dispatch(sizing.year, plant).costEur)
  return Math.max(Math.abs(eur), 0.05 * sizing.presentWorthFactor * billEur)
}

let dropped = 0
let kept = 0
for (let seed = 0; seed < CASES; seed++) {
  test(`a battery with a constant load ${seed}`, () => {
    const sizing = sizingWithConstant(seed)
    const sized = optimiser.size(sizing)
    const solution = highs.solve(sizingProgram(sizing), { mip_rel_gap: ORACLE })
    if (sized.plant.capacityKwh > 0) kept++
    else if (optimiser.size({ ...sizing, battery: { ...sizing.battery!, constantKw: 0 } }).plant.capacityKwh > 0)
      dropped++
    if (solution.Status === "Infeasible") {
      expect(sized.reached.share).toBeLessThan(0.2)
      return
    }
    expect(solution.Status).toBe("Optimal")
    const least = solution.ObjectiveValue
    const scale = scaleOf(sizing, least)
    expect(sized.gap).toBeLessThanOrEqual(CLOSED)
    expect(sized.lowerBoundEur).toBeLessThanOrEqual(least + ORACLE * scale)
    expect(sized.totalEur).toBeGreaterThanOrEqual(least - ORACLE * scale)
    expect(sized.totalEur).toBeLessThanOrEqual(least + CLOSED * scale)
    // The cuts hold for another constant load.
    const constantKw = 3 * sizing.battery!.constantKw!
    const other = { ...sizing, battery: { ...sizing.battery!, constantKw } }
    const [repriced] = optimiser.reprice(sizing, sized.cuts, [{ battery: other.battery }])
    const anew = optimiser.size(other)
    expect(repriced!.lowerBoundEur).toBeLessThanOrEqual(anew.totalEur + ORACLE * scale)
    expect(repriced!.totalEur).toBeGreaterThanOrEqual(anew.lowerBoundEur - ORACLE * scale)
    expect(repriced!.totalEur).toBeLessThanOrEqual(anew.totalEur + CLOSED * scale)
  }, 120_000)
}

test("the cases have batteries that stay and batteries that are no longer worth it", () => {
  expect(kept).toBeGreaterThan(3)
  expect(dropped).toBeGreaterThan(1)
})

for (const [index, kind] of KINDS.entries()) {
  test(`the line of a dispatch holds for any constant load: ${kind}`, () => {
    for (let seed = index; seed < 4 * KINDS.length; seed += KINDS.length) {
      const { year, plant } = randomCase(kind, 2000 + seed, { roofs: 1 + (seed % 2) })
      const { cut, costEur } = cutOf(year, plant)
      for (const share of [0.01, 0.3, 5]) {
        const kw = share * meanKw(year)
        const loadKwh = year.loadKwh.map(kwh => kwh + kw * year.stepHours)
        const more = optimiser.dispatch({ ...year, loadKwh }, plant)
        const line = cutValue(cut, plant) + cut.eurPerConstantKw * kw
        expect(line).toBeLessThanOrEqual(more.costEur + 1e-9 * Math.abs(costEur))
      }
    }
  })
}
