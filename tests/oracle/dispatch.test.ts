/** Every dispatch has HiGHS's cost for the same linear program, and a feasible schedule. */
import { expect, test } from "bun:test"
import { type Case, KINDS, randomCase } from "../../wasm/bench/years.ts"
import { checkedOptimiser } from "../support/checkedCore.ts"
import { violations } from "./feasibility.ts"
import { leastCostEur } from "./highs.ts"

const SHORT_YEARS_PER_KIND = 9
const FULL_YEARS_PER_KIND = 2
const RELATIVE = 1e-9

const optimiser = await checkedOptimiser()

function compare({ year, plant }: Case): void {
  const dispatch = optimiser.dispatch(year, plant)
  expect(violations(year, plant, dispatch)).toEqual([])
  const least = leastCostEur(year, plant)
  expect(Math.abs(dispatch.costEur - least)).toBeLessThanOrEqual(RELATIVE * Math.abs(least))
}

for (const kind of KINDS) {
  for (let seed = 0; seed < SHORT_YEARS_PER_KIND; seed++) {
    const days = 7 + Math.round((23 * seed) / (SHORT_YEARS_PER_KIND - 1))
    const stepHours = seed === 4 ? 0.25 : 1
    test(`${kind}, ${days} days of ${stepHours} h, seed ${seed}`, () => {
      compare(randomCase(kind, seed, { steps: (days * 24) / stepHours, stepHours }))
    })
  }
  for (let seed = 100; seed < 100 + FULL_YEARS_PER_KIND; seed++) {
    test(`${kind}, 8760 hours, seed ${seed}`, () => compare(randomCase(kind, seed)), 60_000)
  }
}
