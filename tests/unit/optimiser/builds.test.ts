/** The core as shipped and the core with assertions, which the other tests use: equal answers to the last bit. */
import { expect, test } from "bun:test"
import { KINDS, randomCase } from "../../../wasm/bench/years.ts"
import { createOptimiser, type Goal } from "../../../wasm/index.ts"
import { randomDemandCharges, withRandomNetting } from "../../bench/chargeCases.ts"
import { randomSizing } from "../../bench/sizingCases.ts"
import { checkedOptimiser } from "../../support/checkedCore.ts"
import { core } from "./core-cut.ts"

const GOALS: Goal[] = [
  { kind: "cost" },
  { kind: "minShare", share: 0.6 },
  { kind: "maxShare", within: 1e-3 },
  { kind: "noUnserved" },
]

const [shipped, checked] = [await createOptimiser(), await checkedOptimiser()]

for (const kind of KINDS) {
  test(`dispatches agree: ${kind}`, () => {
    for (let seed = 0; seed < 6; seed++) {
      const { year, plant } = randomCase(kind, 2000 + seed, seed === 0 ? {} : { steps: 24 * 30 })
      const years = [year, { ...year, demandCharges: randomDemandCharges(year, seed) }, withRandomNetting(year, seed)]
      for (const each of years) expect(shipped.dispatch(each, plant)).toEqual(checked.dispatch(each, plant))
    }
  })

  test(`sizings agree, and so do adjustments: ${kind}`, () => {
    for (const [seed, goal] of GOALS.entries()) {
      const { sizing } = randomSizing(kind, 2100 + seed, { days: 20 })
      const [sized, same] = [shipped, checked].map(optimiser => optimiser.size({ ...sizing, goal }))
      expect(sized).toEqual(same!)
      const other = { ...sizing, goal, presentWorthFactor: 0.8 * sizing.presentWorthFactor }
      expect(shipped.resize(other, sized!.cuts)).toEqual(checked.resize(other, sized!.cuts))
    }
  })
}

test("an assertion that does not hold traps", () => {
  expect(() => core.yearBegin(24, 1, 1, 1, 1, 1, 1.5, 1, 0, 0)).toThrow(WebAssembly.RuntimeError)
})
