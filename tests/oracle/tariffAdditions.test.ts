import { describe, expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { MONTH_START_HOURS } from "../../domain/site/year.ts"
import type { readReport } from "../../domain/texts/report.ts"
import { casesOf } from "../support/cases.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"
import { solvedInput } from "../support/solvedScan.ts"

/** Demand charges, fixed costs and netting on the sites of the examples: billed again by plain code, and proven. */
const EXAMPLES = ["terraced-house", "farm-east-west", "house-with-panels"]
const TOLERANCE = 1e-3

const exampleRequest = (name: string) => {
  const file = new URL(`../../examples/requests/${name}.json`, import.meta.url)
  return JSON.parse(readFileSync(file, "utf8"))
}
const scan = (name: string, tariff: object) => {
  const input = parseEarlierRequest({ ...exampleRequest(name), tariff, control: "ideal" }, standardProfileKeys)
  return solvedInput(input, TOLERANCE)
}
const sum = (values: ArrayLike<number>) => Array.from(values).reduce((total, value) => total + value, 0)

/** Dutch energy tax of 2026 by blocks with 21 % VAT, less the tax in hourly prices [EUR]. */
const taxBeyond = ({ financial }: ReturnType<typeof readReport>, kwh: number): number => {
  const rate = financial.parameters.marginalTaxEurPerKwh ?? 0
  const [first, second, third] = [Math.min(kwh, 10_000), Math.min(kwh, 50_000), kwh]
  const tax = first * 0.09161 + (second - first) * 0.06671 + (third - second) * 0.03735
  return rate > 0 ? 1.21 * (tax - rate * kwh) : 0
}

/** Cost of a year, summed by its hours [EUR]. */
const billed = (
  { hours, report }: ReturnType<typeof scan>,
  charges: { demand?: number; fixed?: number; baseline?: boolean },
) => {
  const bought = hours.gridUsedOnsite.map((kwh, hour) =>
    charges.baseline ? hours.baselineImport[hour]! : kwh + hours.gridStored[hour]!,
  )
  const sold = hours.solarExported.map((kwh, hour) =>
    charges.baseline ? hours.baselineExport[hour]! : kwh + hours.batteryExported[hour]!,
  )
  const peaks = Array.from({ length: 12 }, (_, month) =>
    Math.max(...bought.subarray(MONTH_START_HOURS[month], MONTH_START_HOURS[month + 1])),
  )
  const energy = sum(
    bought.map((kwh, hour) => kwh * hours.buyEurPerKwh[hour]! - sold[hour]! * hours.sellEurPerKwh[hour]!),
  )
  const netted = report.financial.parameters.nettingEurPerKwh * Math.min(sum(bought), sum(sold))
  const taxed = sum(bought) - (netted > 0 ? Math.min(sum(bought), sum(sold)) : 0)
  return energy + taxBeyond(report, taxed) - netted + (charges.demand ?? 0) * sum(peaks) + 12 * (charges.fixed ?? 0)
}

describe.each(EXAMPLES.slice(0, casesOf(3, 1)))("%s", name => {
  const { tariff: given } = exampleRequest(name)

  test("a demand charge is billed by the highest hour of each month, and the plant takes it into account", () => {
    const demand = 8
    const plain = scan(name, given)
    const charged = scan(name, { ...given, demandEurPerKwMonth: demand, fixedEurPerMonth: 15 })
    const { financial, optimisation, electricityGrid } = charged.report
    expect(financial.costComparison.firstYearOptimized).toBeCloseTo(billed(charged, { demand, fixed: 15 }), 2)
    expect(financial.costComparison.firstYearBaseline).toBeCloseTo(
      billed(charged, { demand, fixed: 15, baseline: true }),
      2,
    )
    expect(sum(charged.figures.monthlyFixedCosts)).toBeCloseTo(180, 6)
    expect(financial.parameters.demandChargeEurPerKwMonth).toBe(demand)
    expect(financial.parameters.fixedCostEurPerMonth).toBe(15)
    // Panels that produce at negative prices leave a part of the gap open.
    expect(optimisation.gap).toBeLessThanOrEqual(2 * TOLERANCE)
    expect(electricityGrid.peakGridDemandKw).toBeLessThan(plain.report.electricityGrid.peakGridDemandKw)
    const unaware = billed(plain, { demand, fixed: 15 })
    const worth =
      (financial.lifecycle.energyBill - financial.lifecycle.feedInRevenue) / financial.costComparison.firstYearOptimized
    expect(financial.lifecycle.totalCost).toBeLessThan(
      plain.report.financial.investment.totalInvestment + 1.01 * worth * unaware,
    )
  })

  test.each([
    ["dynamic", { type: "dynamic" }],
    ["flat", { type: "flat", flatEurPerKwh: 0.3 }],
  ])(
    "netting of a %s tariff is billed by the year's import and export, and proven within the tolerance",
    (_, terms) => {
      const plain = scan(name, terms)
      const netted = scan(name, { ...terms, netting: true })
      const { financial, optimisation } = netted.report
      const { bought, sold } = {
        bought: netted.report.electricityGrid.annualEnergySuppliedKwh,
        sold: netted.report.overview.selfConsumption.yearlyFeedInKwh,
      }
      expect(financial.yearOne.nettingCredit).toBeCloseTo(
        financial.parameters.nettingEurPerKwh * Math.min(bought, sold),
        6,
      )
      expect(financial.costComparison.firstYearOptimized).toBeCloseTo(billed(netted, {}), 2)
      expect(optimisation.gap).toBeLessThanOrEqual(TOLERANCE)
      expect(financial.lifecycle.totalCost).toBeLessThan(plain.report.financial.lifecycle.totalCost)
    },
  )
})

test("without charges and netting the bill has none", () => {
  const { report, figures } = scan("terraced-house", { type: "dynamic" })
  expect(report.financial.yearOne.nettingCredit).toBe(0)
  expect([...figures.monthlyDemandCosts, ...figures.monthlyFixedCosts]).toEqual(new Array(24).fill(0))
})
