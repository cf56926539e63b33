/** Neighbouring plants that a rule tries. */
import { expect, test } from "bun:test"
import { cheapestByRule } from "../../search/choose/ruleChoice.ts"
import type { Plant } from "../../wasm/index.ts"

/** Longest time to fill a battery that the optimiser accepts [h]. */
const SLOWEST_HOURS = 24

test("batteries near one that is as slow as one may be have whole Wh and are no slower", () => {
  const first = { panels: [4], capacityKwh: 36.001, powerKw: 36.001 / SLOWEST_HOURS }
  const battery = { minKwh: 0, maxKwh: 100, minKw: 0, maxKw: 10, eurPerKwh: 100, eurPerKw: 0 }
  const panels = [{ min: 0, max: 8, step: 1 as const, kwPerPanel: 0.4, eurPerKw: 1000 }]
  const tried: Plant[] = []
  const realEurOf = (plant: Plant) => {
    tried.push(plant)
    return Math.abs(plant.capacityKwh - 20) - plant.panels[0]!
  }
  expect(cheapestByRule({ panels, battery }, first, realEurOf, 120).panels).toEqual([8])
  const others = tried.filter(({ capacityKwh }) => capacityKwh !== first.capacityKwh)
  expect(others.length).toBeGreaterThan(5)
  for (const { capacityKwh, powerKw } of others) {
    expect(capacityKwh).toBe(Math.round(1000 * capacityKwh) / 1000)
    expect(powerKw * SLOWEST_HOURS).toBeGreaterThanOrEqual(capacityKwh * (1 - 1e-12))
  }
})
