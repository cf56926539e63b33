/** Every dispatch proves its optimum: the bound of its duals equals its cost. */
import { expect, test } from "bun:test"
import { KINDS, randomCase } from "../../../wasm/bench/years.ts"
import { casesOf } from "../../support/cases.ts"
import { checkedOptimiser } from "../../support/checkedCore.ts"

const YEARS = casesOf(300, 100)
const RELATIVE_GAP = 1e-9

const optimiser = await checkedOptimiser()

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

test("the cost alone is the dispatch's, to the last bit, and refuses what that refuses", () => {
  for (const [index, kind] of KINDS.entries()) {
    const { year, plant } = randomCase(kind, 1300 + index, { roofs: 2 })
    const { costEur, unservedKwh, years } = optimiser.dispatch(year, plant)
    const discharged = years[0].dischargeKwh.reduce((sum, kwh) => sum + kwh, 0)
    const given = expect.closeTo(discharged, 6)
    expect(optimiser.cost(year, plant)).toEqual({ costEur, unservedKwh, dischargeKwh: given })
  }
  const { year, plant } = randomCase("flat", 1310)
  const charged = { ...year, demandCharges: [{ period: new Int16Array(year.loadKwh.length), eurPerKw: [20] }] }
  expect(optimiser.cost(charged, plant).costEur).toBe(optimiser.dispatch(charged, plant).costEur)
  expect(() => optimiser.cost(year, { ...plant, powerKw: -1 })).toThrow("plant.powerKw")
})
