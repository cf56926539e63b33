/** Share goals at almost no consumption, against HiGHS's mixed-integer program and against the goal cost. */
import { expect, test } from "bun:test"
import type { Kind } from "../../wasm/bench/years.ts"
import type { Goal, Sizing } from "../../wasm/types.ts"
import { randomSizing } from "../bench/sizingCases.ts"
import { checkedOptimiser } from "../support/checkedCore.ts"
import { violations } from "./feasibility.ts"
import { highs } from "./highs.ts"
import { sizingProgram } from "./sizing-program.ts"

const KINDS: Kind[] = ["flat", "dynamic", "no grid charging", "negative prices"]
/** Gap that the search closes, and HiGHS's own gap. */
const CLOSED = 1e-3
const ORACLE = 1e-6
/** Smallest battery [kWh]. A share that an even smaller battery would reach therefore costs up to this battery more. */
const LEAST_BATTERY_KWH = 0.001
const TIMEOUT_MS = 120_000

const optimiser = await checkedOptimiser()

/** Loads of `steps` steps: zero, one hour by day or by night, and a trickle. */
const LOADS: [name: string, load: (steps: number) => Float64Array][] = [
  ["no load", steps => new Float64Array(steps)],
  ["one hour of sun", steps => new Float64Array(steps).fill(1, 60, 61)],
  ["one hour of the night", steps => new Float64Array(steps).fill(1e-6, 68, 69)],
  ["a trickle", steps => new Float64Array(steps).fill(1e-6 / steps)],
]

/** Panels that pay back by export. */
function example(kind: Kind, load: (steps: number) => Float64Array): Sizing {
  const { sizing } = randomSizing(kind, 3, { days: 10, roofs: 2 })
  const { year } = sizing
  return {
    ...sizing,
    year: { ...year, loadKwh: load(year.loadKwh.length), importLimitKw: undefined, exportLimitKw: undefined },
    panels: sizing.panels.map(roof => ({ ...roof, eurPerKw: 300 })),
    battery: { ...sizing.battery!, tiers: undefined, eurPerKwh: 400 },
    tolerance: CLOSED / 10,
  }
}

const sum = (series: Float64Array) => series.reduce((total, value) => total + value, 0)

for (const kind of KINDS) {
  for (const [name, load] of LOADS) {
    test(
      `${name}, ${kind}: least cost for a share, and a bound below it`,
      () => {
        for (const share of [0.5, 0.9]) {
          const goal: Goal = { kind: "minShare", share }
          const sizing = { ...example(kind, load), goal }
          const sized = optimiser.size(sizing)
          const { Status: status, ObjectiveValue: least } = highs.solve(sizingProgram(sizing), { mip_rel_gap: ORACLE })
          expect(status).toBe("Optimal")
          const scale = Math.max(1, Math.abs(least))
          const sliverEur = LEAST_BATTERY_KWH * sizing.battery!.eurPerKwh!
          expect(violations(sizing.year, sized.plant, sized.dispatch)).toEqual([])
          expect(sized.totalEur).toBeLessThanOrEqual(least + CLOSED * scale + sliverEur)
          expect(sized.lowerBoundEur).toBeLessThanOrEqual(least + ORACLE * scale)
          expect(sized.lowerBoundEur).toBeGreaterThanOrEqual(least - CLOSED * scale - sliverEur)
          const cap = (1 - share) * sum(sizing.year.loadKwh)
          expect(sum(sized.dispatch.years[0].importKwh)).toBeLessThanOrEqual(cap + 1e-8)
        }
      },
      TIMEOUT_MS,
    )
  }
}

test("without load every share is met by the plant of least cost, where none may buy to sell", () => {
  const sizing = example("no grid charging", LOADS[0]![1])
  const cheapest = optimiser.size(sizing)
  expect(cheapest.totalEur).toBeLessThan(-100)
  for (const goal of [
    { kind: "minShare", share: 0.3 },
    { kind: "minShare", share: 1 },
    { kind: "maxShare", within: 1e-3 },
  ] as const) {
    const sized = optimiser.size({ ...sizing, goal })
    expect(sized.totalEur).toBeLessThanOrEqual(cheapest.totalEur * (1 - CLOSED))
    expect(sized.lowerBoundEur).toBeLessThanOrEqual(cheapest.totalEur)
    expect(sized.reached.share).toBe(1)
  }
})

test("at least a share of 0 asks for nothing: a battery may buy more than is consumed", () => {
  const sizing = example("negative prices", LOADS[1]![1])
  const sized = optimiser.size({ ...sizing, goal: { kind: "minShare", share: 0 } })
  expect(sized.totalEur).toBe(optimiser.size(sizing).totalEur)
  expect(sum(sized.dispatch.years[0].importKwh)).toBeGreaterThan(sum(sizing.year.loadKwh))
  expect(sized.reached.share).toBe(0)
})
