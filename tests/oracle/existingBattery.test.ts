/**
 * An existing battery in some weeks of a year, against HiGHS's mixed-integer program. With equal efficiencies both
 * batteries are one store. With different efficiencies the program operates two stores.
 */
import { expect, test } from "bun:test"
import { randomNumbers } from "../../wasm/bench/years.ts"
import type { Goal, Sizing, Year } from "../../wasm/types.ts"
import { checkedOptimiser } from "../support/checkedCore.ts"
import { highs } from "./highs.ts"
import { pricedSizing } from "./priced-sizing.ts"
import { type SeparateStore, sizingProgram } from "./sizing-program.ts"

const CASES = 24
/** HiGHS's own gap and tolerances. */
const ORACLE = 1e-5
const CLOSED = 1e-3

const optimiser = await checkedOptimiser()

const meanKw = ({ loadKwh, stepHours }: Year) => loadKwh.reduce((sum, kwh) => sum + kwh, 0) / loadKwh.length / stepHours

/** A site with a battery of up to ten hours of the mean load. */
function sizingWithBattery(
  seed: number,
): Sizing & { year: { existingBattery: { capacityKwh: number; powerKw: number } } } {
  const sizing = pricedSizing(seed)
  const random = randomNumbers(seed + 91)
  const mean = meanKw(sizing.year)
  const existingBattery = { capacityKwh: 10 * random() * mean, powerKw: (0.2 + 2 * random()) * mean }
  const wear = random() < 0.4 ? { wear: { eurPerKwh: 0.5 * random(), includedKwhPerKwh: 3 * random() } } : {}
  const constantKw = random() < 0.4 ? 0.1 * random() * mean : 0
  // At negative prices a share changes the rule of discharging, also without an existing battery.
  const isNegative = sizing.year.buyEurPerKwh.some(eur => eur < 0)
  const goal: Goal = !isNegative && random() < 0.25 ? { kind: "minShare", share: 0.2 } : { kind: "cost" }
  return {
    ...sizing,
    year: { ...sizing.year, existingBattery },
    goal,
    battery: { ...sizing.battery!, constantKw, ...wear },
  }
}

const scaleOf = (sizing: Sizing, eur: number): number => {
  const plant = { panels: sizing.year.roofs.map(() => 0), capacityKwh: 0, powerKw: 0 }
  const billEur = Math.abs(optimiser.dispatch(sizing.year, plant).costEur)
  return Math.max(Math.abs(eur), 0.05 * sizing.presentWorthFactor * billEur)
}

for (let seed = 0; seed < CASES; seed++) {
  test(`a new battery next to an existing one ${seed}`, () => {
    const sizing = sizingWithBattery(seed)
    const sized = optimiser.size(sizing)
    const solution = highs.solve(sizingProgram(sizing), { mip_rel_gap: ORACLE })
    if (solution.Status === "Infeasible") {
      expect(sized.reached.share).toBeLessThan(0.2)
      return
    }
    expect(solution.Status).toBe("Optimal")
    const least = solution.ObjectiveValue
    const scale = scaleOf(sizing, least)
    expect(sized.gap).toBeLessThanOrEqual(CLOSED)
    expect(sized.lowerBoundEur).toBeLessThanOrEqual(least + ORACLE * scale)
    expect(sized.totalEur).toBeGreaterThanOrEqual(least - ORACLE * scale)
    expect(sized.totalEur).toBeLessThanOrEqual(least + CLOSED * scale)
  })
}

test("an existing battery operates like a new one of its size", () => {
  for (let seed = 0; seed < 6; seed++) {
    const { year } = sizingWithBattery(seed)
    const { existingBattery, ...bare } = year
    const panels = year.roofs.map(() => 3)
    const existing = optimiser.dispatch(year, { panels, capacityKwh: 2, powerKw: 1 })
    const { capacityKwh, powerKw } = existingBattery
    const all = optimiser.dispatch(bare, { panels, capacityKwh: capacityKwh + 2, powerKw: powerKw + 1 })
    expect(existing.costEur).toBeCloseTo(all.costEur, 9)
    expect(existing.lowerBoundEur).toBeCloseTo(existing.costEur, 6)
  }
})

/** Ratio of the existing battery's one-way efficiency to the new one's. */
const RATIOS = [0.9, 0.97, 1.03]

for (const ratio of RATIOS)
  for (let seed = 0; seed < 6; seed++) {
    test(`an existing battery with ${ratio} of the efficiency ${seed}`, () => {
      const pooled = sizingWithBattery(seed)
      const { existingBattery, ...year } = pooled.year
      const { goal: _, ...sizing } = { ...pooled, battery: { ...pooled.battery!, wear: undefined } }
      const store: SeparateStore = {
        ...existingBattery,
        chargeEfficiency: Math.min(1, ratio * year.chargeEfficiency),
        dischargeEfficiency: Math.min(1, ratio * year.dischargeEfficiency),
      }
      const better = {
        chargeEfficiency: Math.max(year.chargeEfficiency, store.chargeEfficiency),
        dischargeEfficiency: Math.max(year.dischargeEfficiency, store.dischargeEfficiency),
      }
      const solution = highs.solve(sizingProgram({ ...sizing, year }, undefined, store), { mip_rel_gap: ORACLE })
      expect(solution.Status).toBe("Optimal")
      const sized = optimiser.size({ ...sizing, year: { ...pooled.year, ...better } })
      const least = solution.ObjectiveValue
      // The better efficiency for the whole store gives a bound.
      expect(sized.lowerBoundEur).toBeLessThanOrEqual(least + ORACLE * scaleOf(sizing, least))
    })
  }

/** Largest distance of the mean efficiency from two separate stores, as a share of what storage saves. */
const LARGEST_ERROR = 0.06

test("the mean efficiency of a store costs about as much as two separate stores", () => {
  const errors = [0.9, 0.97, 1.03].flatMap(ratio =>
    Array.from({ length: 6 }, (_, seed) => {
      const pooled = sizingWithBattery(seed)
      const { existingBattery, ...year } = pooled.year
      const { capacityKwh } = existingBattery
      const powerKw = Math.max(existingBattery.powerKw, capacityKwh / 20)
      const plant = { panels: pooled.panels.map(({ max }) => Math.round(max / 2)), capacityKwh, powerKw }
      const store: SeparateStore = {
        ...existingBattery,
        chargeEfficiency: Math.min(1, ratio * year.chargeEfficiency),
        dischargeEfficiency: Math.min(1, ratio * year.dischargeEfficiency),
      }
      const given: Sizing = {
        ...{ year, presentWorthFactor: 1, tolerance: 1e-6, maxDispatches: 100 },
        panels: pooled.panels.map((roof, k) => ({
          ...{ min: plant.panels[k]!, max: plant.panels[k]!, step: 1, kwPerPanel: roof.kwPerPanel, eurPerKw: 0 },
        })),
        battery: {
          minKwh: capacityKwh,
          maxKwh: capacityKwh,
          minKw: powerKw,
          maxKw: powerKw,
          eurPerKw: 0,
          eurPerKwh: 0,
        },
      }
      const separate = highs.solve(sizingProgram(given, undefined, store), { mip_rel_gap: ORACLE })
      if (separate.Status !== "Optimal") throw new Error(separate.Status)
      const mean = {
        chargeEfficiency: (year.chargeEfficiency + store.chargeEfficiency) / 2,
        dischargeEfficiency: (year.dischargeEfficiency + store.dischargeEfficiency) / 2,
      }
      const { costEur } = optimiser.dispatch({ ...pooled.year, ...mean }, plant)
      const bare = optimiser.dispatch(year, { ...plant, capacityKwh: 0, powerKw: 0 }).costEur
      return Math.abs(costEur - separate.ObjectiveValue) / Math.max(1, bare - separate.ObjectiveValue)
    }),
  )
  expect(Math.max(...errors)).toBeLessThan(LARGEST_ERROR)
}, 120_000)
