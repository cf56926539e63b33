/**
 * Goals other than least cost, on full years: shares are reached, not exceeded; limits hold or the excess is reported.
 */
import { expect, test } from "bun:test"
import { type Kind, randomNumbers } from "../../../wasm/bench/years.ts"
import type { Dispatch, Plant, Sized, Sizing, Year } from "../../../wasm/types.ts"
import { randomSizing } from "../../bench/sizingCases.ts"
import { violations } from "../../oracle/feasibility.ts"
import { checkedOptimiser } from "../../support/checkedCore.ts"

const optimiser = await checkedOptimiser()
const POINT = 0.01
const KINDS: Kind[] = ["flat", "dynamic", "negative prices", "no grid charging"]

const sum = (series: Float64Array) => series.reduce((total, value) => total + value, 0)
const shareOf = (year: Year, dispatch: Dispatch) => 1 - sum(dispatch.years[0].importKwh) / sum(year.loadKwh)

function example(kind: Kind, seed: number): Sizing {
  const { sizing } = randomSizing(kind, seed)
  return { ...sizing, year: { ...sizing.year, importLimitKw: undefined } }
}

/**
 * Violations of a sized plant. With paid import, the rule on discharging applies to the price with the share's premium,
 * so it is left out here.
 */
function wrong(sizing: Sizing, { plant, dispatch }: Sized): string[] {
  const paid = sizing.year.buyEurPerKwh.some(price => price < 0)
  return violations(sizing.year, plant, dispatch).filter(what => !(paid && what.includes("discharge")))
}

/** The share that a plant can reach: its year at an import price so high that no other cost matters. */
function bestShare(year: Year, plant: Plant): number {
  const buyEurPerKwh = year.buyEurPerKwh.map(price => price + 1e4)
  return shareOf(year, optimiser.dispatch({ ...year, buyEurPerKwh }, plant))
}

for (const kind of KINDS) {
  for (const share of [0.3, 0.5]) {
    test(`minShare ${share}, ${kind}`, () => {
      for (const seed of [300, 301, 302]) {
        const sizing = { ...example(kind, seed), goal: { kind: "minShare", share } as const }
        const sized = optimiser.size(sizing)
        expect(wrong(sizing, sized)).toEqual([])
        expect(sized.reached.share).toBeCloseTo(shareOf(sizing.year, sized.dispatch), 9)
        const free = optimiser.size({ ...sizing, goal: { kind: "cost" } })
        const largest = {
          panels: sizing.panels.map(roof => roof.max),
          capacityKwh: sizing.battery!.maxKwh,
          powerKw: sizing.battery!.maxKw,
        }
        const most = bestShare(sizing.year, largest)
        if (most < share) {
          expect(sized.reached.share).toBeLessThan(share)
          expect(sized.reached.share).toBeGreaterThan(most - 0.1 * POINT)
          continue
        }
        expect(sized.reached.share).toBeGreaterThan(share - 0.1 * POINT)
        expect(sized.totalEur).toBeGreaterThanOrEqual(free.lowerBoundEur)
        if (kind !== "negative prices") expect(sized.gap).toBeLessThanOrEqual(2e-3)
        if (free.reached.share >= share) expect(sized.lowerBoundEur).toBeLessThanOrEqual(free.totalEur + 1e-6)
      }
    })
  }

  test(`maxShare, ${kind}: no random plant has more, all panels are used`, () => {
    const within = 0.001
    for (const seed of [310, 311]) {
      const sizing = { ...example(kind, seed), goal: { kind: "maxShare", within } as const }
      const { panels, battery, year } = sizing
      const sized = optimiser.size(sizing)
      expect(wrong(sizing, sized)).toEqual([])
      expect(sized.plant.panels).toEqual(panels.map(roof => roof.max))
      const random = randomNumbers(seed)
      for (let i = 0; i < 15; i++) {
        const plant = {
          panels: panels.map(roof => Math.round(random() ** 0.3 * roof.max)),
          capacityKwh: random() ** 0.3 * battery!.maxKwh,
          powerKw: random() ** 0.3 * battery!.maxKw,
        }
        expect(bestShare(year, plant)).toBeLessThan(sized.reached.share + 0.1 * POINT)
      }
      expect(sized.reached.share).toBeCloseTo(bestShare(year, sized.plant), 6)
      expect(sized.plant.capacityKwh).toBeLessThan(battery!.maxKwh)
    }
  })
}

test("maxShare: the bound is one of plants with all panels, even those that make nothing", () => {
  const sizing = { ...example("flat", 312), goal: { kind: "maxShare", within: 0.01 } as const }
  const dark = { productionKwhPerPanel: new Float64Array(sizing.year.loadKwh.length) }
  const panels = [...sizing.panels, { min: 0, max: 40, step: 1 as const, kwPerPanel: 0.4, eurPerKw: 1000 }]
  const darkened = { ...sizing, year: { ...sizing.year, roofs: [...sizing.year.roofs, dark] }, panels }
  const whole = optimiser.size(sizing)
  const sized = optimiser.size(darkened)
  expect(sized.plant.panels.at(-1)).toBe(40)
  expect(sized.lowerBoundEur).toBeGreaterThan(whole.totalEur)
  expect(sized.lowerBoundEur).toBeLessThanOrEqual(whole.totalEur + 40 * 0.4 * 1000 + 1e-6)
})

test("maxShare: among the plants of the best share the battery is a cheap one", () => {
  const sizing = { ...example("flat", 312), goal: { kind: "maxShare", within: 0.02 } as const }
  const wide = optimiser.size(sizing)
  const narrow = optimiser.size({ ...sizing, goal: { kind: "maxShare", within: 0.001 } })
  expect(wide.totalEur).toBeLessThan(narrow.totalEur)
  expect(wide.reached.share).toBeGreaterThan(narrow.reached.share - 0.021)
})

test("an unreachable share gives the best one", () => {
  const sizing = { ...example("dynamic", 320), goal: { kind: "minShare", share: 0.999 } as const }
  const battery = { ...sizing.battery!, maxKwh: 1, maxKw: 1 }
  const sized = optimiser.size({ ...sizing, battery })
  expect(sized.reached.share).toBeLessThan(0.999)
  const largest = { panels: sizing.panels.map(roof => roof.max), capacityKwh: 1, powerKw: 1 }
  expect(sized.reached.share).toBeCloseTo(bestShare(sizing.year, largest), 6)
})

/** A limit that a battery can keep: a bit below the highest net demand. */
function limited(seed: number, factor: number): Sizing {
  const sizing = example("dynamic", seed)
  const { year } = sizing
  const peak = year.loadKwh.reduce((most, kwh) => Math.max(most, kwh), 0) / year.stepHours
  return {
    ...sizing,
    year: { ...year, importLimitKw: factor * peak, gridCharging: true },
    goal: { kind: "noUnserved" },
  }
}

test("noUnserved keeps the limit in every hour and buys the battery it takes", () => {
  for (const seed of [330, 331, 332, 333]) {
    const sizing = limited(seed, 0.6)
    const sized = optimiser.size(sizing)
    const limitKwh = Number(sizing.year.importLimitKw) * sizing.year.stepHours
    expect(violations(sizing.year, sized.plant, sized.dispatch)).toEqual([])
    expect(sized.dispatch.years[0].importKwh.every(kwh => kwh <= limitKwh + 1e-9)).toBe(true)
    expect(sized.reached.unservedKwh).toBeLessThanOrEqual(1e-6 * sum(sizing.year.loadKwh))
    expect(sized.gap).toBeLessThanOrEqual(1e-3)
    const roomy = optimiser.size({ ...sizing, year: { ...sizing.year, importLimitKw: undefined } })
    expect(sized.totalEur).toBeGreaterThanOrEqual(roomy.lowerBoundEur)
  }
})

test("noUnserved out of reach names energy and power, and no plant does better", () => {
  const sizing = limited(334, 0.2)
  const { battery, panels, year } = sizing
  const small = { ...sizing, battery: { ...battery!, maxKwh: 2, maxKw: 2 } }
  const sized = optimiser.size(small)
  const limitKwh = Number(year.importLimitKw) * year.stepHours
  expect(violations(year, sized.plant, sized.dispatch)).toEqual([])
  expect(sized.dispatch.years[0].importKwh.every(kwh => kwh <= limitKwh + 1e-9)).toBe(true)
  expect(sized.reached.unservedKwh).toBeGreaterThan(1e-6 * sum(year.loadKwh))
  expect(sized.reached.peakUnservedKw).toBeGreaterThan(0)
  const random = randomNumbers(9)
  for (let i = 0; i < 10; i++) {
    const plant = {
      panels: panels.map(roof => Math.round(random() * roof.max)),
      capacityKwh: 2 * random(),
      powerKw: 2 * random(),
    }
    expect(optimiser.dispatch(year, plant).unservedKwh).toBeGreaterThanOrEqual(sized.reached.unservedKwh - 1e-6)
  }
})

test("a goal out of reach gives the same whatever was sized before", async () => {
  const sizing = example("dynamic", 503)
  const { gap, cuts } = (await checkedOptimiser()).size({ ...sizing, goal: { kind: "minShare", share: 0.999 } })
  optimiser.size(example("flat", 501))
  const after = optimiser.size({ ...sizing, goal: { kind: "minShare", share: 0.999 } })
  expect(after.gap).toBe(gap)
  expect(after.cuts).toEqual(cuts)
})

test("a share's goal never leaves load unserved that the limit can serve", () => {
  for (const seed of [340, 341]) {
    const sizing = limited(seed, 0.7)
    for (const goal of [
      { kind: "minShare", share: 0.35 },
      { kind: "maxShare", within: 0.001 },
    ] as const) {
      const sized = optimiser.size({ ...sizing, goal })
      expect(sized.reached.unservedKwh).toBeLessThanOrEqual(1e-6 * sum(sizing.year.loadKwh))
    }
  }
})
