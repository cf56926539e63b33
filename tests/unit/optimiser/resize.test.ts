/** A changed sizing of the same year starts from the cuts of the first: the same answer with hardly any dispatch. */
import { expect, test } from "bun:test"
import type { Kind } from "../../../wasm/bench/years.ts"
import { InvalidArgument, SolveCancelled } from "../../../wasm/index.ts"
import type { Goal, Sized, Sizing } from "../../../wasm/types.ts"
import { randomDemandCharges, withRandomNetting } from "../../bench/chargeCases.ts"
import { randomSizing } from "../../bench/sizingCases.ts"
import { checkedOptimiser } from "../../support/checkedCore.ts"

const optimiser = await checkedOptimiser()
const KINDS: Kind[] = ["flat", "dynamic", "limits", "no grid charging"]

/** Both totals are within the gap of both bounds. */
function expectSame(a: Sized, b: Sized, tolerance: number): void {
  expect(a.lowerBoundEur).toBeLessThanOrEqual(b.totalEur + 1e-6)
  expect(b.lowerBoundEur).toBeLessThanOrEqual(a.totalEur + 1e-6)
  expect(a.gap).toBeLessThanOrEqual(tolerance)
  expect(b.gap).toBeLessThanOrEqual(tolerance)
}

function refusal(sizing: Sizing, cuts: Float64Array): string {
  try {
    optimiser.resize(sizing, cuts)
  } catch (error) {
    if (error instanceof InvalidArgument) return error.message
    throw error
  }
  return "accepted"
}

test("other investment costs, bounds and horizon give what a fresh sizing gives, with fewer dispatches", () => {
  let fresh = 0
  let again = 0
  for (const kind of KINDS) {
    for (const seed of [400, 401]) {
      const { sizing } = randomSizing(kind, seed)
      const { cuts } = optimiser.size(sizing)
      const changed: Sizing = {
        ...sizing,
        presentWorthFactor: 1.1 * sizing.presentWorthFactor,
        panels: sizing.panels.map(roof => ({
          ...roof,
          max: Math.ceil(0.8 * roof.max),
          eurPerKw: 0.95 * roof.eurPerKw,
        })),
        battery: { ...sizing.battery!, eurPerKw: 120, maxKwh: 0.7 * sizing.battery!.maxKwh },
      }
      const first = optimiser.size(changed)
      const second = optimiser.resize(changed, cuts)
      expectSame(first, second, sizing.tolerance)
      fresh += first.dispatches
      again += second.dispatches
    }
  }
  expect(again).toBeLessThan(0.7 * fresh)
})

/** Changes of a user who adjusts a scan: investment costs, bounds, horizon or discount. */
const ADJUSTMENTS: ((sizing: Sizing) => Sizing)[] = [
  sizing => ({ ...sizing, presentWorthFactor: 0.95 * sizing.presentWorthFactor }),
  sizing => ({ ...sizing, panels: sizing.panels.map(roof => ({ ...roof, eurPerKw: 0.96 * roof.eurPerKw })) }),
  sizing => ({ ...sizing, battery: { ...sizing.battery!, maxKwh: 0.8 * sizing.battery!.maxKwh, eurPerKw: 50 } }),
]

for (const charges of ["none", "demand charges", "netting"] as const) {
  test(`adjustments take at most two dispatches at the median and give the same answer, ${charges}`, () => {
    const dispatches: number[] = []
    for (let seed = 0; seed < 12; seed++) {
      const { sizing } = randomSizing(KINDS[seed % KINDS.length]!, 600 + seed, { roofs: 1 + (seed % 3), days: 120 })
      const { year } = sizing
      const charged =
        charges === "none"
          ? year
          : charges === "netting"
            ? withRandomNetting(year, seed)
            : { ...year, demandCharges: randomDemandCharges(year, seed) }
      const first = { ...sizing, year: charged }
      const { cuts } = optimiser.size(first)
      expect(cuts.byteLength).toBeLessThanOrEqual(64 * 1024)
      const changed = ADJUSTMENTS[seed % ADJUSTMENTS.length]!(first)
      const again = optimiser.resize(changed, cuts)
      expectSame(optimiser.size(changed), again, sizing.tolerance)
      expect(again.dispatch.lowerBoundEur).toBeLessThanOrEqual(again.dispatch.costEur + 1e-9)
      expect(Number.isFinite(again.dispatch.lowerBoundEur)).toBe(true)
      dispatches.push(again.dispatches)
    }
    dispatches.sort((a, b) => a - b)
    expect(dispatches[dispatches.length >> 1]).toBeLessThanOrEqual(2)
  })
}

test("cuts of a year with demand charges serve all rates times a factor, other rates and periods are refused", () => {
  const { sizing } = randomSizing("dynamic", 620, { roofs: 1, days: 60 })
  const { year: plain } = sizing
  const demandCharges = randomDemandCharges(plain, 1)
  const charged = { ...sizing, year: { ...plain, demandCharges } }
  const { cuts } = optimiser.size(charged)
  const times = (k: number, rates: number) => ({
    ...charged,
    year: {
      ...plain,
      importLimitKw: plain.importLimitKw,
      buyEurPerKwh: plain.buyEurPerKwh.map(price => k * price),
      sellEurPerKwh: plain.sellEurPerKwh.map(price => k * price),
      demandCharges: demandCharges.map(set => ({ ...set, eurPerKw: set.eurPerKw.map(price => rates * price) })),
    },
  })
  const dearer = times(1.2, 1.2)
  if (plain.importLimitKw === undefined) expectSame(optimiser.size(dearer), optimiser.resize(dearer, cuts), 1e-3)
  expect(refusal(times(1, 1.1), cuts)).toContain("other prices")
  const later = demandCharges.map(set => ({ ...set, period: set.period.toReversed() }))
  expect(refusal({ ...charged, year: { ...plain, demandCharges: later } }, cuts)).toContain("other load")
  expect(refusal(sizing, cuts)).toContain("another shape")
  // The index of the number of blocks in a cut (cuts.ts); earlier versions wrote 1 for other goals.
  const BLOCKS = 4
  const inOne = cuts.with(BLOCKS, 1)
  expect(refusal(charged, inOne)).toContain("other blocks")
})

test("cuts of a year with demand charges serve a goal by shares too, and those of a share the least cost", () => {
  const { sizing } = randomSizing("dynamic", 620, { roofs: 1, days: 60 })
  const charged = { ...sizing, year: { ...sizing.year, demandCharges: randomDemandCharges(sizing.year, 1) } }
  const cheapest = optimiser.size(charged)
  const share: Sizing = { ...charged, goal: { kind: "minShare", share: cheapest.reached.share + 0.02 } }
  const shared = optimiser.size(share)
  expectSame(shared, optimiser.resize(share, cheapest.cuts), sizing.tolerance)
  expectSame(cheapest, optimiser.resize(charged, shared.cuts), sizing.tolerance)
})

test("the unchanged sizing takes a few dispatches and gives the same answer", () => {
  const { sizing } = randomSizing("dynamic", 402)
  const first = optimiser.size(sizing)
  const second = optimiser.resize(sizing, first.cuts)
  expectSame(first, second, sizing.tolerance)
  expect(second.dispatches).toBeLessThanOrEqual(2)
  expect(optimiser.resize(sizing, first.cuts)).toEqual(second)
})

test("all prices times a factor scale the cuts", () => {
  const { sizing } = randomSizing("flat", 403)
  const { cuts } = optimiser.size(sizing)
  const year = {
    ...sizing.year,
    buyEurPerKwh: sizing.year.buyEurPerKwh.map(price => 1.3 * price),
    sellEurPerKwh: sizing.year.sellEurPerKwh.map(price => 1.3 * price),
  }
  const dearer = { ...sizing, year }
  expectSame(optimiser.size(dearer), optimiser.resize(dearer, cuts), sizing.tolerance)
})

test("another goal may start from the cuts of any", () => {
  const { sizing: limited } = randomSizing("dynamic", 404)
  const sizing = { ...limited, year: { ...limited.year, importLimitKw: undefined } }
  const goals: Goal[] = [
    { kind: "cost" },
    { kind: "minShare", share: 0.45 },
    { kind: "noUnserved" },
    { kind: "maxShare", within: 0.01 },
  ]
  const sized = goals.map(goal => optimiser.size({ ...sizing, goal }))
  goals.forEach((goal, i) => {
    for (const { cuts } of sized)
      expectSame(sized[i]!, optimiser.resize({ ...sizing, goal }, cuts), 2 * sizing.tolerance)
  })
})

test("cuts against unserved energy bind no other goal", () => {
  const { sizing } = randomSizing("limits", 407)
  const peak = sizing.year.loadKwh.reduce((most, kwh) => Math.max(most, kwh), 0)
  const year = { ...sizing.year, importLimitKw: 0.6 * peak, gridCharging: true }
  const served = optimiser.size({ ...sizing, year, goal: { kind: "noUnserved" } })
  const cost: Sizing = { ...sizing, year, goal: { kind: "cost" } }
  expectSame(optimiser.size(cost), optimiser.resize(cost, served.cuts), sizing.tolerance)
})

for (const charges of ["none", "demand charges"] as const) {
  test(`repricing finds what fresh sizings find, one after the other, ${charges}`, () => {
    for (let seed = 0; seed < 6; seed++) {
      const { sizing: plain } = randomSizing(KINDS[seed % KINDS.length]!, 700 + seed, {
        roofs: 1 + (seed % 3),
        days: 120,
      })
      const year =
        charges === "none" ? plain.year : { ...plain.year, demandCharges: randomDemandCharges(plain.year, seed) }
      const sizing = { ...plain, year }
      const { cuts } = optimiser.size(sizing)
      const { presentWorthFactor, panels, battery } = sizing
      const changes = [
        { presentWorthFactor: 0.8 * presentWorthFactor },
        { panels: panels.map(roof => ({ ...roof, eurPerKw: 1.3 * roof.eurPerKw })) },
        { battery: { ...battery!, eurPerKw: 80 } },
        {},
      ]
      const repriced = optimiser.reprice(sizing, cuts, changes)
      repriced.forEach((found, i) => {
        const fresh = optimiser.size({ ...sizing, ...changes[i] })
        expectSame(fresh, { ...fresh, ...found }, sizing.tolerance)
      })
      expect(optimiser.reprice(sizing, cuts, [])).toEqual([])
    }
  })
}

test("a repriced plant's total is its purchase and its year", () => {
  const { sizing } = randomSizing("dynamic", 720, { roofs: 2 })
  const { cuts } = optimiser.size(sizing)
  const battery = { ...sizing.battery!, eurPerKw: 60 }
  const [found] = optimiser.reprice(sizing, cuts, [{ battery }])
  const { panels, capacityKwh, powerKw } = found!.plant
  const fixed: Sizing = {
    ...sizing,
    panels: sizing.panels.map((roof, k) => ({ ...roof, min: panels[k]!, max: panels[k]! })),
    battery: { ...battery, minKwh: capacityKwh, maxKwh: capacityKwh, minKw: powerKw, maxKw: powerKw },
  }
  expect(Math.abs(optimiser.size(fixed).totalEur / found!.totalEur - 1)).toBeLessThan(1e-9)
})

/** Years and goals whose earlier answer may still hold for a plant. */
function withGoal(goal: "cost" | "minShare" | "noUnserved", charges: "none" | "demand charges" | "netting"): Sizing {
  const { sizing } = randomSizing("dynamic", 730, { roofs: 2, days: 60 })
  const plain = { ...sizing.year, importLimitKw: undefined, exportLimitKw: undefined }
  const peakKw = plain.loadKwh.reduce((most, kwh) => Math.max(most, kwh), 0) / plain.stepHours
  const year = goal === "noUnserved" ? { ...plain, importLimitKw: 0.9 * peakKw } : plain
  return {
    ...sizing,
    goal: goal === "minShare" ? { kind: goal, share: 0.4 } : { kind: goal },
    year:
      charges === "none"
        ? year
        : charges === "netting"
          ? withRandomNetting(year, 1)
          : { ...year, demandCharges: randomDemandCharges(year, 0) },
  }
}

test.each([
  ["cost", "none"],
  ["cost", "demand charges"],
  ["cost", "netting"],
  ["minShare", "none"],
  ["minShare", "demand charges"],
  ["noUnserved", "none"],
  ["noUnserved", "demand charges"],
  ["noUnserved", "netting"],
] as const)(
  "goal %s, %s: with hardly a dispatch repricing finds no plant worse than the one it starts from",
  (goal, charges) => {
    const sizing = withGoal(goal, charges)
    const sized = optimiser.size(sizing)
    for (const factor of [1, 0.8, 1.25]) {
      const presentWorthFactor = factor * sizing.presentWorthFactor
      const [found] = optimiser.reprice(sizing, sized.cuts, [{ presentWorthFactor, maxDispatches: 1 }])
      const ofPlant = sized.totalEur + (presentWorthFactor - sizing.presentWorthFactor) * sized.dispatch.costEur
      expect(found!.totalEur).toBeLessThanOrEqual(ofPlant + 1e-9 * Math.abs(ofPlant))
      expect(found!.gap).toBeLessThan(0.1)
      const { dispatch } = optimiser.resize({ ...sizing, presentWorthFactor }, sized.cuts)
      expect(dispatch.lowerBoundEur).toBeLessThanOrEqual(dispatch.costEur + 1e-9)
      expect(dispatch.lowerBoundEur).toBeGreaterThan(dispatch.costEur - 0.01 * Math.abs(dispatch.costEur))
    }
  },
)

test("a plant that met less is not taken for one that meets the goal", () => {
  const sizing = withGoal("minShare", "none")
  const out: Sizing = {
    ...sizing,
    goal: { kind: "minShare", share: 0.9 },
    panels: sizing.panels.map(roof => ({ ...roof, max: 2 })),
  }
  const missed = optimiser.size(out)
  expect(missed.reached.share).toBeLessThan(0.9)
  for (const cuts of [missed.cuts, optimiser.size({ ...sizing, goal: { kind: "minShare", share: 0.2 } }).cuts]) {
    expectSame(optimiser.size(sizing), optimiser.resize(sizing, cuts), sizing.tolerance)
    expect(optimiser.resize(sizing, cuts).reached.share).toBeGreaterThanOrEqual(0.4 - 1e-6)
  }
})

test("a change starts from what those before it learned", () => {
  const { sizing } = randomSizing("dynamic", 722, { roofs: 3 })
  const { cuts } = optimiser.size(sizing)
  const change = { tolerance: 1e-5, battery: { ...sizing.battery!, eurPerKw: 90 } }
  const [first, second] = optimiser.reprice(sizing, cuts, [change, change])
  expect(first!.dispatches).toBeGreaterThan(4)
  expect(second!.dispatches).toBeLessThan(first!.dispatches / 2)
  expect(Math.abs(second!.totalEur / first!.totalEur - 1)).toBeLessThan(2e-5)
})

test("repricing refuses wrong changes and foreign cuts, and can be cancelled", () => {
  const { sizing } = randomSizing("flat", 721)
  const { cuts } = optimiser.size(sizing)
  const dearer = { battery: { ...sizing.battery!, eurPerKw: 300, maxKwh: sizing.battery!.maxKwh * 1.5 } }
  expect(() => optimiser.reprice(sizing, cuts, [{ presentWorthFactor: Number.NaN }])).toThrow("presentWorthFactor")
  expect(() => optimiser.reprice(sizing, cuts.slice(0, -1), [dearer])).toThrow("cuts are incomplete")
  expect(() => optimiser.reprice(sizing, cuts, [dearer], () => false)).toThrow(SolveCancelled)
  expect(optimiser.size(sizing).plant).toEqual(optimiser.size(sizing).plant)
})

test("cuts are at most 64 KB and of another year refused", () => {
  const { sizing } = randomSizing("dynamic", 405, { roofs: 2 })
  const { cuts } = optimiser.size({ ...sizing, tolerance: 1e-7 })
  expect(cuts.byteLength).toBeLessThanOrEqual(64 * 1024)
  const { year } = sizing
  const changed = (part: Partial<Sizing["year"]>) => ({ ...sizing, year: { ...year, ...part } })
  const nudged = (series: Float64Array) => series.map((value, t) => (t === 4000 ? value + 1e-3 : value))
  expect(refusal(changed({ loadKwh: nudged(year.loadKwh) }), cuts)).toContain("cuts belong to a year of other load")
  expect(refusal(changed({ roofs: [...year.roofs].reverse() }), cuts)).toContain("other load, production or limits")
  expect(refusal(changed({ importLimitKw: 3.21 }), cuts)).toContain("other load, production or limits")
  expect(refusal(changed({ buyEurPerKwh: nudged(year.buyEurPerKwh) }), cuts)).toContain("other prices")
  expect(refusal(sizing, cuts.slice(0, -1))).toContain("cuts are incomplete")
  expect(refusal(sizing, new Float64Array(3))).toContain("cuts must be")
  expect(refusal(sizing, cuts.with(0, 99))).toContain("version 99")
  expect(refusal(sizing, cuts.with(cuts.length - 1, Number.NaN))).toContain("finite")
  const oneRoof = { ...sizing, panels: sizing.panels.slice(1), year: { ...year, roofs: year.roofs.slice(1) } }
  expect(refusal(oneRoof, cuts)).toContain("another shape")
})
