import { expect, test } from "bun:test"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { siteOf } from "../../domain/site/geo/site.ts"
import { localCalendar } from "../../domain/site/localCalendar.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"
import { outlookOf } from "../support/outlook.ts"
import { solvedInput } from "../support/solvedScan.ts"

/** Scans under custom tariffs: equal to the tariffs that they copy, and billed again by plain code. */

const home = {
  location: { lat: 52.09, lon: 5.12 },
  inputMethod: "known",
  yearlyKwh: 3500,
  newPv: [{ maxPanelCount: 14, panelPowerWatts: 430 }],
  electricBattery: { powerRatingKw: 5, capacityKwh: 10, costPerKwh: 150 },
}
const solve = (tariff: object, other: object = {}) => {
  const input = parseEarlierRequest({ ...home, ...other, tariff }, standardProfileKeys)
  return solvedInput(input, 1e-3)
}
const moneyOf = ({ report }: ReturnType<typeof solve>) => ({
  bill: report.financial.yearOne.energyBill,
  revenue: report.financial.yearOne.feedInRevenue,
  total: report.financial.lifecycle.totalCost,
  panels: report.solar.newSystems.map(({ panelCount }) => panelCount),
  capacityKwh: report.battery.specs.capacityKwh,
  controller: report.control?.chosen,
})

test("a contract of one price is the flat tariff of that price", () => {
  const flat = solve({ type: "flat", flatEurPerKwh: 0.25, feedInEurPerKwh: 0.05, fixedEurPerMonth: 10 })
  const sell = { energy: 0.05 }
  const custom = solve({ type: "custom", buy: { energy: 0.25, taxed: false }, sell, grid: { fixedEurPerMonth: 10 } })
  expect(moneyOf(custom)).toEqual(moneyOf(flat))
  expect(custom.report.tariffType).toBe("custom")
  expect(outlookOf(custom.report).years.count).toBe(1)
})

test("a contract of the market with the supplier's terms is the dynamic tariff", () => {
  const dynamic = solve({ type: "dynamic" })
  const { markUpEurPerKwh, feedInFeeEurPerKwh: feeEurPerKwh, vatFraction } = dynamic.report.financial.parameters
  const plusEurPerKwh = markUpEurPerKwh! / (1 + vatFraction!)
  const custom = solve({
    type: "custom",
    buy: { energy: "dayAhead", plusEurPerKwh, taxed: true },
    sell: { energy: "dayAhead", feeEurPerKwh },
  })
  const [a, b] = [moneyOf(custom), moneyOf(dynamic)]
  expect(a.panels).toEqual(b.panels)
  expect(a.controller).toBe("forecast")
  for (const name of ["bill", "revenue", "total", "capacityKwh"] as const)
    expect(Math.abs(a[name] - b[name])).toBeLessThan(1e-3 * Math.max(1, Math.abs(b[name])))
  expect(outlookOf(custom.report).priceYears).toEqual(outlookOf(dynamic.report).priceYears)
})

test("windows and a capacity charge with a floor: the report's bill is that of its hours, and the plant avoids the charge", () => {
  const tariff = {
    type: "custom",
    buy: { energy: [{ eurPerKwh: 0.35, hours: [[17, 21]] }, { eurPerKwh: 0.2 }], taxed: false },
    sell: { energy: 0.02 },
    grid: { demand: [{ eurPerKwYear: 120, meanOfMonths: true, floorKw: 0.8 }], fixedEurPerMonth: 5 },
  }
  const { report, hours } = solve(tariff, { control: "ideal" })
  const calendar = localCalendar(siteOf(52.09, 5.12), report.financial.parameters.priceYear)
  const peaks = new Array<number>(12).fill(0.8)
  let eur = 0
  for (let hour = 0; hour < 8760; hour++) {
    const bought = hours.gridUsedOnsite[hour]! + hours.gridStored[hour]!
    const clock = calendar.hourOfDay[hour]!
    eur += bought * (clock >= 17 && clock < 21 ? 0.35 : 0.2)
    const month = calendar.month[hour]! - 1
    peaks[month] = Math.max(peaks[month]!, bought)
  }
  const demandEur = peaks.reduce((sum, kw) => sum + 10 * kw, 0)
  expect(report.financial.yearOne.energyBill).toBeCloseTo(eur + demandEur + 60, 2)
  expect(report.optimisation.gap).toBeLessThan(1e-3)
  // The plant shaves peaks to the floor, and no further because import below the floor costs nothing.
  expect(Math.min(...peaks)).toBe(0.8)
  expect(demandEur).toBeLessThan(0.8 * 12 * 10 * 1.5)
})

test("a site outside of the known zones: said first and in the report, and not with a contract of its own", () => {
  const boston = { location: { lat: 42.36, lon: -71.06 } }
  const dynamic = solve({ type: "dynamic" }, boston).report
  expect(dynamic.notes[0]).toStartWith(
    "All figures use Dutch prices or taxes, because prices or taxes of the United States are unknown",
  )
  expect(dynamic.hasForeignPrices).toBe(true)
  const own = solve({ type: "custom", buy: { energy: 0.18, taxed: false }, sell: { energy: 0.04 } }, boston).report
  expect(own.notes.join()).not.toContain("Dutch prices")
  expect("hasForeignPrices" in own).toBe(false)
})
