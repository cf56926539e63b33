/** Contracts that bill different kinds of lines are ranked by their common lines. */
import { describe, expect, test } from "bun:test"
import type { StoredReport } from "../../domain/report/schema.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { checkedOptimiser } from "../support/checkedCore.ts"
import { reportOf } from "../support/contractChoice.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"

const optimiser = await checkedOptimiser()

const DUTCH = { lat: 52.1, lon: 5.18 }
const SITE = { inputMethod: "known", yearlyKwh: 3500, newPv: [{ maxPanelCount: 12, panelPowerWatts: 430 }] }

const compare = (tariff: object, contracts: object[], other: object = {}): StoredReport =>
  reportOf(
    parseEarlierRequest({ location: DUTCH, ...SITE, tariff, contracts, ...other }, standardProfileKeys),
    optimiser,
    1e-3,
  )
const rankedOf = (report: StoredReport) => report.contracts!.ranked
const rowOf = (report: StoredReport, wanted: number | null) =>
  rankedOf(report).find(({ contract }) => contract === wanted)!
const orderOf = (report: StoredReport) => rankedOf(report).map(({ contract }) => contract)
const noted = (report: StoredReport) =>
  report.notes.flatMap(one => (typeof one === "object" && one.code === "contract-lines-differ" ? [one.params] : []))

const today = { type: "flat", flatEurPerKwh: 0.3, feedInEurPerKwh: 0.02 }
const dearer = { type: "flat", flatEurPerKwh: 0.31, feedInEurPerKwh: 0.02 }
const cheapWith = (grid: object) => ({
  ...{ type: "custom", buy: { energy: 0.24, taxed: false }, sell: { energy: 0.02 } },
  grid,
})

/** Present worth of 1 EUR a year that grows with prices, at the report's own rates. */
const worthOfYearly = ({ financial: { parameters } }: StoredReport): number => {
  const { evaluationPeriod, discountRate, electricityPriceGrowth } = parameters
  return Array.from(
    { length: evaluationPeriod },
    (_, index) => (1 + electricityPriceGrowth) ** index / (1 + discountRate) ** (index + 1),
  ).reduce((sum, each) => sum + each, 0)
}

describe("a fixed cost that one contract alone bills", () => {
  const feed = compare(today, [cheapWith({ fixedEurPerMonth: 39.84 }), dearer])

  test("does not rank it last, and each row says what it has that others lack", () => {
    expect(orderOf(feed)).toEqual([0, null, 1])
    expect(rowOf(feed, 0).comparable).toMatchObject({
      lacks: [],
      bills: [{ line: "fixedCosts", isOnlyHere: true, firstYearCost: expect.closeTo(478.08, 6) }],
    })
    for (const row of [rowOf(feed, null), rowOf(feed, 1)])
      expect(row.comparable).toMatchObject({ lacks: ["fixedCosts"], bills: [], differingCost: 0 })
    expect(noted(feed)).toEqual([{ lines: ["fixedCosts"] }])
  })

  test("is a figure of its own, and what is left is the cost of the contract without it", () => {
    const without = compare({ ...today, fixedEurPerMonth: 0 }, [
      cheapWith({ fixedEurPerMonth: 0 }),
      { ...dearer, fixedEurPerMonth: 0 },
    ])
    const [found, wanted] = [rowOf(feed, 0), rowOf(without, 0)]
    expect(found.comparable!.differingCost).toBeCloseTo(478.08 * worthOfYearly(feed), 6)
    expect(found.totalCost - found.comparable!.totalCost).toBeCloseTo(found.comparable!.differingCost, 6)
    expect(found.comparable!.totalCost).toBeCloseTo(wanted.totalCost, 6)
    expect(found.comparable!.savings).toBeCloseTo(wanted.savings, 6)
    expect(found.comparable!.firstYearCost).toBeCloseTo(wanted.firstYearCost, 6)
    expect(feed.contracts!.provenWithin).toBeCloseTo(without.contracts!.provenWithin!, 6)
  })
})

test("where every contract says what it costs, none included, all of it counts", () => {
  const contracts = [cheapWith({ fixedEurPerMonth: 39.84 }), { ...dearer, fixedEurPerMonth: 0 }]
  const report = compare({ ...today, fixedEurPerMonth: 0 }, contracts)
  expect(orderOf(report)).toEqual([null, 1, 0])
  expect(rankedOf(report).map(({ comparable }) => comparable)).toEqual([undefined, undefined, undefined])
  expect(noted(report)).toEqual([])
})

describe("a charge that goes by the plant", () => {
  test("for the highest power is left out, and nothing is said to be proven of the pair", () => {
    const charged = cheapWith({ demand: [{ eurPerKwYear: 200, meanOfMonths: true, floorKw: 2.5 }] })
    const report = compare(today, [charged, dearer])
    expect(orderOf(report)).toEqual([0, null, 1])
    const { bills, differingCost } = rowOf(report, 0).comparable!
    expect(bills.map(({ line, isOnlyHere }) => [line, isOnlyHere])).toEqual([["demandCharges", true]])
    expect(bills[0]!.firstYearCost).toBeGreaterThanOrEqual(500)
    expect(differingCost).toBeGreaterThan(bills[0]!.firstYearCost)
    expect(report.contracts!.provenWithin).toBeNull()
  })

  test("by the kWh is left out: the contract costs what it does without a grid fee", () => {
    const energy = { type: "custom", buy: { energy: "dayAhead", taxed: true }, sell: { energy: "dayAhead" } }
    const metered = { ...energy, grid: { buyEurPerKwh: [{ eurPerKwh: 0.09, hours: [[16, 21]] }, { eurPerKwh: 0.01 }] } }
    const fixed = { newPv: [{ minPanelCount: 6, maxPanelCount: 6, panelPowerWatts: 430 }] }
    const report = compare(energy, [metered], fixed)
    const [own, other] = [rowOf(report, null), rowOf(report, 0)]
    expect(own.comparable!.lacks).toEqual(["gridFees"])
    expect(other.comparable!.bills.map(({ line }) => line)).toEqual(["gridFees"])
    expect(other.comparable!.totalCost).toBeCloseTo(own.totalCost, 4)
  })

  test("taxes are left out where a contract of the market names none", () => {
    const none = { newPv: [{ maxPanelCount: 4, panelPowerWatts: 430, costPerKwp: 20_000 }] }
    const report = compare({ type: "dynamic" }, [{ type: "dynamic", taxesIncluded: false }], none)
    const [own, bare] = [rowOf(report, null), rowOf(report, 0)]
    expect(bare.comparable!.lacks).toEqual(["taxes"])
    expect(own.comparable!.bills.map(({ line }) => line)).toEqual(["taxes"])
    expect(own.comparable!.totalCost).toBeCloseTo(bare.totalCost, 4)
    expect(bare.comparable!.differingCost).toBeCloseTo(0, 6)
  })
})

test("lines of all contracts count, however much of each", () => {
  const tariff = { type: "dynamic", fixedEurPerMonth: 40, demandEurPerKwMonth: 1 }
  const report = compare(tariff, [
    { ...tariff, fixedEurPerMonth: 4 },
    { ...tariff, demandEurPerKwMonth: 0 },
  ])
  for (const row of rankedOf(report)) expect(row.comparable).toBeUndefined()
})
