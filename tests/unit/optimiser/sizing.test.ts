/** Properties of every sizing: bounds, tiers, whole panels, a proven gap, the same answer every time. */
import { expect, test } from "bun:test"
import fc from "fast-check"
import type { Kind } from "../../../wasm/bench/years.ts"
import { SolveCancelled } from "../../../wasm/index.ts"
import type { Sized, Sizing } from "../../../wasm/types.ts"
import { randomSizing } from "../../bench/sizingCases.ts"
import { violations } from "../../oracle/feasibility.ts"
import { checkedOptimiser } from "../../support/checkedCore.ts"

const optimiser = await checkedOptimiser()
const KINDS: Kind[] = ["flat", "dynamic", "negative prices", "limits", "no grid charging"]
const DAYS = 28

const example = (kind: Kind, seed: number, roofs?: number): Sizing =>
  randomSizing(kind, seed, { days: DAYS, roofs }).sizing

function purchaseEur(sizing: Sizing, { plant }: Sized): number {
  const { battery, panels } = sizing
  const roofs = panels.reduce((sum, roof, k) => sum + roof.kwPerPanel * roof.eurPerKw * plant.panels[k]!, 0)
  if (battery === undefined) return roofs
  const eurPerKwh = battery.tiers?.find(tier => plant.capacityKwh <= tier.maxKwh)?.eurPerKwh ?? battery.eurPerKwh!
  return roofs + eurPerKwh * plant.capacityKwh + battery.eurPerKw * plant.powerKw
}

function expectHonest(sizing: Sizing, sized: Sized): void {
  const { plant, dispatch, totalEur, lowerBoundEur, gap } = sized
  const { battery, panels, year, presentWorthFactor } = sizing
  expect(violations(year, plant, dispatch)).toEqual([])
  expect(totalEur).toBeCloseTo(purchaseEur(sizing, sized) + presentWorthFactor * dispatch.costEur, 6)
  expect(lowerBoundEur).toBeLessThanOrEqual(totalEur)
  expect(gap).toBeGreaterThanOrEqual(0)
  plant.panels.forEach((count, k) => {
    expect(count).toBeGreaterThanOrEqual(panels[k]!.min)
    expect(count).toBeLessThanOrEqual(panels[k]!.max)
    if (panels[k]!.step === 1) expect(Number.isInteger(count)).toBe(true)
  })
  expect(plant.capacityKwh).toBeGreaterThanOrEqual(battery?.minKwh ?? 0)
  expect(plant.capacityKwh).toBeLessThanOrEqual(battery?.maxKwh ?? 0)
  expect(plant.powerKw).toBeGreaterThanOrEqual(Math.max(battery?.minKw ?? 0, plant.capacityKwh / 24 - 1e-12))
  expect(plant.powerKw).toBeLessThanOrEqual(battery?.maxKw ?? 0)
  expect(Math.round(plant.capacityKwh * 1000) / 1000).toBe(plant.capacityKwh)
}

for (const kind of KINDS) {
  test(`full years close to 0.1 %, ${kind}`, () => {
    for (let seed = 200; seed < 206; seed++) {
      const { sizing } = randomSizing(kind, seed)
      const sized = optimiser.size(sizing)
      expectHonest(sizing, sized)
      expect(sized.gap).toBeLessThanOrEqual(sizing.tolerance)
      expect(sized.dispatches).toBeLessThanOrEqual(60)
    }
  })
}

test("no random plant costs less than the bound", () => {
  const sizing = example("dynamic", 3)
  const { lowerBoundEur } = optimiser.size({ ...sizing, tolerance: 1e-5 })
  const { battery, panels } = sizing
  const eurPerKwh = Math.min(...(battery!.tiers ?? [{ eurPerKwh: battery!.eurPerKwh! }]).map(tier => tier.eurPerKwh))
  const share = fc.double({ min: 0, max: 1, noNaN: true })
  fc.assert(
    fc.property(fc.array(share, { minLength: 6, maxLength: 6 }), shares => {
      const plant = {
        panels: panels.map((roof, k) => Math.round(shares[k]! * roof.max)),
        capacityKwh: shares[4]! ** 3 * battery!.maxKwh,
        powerKw: shares[5]! * battery!.maxKw,
      }
      const year = optimiser.dispatch(sizing.year, plant).costEur
      const roofs = panels.reduce((sum, roof, k) => sum + roof.kwPerPanel * roof.eurPerKw * plant.panels[k]!, 0)
      const purchase = roofs + eurPerKwh * plant.capacityKwh + battery!.eurPerKw * plant.powerKw
      if (plant.powerKw < plant.capacityKwh / 24) return
      expect(purchase + sizing.presentWorthFactor * year).toBeGreaterThanOrEqual(lowerBoundEur)
    }),
    { numRuns: 100, seed: 5 },
  )
})

test("the order of the roofs changes nothing", () => {
  fc.assert(
    fc.property(fc.constantFrom(...KINDS), fc.integer({ min: 0, max: 500 }), (kind, seed) => {
      const sizing = { ...example(kind, seed, 3), tolerance: 1e-4 }
      const order = [2, 0, 1]
      const year = { ...sizing.year, roofs: order.map(k => sizing.year.roofs[k]!) }
      const a = optimiser.size(sizing)
      const b = optimiser.size({ ...sizing, year, panels: order.map(k => sizing.panels[k]!) })
      expect(a.lowerBoundEur).toBeLessThanOrEqual(b.totalEur + 1e-6)
      expect(b.lowerBoundEur).toBeLessThanOrEqual(a.totalEur + 1e-6)
    }),
    { numRuns: 15, seed: 1 },
  )
})

test("allowing a larger battery or more panels never costs more", () => {
  fc.assert(
    fc.property(fc.constantFrom(...KINDS), fc.integer({ min: 0, max: 500 }), (kind, seed) => {
      const sizing = example(kind, seed)
      const battery = { ...sizing.battery!, maxKwh: sizing.battery!.maxKwh / 20, maxKw: sizing.battery!.maxKw / 20 }
      const panels = sizing.panels.map(roof => ({ ...roof, max: Math.floor(roof.max / 2) }))
      const more = optimiser.size(sizing)
      const less = optimiser.size({ ...sizing, battery, panels })
      expect(more.lowerBoundEur).toBeLessThanOrEqual(less.totalEur + 1e-6)
    }),
    { numRuns: 15, seed: 2 },
  )
})

test("the same input gives the same answer to the last bit, also between other sizings", async () => {
  const sizing = randomSizing("dynamic", 11).sizing
  const first = optimiser.size(sizing)
  optimiser.size(example("limits", 4))
  expect(optimiser.size(sizing)).toEqual(first)
  expect((await checkedOptimiser()).size(sizing)).toEqual(first)
})

test("a size on a tier's edge has the lower tier's price, above it the next one's", () => {
  const sizing = example("flat", 7, 1)
  const edge = 3.2
  const bounds = { ...sizing.battery!, minKwh: edge, maxKwh: edge, minKw: 0, eurPerKw: 0, eurPerKwh: undefined }
  const tiers = [
    { maxKwh: edge, eurPerKwh: 500 },
    { maxKwh: 1000, eurPerKwh: 300 },
  ]
  const on = { ...sizing, battery: { ...bounds, tiers } }
  const above = { ...sizing, battery: { ...bounds, minKwh: edge + 0.001, maxKwh: edge + 0.001, tiers } }
  const sizedOn = optimiser.size(on)
  const sizedAbove = optimiser.size(above)
  expect(sizedOn.plant.capacityKwh).toBe(3.2)
  expect(sizedAbove.plant.capacityKwh).toBe(3.201)
  expect(sizedOn.totalEur - sizedAbove.totalEur).toBeGreaterThan(0.9 * (200 * edge))
  const free = { ...sizing, battery: { ...bounds, minKwh: 0, maxKwh: edge + 1, tiers } }
  expectHonest(free, optimiser.size(free))
})

test("a cheap tier above an expensive one is found past the edge", () => {
  const sizing = example("flat", 7, 1)
  const battery = {
    minKwh: 0,
    maxKwh: 50,
    minKw: 0,
    maxKw: 50,
    eurPerKw: 0,
    tiers: [
      { maxKwh: 2, eurPerKwh: 900 },
      { maxKwh: 50, eurPerKwh: 20 },
    ],
  }
  const sized = optimiser.size({ ...sizing, battery })
  expect(sized.plant.capacityKwh).toBeGreaterThanOrEqual(2.001)
  expect(sized.gap).toBeLessThanOrEqual(1e-3)
})

test("continuous panel counts end between whole ones and never cost more", () => {
  const sizing = { ...example("dynamic", 2, 2), tolerance: 1e-6 }
  const whole = optimiser.size(sizing)
  const continuous = { ...sizing, panels: sizing.panels.map(roof => ({ ...roof, step: 0 as const })) }
  const sized = optimiser.size(continuous)
  expectHonest(continuous, sized)
  expect(sized.plant.panels.some(count => !Number.isInteger(count))).toBe(true)
  expect(sized.lowerBoundEur).toBeLessThanOrEqual(whole.totalEur)
})

test("a battery of zero size, no battery, no roofs and nothing at all", () => {
  const sizing = example("dynamic", 5)
  const zero = { minKwh: 0, maxKwh: 0, minKw: 0, maxKw: 0, eurPerKw: 100, eurPerKwh: 300 }
  const withZero = { ...sizing, battery: zero }
  const without = { ...sizing, battery: undefined }
  expectHonest(withZero, optimiser.size(withZero))
  expectHonest(without, optimiser.size(without))
  expect(optimiser.size(withZero).totalEur).toBeCloseTo(optimiser.size(without).totalEur, 6)
  const roofless = { ...sizing, year: { ...sizing.year, roofs: [] }, panels: [] }
  expectHonest(roofless, optimiser.size(roofless))
  const nothing = { ...roofless, battery: undefined }
  const sized = optimiser.size(nothing)
  expect(sized.gap).toBeLessThan(1e-9)
  expect(sized.plant).toEqual({ panels: [], capacityKwh: 0, powerKw: 0 })
})

test("least sizes are kept", () => {
  const sizing = example("dynamic", 6, 2)
  const least = {
    ...sizing,
    panels: sizing.panels.map(roof => ({ ...roof, min: roof.max })),
    battery: { ...sizing.battery!, minKwh: 4, minKw: 3, maxKwh: 40, maxKw: 40 },
  }
  const sized = optimiser.size(least)
  expectHonest(least, sized)
  expect(sized.gap).toBeLessThanOrEqual(1e-3)
})

test("a power without a price costs nothing and stays small", () => {
  const sizing = example("flat", 9, 1)
  const free = { ...sizing, battery: { ...sizing.battery!, eurPerKw: 0 } }
  const sized = optimiser.size(free)
  expectHonest(free, sized)
  expect(sized.plant.powerKw).toBeLessThan(sizing.battery!.maxKw)
})

test("the limit of dispatches ends with a plant and its honest gap", () => {
  const { sizing } = randomSizing("limits", 3)
  for (const maxDispatches of [1, 2, 5, 9]) {
    const sized = optimiser.size({ ...sizing, maxDispatches, tolerance: 1e-9 })
    expectHonest(sizing, sized)
    expect(sized.dispatches).toBeLessThanOrEqual(maxDispatches + 4)
    expect(sized.gap).toBeGreaterThan(0)
  }
})

test("progress rises to 1, and answering false cancels", () => {
  const { sizing } = randomSizing("limits", 3)
  const shares: number[] = []
  const sized = optimiser.size(sizing, share => shares.push(share) > 0)
  expect(shares.length).toBeGreaterThanOrEqual(sized.dispatches)
  expect(shares).toEqual([...shares].sort((a, b) => a - b))
  expect(shares.at(-1)).toBe(1)
  let calls = 0
  expect(() => optimiser.size(sizing, () => ++calls < 3)).toThrow(SolveCancelled)
  expect(calls).toBe(3)
  expect(optimiser.size(sizing)).toEqual(sized)
})

test("the largest power may deliver the largest capacity in a day but for rounding", () => {
  const maxKw = 0.41666666666666663
  expect([24 * maxKw, 10 / 24 > maxKw]).toEqual([10, true])
  const { year, panels, ...terms } = example("dynamic", 4)
  const battery = { minKwh: 0, maxKwh: 10, minKw: 0, maxKw, eurPerKw: 0, eurPerKwh: 0.01 }
  const sized = optimiser.size({ ...terms, year, panels, battery })
  expect(sized.gap).toBeLessThanOrEqual(terms.tolerance)
  const largest = { panels: sized.plant.panels, capacityKwh: 9.999, powerKw: 9.999 / 24 }
  const roofs = panels.reduce((sum, roof, k) => sum + roof.kwPerPanel * roof.eurPerKw * largest.panels[k]!, 0)
  const total = roofs + 0.01 * 9.999 + terms.presentWorthFactor * optimiser.dispatch(year, largest).costEur
  expect(sized.lowerBoundEur).toBeLessThanOrEqual(total)
  expect(sized.totalEur).toBeLessThanOrEqual(total + terms.tolerance * Math.abs(total))
})
