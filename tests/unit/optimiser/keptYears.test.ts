/** Kept years are checked and summed up once: answers do not change, and wrong values are still refused. */
import { expect, test } from "bun:test"
import { KINDS, randomCase } from "../../../wasm/bench/years.ts"
import { keepYear, type Sizing, type Year } from "../../../wasm/index.ts"
import { randomSizing } from "../../bench/sizingCases.ts"
import { checkedOptimiser } from "../../support/checkedCore.ts"

const optimiser = await checkedOptimiser()

const sizingOf = (seed: number): Sizing => randomSizing("dynamic", seed, { days: 10, roofs: 2 }).sizing

/** A year with the same numbers in new arrays. */
const copied = (year: Year): Year => structuredClone(year)

test("a kept year gives what another one gives", () => {
  const sizing = sizingOf(1)
  const kept = { ...sizing, year: copied(sizing.year) }
  keepYear(kept.year)
  const [plain, same] = [optimiser.size(sizing), optimiser.size(kept)]
  expect(same).toMatchObject(plain)
  const changes = [{ presentWorthFactor: 1.1 * sizing.presentWorthFactor }]
  expect(optimiser.reprice(kept, same.cuts, changes)).toEqual(optimiser.reprice(sizing, plain.cuts, changes))
  expect(optimiser.resize(kept, plain.cuts)).toMatchObject(optimiser.resize(sizing, plain.cuts))
})

test("cuts of another year are refused for a kept one, whatever part is another", () => {
  const { year, ...terms } = sizingOf(2)
  keepYear(year)
  const { cuts } = optimiser.size({ ...terms, year })
  const times = (hours: Float64Array, factor: number) => hours.map(value => value * factor)
  const demandCharges = [{ period: new Int16Array(year.loadKwh.length), eurPerKw: [5] }]
  const others: Partial<Year>[] = [
    { loadKwh: times(year.loadKwh, 1.01) },
    { roofs: year.roofs.map(roof => ({ productionKwhPerPanel: times(roof.productionKwhPerPanel, 1.01) })) },
    { buyEurPerKwh: year.buyEurPerKwh.map(price => price + 0.01) },
    { minLevel: year.minLevel / 2 + 0.01 },
    { importLimitKw: 100 },
    { demandCharges },
  ]
  for (const other of others) {
    const changed = { ...terms, year: { ...year, ...other } }
    keepYear(changed.year)
    optimiser.size(changed)
    expect(() => optimiser.resize(changed, cuts)).toThrow("cuts")
  }
})

test("what is wrong in a kept year is refused", () => {
  const { year } = sizingOf(3)
  const plant = { panels: [1, 1], capacityKwh: 5, powerKw: 2 }
  keepYear(year)
  optimiser.cost(year, plant)
  const roofs = [year.roofs[0]!, { productionKwhPerPanel: year.loadKwh.map(() => -1) }]
  expect(() => optimiser.cost({ ...year, roofs }, plant)).toThrow("year.roofs[1].productionKwhPerPanel[0]")
  expect(() => optimiser.cost({ ...year, minLevel: 2 }, plant)).toThrow("year.minLevel")
  const shorter = year.buyEurPerKwh.slice(1)
  expect(() => optimiser.cost({ ...year, buyEurPerKwh: shorter }, plant)).toThrow("year.buyEurPerKwh")
  expect(() =>
    optimiser.cost({ ...year, buyEurPerKwh: year.sellEurPerKwh, sellEurPerKwh: year.buyEurPerKwh }, plant),
  ).toThrow("sell")
  expect(() => optimiser.cost({ ...year, sellEurPerKwh: year.buyEurPerKwh.map(price => price + 1) }, plant)).toThrow(
    "sell",
  )
})

test("a year that nobody keeps may be written to", () => {
  const sizing = sizingOf(4)
  const { cuts } = optimiser.size(sizing)
  sizing.year.loadKwh[5]! += 1
  expect(() => optimiser.resize(sizing, cuts)).toThrow("cuts")
  sizing.year.loadKwh[5] = -1
  expect(() => optimiser.size(sizing)).toThrow("year.loadKwh[5]")
})

test("years one after the other do not depend on what the core has of the one before", async () => {
  const { year } = sizingOf(5)
  const other = sizingOf(6)
  const battery = { ...other.battery!, constantKw: 0.02 }
  const years: Year[] = [
    year,
    { ...year, loadKwh: year.loadKwh.map(kwh => 2 * kwh) },
    { ...year, buyEurPerKwh: year.buyEurPerKwh.map(price => price + 0.1) },
    { ...year, importLimitKw: 1 },
    { ...year, importLimitKw: year.loadKwh.map(kwh => kwh + 1) },
    year,
    { ...year, exportLimitKw: 0.5 },
    { ...year, roofs: year.roofs.toReversed() },
    { ...year, roofs: year.roofs.slice(1) },
    { ...year, nettingEurPerKwh: 0.001, sellEurPerKwh: year.buyEurPerKwh.map(price => price - 0.01) },
    { ...year, sellEurPerKwh: year.buyEurPerKwh.map(price => price - 0.01) },
  ]
  const plantOf = ({ roofs }: Year, capacityKwh: number) => ({ panels: roofs.map(() => 3), capacityKwh, powerKw: 2 })
  for (const each of [...years, ...years.toReversed()]) {
    keepYear(each)
    const anew = await checkedOptimiser()
    for (const plant of [plantOf(each, 5), plantOf(each, 0)])
      expect(optimiser.dispatch(each, plant)).toEqual(anew.dispatch(copied(each), plant))
    // The load that a sizing adds belongs to the kept year.
    const sizing = { ...other, year: { ...other.year, roofs: each.roofs.slice(0, 2) }, battery }
    if (sizing.year.roofs.length === 2) optimiser.size(sizing)
  }
  const before = optimiser.dispatch(year, plantOf(year, 5))
  optimiser.dispatch(copied(years[2]!), plantOf(year, 5))
  expect(optimiser.dispatch(year, plantOf(year, 5))).toEqual(before)
})

test("a year that nobody keeps may be written to between two dispatches", () => {
  const { year } = sizingOf(7)
  const plant = { panels: [2, 2], capacityKwh: 4, powerKw: 2 }
  const before = optimiser.dispatch(year, plant)
  for (const hours of [year.buyEurPerKwh, year.sellEurPerKwh, year.roofs[0]!.productionKwhPerPanel])
    for (let t = 0; t < hours.length; t++) hours[t] = 2 * hours[t]!
  const { costEur } = optimiser.dispatch(year, plant)
  expect(costEur).not.toBe(before.costEur)
  expect(optimiser.dispatch(copied(year), plant).costEur).toBe(costEur)
})

test("operate() gives what dispatch() does, without the proof", () => {
  for (const kind of KINDS)
    for (const capacityKwh of [0, 6]) {
      const { year, plant } = randomCase(kind, 8, { steps: 24 * 30 })
      const given = { ...plant, capacityKwh, powerKw: capacityKwh === 0 ? 0 : plant.powerKw }
      const { lowerBoundEur: _, ...dispatched } = optimiser.dispatch(year, given)
      expect(optimiser.operate(year, given)).toEqual(dispatched)
      keepYear(year)
      expect(optimiser.operate(year, given)).toEqual(dispatched)
    }
})
