/** Credits of a contract for a battery: in bills, in the money of the plant and in its choice, by hand. */
import { expect, test } from "bun:test"
import { inputOnRoof, ROOF_SITE, solveOnRoof, worthOf } from "../support/roofSite.ts"
import { refusedRules } from "../support/sentences.ts"

const CUSTOM = { type: "custom", buy: { energy: 0.3, taxed: false }, sell: { energy: 0.05 }, firstYear: 2026 }
/** A battery of 10 kWh and 4 kW that the request fixes. */
const FIXED = {
  electricBattery: {
    ...{ minCapacityKwh: 10, capacityKwh: 10, minPowerRatingKw: 4, powerRatingKw: 4, costPerKwh: 300 },
  },
}
const FREE = { electricBattery: { capacityKwh: 10, powerRatingKw: 5, costPerKwh: 300 } }
const CREDIT = { eurPerKwYear: 25, eurPerYear: 60 }
/** 4 kW · 25 EUR/kW + 60 EUR. */
const CREDIT_EUR = 160

const moneyOf = (tariff: object, site: object) => solveOnRoof(tariff, site).financial

test("a credit is on the plant's bill alone, and worth its years like other savings", () => {
  const [without, credited] = [CUSTOM, { ...CUSTOM, batteryCredit: CREDIT }].map(tariff => moneyOf(tariff, FIXED))
  const { costComparison: before } = without!
  const { costComparison: after } = credited!
  expect(after.firstYearBaseline).toBeCloseTo(before.firstYearBaseline, 9)
  expect(before.firstYearOptimized - after.firstYearOptimized).toBeCloseTo(CREDIT_EUR, 4)
  expect(credited!.netPresentValue - without!.netPresentValue).toBeCloseTo(CREDIT_EUR * worthOf(1, 25), 4)
})

test.each([
  { type: "flat", flatEurPerKwh: 0.3, feedInEurPerKwh: 0.05, fixedEurPerMonth: 10 },
  { type: "dynamic", priceYear: 2023 },
])("it belongs to any type of tariff: %o", tariff => {
  const [without, credited] = [tariff, { ...tariff, batteryCredit: { eurPerYear: 60 } }].map(one => moneyOf(one, FIXED))
  const gainEur = without!.costComparison.firstYearOptimized - credited!.costComparison.firstYearOptimized
  expect(gainEur).toBeCloseTo(60, 4)
})

test("a credit that ends is worth the years until then", () => {
  const ending = { ...CUSTOM, batteryCredit: { ...CREDIT, until: 2030 } }
  const [without, credited] = [CUSTOM, ending].map(tariff => solveOnRoof(tariff, FIXED))
  const gainEur = credited!.financial.netPresentValue - without!.financial.netPresentValue
  expect(gainEur).toBeCloseTo(CREDIT_EUR * worthOf(1, 5), 2)
  const [first, second] = credited!.phases!
  expect([first!.untilCalendarYear, second!.changes]).toEqual([2030, ["batteryCredit"]])
  expect(second!.fixedCost! - first!.fixedCost!).toBeCloseTo(CREDIT_EUR, 4)
})

test("an existing battery has the credit too, and the credit of a year is paid once", () => {
  const site = { ...FIXED, existingBattery: { capacityKwh: 5, powerRatingKw: 2 } }
  const solved = [CUSTOM, { ...CUSTOM, batteryCredit: CREDIT }].map(tariff => solveOnRoof(tariff, site))
  const [without, credited] = solved.map(({ financial }) => financial)
  const [before, after] = [without!.costComparison, credited!.costComparison]
  expect(before.firstYearBaseline - after.firstYearBaseline).toBeCloseTo(2 * 25 + 60, 4)
  expect(before.firstYearOptimized - after.firstYearOptimized).toBeCloseTo((2 + 4) * 25 + 60, 4)
  expect(credited!.netPresentValue - without!.netPresentValue).toBeCloseTo(4 * 25 * worthOf(1, 25), 4)
  for (const { optimisation, financial } of solved) {
    expect(optimisation.lowerBoundTotalCost).toBeLessThanOrEqual(financial.lifecycle.totalCost + 1e-6)
    expect(optimisation.lowerBoundTotalCost).toBeGreaterThan(0.98 * financial.lifecycle.totalCost)
  }
})

test("a credit of a year that an existing battery has already buys no further battery", () => {
  const dear = { ...FREE.electricBattery, costPerKwh: 900 }
  const site = { electricBattery: dear, existingBattery: { capacityKwh: 5, powerRatingKw: 2 }, control: "ideal" }
  const { battery, optimisation } = solveOnRoof({ ...CUSTOM, batteryCredit: { eurPerYear: 800 } }, site)
  expect(battery.specs.capacityKwh).toBe(0)
  expect(optimisation.gap).toBeLessThan(1e-3)
})

test("the bound knows the credit of an existing battery", () => {
  const site = { ...FREE, existingBattery: { capacityKwh: 5, powerRatingKw: 2 }, control: "ideal" }
  const { financial, optimisation } = solveOnRoof({ ...CUSTOM, batteryCredit: { eurPerKwYear: 40 } }, site)
  expect(optimisation.gap).toBeGreaterThan(1e-4)
  // A report never shows a bound above the cost, so a bound that lacks the credit would be the cost itself.
  expect(optimisation.lowerBoundTotalCost).toBeLessThan(financial.lifecycle.totalCost - 1)
})

test("a plant without a battery has none", () => {
  const [without, credited] = [CUSTOM, { ...CUSTOM, batteryCredit: CREDIT }].map(tariff => moneyOf(tariff, {}))
  expect(credited!.yearOne.energyBill).toBeCloseTo(without!.yearOne.energyBill, 9)
})

test("it decides the plant: no other battery costs less, and the bound holds", () => {
  const tariff = { ...CUSTOM, batteryCredit: { eurPerKwYear: 45 } }
  const dear = { electricBattery: { ...FREE.electricBattery, costPerKwh: 700 }, control: "ideal" }
  const without = solveOnRoof(CUSTOM, dear).battery.specs
  const { financial, optimisation, battery } = solveOnRoof(tariff, dear)
  const { totalCost } = financial.lifecycle
  expect(optimisation.lowerBoundTotalCost).toBeLessThanOrEqual(totalCost + 1e-6)
  expect(optimisation.lowerBoundTotalCost).toBeGreaterThan(totalCost * (1 - 2e-3))
  expect(battery.specs.capacityKwh).toBeGreaterThan(without.capacityKwh + 1)
  for (const [capacityKwh, powerRatingKw] of [
    [4, 4],
    [6, 5],
    [8, 5],
    [10, 5],
    [10, 3],
  ] as const) {
    const held = { minCapacityKwh: capacityKwh, capacityKwh, minPowerRatingKw: powerRatingKw, powerRatingKw }
    const other = moneyOf(tariff, { control: "ideal", electricBattery: { ...held, costPerKwh: 700 } })
    expect(other.lifecycle.totalCost).toBeGreaterThan(totalCost * (1 - 1e-3))
  }
})

test("it needs an amount, and is shown among the terms", () => {
  const empty = { ...CUSTOM, batteryCredit: { until: 2030 } }
  expect(refusedRules(() => inputOnRoof(empty, ROOF_SITE))).toEqual([
    ["tariff.batteryCredit.eurPerKwYear", "one-is-required"],
  ])
  const { tariffTerms } = solveOnRoof({ ...CUSTOM, batteryCredit: CREDIT }, FIXED).financial
  expect(tariffTerms!.filter(({ path }) => path.startsWith("batteryCredit"))).toMatchObject([
    { name: "Credit for each kW of battery", value: 25, unit: "EUR/kW a year" },
    { name: "Credit for a battery", value: 60, unit: "EUR a year" },
  ])
})
