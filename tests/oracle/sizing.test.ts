/**
 * Sizings of excerpts of a year against HiGHS's mixed-integer program: its objective lies between our bound and our
 * total.
 */
import { expect, test } from "bun:test"
import type { Kind } from "../../wasm/bench/years.ts"
import type { Goal, Sizing } from "../../wasm/types.ts"
import { randomSizing } from "../bench/sizingCases.ts"
import { checkedOptimiser } from "../support/checkedCore.ts"
import { violations } from "./feasibility.ts"
import { highs } from "./highs.ts"
import { sizingProgram } from "./sizing-program.ts"

const KINDS: Kind[] = ["flat", "dynamic", "negative prices", "limits", "no grid charging"]
const SEEDS = [0, 1, 2, 3]
/** HiGHS's own gap and tolerances. */
const ORACLE = 1e-5
const CLOSED = 1e-3

const optimiser = await checkedOptimiser()

/** Least total [EUR]; undefined if no plant meets the goal. */
function leastTotalEur(sizing: Sizing): number | undefined {
  const solution = highs.solve(sizingProgram(sizing), { mip_rel_gap: ORACLE })
  if (solution.Status === "Infeasible") return undefined
  if (solution.Status !== "Optimal") throw new Error(`HiGHS answered ${solution.Status}`)
  return solution.ObjectiveValue
}

function example(kind: Kind, seed: number): Sizing {
  const { sizing } = randomSizing(kind, seed, {
    days: 7,
    roofs: 1 + ((seed + KINDS.indexOf(kind)) % 4),
  })
  if (seed === 3) sizing.battery = undefined
  return sizing
}

/** A total can be zero, and no relative gap then closes: the bill of the same time without a plant sets the scale. */
function billWithoutPlantEur({ year }: Sizing): number {
  const plant = { panels: year.roofs.map(() => 0), capacityKwh: 0, powerKw: 0 }
  return Math.abs(optimiser.dispatch(year, plant).costEur)
}

function compare(sizing: Sizing): void {
  const { year, goal } = sizing
  const sized = optimiser.size(sizing)
  expect(violations(year, sized.plant, sized.dispatch)).toEqual([])
  const least = leastTotalEur(sizing)
  const unmet =
    (goal?.kind === "minShare" && sized.reached.share < goal.share - 1e-3) ||
    (goal?.kind === "noUnserved" && sized.reached.unservedKwh > 0)
  // Under a share's goal unserved energy counts more than import, so that "out of reach" need not show in the share.
  if (least === undefined) {
    expect(unmet || sized.reached.unservedKwh > 0).toBe(true)
    return
  }
  expect(unmet).toBe(false)
  expect(sized.gap).toBeLessThanOrEqual(goal?.kind === "minShare" ? 2 * CLOSED : CLOSED)
  expect(sized.lowerBoundEur).toBeLessThanOrEqual(least + ORACLE * Math.abs(least))
  const scale = Math.max(Math.abs(least), 0.05 * sizing.presentWorthFactor * billWithoutPlantEur(sizing))
  expect(sized.totalEur).toBeLessThanOrEqual(least + CLOSED * scale)
}

for (const kind of KINDS) {
  for (const seed of SEEDS) test(`cost, ${kind} ${seed}`, () => compare(example(kind, seed)), 60_000)
}

const GOALS: Goal[] = [{ kind: "minShare", share: 0.3 }, { kind: "minShare", share: 0.45 }, { kind: "noUnserved" }]
for (const goal of GOALS) {
  for (const kind of ["flat", "dynamic", "limits", "no grid charging"] as const) {
    test(`${JSON.stringify(goal)}, ${kind}`, () => compare({ ...example(kind, 8), goal }), 60_000)
  }
}
