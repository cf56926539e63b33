/**
 * Sizings whose battery wears by use, in some weeks of a year. The objective of HiGHS's mixed-integer program lies
 * between our bound and our total. The cases have every kind of price, demand charges, and every goal that closes its
 * gap.
 */
import { expect, test } from "bun:test"
import { randomNumbers } from "../../wasm/bench/years.ts"
import type { Sized, Sizing } from "../../wasm/types.ts"
import { randomDemandCharges, withRandomNetting } from "../bench/chargeCases.ts"
import { checkedOptimiser } from "../support/checkedCore.ts"
import { violations } from "./feasibility.ts"
import { highs } from "./highs.ts"
import { pricedSizing } from "./priced-sizing.ts"
import { sizingProgram } from "./sizing-program.ts"

const CASES = 60
const CHARGED_CASES = 8
/** HiGHS's own gap and tolerances. */
const ORACLE = 1e-5
const CLOSED = 1e-3

const optimiser = await checkedOptimiser()

/** A sizing with wear: a kWh discharged above 0 to 1.2 cycles a day costs 0.01 to 0.15 EUR a year. */
function wearing(seed: number): Sizing {
  const sizing = pricedSizing(seed)
  const { year, presentWorthFactor, battery } = sizing
  const random = randomNumbers(seed * 4441 + 17)
  const days = (year.loadKwh.length * year.stepHours) / 24
  const wear = {
    eurPerKwh: presentWorthFactor * (0.01 + 0.14 * random()),
    includedKwhPerKwh: random() < 0.2 ? 0 : days * 1.2 * random(),
  }
  // A cheap battery, so that most cases have one.
  const curve = battery!.curve!.map(({ size, eur }) => ({ size, eur: 0.4 * eur }))
  return { ...sizing, battery: { ...battery!, curve, wear } }
}

function wornEur({ battery }: Sizing, { plant, dispatch }: Sized): number {
  const given = dispatch.years[0].dischargeKwh.reduce((sum, kwh) => sum + kwh, 0)
  const { eurPerKwh, includedKwhPerKwh } = battery!.wear!
  return eurPerKwh * Math.max(0, given - includedKwhPerKwh * plant.capacityKwh)
}

function compare(sizing: Sizing, closed = CLOSED): Sized {
  const sized = optimiser.size(sizing)
  const solution = highs.solve(sizingProgram(sizing), { mip_rel_gap: ORACLE })
  expect(solution.Status).toBe("Optimal")
  const least = solution.ObjectiveValue
  const nothing = { panels: sizing.year.roofs.map(() => 0), capacityKwh: 0, powerKw: 0 }
  const billEur = Math.abs(optimiser.dispatch(sizing.year, nothing).costEur)
  const scale = Math.max(Math.abs(least), 0.05 * sizing.presentWorthFactor * billEur)
  expect(violations(sizing.year, sized.plant, sized.dispatch)).toEqual([])
  expect(sized.wearEur).toBeCloseTo(wornEur(sizing, sized), 6)
  expect(sized.gap).toBeLessThanOrEqual(closed)
  expect(sized.lowerBoundEur).toBeLessThanOrEqual(least + ORACLE * Math.abs(least))
  expect(sized.totalEur).toBeGreaterThanOrEqual(least - ORACLE * scale)
  if (closed === CLOSED) expect(sized.totalEur).toBeLessThanOrEqual(least + closed * scale)
  return sized
}

for (let seed = 0; seed < CASES; seed++) test(`wear ${seed}`, () => void compare(wearing(seed)), 60_000)

test("demand charges with wear", () => {
  for (let seed = 0; seed < CHARGED_CASES; seed++) {
    const sizing = wearing(seed)
    compare({ ...sizing, year: { ...sizing.year, demandCharges: randomDemandCharges(sizing.year, seed) } })
  }
}, 120_000)

/**
 * With a cap or netting two multipliers are searched, and years at several prices of wear are not mixed: the gap shows
 * the rest.
 */
const TWO_MULTIPLIERS = 5e-3

test("netting with wear", () => {
  for (let seed = 0; seed < CHARGED_CASES; seed++) {
    const sizing = wearing(seed)
    compare({ ...sizing, year: withRandomNetting(sizing.year, seed) }, TWO_MULTIPLIERS)
  }
}, 120_000)

test("a share to reach with wear", () => {
  for (let seed = 0; seed < CHARGED_CASES; seed++) {
    const worn = wearing(seed)
    const sizing = { ...worn, year: { ...worn.year, importLimitKw: undefined } }
    const free = { ...sizing, battery: { ...sizing.battery!, wear: undefined } }
    const cheapest = optimiser.size(free).reached.share
    const best = optimiser.size({ ...free, goal: { kind: "maxShare", within: 0 } }).reached.share
    compare({ ...sizing, goal: { kind: "minShare", share: cheapest + 0.6 * (best - cheapest) } }, TWO_MULTIPLIERS)
  }
}, 120_000)

test("the cuts of one wear serve another", () => {
  for (let seed = 0; seed < CASES; seed += 4) {
    const { year, ...terms } = wearing(seed)
    const sizing: Sizing = { year, ...terms }
    const { eurPerKwh, includedKwhPerKwh } = sizing.battery!.wear!
    const { cuts } = optimiser.size(sizing)
    const wears = [{ eurPerKwh: 2 * eurPerKwh, includedKwhPerKwh: includedKwhPerKwh / 2 }, undefined]
    const others = wears.map(wear => ({ battery: { ...sizing.battery!, wear } }))
    const repriced = optimiser.reprice(sizing, cuts, others)
    others.forEach((other, i) => {
      const anew = optimiser.size({ ...sizing, ...other })
      const scale = CLOSED * Math.max(Math.abs(anew.totalEur), anew.totalEur - anew.lowerBoundEur) + 1e-6
      for (const again of [repriced[i]!, optimiser.resize({ ...sizing, ...other }, cuts)]) {
        expect(again.gap).toBeLessThanOrEqual(CLOSED)
        expect(again.lowerBoundEur).toBeLessThanOrEqual(anew.totalEur + scale)
        expect(again.totalEur).toBeGreaterThanOrEqual(anew.lowerBoundEur - scale)
      }
    })
  }
}, 120_000)
