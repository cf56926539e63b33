/** Every dispatch proves itself: its duals' bound meets its cost. */
import { expect, test } from "bun:test"
import { KINDS, randomCase } from "../../../wasm/bench/years.ts"
import { createOptimiser } from "../../../wasm/index.ts"

const YEARS = 300
const RELATIVE_GAP = 1e-9

const optimiser = await createOptimiser()

for (const [index, kind] of KINDS.entries()) {
  test(`the bound meets the cost: ${kind}`, () => {
    for (let seed = index; seed < YEARS; seed += KINDS.length) {
      const { name, year, plant } = randomCase(kind, 1000 + seed, { roofs: 1 + (seed % 2) })
      const { costEur, lowerBoundEur } = optimiser.dispatch(year, plant)
      const gap = Math.abs(costEur - lowerBoundEur) / Math.abs(costEur)
      expect({ name, closed: gap <= RELATIVE_GAP }).toEqual({ name, closed: true })
    }
  })
}

test("the bound meets the cost of a battery that an hour could fill ten million times", () => {
  const { year, plant } = randomCase("dynamic", 5)
  const free = { ...year, importLimitKw: undefined, exportLimitKw: undefined, gridCharging: true }
  const { costEur, lowerBoundEur } = optimiser.dispatch(free, { ...plant, capacityKwh: 0.1, powerKw: 1e6 })
  expect(Math.abs(costEur - lowerBoundEur)).toBeLessThanOrEqual(RELATIVE_GAP * Math.abs(costEur))
})
