import { expect, test } from "bun:test"
import { driverEnds, outlookOf } from "../support/outlook.ts"
import { solvedScan } from "../support/solvedScan.ts"

/** Export of existing panels under prices that fall below zero. */

const home = {
  location: { lat: 52.09, lon: 5.12 },
  inputMethod: "known",
  yearlyKwh: 2800,
  yearlyExportKwh: 2500,
  existingPv: [{ panelCount: 12, panelPowerWatts: 400 }],
}
const solve = (other: object) => solvedScan({ ...home, ...other })
const sum = (values: Float32Array) => values.reduce((total, kwh) => total + kwh, 0)
const battery = { powerRatingKw: 5, capacityKwh: 10, minCapacityKwh: 5, costPerKwh: 100 }

test("a baseline with a metered export of 2,500 kWh shows 2,500, whatever the price", () => {
  for (const tariff of [{ type: "dynamic" }, { type: "flat", flatEurPerKwh: 0.25 }]) {
    const { hours } = solve({ tariff, electricBattery: battery })
    expect(sum(hours.baselineExport)).toBeCloseTo(2500, 0)
    expect(sum(hours.baselineImport)).toBeCloseTo(2800, 0)
  }
})

test("a tariff whose existing panels follow prices keeps them from feeding in at a loss", () => {
  const { hours, report } = solve({
    tariff: { type: "dynamic", existingFollowsPrices: true },
    electricBattery: battery,
  })
  expect(sum(hours.baselineExport)).toBeLessThan(2400)
  hours.baselineExport.forEach((kwh, hour) => {
    if (hours.sellEurPerKwh[hour]! < 0) expect(kwh).toBeLessThan(1e-9)
  })
  expect(report.notes.join()).not.toContain("while that costs money")
})

test("the report says what is fed in at a loss today, and what stopping it saves", () => {
  const { hours, report } = solve({ tariff: { type: "dynamic" }, electricBattery: battery })
  const lost = hours.baselineExport.reduce((kwh, sold, hour) => (hours.sellEurPerKwh[hour]! < 0 ? kwh + sold : kwh), 0)
  expect(lost).toBeGreaterThan(100)
  const paid = hours.baselineExport.reduce((eur, sold, hour) => eur - sold * Math.min(0, hours.sellEurPerKwh[hour]!), 0)
  const [measure] = report.measures!
  expect(measure!.kind).toBe("stop-at-negative-prices")
  expect(Math.abs(measure!.kwhPerYear - lost)).toBeLessThan(1)
  expect(Math.abs(measure!.eurPerYear - paid)).toBeLessThan(1)
})

test("a battery that is worth it against the panels of today as metered is found, and nothing better than nothing is excluded", () => {
  const of = (fixedCostEur: number, other: object) =>
    solve({
      existingPv: [{ panelCount: 20, panelPowerWatts: 400 }],
      tariff: { type: "dynamic" },
      control: "ideal",
      electricBattery: { powerRatingKw: 10, capacityKwh: 40, costPerKwh: 280, fixedCostEur, standbyWatts: 0, ...other },
    }).report
  const found = of(3000, {})
  const held = of(3000, { minCapacityKwh: 5 })
  expect(held.financial.netPresentValue).toBeGreaterThan(100)
  expect(found.financial.netPresentValue).toBeGreaterThan(held.financial.netPresentValue - 5)
  const nothing = of(4000, {})
  expect(nothing.battery.specs.capacityKwh).toBe(0)
  expect(nothing.optimisation.lowerBoundTotalCost).toBeGreaterThan(found.optimisation.lowerBoundTotalCost)
  expect(nothing.optimisation.lowerBoundTotalCost).toBeLessThan(
    of(4000, { minCapacityKwh: 5 }).optimisation.lowerBoundTotalCost,
  )
})

test("with nothing new nothing is saved, in other years and futures too", () => {
  for (const control of ["ideal", "forecast", "selfConsumption"] as const) {
    const { report } = solve({
      tariff: { type: "dynamic" },
      control,
      electricBattery: { ...battery, minCapacityKwh: 0, costPerKwh: 5000 },
    })
    expect(report.battery.specs.capacityKwh).toBe(0)
    expect(report.financial.yearOne.savingsVsBaseline).toBe(0)
    const { years, firstYearSavings, breakEven } = outlookOf(report)
    expect([years.lowest, years.highest, firstYearSavings.p10, firstYearSavings.p90]).toEqual([0, 0, 0, 0])
    expect(breakEven).toEqual([])
    const varied = driverEnds(report).map(({ npv }) => npv)
    expect(varied.every(eur => Math.abs(eur ?? 0) < 1e-6)).toBe(true)
  }
})
