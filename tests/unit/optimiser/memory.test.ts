/** The core's memory grows to the largest year seen and no further. */
import { expect, test } from "bun:test"
import { randomCase } from "../../../wasm/bench/years.ts"
import { dispatchLoaded, loadYear } from "../../../wasm/core.ts"
import type { Sizing } from "../../../wasm/types.ts"
import { randomDemandCharges } from "../../bench/chargeCases.ts"
import { randomSizing } from "../../bench/sizingCases.ts"
import { checkedOptimiser } from "../../support/checkedCore.ts"
import { core } from "./core-cut.ts"

const DISPATCHES = 2000

test("memory does not grow over thousands of dispatches of years of every length", () => {
  const cases = [24, 24 * 7, 24 * 60, 24 * 90].map((steps, seed) => randomCase("dynamic", seed, { steps, roofs: 2 }))
  const solveAll = () => {
    for (const { year, plant } of cases) {
      loadYear(core, year)
      dispatchLoaded(core, plant, year)
    }
  }
  solveAll()
  const bytes = core.memory.buffer.byteLength
  for (let i = 0; i < DISPATCHES / cases.length; i++) solveAll()
  expect(core.memory.buffer.byteLength).toBe(bytes)
})

test("the answer does not depend on what was solved before", () => {
  const [first, second] = [randomCase("limits", 1, { steps: 720 }), randomCase("huge battery", 2, { steps: 1440 })]
  const solve = ({ year, plant }: typeof first) => {
    loadYear(core, year)
    return dispatchLoaded(core, plant, year)
  }
  const before = solve(first)
  solve(second)
  expect(solve(first)).toEqual(before)
})

test("an adjustment does not depend on what was solved before", async () => {
  const { sizing } = randomSizing("dynamic", 337, { days: 17 })
  const demandCharges = randomDemandCharges(sizing.year, 37)
  const charged: Sizing = {
    ...sizing,
    year: { ...sizing.year, demandCharges },
    goal: { kind: "maxShare", within: 1e-3 },
  }
  const [fresh, used] = [await checkedOptimiser(), await checkedOptimiser()]
  const { cuts } = used.size(charged)
  const panels = charged.panels.map(roof => ({ ...roof, max: roof.max + 1, eurPerKw: 0.9 * roof.eurPerKw }))
  const adjusted = { ...charged, panels, presentWorthFactor: 0.8 * charged.presentWorthFactor }
  expect(used.resize(adjusted, cuts)).toEqual(fresh.resize(adjusted, cuts))
})
