import { expect, test } from "bun:test"
import { solvedScan } from "../support/solvedScan.ts"

/** Scans of sites with a battery, against scans of the same sites that buy this battery. */

const home = {
  location: { lat: 52.09, lon: 5.12 },
  inputMethod: "known",
  yearlyKwh: 3500,
  yearlyKwhBasis: "used",
  existingPv: [{ panelCount: 12, panelPowerWatts: 400 }],
  inverterControl: "none",
}
const solve = (other: object) => solvedScan({ ...home, ...other })
const sum = (values: Float32Array) => values.reduce((total, kwh) => total + kwh, 0)
const flat = { type: "flat", flatEurPerKwh: 0.3, feedInEurPerKwh: 0.03 }
const dynamic = { type: "dynamic" }
const battery = { powerRatingKw: 10, capacityKwh: 30, costPerKwh: 300, standbyWatts: 0 }
const existingOf = (capacityKwh: number, powerRatingKw: number) => ({ capacityKwh, powerRatingKw })

for (const [name, tariff] of Object.entries({ flat, dynamic }))
  test(`a battery of the best size is not bought again, ${name}`, () => {
    const first = solve({ tariff, electricBattery: battery }).report
    const { capacityKwh, powerKw } = first.battery.specs
    expect(capacityKwh).toBeGreaterThan(1)
    const again = solve({ tariff, electricBattery: battery, existingBattery: existingOf(capacityKwh, powerKw) }).report
    expect(again.battery.specs.capacityKwh).toBeLessThan(0.25 * capacityKwh)
    expect(again.financial.netPresentValue).toBeGreaterThan(-1)
    expect(again.financial.netPresentValue).toBeLessThan(0.02 * first.financial.netPresentValue + 20)
  })

test("with foresight the baseline with a battery costs what the plant with this battery costs", () => {
  const fixed = { ...battery, capacityKwh: 8, minCapacityKwh: 8, powerRatingKw: 4, minPowerRatingKw: 4 }
  for (const [tariff, control] of [
    [flat, "selfConsumption"],
    [dynamic, "forecast"],
    [dynamic, "ideal"],
  ] as const) {
    const bought = solve({ tariff, control, electricBattery: fixed })
    const existing = solve({ tariff, control, existingBattery: existingOf(8, 4) })
    expect(
      Math.abs(sum(existing.hours.baselineImport) - sum(bought.hours.gridUsedOnsite) - sum(bought.hours.gridStored)),
    ).toBeLessThan(control === "forecast" ? 30 : 1)
  }
})

test("a site that adds nothing equals its baseline", () => {
  const { report, hours } = solve({ tariff: dynamic, existingBattery: existingOf(8, 4) })
  expect(Math.abs(report.financial.netPresentValue)).toBeLessThan(1e-6)
  expect(sum(hours.batteryUsedOnsite)).toBeGreaterThan(100)
  expect(report.existingBattery?.capacityKwh).toBe(8)
})

test("panels for a site with a battery are worth more than without it", () => {
  const panels = { existingPv: [], newPv: [{ maxPanelCount: 14, panelPowerWatts: 430 }], tariff: flat }
  const alone = solve(panels).report
  const stored = solve({ ...panels, existingBattery: existingOf(8, 4) }).report
  expect(stored.financial.netPresentValue).toBeGreaterThan(alone.financial.netPresentValue + 100)
})

test("other efficiencies keep the bound, and freedom never earns less", () => {
  for (const roundtripEfficiency of [75, 92, 97]) {
    const site = { tariff: dynamic, existingBattery: { ...existingOf(5, 2.5), roundtripEfficiency } }
    const free = solve({ ...site, electricBattery: { ...battery, costPerKwh: 120 } }).report
    const none = solve(site).report
    expect(free.battery.specs.capacityKwh).toBeGreaterThan(0)
    expect(free.financial.netPresentValue).toBeGreaterThanOrEqual(none.financial.netPresentValue - 1e-6)
    expect(free.optimisation.lowerBoundTotalCost).toBeLessThanOrEqual(free.financial.lifecycle.totalCost + 1e-6)
    // The gap includes losses of the plant that the sizing does not assume.
    if (roundtripEfficiency === 75) expect(free.optimisation.gap).toBeGreaterThan(1e-3)
  }
})

test("the metered purchase and feed-in of a site with a battery are its baseline", () => {
  const { hours } = solve({
    ...{ yearlyKwh: 2200, yearlyKwhBasis: "bought", yearlyExportKwh: 1800, tariff: flat },
    existingBattery: existingOf(5, 2.5),
  })
  expect(Math.abs(sum(hours.baselineImport) - 2200)).toBeLessThan(5)
  expect(Math.abs(sum(hours.baselineExport) - 1800)).toBeLessThan(5)
})
