/** Work of a given plant's year under demand charges: counted, so that it is equal on every machine. */
import { expect, test } from "bun:test"
import { type Kind, randomCase } from "../../../wasm/bench/years.ts"
import { createOptimiser } from "../../../wasm/index.ts"
import { randomDemandCharges } from "../../bench/chargeCases.ts"

const KINDS: Kind[] = ["flat", "dynamic", "no grid charging"]
/** Work of one dispatch of 8760 steps without its master problem (assembly/memory/work.ts). */
const A_DISPATCH = 8760 * 120

const optimiser = await createOptimiser()

function workOf(seed: number): number {
  const { year, plant } = randomCase(KINDS[seed % KINDS.length]!, seed)
  const charged = { ...year, demandCharges: randomDemandCharges(year, seed) }
  const before = optimiser.work()
  optimiser.dispatch(charged, plant)
  return optimiser.work() - before
}

test("limits that the first cuts show are taken at once, not come nearer to at each dispatch", () => {
  expect(workOf(3)).toBeLessThan(4 * A_DISPATCH)
})

test("limits that the battery cannot keep are ruled out without a dispatch", () => {
  for (const seed of [1, 2, 6]) expect(workOf(seed)).toBeLessThan(5 * A_DISPATCH)
})

test("a year with demand charges takes fewer than ten dispatches with their masters, in the mean of twelve", () => {
  let work = 0
  for (let seed = 0; seed < 12; seed++) work += workOf(seed)
  expect(work / 12).toBeLessThan(10 * A_DISPATCH)
})
