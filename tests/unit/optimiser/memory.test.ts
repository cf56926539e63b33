/** The core's memory grows to the largest year seen and no further. */
import { expect, test } from "bun:test"
import { randomCase } from "../../../wasm/bench/years.ts"
import { dispatchLoaded, loadYear } from "../../../wasm/core.ts"
import { core } from "./core-cut.ts"

const DISPATCHES = 2000

test("memory does not grow over thousands of dispatches of years of every length", () => {
  const cases = [24, 24 * 7, 24 * 60, 24 * 90].map((steps, seed) => randomCase("dynamic", seed, { steps, roofs: 2 }))
  const solveAll = () => {
    for (const { year, plant } of cases) {
      loadYear(core, year)
      dispatchLoaded(core, plant, year.loadKwh.length)
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
    return dispatchLoaded(core, plant, year.loadKwh.length)
  }
  const before = solve(first)
  solve(second)
  expect(solve(first)).toEqual(before)
})
