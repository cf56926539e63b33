/**
 * Sizings with a choice of products, in some weeks of a year, against HiGHS's mixed-integer program. The program
 * chooses product, count and panels at once. The cases have price curves and fixed costs of panels, a constant load of
 * the battery, and wear in every other case.
 */
import { expect, test } from "bun:test"
import { randomNumbers } from "../../wasm/bench/years.ts"
import type { BatteryBounds, Repriced, Sizing } from "../../wasm/types.ts"
import { checkedOptimiser } from "../support/checkedCore.ts"
import { highs } from "./highs.ts"
import { pricedSizing } from "./priced-sizing.ts"
import { type ProgramProduct, sizingProgram } from "./sizing-program.ts"

const CASES = 60
/** HiGHS's own gap and tolerances. */
const ORACLE = 1e-5
const CLOSED = 1e-3

const optimiser = await checkedOptimiser()

const productsOf = (random: () => number, { maxKwh, maxKw }: BatteryBounds): ProgramProduct[] => {
  const eurPerKwh = 40 + 260 * random()
  return Array.from({ length: 2 + Math.floor(4 * random()) }, () => {
    const capacityKwh = Math.round(1000 * maxKwh * (0.05 + 0.3 * random())) / 1000
    return {
      ...{ capacityKwh, powerKw: Math.min(maxKw, capacityKwh * (0.25 + 0.75 * random())) },
      ...{ eur: capacityKwh * eurPerKwh * (0.7 + 0.6 * random()), maxCount: 1 + Math.floor(3 * random()) },
    }
  })
}

function exampleOf(seed: number): { sizing: Sizing; products: ProgramProduct[] } {
  const drawn = pricedSizing(seed)
  const { year, presentWorthFactor } = drawn
  const random = randomNumbers(seed * 3571 + 29)
  const days = (year.loadKwh.length * year.stepHours) / 24
  const wear = {
    eurPerKwh: presentWorthFactor * (0.01 + 0.08 * random()),
    includedKwhPerKwh: days * 1.2 * random(),
  }
  const { maxKwh, maxKw } = drawn.battery!
  const battery: BatteryBounds = {
    ...{ minKwh: 0, maxKwh, minKw: 0, maxKw, eurPerKwh: 0, eurPerKw: 0 },
    ...(seed % 2 === 0 ? { wear } : {}),
    ...(seed % 3 === 0 ? { constantKw: 0.01 } : {}),
  }
  return { sizing: { ...drawn, battery }, products: productsOf(random, battery) }
}

const heldAt = (sizing: Sizing, { capacityKwh, powerKw, eur }: ProgramProduct, count: number): BatteryBounds => ({
  ...sizing.battery!,
  ...{ minKwh: count * capacityKwh, maxKwh: count * capacityKwh, minKw: count * powerKw, maxKw: count * powerKw },
  eurPerKwh: eur / capacityKwh,
})

const chosen = { none: 0, one: 0, several: 0 }

for (let seed = 0; seed < CASES; seed++) {
  test(`products ${seed}`, () => {
    const { sizing, products } = exampleOf(seed)
    const choices = products.flatMap(product =>
      Array.from({ length: product.maxCount }, (_, i) => ({ count: i + 1, battery: heldAt(sizing, product, i + 1) })),
    )
    const { cuts } = optimiser.size({ ...sizing, tolerance: CLOSED })
    const changes = [{ battery: undefined }, ...choices.map(({ battery }) => ({ battery }))]
    const found = optimiser.reprice({ ...sizing, tolerance: CLOSED }, cuts, changes)
    const best = found.reduce((least, each) => (each.totalEur < least.totalEur ? each : least))
    const bound = Math.min(...found.map(({ lowerBoundEur }) => lowerBoundEur))
    const solution = highs.solve(sizingProgram(sizing, products), { mip_rel_gap: ORACLE })
    expect(solution.Status).toBe("Optimal")
    const least = solution.ObjectiveValue
    const nothing = { panels: sizing.year.roofs.map(() => 0), capacityKwh: 0, powerKw: 0 }
    const billEur = Math.abs(optimiser.dispatch(sizing.year, nothing).costEur)
    const scale = Math.max(Math.abs(least), 0.05 * sizing.presentWorthFactor * billEur)
    expect(bound).toBeLessThanOrEqual(least + ORACLE * Math.abs(least))
    expect(best.totalEur).toBeGreaterThanOrEqual(least - ORACLE * scale)
    expect(best.totalEur).toBeLessThanOrEqual(least + CLOSED * scale)
    count(found, best, choices)
  }, 60_000)
}

const count = (found: Repriced[], best: Repriced, choices: { count: number }[]): void => {
  const index = found.indexOf(best)
  if (index === 0) chosen.none++
  else if (choices[index - 1]!.count === 1) chosen.one++
  else chosen.several++
}

test("the cases choose none, one and several of a product", () => {
  expect(Math.min(chosen.none, chosen.one, chosen.several)).toBeGreaterThan(0)
})
