/** Demand charges on the mean of the highest imports of several different days: by hand, in the search, and refused. */
import { expect, test } from "bun:test"
import { yearBill } from "../../domain/finance/bill.ts"
import { tariffYear } from "../../domain/market/tariff/tariffYear.ts"
import type { CustomTerms } from "../../domain/market/tariff/terms.ts"
import { inputOnRoof, ROOF_SITE, solveOnRoof } from "../support/roofSite.ts"
import { refusedRules } from "../support/sentences.ts"

const HOURS = 8760
const termsWith = (demand: object[]): CustomTerms =>
  ({ type: "custom", buy: { energy: 0, taxed: false }, sell: { energy: 0 }, grid: { demand } }) as CustomTerms
const SITE = { country: "NO", yearlyImportKwh: 10_000, calendarYear: 2023, priceYear: 2023 }

/** Demand charges of each month of a year with given imports [EUR]; other hours import 1 kWh. */
const chargesOf = (demand: object[], imports: Record<number, number>): number[] => {
  const importKwh = new Float64Array(HOURS).fill(1)
  for (const [hour, kwh] of Object.entries(imports)) importKwh[Number(hour)] = kwh
  const tariff = tariffYear(termsWith(demand), SITE)
  const charges = { fixedCostEurPerMonth: 0, demandChargeEurPerKwMonth: 0, nettingEurPerKwh: 0, demand: tariff.demand }
  return yearBill(importKwh, new Float64Array(HOURS), tariff, charges).monthlyDemandEur
}

test("a month is charged for its three highest days, of each day the highest hour alone", () => {
  // 3, 10 and 20 January; two high hours on 10 January count once.
  const imports = { [2 * 24 + 8]: 6, [9 * 24 + 7]: 9, [9 * 24 + 18]: 8, [19 * 24 + 17]: 4.5 }
  const [january, february] = chargesOf([{ eurPerKwMonth: 10, highestDays: 3 }], imports)
  expect(january).toBeCloseTo((10 * (9 + 6 + 4.5)) / 3, 9)
  expect(february).toBeCloseTo(10, 9)
})

test("days go by the clock: an hour after 23:00 standard time is of the next day in summer", () => {
  // 1 July 2023 is day 181: its 23rd hour of standard time shows midnight of 2 July.
  const high = (181 + 0) * 24 + 23
  const sameDay = { [high]: 8, [high + 5]: 7 }
  const [july] = chargesOf([{ eurPerKwMonth: 2, highestDays: 2 }], sameDay).slice(6)
  expect(july).toBeCloseTo((2 * (8 + 1)) / 2, 9)
})

test("windows, and a charge of the year, count their highest days too", () => {
  const demand = [
    { eurPerKwYear: 24, highestDays: 3 },
    { eurPerKwMonth: 1, highestDays: 2, days: ["sat", "sun"] },
  ]
  // 7 January 2023 was a Saturday, 11 January a Wednesday.
  const bills = chargesOf(demand, { [6 * 24 + 12]: 5, [10 * 24 + 12]: 7 })
  expect(bills[0]).toBeCloseTo((24 * (7 + 5 + 1)) / 3 / 12 + (5 + 1) / 2, 9)
  expect(bills[1]).toBeCloseTo((24 * (7 + 5 + 1)) / 3 / 12 + 1, 9)
})

test("the plant of a scan is billed by its operated year, above the bound", () => {
  const tariff = {
    ...{ type: "custom", buy: { energy: 0.2, taxed: false }, sell: { energy: 0.04 } },
    grid: { demand: [{ eurPerKwMonth: 9, highestDays: 3 }] },
  }
  const site = { electricBattery: { capacityKwh: 10, powerRatingKw: 5, costPerKwh: 250 }, control: "ideal" }
  const { financial, optimisation } = solveOnRoof(tariff, site)
  const { totalCost } = financial.lifecycle
  const scale = financial.costComparison.projectedBaseline
  expect(optimisation.lowerBoundTotalCost).toBeLessThan(totalCost)
  expect(optimisation.lowerBoundTotalCost).toBeGreaterThan(totalCost - 0.03 * scale)
  const byDay = { ...tariff, grid: { demand: [{ eurPerKwMonth: 9 }] } }
  const higher = solveOnRoof(byDay, site).financial.costComparison
  expect(financial.costComparison.firstYearBaseline).toBeLessThan(higher.firstYearBaseline)
})

test("at most eight days are charged in all, and a mean has no floor", () => {
  const refused = (demand: object[]) => refusedRules(() => inputOnRoof(termsWith(demand), ROOF_SITE))
  const three = { eurPerKwMonth: 1, highestDays: 3 }
  expect(refused([three, three, { eurPerKwMonth: 1, highestDays: 2 }])).toEqual([])
  expect(refused([three, three, three])).toEqual([["tariff.grid.demand.2.highestDays", "at-most"]])
  expect(refused([{ ...three, floorKw: 2 }])).toEqual([["tariff.grid.demand.0.floorKw", "either-or"]])
})
