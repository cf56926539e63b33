import { expect, test } from "bun:test"
import { sizeFrom } from "../../search/size/cuts.ts"
import type { Sizing } from "../../wasm/types.ts"
import { randomSizing } from "../bench/sizingCases.ts"
import { checkedOptimiser } from "../support/checkedCore.ts"

/** A share that is missed by 0.1 point still counts as reached (domain/case/reach.ts). */
const COUNTS_AS_REACHED = 1e-3
const TOLERANCE = 1e-4

const optimiser = await checkedOptimiser()
const forShare = (sizing: Sizing, share: number) =>
  sizeFrom(optimiser, { ...sizing, goal: { kind: "minShare", share } }, undefined, () => true)

test("a share that is just out of reach is answered with the cheapest plant that counts as reaching it", () => {
  for (const kind of ["flat", "dynamic"] as const) {
    const { sizing: drawn } = randomSizing(kind, 8, { days: 60, roofs: 2 })
    const sizing = { ...drawn, tolerance: TOLERANCE }
    const best = optimiser.size({ ...sizing, goal: { kind: "maxShare", within: 0 } })
    const asked = best.reached.share + COUNTS_AS_REACHED / 2
    const { sized, sizing: solved } = forShare(sizing, asked)
    expect(sized.reached.share).toBeGreaterThanOrEqual(asked - COUNTS_AS_REACHED - 1e-6)
    expect(sized.plant.capacityKwh).toBeLessThan(sizing.battery!.maxKwh)
    expect(sized.gap).toBeLessThanOrEqual(2 * TOLERANCE)
    expect(solved.goal).toEqual({ kind: "minShare", share: asked - COUNTS_AS_REACHED })
    const cheapest = optimiser.size({ ...sizing, goal: { kind: "minShare", share: asked - COUNTS_AS_REACHED } })
    expect(sized.totalEur).toBeCloseTo(cheapest.totalEur, 6)
  }
})

test("a share that is in reach, or far out of it, is answered as asked", () => {
  const { sizing } = randomSizing("dynamic", 8, { days: 60, roofs: 2 })
  const best = optimiser.size({ ...sizing, goal: { kind: "maxShare", within: 0 } }).reached.share
  for (const share of [best - 0.05, best + 0.005]) {
    const { sized, sizing: solved } = forShare(sizing, share)
    expect(solved.goal).toEqual({ kind: "minShare", share })
    expect(sized.reached.share).toBeCloseTo(Math.min(share, best), 3)
  }
})
