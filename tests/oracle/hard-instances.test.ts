/** Instances that break dispatch algorithms: ties, no decisions, limits of zero, extremes of scale. */
import { expect, test } from "bun:test"
import { randomCase } from "../../wasm/bench/years.ts"
import type { Plant, Year } from "../../wasm/types.ts"
import { checkedOptimiser } from "../support/checkedCore.ts"
import { violations } from "./feasibility.ts"
import { leastCostEur } from "./highs.ts"

const STEPS = 20 * 24
const optimiser = await checkedOptimiser()

function check(year: Year, plant: Plant): ReturnType<typeof optimiser.dispatch> {
  const dispatch = optimiser.dispatch(year, plant)
  expect(violations(year, plant, dispatch)).toEqual([])
  const scale = Math.max(Math.abs(dispatch.costEur), Number.MIN_VALUE)
  expect(Math.abs(dispatch.costEur - leastCostEur(year, plant))).toBeLessThanOrEqual(1e-9 * scale)
  expect(Math.abs(dispatch.costEur - dispatch.lowerBoundEur)).toBeLessThanOrEqual(1e-9 * scale)
  return dispatch
}

function dynamic(seed: number): { year: Year; plant: Plant } {
  const { year, plant } = randomCase("dynamic", seed, { steps: STEPS })
  return { year: { ...year, importLimitKw: undefined, exportLimitKw: undefined, gridCharging: true }, plant }
}

const mapped = (values: Float64Array, change: (x: number) => number) => values.map(change)

test("a battery that ends exactly empty", () => {
  const steps = 48
  const year: Year = {
    stepHours: 1,
    loadKwh: new Float64Array(steps).map((_, t) => (t % 24 >= 18 ? 1 : 0)),
    roofs: [{ productionKwhPerPanel: new Float64Array(steps).map((_, t) => (t % 24 >= 10 && t % 24 < 16 ? 1 : 0)) }],
    buyEurPerKwh: new Float64Array(steps).fill(0.3),
    sellEurPerKwh: new Float64Array(steps).fill(0.05),
    gridCharging: true,
    chargeEfficiency: 1,
    dischargeEfficiency: 1,
    minLevel: 0,
  }
  const dispatch = check(year, { panels: [1], capacityKwh: 6, powerKw: 1 })
  expect(dispatch.costEur).toBe(0)
  expect(dispatch.years[0].levelKwh[47]).toBe(0)
})

test("selling pays what buying costs, with losses and without", () => {
  const { year, plant } = dynamic(1)
  check({ ...year, sellEurPerKwh: year.buyEurPerKwh }, plant)
  check({ ...year, sellEurPerKwh: year.buyEurPerKwh, chargeEfficiency: 1, dischargeEfficiency: 1 }, plant)
  const flat = new Float64Array(STEPS).fill(0.25)
  const lossless = { ...year, buyEurPerKwh: flat, sellEurPerKwh: flat, chargeEfficiency: 1, dischargeEfficiency: 1 }
  check(lossless, plant)
  check({ ...lossless, minLevel: 0.1, initialLevel: 0.7 }, plant)
})

test("no export, negative prices, no grid charging", () => {
  for (const seed of [1, 2, 3, 4]) {
    const { year, plant } = randomCase("negative prices", seed, { steps: STEPS })
    check({ ...year, exportLimitKw: 0, gridCharging: false }, plant)
    check({ ...year, exportLimitKw: 0, gridCharging: false, importLimitKw: 0.4 }, plant)
  }
})

test("a large battery with next to no power", () => {
  const { year, plant } = dynamic(2)
  check(year, { ...plant, capacityKwh: 30, powerKw: 1e-5 })
  check({ ...year, initialLevel: 0.5 }, { ...plant, capacityKwh: 30, powerKw: 1e-5 })
  check({ ...year, initialLevel: 1 }, { ...plant, capacityKwh: 30, powerKw: 0 })
})

test("a small battery with great power", () => {
  const { year, plant } = dynamic(3)
  check(year, { ...plant, capacityKwh: 1e-3, powerKw: 1e3 })
  check(year, { ...plant, capacityKwh: 1e-9, powerKw: 10 })
  check({ ...year, exportLimitKw: 2 }, { ...plant, capacityKwh: 1e-14, powerKw: 10 })
})

test("a level that may not move", () => {
  const { year, plant } = dynamic(4)
  const dispatch = check({ ...year, minLevel: 1, initialLevel: 1 }, plant)
  expect(Math.max(...dispatch.years[0].chargeKwh, ...dispatch.years[0].dischargeKwh)).toBe(0)
})

test("no battery", () => {
  const { year, plant } = dynamic(5)
  check(year, { ...plant, capacityKwh: 0, powerKw: 0 })
  check(year, { ...plant, capacityKwh: 0, powerKw: 3 })
})

test("no panels, and no roofs", () => {
  const { year, plant } = dynamic(6)
  check(year, { ...plant, panels: plant.panels.map(() => 0) })
  check({ ...year, roofs: [] }, { ...plant, panels: [] })
})

test("neither import nor export", () => {
  const { year, plant } = dynamic(7)
  const island = { ...year, importLimitKw: 0, exportLimitKw: 0 }
  check(island, plant)
  check({ ...island, gridCharging: false }, plant)
  check({ ...island, initialLevel: 0.9 }, plant)
})

test("all prices negative", () => {
  for (const seed of [8, 9]) {
    const { year, plant } = dynamic(seed)
    const paid = {
      ...year,
      buyEurPerKwh: mapped(year.buyEurPerKwh, x => -x - 0.01),
      sellEurPerKwh: mapped(year.buyEurPerKwh, x => -x - 0.02),
    }
    check(paid, plant)
    check({ ...paid, gridCharging: false }, plant)
    check({ ...paid, importLimitKw: 0.5, exportLimitKw: 0.1 }, plant)
  }
})

test("energies of 1e-3 and of 1e4 times a household", () => {
  for (const kind of ["dynamic", "limits", "negative prices", "no grid charging"] as const) {
    for (const scale of [1e-3, 1e4]) {
      const { year, plant } = randomCase(kind, 10, { steps: STEPS })
      const limits = {
        importLimitKw: Number(year.importLimitKw ?? 1) * scale,
        exportLimitKw: Number(year.exportLimitKw ?? 1) * scale,
      }
      const scaled = { ...year, ...limits, loadKwh: mapped(year.loadKwh, x => x * scale) }
      const panels = plant.panels.map(n => n * scale)
      const dispatch = optimiser.dispatch(scaled, {
        panels,
        capacityKwh: plant.capacityKwh * scale,
        powerKw: plant.powerKw * scale,
      })
      const { costEur } = check(
        { ...year, ...{ importLimitKw: year.importLimitKw ?? 1 }, exportLimitKw: year.exportLimitKw ?? 1 },
        plant,
      )
      expect(Math.abs(dispatch.costEur / scale - costEur)).toBeLessThanOrEqual(1e-9 * Math.abs(costEur))
    }
  }
})

test("free import, free export, and prices of zero", () => {
  const { year, plant } = dynamic(11)
  const zero = new Float64Array(STEPS)
  const dispatch = optimiser.dispatch({ ...year, buyEurPerKwh: zero, sellEurPerKwh: zero }, plant)
  expect(dispatch.costEur).toBe(0)
  expect(Math.abs(dispatch.lowerBoundEur)).toBe(0)
  check({ ...year, sellEurPerKwh: zero }, plant)
})

test("production that never meets the load, and no load at all", () => {
  const { year, plant } = dynamic(12)
  check({ ...year, loadKwh: new Float64Array(STEPS) }, plant)
  check({ ...year, loadKwh: new Float64Array(STEPS), exportLimitKw: 0.3 }, plant)
  check({ ...year, roofs: year.roofs.map(() => ({ productionKwhPerPanel: new Float64Array(STEPS) })) }, plant)
})

test("one step", () => {
  const { year, plant } = randomCase("dynamic", 13, { steps: 1 })
  check({ ...year, minLevel: 0.1, initialLevel: 0.8 }, plant)
})
