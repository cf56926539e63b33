/** The lower of two charges of the grid, as in Flanders: bills by hand, the choice of the plant, and the bound. */
import { expect, test } from "bun:test"
import { inputOnRoof, ROOF_SITE, solveOnRoof } from "../support/roofSite.ts"
import { refusedRules } from "../support/sentences.ts"

const CAPACITY = {
  buyEurPerKwh: [{ eurPerKwh: 0.05 }],
  demand: [{ eurPerKwYear: 52, meanOfMonths: true, floorKw: 2.5 }],
}
/** Maximum tariff for each kWh. */
const MAXIMUM = { buyEurPerKwh: [{ eurPerKwh: 0.12 }] }

const tariffOf = (grid: object) => ({
  ...{ type: "custom", buy: { energy: 0.2, taxed: false }, sell: { energy: 0.03 } },
  grid,
})
const BOTH = tariffOf({ ...CAPACITY, orElse: MAXIMUM })
const costsOf = (tariff: object, site: object) => solveOnRoof(tariff, site).financial.costComparison

test("plant and baseline are each billed under the lower charges, and a note says which", () => {
  for (const yearlyKwh of [3500, 1800]) {
    const [both, capacity, maximum] = [BOTH, tariffOf(CAPACITY), tariffOf(MAXIMUM)].map(tariff =>
      costsOf(tariff, { yearlyKwh }),
    )
    for (const bill of ["firstYearBaseline", "firstYearOptimized"] as const)
      expect(both![bill]).toBeCloseTo(Math.min(capacity![bill], maximum![bill]), 6)
  }
  // 1,800 kWh: 0.07 EUR/kWh more is less than 52 EUR/kW · 2.5 kW = 130 EUR. A larger home pays by its peaks.
  const noteOf = (yearlyKwh: number) =>
    solveOnRoof(BOTH, { yearlyKwh }).notes.find(text => text.includes("two charges"))
  expect(noteOf(1800)).toContain("the other charges with the plant, the other charges without it")
  expect(noteOf(9000)).toContain("the other charges with the plant, the first charges without it")
})

test("the order of the two charges changes nothing", () => {
  const turned = tariffOf({ ...MAXIMUM, orElse: CAPACITY })
  const site = { electricBattery: { capacityKwh: 8, powerRatingKw: 4, costPerKwh: 300 } }
  expect(costsOf(turned, site).firstYearBaseline).toBeCloseTo(costsOf(BOTH, site).firstYearBaseline, 6)
  const [life, other] = [BOTH, turned].map(tariff => solveOnRoof(tariff, site).financial.lifecycle.totalCost)
  expect(life!).toBeCloseTo(other!, 0)
})

test.each([
  [3500, 300],
  [6000, 150],
  [12_000, 250],
])(
  "the best plant is the better of the best under each charge, of %i kWh a year and %i EUR/kWh",
  (yearlyKwh, costPerKwh) => {
    const site = {
      ...{ yearlyKwh, newPv: ROOF_SITE.newPv, control: "ideal" },
      electricBattery: { capacityKwh: 10, powerRatingKw: 5, costPerKwh },
    }
    const [both, capacity, maximum] = [BOTH, tariffOf(CAPACITY), tariffOf(MAXIMUM)].map(tariff =>
      solveOnRoof(tariff, site),
    )
    const { totalCost } = both!.financial.lifecycle
    const least = Math.min(capacity!.financial.lifecycle.totalCost, maximum!.financial.lifecycle.totalCost)
    expect(totalCost).toBeLessThanOrEqual(least * (1 + 1e-3))
    expect(both!.optimisation.lowerBoundTotalCost).toBeLessThanOrEqual(totalCost)
    expect(both!.optimisation.lowerBoundTotalCost).toBeLessThanOrEqual(least + 0.01)
    expect(both!.optimisation.lowerBoundTotalCost).toBeGreaterThan(totalCost * (1 - 1e-2))
  },
)

test("a plant of panels alone has no gap: its sizing is under the charges of its bill", () => {
  const days = { buyEurPerKwh: [{ eurPerKwh: 0.03 }], demand: [{ eurPerKwMonth: 6, highestDays: 2 }] }
  const site = { newPv: ROOF_SITE.newPv, control: "ideal" }
  const { optimisation, financial } = solveOnRoof(
    tariffOf({ ...days, orElse: { buyEurPerKwh: [{ eurPerKwh: 0.1 }] } }),
    site,
  )
  expect(optimisation.gap).toBeLessThan(1e-3)
  expect(optimisation.lowerBoundTotalCost).toBeGreaterThan(financial.lifecycle.totalCost * (1 - 1e-3))
})

test("they are left out with terms that end, and with netting", () => {
  const refused = (other: object) => refusedRules(() => inputOnRoof({ ...BOTH, ...other }, ROOF_SITE))
  expect(refused({ netting: true })).toEqual([["tariff.netting", "either-or"]])
  const sell = { energy: 0.03, until: 2030, after: { energy: 0.02 } }
  expect(refused({ sell })).toEqual([["tariff.sell.until", "either-or"]])
  expect(refused({ grid: { ...CAPACITY, orElse: { ...MAXIMUM, demand: [{}] } } })).toEqual([
    ["tariff.grid.orElse.demand.0.eurPerKwMonth", "one-is-required"],
  ])
})
