/**
 * Price curves of a sizing: no cliff, one price for one plant however its roofs are written, only sizes that are sold.
 */
import { expect, test } from "bun:test"
import type { BatteryBounds, PriceCurve, Sizing } from "../../../wasm/types.ts"
import { randomSizing } from "../../bench/sizingCases.ts"
import { checkedOptimiser } from "../../support/checkedCore.ts"

const optimiser = await checkedOptimiser()
const { sizing: random } = randomSizing("dynamic", 3, { roofs: 1, days: 28 })
const curve: PriceCurve = [
  { size: 0, eur: 300 },
  { size: 5, eur: 2300 },
  { size: 10, eur: 3000 },
  { size: 20, eur: 8000 },
]
const bounds: BatteryBounds = { minKwh: 0, maxKwh: 30, minKw: 0, maxKw: 30, eurPerKw: 0, curve }
const base: Sizing = { ...random, battery: bounds, tolerance: 1e-9, maxDispatches: 2000 }

const priceOf = (kwh: number, battery: Partial<BatteryBounds> = {}) => {
  const panels = base.panels.map(roof => ({ ...roof, max: 0 }))
  const sized = optimiser.size({
    ...base,
    panels,
    battery: { ...bounds, maxKw: 4, ...battery, minKwh: kwh, maxKwh: kwh },
  })
  return sized.totalEur - base.presentWorthFactor * sized.dispatch.costEur
}

test("a battery costs what its curve says, on along the last piece", () => {
  const sizes = [2, 5, 7.5, 10, 15, 20, 30]
  expect(sizes.map(kwh => priceOf(kwh))).toEqual(
    [1100, 2300, 2650, 3000, 5500, 8000, 13_000].map(eur => expect.closeTo(eur, 6)),
  )
  expect(priceOf(5, { curve: [{ size: 10, eur: 100 }] })).toBeCloseTo(50, 6)
})

test("one watt-hour more never costs more than the curve's steepest slope", () => {
  for (const kwh of [1, 5, 10, 15, 20, 25]) {
    const step = priceOf(kwh + 0.001) - priceOf(kwh)
    expect(step).toBeGreaterThanOrEqual(0)
    expect(step).toBeLessThanOrEqual(0.501)
  }
})

test("power above the included rate is priced, and none is above the highest rate", () => {
  const priced = { minKw: 4, includedRate: 0.2, eurPerKw: 100 }
  expect(priceOf(5, priced)).toBeCloseTo(2300 + 3 * 100, 6)
  const cheap = { ...bounds, curve: [{ size: 10, eur: 200 }], highestRate: 0.25 }
  const { plant } = optimiser.size({ ...base, battery: cheap, tolerance: 1e-3 })
  expect(plant.capacityKwh).toBeGreaterThan(0)
  expect(plant.powerKw).toBeLessThanOrEqual(0.25 * plant.capacityKwh + 1e-9)
})

test("a free battery is none or at least the smallest", () => {
  const sizes = [10, 40, 90, 160, 250, 400, 800].map(eurPerKwh => {
    const battery = { ...bounds, curve: [{ size: 1, eur: eurPerKwh }], smallestKwh: 2 }
    return optimiser.size({ ...base, battery, tolerance: 1e-3 }).plant.capacityKwh
  })
  expect(sizes.every(kwh => kwh === 0 || kwh >= 2)).toBe(true)
  expect(sizes[0]).toBeGreaterThan(2)
  expect(sizes.at(-1)).toBe(0)
})

test("the request's own bounds lift the smallest battery and the highest rate", () => {
  expect(priceOf(1, { smallestKwh: 2 })).toBeCloseTo(700, 6)
  const small = { ...bounds, maxKwh: 1, smallestKwh: 2, curve: [{ size: 1, eur: 1 }] }
  expect(optimiser.size({ ...base, battery: small }).plant.capacityKwh).toBe(1)
  const fast = { ...bounds, minKwh: 5, maxKwh: 5, minKw: 10, maxKw: 10, highestRate: 1 }
  expect(optimiser.size({ ...base, battery: fast }).plant.powerKw).toBe(10)
})

test("roofs priced together are one plant: written as one, two or four, it has the same panels at the same cost", () => {
  const [roof] = base.year.roofs
  const panelCurve = [
    { size: 0, eur: 300 },
    { size: 2, eur: 2400 },
    { size: 4, eur: 4400 },
    { size: 8, eur: 8000 },
  ]
  const written = (count: number, max: number) =>
    optimiser.size({
      ...base,
      year: { ...base.year, roofs: Array.from({ length: count }, () => roof!) },
      panels: Array.from({ length: count }, () => ({
        ...{ min: 0, max, step: 1 as const, kwPerPanel: 0.4, eurPerKw: 0, isPricedTogether: true },
      })),
      panelCurve,
      battery: undefined,
      tolerance: 1e-6,
    })
  const [one, two, four] = [written(1, 16), written(2, 8), written(4, 4)]
  const panels = [one, two, four].map(({ plant }) => plant.panels.reduce((sum, n) => sum + n, 0))
  expect(panels[0]).toBeGreaterThan(0)
  expect(panels).toEqual([panels[0], panels[0], panels[0]] as number[])
  for (const { totalEur } of [two, four]) expect(totalEur).toBeCloseTo(one!.totalEur, 6)
})

test("a fixed cost decides whether a roof gets panels at all", () => {
  const withFixed = (fixedEur: number) => {
    const panels = base.panels.map(roof => ({ ...roof, eurPerKw: 400, fixedEur }))
    return optimiser.size({ ...base, panels, battery: undefined, tolerance: 1e-6 })
  }
  const free = withFixed(0)
  const cheap = withFixed(1)
  const dear = withFixed(1e6)
  expect(free.plant.panels[0]).toBeGreaterThan(0)
  expect(cheap.plant).toEqual(free.plant)
  expect(cheap.totalEur).toBeCloseTo(free.totalEur + 1, 2)
  expect(dear.plant.panels[0]).toBe(0)
})
