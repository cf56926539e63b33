/** Years and sizings with demand charges or annual netting against HiGHS, and their schedules against the model. */
import { expect, test } from "bun:test"
import { type Case, type Kind, randomCase } from "../../wasm/bench/years.ts"
import type { Sizing, Year } from "../../wasm/types.ts"
import { randomDemandCharges, withRandomNetting } from "../bench/chargeCases.ts"
import { randomSizing } from "../bench/sizingCases.ts"
import { checkedOptimiser } from "../support/checkedCore.ts"
import { violations } from "./feasibility.ts"
import { highs, leastCostEur } from "./highs.ts"
import { sizingProgram } from "./sizing-program.ts"

const KINDS: Kind[] = ["flat", "dynamic", "limits", "no grid charging", "negative prices"]
const DEMAND_SEEDS = [0, 1, 2, 3]
const NETTING_SEEDS = [0, 1]
/** Precision that dispatch() promises under demand charges, and precision of HiGHS. */
const PROMISED = 1e-6
const ORACLE = 1e-9
const CLOSED = 1e-3
const HIGHS_GAP = 1e-5
const TIMEOUT_MS = 120_000

const optimiser = await checkedOptimiser()

function compare({ year, plant }: Case, within: number): void {
  const dispatch = optimiser.dispatch(year, plant)
  expect(violations(year, plant, dispatch)).toEqual([])
  const least = leastCostEur(year, plant)
  const scale = Math.max(1, Math.abs(least))
  expect(dispatch.costEur).toBeLessThanOrEqual(least + within * scale)
  expect(dispatch.costEur).toBeGreaterThanOrEqual(least - ORACLE * scale)
  expect(dispatch.lowerBoundEur).toBeLessThanOrEqual(least + ORACLE * scale)
  expect(dispatch.lowerBoundEur).toBeGreaterThanOrEqual(dispatch.costEur - within * scale)
}

function demandCase(kind: Kind, seed: number, steps?: number): Case {
  const stepHours = seed === 3 && steps !== undefined ? 0.25 : 1
  const { name, year, plant } = randomCase(kind, 700 + seed, { steps, stepHours })
  return { name, plant, year: { ...year, demandCharges: randomDemandCharges(year, seed) } }
}

for (const kind of KINDS) {
  for (const seed of DEMAND_SEEDS) {
    const full = `${kind} ${seed}` === "dynamic 1" || `${kind} ${seed}` === "negative prices 0"
    const steps = full ? undefined : 24 * (10 + 4 * seed)
    test(
      `demand charges, ${kind} ${seed}, ${steps ?? 8760} steps`,
      () => {
        compare(demandCase(kind, seed, steps), PROMISED)
      },
      TIMEOUT_MS,
    )
  }
  for (const seed of NETTING_SEEDS) {
    const steps = kind === "flat" && seed === 1 ? undefined : 24 * (12 + 5 * seed)
    test(
      `netting, ${kind} ${seed}, ${steps ?? 8760} steps`,
      () => {
        const { name, year, plant } = randomCase(kind, 800 + seed, { steps })
        compare({ name, plant, year: withRandomNetting(year, seed) }, ORACLE)
      },
      TIMEOUT_MS,
    )
  }
}

/** Floors between zero and above every import: some bind, some do not. */
function withFloors(year: Year, seed: number): Year {
  const highestKw = Math.max(...year.loadKwh) / year.stepHours
  const demandCharges = year.demandCharges?.map((charge, set) => ({
    ...charge,
    floorKw: highestKw * [0.3, 0.6, 0.9, 1.4][(seed + set) % 4]!,
  }))
  return { ...year, demandCharges }
}

for (const kind of KINDS) {
  test(
    `demand charges with floors, ${kind}`,
    () => {
      for (const seed of DEMAND_SEEDS) {
        const { name, year, plant } = demandCase(kind, seed, 24 * 10)
        compare({ name, plant, year: withFloors(year, seed) }, PROMISED)
      }
    },
    TIMEOUT_MS,
  )
}

test(
  "demand charges and netting together",
  () => {
    for (const kind of ["flat", "dynamic"] as const) {
      const { name, year, plant } = demandCase(kind, 1, 24 * 10)
      compare({ name, plant, year: withRandomNetting(year, 3) }, PROMISED)
    }
  },
  TIMEOUT_MS,
)

function compareSizing(sizing: Sizing): void {
  const sized = optimiser.size(sizing)
  expect(violations(sizing.year, sized.plant, sized.dispatch)).toEqual([])
  const solution = highs.solve(sizingProgram(sizing), { mip_rel_gap: HIGHS_GAP })
  expect(solution.Status).toBe("Optimal")
  const least = solution.ObjectiveValue
  expect(sized.gap).toBeLessThanOrEqual(CLOSED)
  expect(sized.lowerBoundEur).toBeLessThanOrEqual(least + HIGHS_GAP * Math.abs(least))
  expect(sized.totalEur).toBeLessThanOrEqual(least + CLOSED * Math.abs(least) + HIGHS_GAP * Math.abs(least))
}

for (const kind of ["flat", "dynamic", "limits", "no grid charging"] as const) {
  test(
    `sizing under demand charges, ${kind}`,
    () => {
      for (const seed of [1, 2]) {
        const { sizing } = randomSizing(kind, 30 + seed, { days: 8, roofs: 1 + seed })
        const year = { ...sizing.year, demandCharges: randomDemandCharges(sizing.year, seed) }
        compareSizing({ ...sizing, year })
      }
    },
    TIMEOUT_MS,
  )

  test(
    `sizing with netting, ${kind}`,
    () => {
      const { sizing } = randomSizing(kind, 41, { days: 8, roofs: 2 })
      compareSizing({ ...sizing, year: withRandomNetting(sizing.year, 1) })
    },
    TIMEOUT_MS,
  )
}

test(
  "sizing for a share, and for all load served, under demand charges",
  () => {
    const { sizing } = randomSizing("dynamic", 51, { days: 8, roofs: 2 })
    const year = { ...sizing.year, importLimitKw: undefined, demandCharges: randomDemandCharges(sizing.year, 0) }
    compareSizing({ ...sizing, year, goal: { kind: "minShare", share: 0.3 } })
    const peak = year.loadKwh.reduce((most, kwh) => Math.max(most, kwh), 0)
    compareSizing({ ...sizing, year: { ...year, importLimitKw: 0.9 * peak }, goal: { kind: "noUnserved" } })
  },
  TIMEOUT_MS,
)
