/** The cut of a dispatch: below the cost of every plant, equal at its own, its slopes the cost's derivatives. */
import { expect, test } from "bun:test"
import { KINDS, randomCase, randomNumbers } from "../../../wasm/bench/years.ts"
import { dispatchLoaded, loadYear } from "../../../wasm/core.ts"
import { readDispatch } from "../../../wasm/results.ts"
import type { Plant } from "../../../wasm/types.ts"
import { core, cutOf, cutValue, dispatchWithCut } from "./core-cut.ts"

const STEPS = 60 * 24

/** A plant of any size: zero, a part or a multiple of `plant`. */
function otherPlant(plant: Plant, random: () => number): Plant {
  const factor = () => (random() < 0.15 ? 0 : 3 * random() ** 2)
  return {
    panels: plant.panels.map(n => (n + 1) * factor()),
    capacityKwh: plant.capacityKwh * factor(),
    powerKw: plant.powerKw * factor(),
  }
}

for (const kind of KINDS) {
  test(`no plant costs less than a cut says: ${kind}`, () => {
    const random = randomNumbers(5)
    for (let seed = 0; seed < 6; seed++) {
      const { year, plant } = randomCase(kind, 300 + seed, { steps: STEPS })
      loadYear(core, year)
      const plants = [plant, ...Array.from({ length: 7 }, () => otherPlant(plant, random))]
      const dispatched = plants.map(dispatchWithCut)
      const scale = Math.max(...dispatched.map(({ costEur }) => Math.abs(costEur)))
      for (const [i, { cut, costEur }] of dispatched.entries()) {
        expect(Math.abs(cutValue(cut, plants[i]!) - costEur)).toBeLessThanOrEqual(1e-9 * scale)
        for (const [j, other] of dispatched.entries()) {
          expect(cutValue(cut, plants[j]!) - other.costEur).toBeLessThanOrEqual(1e-9 * scale)
        }
      }
    }
  })
}

test("the slopes of a cut are the derivatives of the cost, also from a level of one's own", () => {
  let compared = 0
  for (let seed = 0; seed < 12; seed++) {
    const { year, plant } = randomCase(KINDS[seed % 3]!, 400 + seed, { steps: STEPS })
    const { cut } = cutOf({ ...year, initialLevel: year.minLevel + 0.6 * (1 - year.minLevel) }, plant)
    const sizes = ["capacityKwh", "powerKw"] as const
    const slopes = [cut.eurPerKwh, cut.eurPerKw]
    for (const [i, size] of sizes.entries()) {
      const step = 1e-5 * plant[size]
      const cost = (by: number) => dispatchWithCut({ ...plant, [size]: plant[size] + by }).costEur
      const [left, right] = [(cost(0) - cost(-step)) / step, (cost(step) - cost(0)) / step]
      const slack = 1e-6 * (1 + Math.abs(slopes[i]!))
      expect(slopes[i]).toBeGreaterThanOrEqual(left - slack)
      expect(slopes[i]).toBeLessThanOrEqual(right + slack)
      if (Math.abs(right - left) < slack) compared++
    }
  }
  expect(compared).toBeGreaterThan(5)
})

test("the slopes of the limits are the derivatives of the cost", () => {
  const { year, plant } = randomCase("flat", 420, { steps: STEPS })
  loadYear(core, year)
  const free = dispatchLoaded(core, plant, year)
  const limits = {
    importLimitKw: 0.5 * Math.max(...free.years[0].importKwh),
    exportLimitKw: 0.5 * Math.max(...free.years[0].exportKwh),
  }
  for (const limit of ["importLimitKw", "exportLimitKw"] as const) {
    const cost = (by: number) => cutOf({ ...year, ...limits, [limit]: limits[limit] + by }, plant).costEur
    const step = 1e-5
    const [left, right] = [(cost(0) - cost(-step)) / step, (cost(step) - cost(0)) / step]
    cost(0)
    const { importLimitSlope, exportLimitSlope } = readDispatch(core.memory, core.dispatchedYear())
    const slope = limit === "importLimitKw" ? importLimitSlope : exportLimitSlope
    expect(slope).toBeGreaterThanOrEqual(left - 1e-5)
    expect(slope).toBeLessThanOrEqual(right + 1e-5)
    expect(slope).toBeLessThan(0)
  }
})
