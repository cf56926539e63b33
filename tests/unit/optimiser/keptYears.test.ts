/** Years that their caller keeps are checked and summed up once: the answers are the same, and nothing wrong passes. */
import { expect, test } from "bun:test"
import { keepYear, type Sizing, type Year } from "../../../wasm/index.ts"
import { randomSizing } from "../../bench/sizingCases.ts"
import { checkedOptimiser } from "../../support/checkedCore.ts"

const optimiser = await checkedOptimiser()

const sizingOf = (seed: number): Sizing => randomSizing("dynamic", seed, { days: 10, roofs: 2 }).sizing

/** The same numbers in arrays of its own. */
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
