/**
 * Sizings over several phases with different terms, in some weeks of a year, against HiGHS's mixed-integer program. Its
 * objective lies between our bound and our total. The cases have wear, netting of the first phases, and demand charges.
 */
import { expect, test } from "bun:test"
import { randomNumbers } from "../../wasm/bench/years.ts"
import type { Dispatch, Plant, Sized, Sizing, Year } from "../../wasm/types.ts"
import { randomDemandCharges } from "../bench/chargeCases.ts"
import { checkedOptimiser } from "../support/checkedCore.ts"
import { violations } from "./feasibility.ts"
import { highs } from "./highs.ts"
import { pricedSizing } from "./priced-sizing.ts"
import { sizingProgram } from "./sizing-program.ts"

const CASES = 14
const CHARGED_CASES = 4
/** HiGHS's own gap and tolerances. */
const ORACLE = 1e-5
const CLOSED = 1e-3

const optimiser = await checkedOptimiser()

const repeated = (values: Float64Array, count: number) =>
  Float64Array.from({ length: count * values.length }, (_, t) => values[t % values.length]!)

/** Phases that `phased` joins to one year, each as a sizing with its share of the worth. */
interface Phased {
  sizing: Sizing
  years: { year: Year; share: number }[]
}

/** A random sizing over two or three years: the first netted, later ones with other prices of feed-in and purchase. */
function phased(seed: number, isNetted = seed % 2 === 0): Phased {
  // A single week: two weeks take HiGHS tens of seconds.
  const { year, ...sizing } = pricedSizing(2 * seed)
  const random = randomNumbers(seed * 6007 + 29)
  const count = 2 + (seed % 3 === 0 ? 1 : 0)
  const parts = Array.from({ length: count }, () => 0.2 + random())
  const worth = parts.reduce((sum, part) => sum + part, 0)
  const nettingEurPerKwh = 0.02 + 0.1 * random()
  const years = parts.map((part, i) => {
    const [times, less] = [i === 0 ? 1 : 0.6 + random(), i === 0 ? 0 : 0.06 * random()]
    const sellEurPerKwh = year.sellEurPerKwh.map(price => price * times - less)
    const most = isNetted && i === 0 ? nettingEurPerKwh : 0
    const buyEurPerKwh = year.buyEurPerKwh.map((price, t) => Math.max(price * times, sellEurPerKwh[t]! + most))
    const own: Year = { ...year, buyEurPerKwh, sellEurPerKwh, ...(most > 0 ? { nettingEurPerKwh } : {}) }
    return { year: own, share: part / worth }
  })
  return { sizing: { ...sizing, year: joinedPhases(years) }, years }
}

function joinedPhases(years: Phased["years"]): Year {
  const [{ year, share }] = years as [Phased["years"][number]]
  const joined = (name: "buyEurPerKwh" | "sellEurPerKwh") =>
    Float64Array.from(years.flatMap(each => [...each.year[name].map(price => price * each.share)]))
  return {
    ...year,
    loadKwh: repeated(year.loadKwh, years.length),
    roofs: year.roofs.map(roof => ({
      ...roof,
      productionKwhPerPanel: repeated(roof.productionKwhPerPanel, years.length),
    })),
    buyEurPerKwh: joined("buyEurPerKwh"),
    sellEurPerKwh: joined("sellEurPerKwh"),
    ...(year.nettingEurPerKwh ? { nettingEurPerKwh: year.nettingEurPerKwh * share } : {}),
    phases: years.map((each, i) => ({ wearShare: each.share, isNetted: i === 0 })),
  }
}

const joinedSchedule = (dispatch: Dispatch): Dispatch => {
  const join = (name: "importKwh" | "exportKwh" | "curtailedKwh" | "chargeKwh" | "dischargeKwh" | "levelKwh") =>
    Float64Array.from(dispatch.years.flatMap(each => [...each[name]]))
  return {
    ...dispatch,
    years: [
      {
        ...{ importKwh: join("importKwh"), exportKwh: join("exportKwh"), curtailedKwh: join("curtailedKwh") },
        ...{ chargeKwh: join("chargeKwh"), dischargeKwh: join("dischargeKwh"), levelKwh: join("levelKwh") },
      },
    ],
  }
}

function compare(sizing: Sizing, closed = CLOSED): Sized {
  const sized = optimiser.size(sizing)
  const solution = highs.solve(sizingProgram(sizing), { mip_rel_gap: ORACLE })
  expect(solution.Status).toBe("Optimal")
  const least = solution.ObjectiveValue
  const scale = Math.max(Math.abs(least), 1)
  expect(violations(sizing.year, sized.plant, joinedSchedule(sized.dispatch))).toEqual([])
  expect(sized.gap).toBeLessThanOrEqual(closed)
  expect(sized.lowerBoundEur).toBeLessThanOrEqual(least + ORACLE * scale)
  expect(sized.totalEur).toBeGreaterThanOrEqual(least - ORACLE * scale)
  expect(sized.totalEur - least).toBeLessThanOrEqual(closed * scale + sized.totalEur - sized.lowerBoundEur)
  return sized
}

for (let seed = 0; seed < CASES; seed++) test(`phases ${seed}`, () => void compare(phased(seed).sizing), 60_000)

test("phases with wear", () => {
  for (let seed = 0; seed < CHARGED_CASES; seed++) {
    const { sizing } = phased(seed, false)
    const days = sizing.year.loadKwh.length / sizing.year.phases!.length / 24
    const wear = { eurPerKwh: 0.08 * sizing.presentWorthFactor, includedKwhPerKwh: 0.5 * days }
    const curve = sizing.battery!.curve!.map(({ size, eur }) => ({ size, eur: 0.4 * eur }))
    compare({ ...sizing, battery: { ...sizing.battery!, curve, wear } })
  }
}, 60_000)

test("phases with demand charges", () => {
  for (let seed = 0; seed < CHARGED_CASES; seed++) {
    const { sizing, years } = phased(seed, false)
    const own = randomDemandCharges(years[0]!.year, seed)
    const demandCharges = own.map(({ period, eurPerKw }) => ({
      period: Int16Array.from(
        years.flatMap((_, phase) => [...period.map(k => (k < 0 ? k : k + phase * eurPerKw.length))]),
      ),
      eurPerKw: years.flatMap(({ share }) => eurPerKw.map(eur => eur * share)),
    }))
    compare({ ...sizing, year: { ...sizing.year, demandCharges } })
  }
}, 120_000)

test("a plant over all phases is that plant in each of them", () => {
  for (let seed = 0; seed < CASES; seed++) {
    const { sizing, years } = phased(seed)
    const plant: Plant = { panels: sizing.panels.map(roof => roof.max), capacityKwh: 6, powerKw: 3 }
    const all = optimiser.dispatch(sizing.year, plant)
    const each = years.map(({ year }) => optimiser.dispatch(year, plant))
    const sum = each.reduce((eur, { costEur }, i) => eur + years[i]!.share * costEur, 0)
    expect(all.years).toHaveLength(years.length)
    expect(all.unservedKwh).toBeCloseTo(
      each.reduce((kwh, { unservedKwh }) => kwh + unservedKwh, 0),
      6,
    )
    if (all.unservedKwh < 1e-9) expect(Math.abs(all.costEur - sum)).toBeLessThanOrEqual(1e-9 * (1 + Math.abs(sum)))
    expect(all.costEur - all.lowerBoundEur).toBeLessThanOrEqual(1e-9 * (1 + Math.abs(all.costEur)))
  }
})

test("a year of one phase is the year", () => {
  for (let seed = 0; seed < 5; seed++) {
    const sizing = pricedSizing(seed)
    const whole = optimiser.size(sizing)
    const {
      dispatch,
      cuts: _,
      ...phase
    } = optimiser.size({
      ...sizing,
      year: { ...sizing.year, phases: [{ wearShare: 1, isNetted: true }] },
    })
    expect(phase).toEqual({ ...phase, ...whole, dispatch: undefined, cuts: undefined } as never)
    expect(dispatch).toEqual(whole.dispatch)
  }
})

test("netting comes before phases that are not netted, and phases are equally long", () => {
  const { sizing } = phased(0)
  const wrong = (phases: Year["phases"]) => () => optimiser.size({ ...sizing, year: { ...sizing.year, phases } })
  expect(
    wrong([
      { wearShare: 0.5, isNetted: false },
      { wearShare: 0.5, isNetted: true },
    ]),
  ).toThrow("year.phases[1].isNetted must be false after a phase that is not netted")
  expect(wrong(Array.from({ length: 5 }, () => ({ wearShare: 0.2, isNetted: true })))).toThrow("1 to 4 entries")
})
