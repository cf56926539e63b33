/**
 * Production that no price stops: HiGHS's cost of a given plant, bounds that hold for every plant of a sizing, and
 * controllers that export it at any price.
 */
import { expect, test } from "bun:test"
import { type Case, KINDS, randomCase } from "../../wasm/bench/years.ts"
import type { Plant, Sizing, Year } from "../../wasm/types.ts"
import { checkedOptimiser } from "../support/checkedCore.ts"
import { CONTROL_SITES, knowledgeOf, preparedSite } from "../support/controlSites.ts"
import { violations } from "./feasibility.ts"
import { leastCostEur } from "./highs.ts"
import { mustRunKwh } from "./linear-program.ts"

const RELATIVE = 1e-9
const optimiser = await checkedOptimiser()

/** Prices that fall below 0 in many steps, so that it matters what can be stopped. */
const withLowPrices = (year: Year): Year => ({
  ...year,
  buyEurPerKwh: year.buyEurPerKwh.map((eur, t) => (t % 5 < 2 ? eur - 0.25 : eur)),
  sellEurPerKwh: year.sellEurPerKwh.map((eur, t) => (t % 5 < 2 ? Math.min(eur, 0.1) - 0.25 : eur)),
})

/** The case with the given roofs must-run. */
const mustRun = ({ year, plant, name }: Case, isMustRun: (roof: number) => boolean): Case => ({
  name,
  year: {
    ...withLowPrices(year),
    roofs: year.roofs.map((roof, k) => (isMustRun(k) ? { ...roof, mustRunPanels: plant.panels[k]! } : roof)),
  },
  plant,
})

const ROOFS: [string, (roof: number) => boolean][] = [
  ["all roofs", () => true],
  ["the first roof", roof => roof === 0],
]

for (const kind of KINDS)
  for (const [name, isMustRun] of ROOFS)
    for (let seed = 0; seed < 4; seed++)
      test(`${kind}, ${name} must-run, seed ${seed}`, () => {
        const { year, plant } = mustRun(randomCase(kind, seed, { steps: 24 * (7 + 5 * seed) }), isMustRun)
        const dispatch = optimiser.dispatch(year, plant)
        expect(violations(year, plant, dispatch)).toEqual([])
        const least = leastCostEur(year, plant)
        expect(Math.abs(dispatch.costEur - least)).toBeLessThanOrEqual(RELATIVE * Math.abs(least))
        expect(dispatch.lowerBoundEur).toBeLessThanOrEqual(dispatch.costEur + RELATIVE * Math.abs(least))
        dispatch.years[0].curtailedKwh.forEach((kwh, t) => {
          const made = year.roofs.reduce((sum, roof, k) => sum + plant.panels[k]! * roof.productionKwhPerPanel[t]!, 0)
          if (year.sellEurPerKwh[t]! < 0) expect(kwh).toBeLessThanOrEqual(made - mustRunKwh(year, plant, t) + 1e-9)
        })
      })

/** A year of a home whose feed-in costs money at noon of summer days. */
const noonYear = (seed: number, limitKw?: number): Year => {
  const { year } = randomCase("dynamic", seed, { steps: 24 * 60 })
  const price = (t: number) =>
    t % 24 > 10 && t % 24 < 15 && (t * 7919) % 10 < 4 ? -0.05 - ((t * 31) % 10) / 100 : 0.05
  return {
    ...year,
    roofs: year.roofs.map(roof => ({ ...roof, mustRunPanels: 10 })),
    sellEurPerKwh: year.buyEurPerKwh.map((eur, t) => Math.min(eur, price(t))),
    exportLimitKw: limitKw,
  }
}

const sizingOf = (year: Year): Sizing => ({
  ...{ year, presentWorthFactor: 90, tolerance: 1e-3, maxDispatches: 400 },
  panels: year.roofs.map((_, k) => ({ min: 0, max: 10, step: 1, kwPerPanel: 0.44, eurPerKw: 1000 + 100 * k })),
  battery: { minKwh: 0, maxKwh: 10, minKw: 0, maxKw: 5, eurPerKw: 0, includedRate: 0.5, eurPerKwh: 350 },
})

/** Plants of a grid over a sizing's bounds, with the battery's power that its price includes. */
const plantsOf = ({ panels }: Sizing): Plant[] =>
  [0, 3, 10].flatMap(first =>
    [0, 5].flatMap(rest =>
      [0, 1.5, 4, 9].map(capacityKwh => ({
        panels: panels.map((_, k) => (k === 0 ? first : rest)),
        capacityKwh,
        powerKw: capacityKwh / 2,
      })),
    ),
  )

const totalEur = (sizing: Sizing, plant: Plant): number => {
  const ofPanels = sizing.panels.reduce((eur, roof, k) => eur + plant.panels[k]! * roof.kwPerPanel * roof.eurPerKw, 0)
  const yearEur = optimiser.operate(sizing.year, plant).costEur
  return ofPanels + 350 * plant.capacityKwh + sizing.presentWorthFactor * yearEur
}

for (const limitKw of [undefined, 0.8])
  for (let seed = 0; seed < 5; seed++)
    test(`no plant costs less than the bound, limit ${limitKw}, seed ${seed}`, () => {
      const sizing = sizingOf(noonYear(seed, limitKw))
      const sized = optimiser.size(sizing)
      const costs = plantsOf(sizing).map(plant => totalEur(sizing, plant))
      expect(sized.lowerBoundEur).toBeLessThanOrEqual(Math.min(...costs, sized.totalEur) + 1e-6)
      expect(sized.totalEur - Math.min(...costs)).toBeLessThanOrEqual(sized.totalEur - sized.lowerBoundEur)
      expect(sized.gap).toBeLessThan(limitKw === undefined ? 1e-3 : 2e-2)
      const free = optimiser.size({
        ...sizing,
        year: { ...sizing.year, roofs: sizing.year.roofs.map(({ mustRunPanels: _, ...roof }) => roof) },
      })
      expect(free.lowerBoundEur).toBeLessThanOrEqual(sized.totalEur + 1e-6)
    })

test("one roof of each kind under demand charges is dispatched as the roofs are", () => {
  const year = noonYear(1)
  const [first, ...rest] = year.roofs
  const roofs = [{ productionKwhPerPanel: first!.productionKwhPerPanel }, ...rest]
  const mixed = { ...year, roofs, nettingEurPerKwh: 0.001 }
  const plant = { panels: roofs.map(() => 6), capacityKwh: 4, powerKw: 2 }
  const dispatch = optimiser.dispatch(mixed, plant)
  expect(violations(mixed, plant, dispatch)).toEqual([])
  expect(Math.abs(dispatch.costEur - leastCostEur(mixed, plant))).toBeLessThanOrEqual(1e-6 * Math.abs(dispatch.costEur))
})

test("a controller with plans stops only what may be stopped, and earns less by it", () => {
  const { year, plant, calendarYear } = preparedSite(CONTROL_SITES[0]!)
  const fixed = { ...year, roofs: year.roofs.map((roof, k) => ({ ...roof, mustRunPanels: plant.panels[k]! })) }
  const knowledge = knowledgeOf(year, plant, calendarYear)
  const operated = optimiser.control(fixed, plant, { kind: "forecast", knowledge })
  expect(Math.max(...operated.years[0].curtailedKwh)).toBeLessThan(1e-9)
  expect(operated.costEur).toBeGreaterThanOrEqual(optimiser.dispatch(fixed, plant).lowerBoundEur - 1e-6)
  const stoppable = { ...year, roofs: year.roofs.map(({ mustRunPanels: _, ...roof }) => roof) }
  const free = optimiser.control(stoppable, plant, { kind: "forecast", knowledge })
  expect(operated.costEur).toBeGreaterThan(free.costEur)
})

test("more panels on a must-run roof than its year allows are refused by name", () => {
  const year = noonYear(0)
  const panels = year.roofs.map(() => 11)
  expect(() => optimiser.dispatch(year, { panels, capacityKwh: 0, powerKw: 0 })).toThrow("plant.panels[0]")
  const sizing = sizingOf(year)
  const more = sizing.panels.map(roof => ({ ...roof, max: 11 }))
  expect(() => optimiser.size({ ...sizing, panels: more })).toThrow("panels[0].max")
})
