/** Properties of the optimiser that hold for every year, at any numbers. */
import { expect, test } from "bun:test"
import fc from "fast-check"
import { KINDS, type Kind, randomCase } from "../../../wasm/bench/years.ts"
import type { Plant, Year } from "../../../wasm/index.ts"
import { checkedOptimiser } from "../../support/checkedCore.ts"

const optimiser = await checkedOptimiser()
const cases = fc.record({
  kind: fc.constantFrom(...KINDS),
  seed: fc.nat(1_000_000),
  roofs: fc.integer({ min: 1, max: 4 }),
})

/** Made inside the property, so that a counterexample prints as three values. */
const made = ({ kind, seed, roofs }: { kind: Kind; seed: number; roofs: number }) =>
  randomCase(kind, seed, { steps: 21 * 24, roofs })

const costEur = (year: Year, plant: Plant) => optimiser.dispatch(year, plant).costEur

/** Rounding error [EUR]: 1e-9 of the cost, or 1e-12 of the bill without a plant if the plant's cost is nearly zero. */
function slackEur(year: Year, cost: number): number {
  const bill = year.loadKwh.reduce((sum, kwh, t) => sum + kwh * Math.abs(year.buyEurPerKwh[t]!), 0)
  return Math.max(1e-9 * Math.abs(cost), 1e-12 * bill)
}

test("more battery never costs more when it starts at its minimum and that is nothing", () => {
  fc.assert(
    fc.property(cases, fc.double({ min: 1, max: 5, noNaN: true }), fc.boolean(), (which, factor, energy) => {
      const { year, plant } = made(which)
      const empty = { ...year, minLevel: 0, initialLevel: 0 }
      const size = energy ? "capacityKwh" : "powerKw"
      const before = costEur(empty, plant)
      expect(costEur(empty, { ...plant, [size]: plant[size] * factor })).toBeLessThanOrEqual(
        before + slackEur(empty, before),
      )
    }),
  )
})

test("more sun, looser limits and grid charging never cost more", () => {
  fc.assert(
    fc.property(cases, fc.double({ min: 1, max: 3, noNaN: true }), (which, factor) => {
      const { year, plant } = made(which)
      const before = costEur(year, plant)
      const slack = slackEur(year, before)
      expect(costEur({ ...year, gridCharging: true }, plant)).toBeLessThanOrEqual(before + slack)
      const looser = year.importLimitKw === undefined ? undefined : Number(year.importLimitKw) * factor
      expect(costEur({ ...year, importLimitKw: looser }, plant)).toBeLessThanOrEqual(before + slack)
      expect(costEur(year, { ...plant, panels: plant.panels.map(n => n * factor) })).toBeLessThanOrEqual(before + slack)
    }),
  )
})

test("scaling all energies scales the cost", () => {
  fc.assert(
    fc.property(cases, fc.double({ min: 1e-3, max: 1e4, noNaN: true }), (which, factor) => {
      const { year, plant } = made(which)
      const times = (x: Year["importLimitKw"]) => (x === undefined ? undefined : Number(x) * factor)
      const scaled = {
        ...year,
        loadKwh: year.loadKwh.map(x => x * factor),
        importLimitKw: times(year.importLimitKw),
        exportLimitKw: times(year.exportLimitKw),
      }
      const panels = plant.panels.map(n => n * factor)
      const larger = { panels, capacityKwh: plant.capacityKwh * factor, powerKw: plant.powerKw * factor }
      const before = costEur(year, plant)
      expect(Math.abs(costEur(scaled, larger) / factor - before)).toBeLessThanOrEqual(slackEur(year, before))
    }),
  )
})

test("the order of the roofs changes nothing", () => {
  fc.assert(
    fc.property(cases, which => {
      const { year, plant } = made(which)
      const turned = { ...year, roofs: [...year.roofs].reverse() }
      const before = costEur(year, plant)
      const after = costEur(turned, { ...plant, panels: [...plant.panels].reverse() })
      expect(Math.abs(after - before)).toBeLessThanOrEqual(slackEur(year, before))
    }),
  )
})

test("quarter-hours that repeat their hour cost what the hours cost", () => {
  fc.assert(
    fc.property(cases, which => {
      const { year, plant } = made(which)
      const quarters = (values: Float64Array, factor: number) =>
        new Float64Array(4 * values.length).map((_, t) => values[t >> 2]! * factor)
      const fine = {
        ...year,
        stepHours: 0.25,
        loadKwh: quarters(year.loadKwh, 0.25),
        roofs: year.roofs.map(roof => ({ productionKwhPerPanel: quarters(roof.productionKwhPerPanel, 0.25) })),
        buyEurPerKwh: quarters(year.buyEurPerKwh, 1),
        sellEurPerKwh: quarters(year.sellEurPerKwh, 1),
      }
      const before = costEur(year, plant)
      expect(Math.abs(costEur(fine, plant) - before)).toBeLessThanOrEqual(slackEur(year, before))
    }),
  )
})

test("a year of 35,040 quarter-hours proves itself", () => {
  const { year, plant } = randomCase("dynamic", 3, { steps: 35_040, stepHours: 0.25 })
  const { costEur, lowerBoundEur, years } = optimiser.dispatch(year, plant)
  const [{ levelKwh }] = years
  expect(levelKwh.length).toBe(35_040)
  expect(Math.abs(costEur - lowerBoundEur)).toBeLessThanOrEqual(slackEur(year, costEur))
})
