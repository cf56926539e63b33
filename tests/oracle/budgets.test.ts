/**
 * Years in blocks with a cost on a sum over all blocks: demand charges with annual netting, or with a share goal. The
 * sizing is compared with HiGHS's mixed-integer program, its bound with random plants.
 */
import { expect, test } from "bun:test"
import { type Kind, randomNumbers } from "../../wasm/bench/years.ts"
import type { Plant, Sizing } from "../../wasm/types.ts"
import { charged, MOST_WORK, WORK_PER_MS } from "../bench/budgets.ts"
import { randomDemandCharges, withRandomNetting } from "../bench/chargeCases.ts"
import { randomSizing } from "../bench/sizingCases.ts"
import { checkedOptimiser } from "../support/checkedCore.ts"
import { violations } from "./feasibility.ts"
import { highs } from "./highs.ts"
import { sizingProgram } from "./sizing-program.ts"

const KINDS: Kind[] = ["flat", "dynamic", "limits", "no grid charging"]
const SEEDS = [0, 1, 2]
const CLOSED = 1e-4
/** HiGHS's own gap. */
const ORACLE = 1e-6
const RANDOM_PLANTS = 20
/** Maximum median of dispatches for a full year: a tenth of the number for one block of the whole year. */
const MEDIAN_DISPATCHES = 80
const TIMEOUT_MS = 240_000
/**
 * Years of the benchmark with a hard master problem: many branching nodes, or rows that differ by rounding only,
 * between which the search could cycle.
 */
const HARD_YEARS = [
  ["share", 72],
  ["share", 57],
  ["share", 18],
  ["netting", 41],
] as const

const optimiser = await checkedOptimiser()

function example(kind: Kind, seed: number, days?: number): Sizing {
  const { sizing } = randomSizing(kind, 900 + seed, { ...(days && { days }), roofs: 1 + (seed % 3) })
  return { ...sizing, tolerance: CLOSED, battery: { ...sizing.battery!, tiers: undefined, eurPerKwh: 350 } }
}

function netted(kind: Kind, seed: number, days?: number): Sizing {
  const sizing = example(kind, seed, days)
  const year = withRandomNetting(sizing.year, seed)
  return { ...sizing, year: { ...year, demandCharges: randomDemandCharges(year, seed) } }
}

/** A share goal between the share at least cost and the best achievable share, so that the goal binds. */
function shared(kind: Kind, seed: number, days?: number): Sizing {
  const sizing = example(kind, seed, days)
  const demandCharges = randomDemandCharges(sizing.year, seed)
  const year = { ...sizing.year, importLimitKw: undefined, demandCharges }
  const charged = { ...sizing, year, tolerance: 1e-2 }
  const cheapest = optimiser.size(charged).reached.share
  const best = optimiser.size({ ...charged, goal: { kind: "maxShare", within: 0 } }).reached.share
  const share = cheapest + [0.2, 0.5, 0.8][seed % 3]! * (best - cheapest)
  return { ...sizing, year, goal: { kind: "minShare", share } }
}

function compare(sizing: Sizing): void {
  const sized = optimiser.size(sizing)
  const solution = highs.solve(sizingProgram(sizing), { mip_rel_gap: ORACLE })
  expect(solution.Status).toBe("Optimal")
  const least = solution.ObjectiveValue
  const scale = Math.max(1, Math.abs(least))
  expect(violations(sizing.year, sized.plant, sized.dispatch)).toEqual([])
  expect(sized.gap).toBeLessThanOrEqual(CLOSED)
  expect(sized.lowerBoundEur).toBeLessThanOrEqual(least + ORACLE * scale)
  expect(sized.totalEur).toBeGreaterThanOrEqual(least - 2 * ORACLE * scale)
  expect(sized.totalEur).toBeLessThanOrEqual(least + (CLOSED + ORACLE) * scale)
}

for (const kind of KINDS) {
  test(
    `netting and demand charges, ${kind}`,
    () => {
      for (const seed of SEEDS) compare(netted(kind, seed, 8))
    },
    TIMEOUT_MS,
  )

  test(
    `a share and demand charges, ${kind}`,
    () => {
      for (const seed of SEEDS) compare(shared(kind, seed, 8))
    },
    TIMEOUT_MS,
  )
}

/** A plant within the bounds of a sizing with one price per kWh. */
function draw({ panels, battery }: Sizing, random: () => number): Plant {
  const capacityKwh = Math.round(1000 * battery!.maxKwh * random() ** 2) / 1000
  return {
    panels: panels.map(({ max }) => Math.round(max * random())),
    capacityKwh,
    powerKw: Math.max(capacityKwh / 24, battery!.maxKw * random() ** 2),
  }
}

test(
  "no plant drawn by chance costs less than the bound of a full year with netting and demand charges",
  () => {
    for (const kind of ["flat", "dynamic"] as const) {
      const sizing = netted(kind, 1)
      const { lowerBoundEur } = optimiser.size(sizing)
      const random = randomNumbers(5)
      for (let i = 0; i < RANDOM_PLANTS; i++) {
        const plant = draw(sizing, random)
        const { panels, battery, presentWorthFactor, year } = sizing
        const roofs = panels.reduce((sum, roof, k) => sum + roof.kwPerPanel * roof.eurPerKw * plant.panels[k]!, 0)
        const purchase = roofs + battery!.eurPerKwh! * plant.capacityKwh + battery!.eurPerKw * plant.powerKw
        const total = purchase + presentWorthFactor * optimiser.dispatch(year, plant).costEur
        expect(total).toBeGreaterThanOrEqual(lowerBoundEur)
      }
    }
  },
  TIMEOUT_MS,
)

test(
  "full years close within few dispatches",
  () => {
    for (const of of [netted, shared]) {
      const dispatches = KINDS.flatMap(kind => {
        const sized = optimiser.size(of(kind, 0))
        expect(sized.gap).toBeLessThanOrEqual(CLOSED)
        return sized.dispatches
      })
      dispatches.sort((a, b) => a - b)
      expect(dispatches[dispatches.length >> 1]).toBeLessThanOrEqual(MEDIAN_DISPATCHES)
    }
  },
  TIMEOUT_MS,
)

for (const [what, seed] of HARD_YEARS) {
  test(
    `year ${seed} with demand charges and ${what} closes within the work of half a second`,
    () => {
      const { sizing } = charged(what, seed)
      const before = optimiser.work()
      const sized = optimiser.size(sizing)
      expect(sized.gap).toBeLessThanOrEqual(CLOSED)
      expect((optimiser.work() - before) / WORK_PER_MS).toBeLessThanOrEqual(MOST_WORK)
    },
    TIMEOUT_MS,
  )
}
