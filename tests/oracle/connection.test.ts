import { describe, expect, test } from "bun:test"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"
import { solvedInput } from "../support/solvedScan.ts"

/** Contracted power under goals that do not name it: import and export of the plant, hour by hour. */

const solve = (request: object) => {
  const site = { location: { lat: 52.09, lon: 5.12 }, inputMethod: "known" }
  const input = parseEarlierRequest({ ...site, ...request }, standardProfileKeys)
  const { report, hours } = solvedInput(input, 1e-3)
  const highest = (a: Float32Array, b: Float32Array) => Math.max(...a.map((kwh, hour) => kwh + b[hour]!))
  return {
    report,
    importKw: highest(hours.gridUsedOnsite, hours.gridStored),
    exportKw: highest(hours.solarExported, hours.batteryExported),
    asIsKw: Math.max(...hours.baselineImport),
  }
}

const home = {
  yearlyKwh: 3200,
  newPv: [{ maxPanelCount: 30, minPanelCount: 30, panelPowerWatts: 430 }],
  electricBattery: { powerRatingKw: 20, capacityKwh: 40, minCapacityKwh: 40, minPowerRatingKw: 20, costPerKwh: 100 },
}
const ROUNDING_KW = 1e-4

describe.each(["cost-savings", "self-sufficiency"])("goal %s", goal => {
  const dynamic = (contractedPowerKw?: number) => ({
    type: "dynamic",
    ...(contractedPowerKw === undefined ? {} : { contractedPowerKw }),
  })

  test("5.75 kW with a battery of 20 kW is never exceeded, where the site as it is keeps it", () => {
    const free = solve({ ...home, goal, tariff: dynamic() })
    expect(free.asIsKw).toBeLessThan(5.75)
    expect(Math.max(free.importKw, free.exportKw)).toBeGreaterThan(7)
    const bound = solve({ ...home, goal, tariff: dynamic(5.75) })
    expect(bound.importKw).toBeLessThanOrEqual(5.75 + ROUNDING_KW)
    expect(bound.exportKw).toBeLessThanOrEqual(5.75 + ROUNDING_KW)
    expect(bound.report.electricityGrid.unservedKwh).toBe(0)
    expect(bound.report.notes.join()).not.toContain("contracted power")
  })

  test("a site that exceeds it goes on, with a note of by how much, and draws no more than today", () => {
    const free = solve({ ...home, goal, tariff: dynamic() })
    const contracted = Number((0.5 * free.asIsKw).toFixed(2))
    const { report, importKw, exportKw } = solve({ ...home, goal, tariff: dynamic(contracted) })
    expect(importKw).toBeLessThanOrEqual(free.asIsKw + ROUNDING_KW)
    expect(exportKw).toBeLessThanOrEqual(contracted + ROUNDING_KW)
    expect(report.electricityGrid.unservedKwh).toBeLessThan(1e-3)
    expect(report.notes.join()).toContain(`above the contracted power of ${contracted} kW`)
  })
})

test("a warehouse with a roof of 3,000 panels and a connection of 100 kW never feeds in more than 100 kW", () => {
  const warehouse = {
    yearlyKwh: 50_000,
    customer: "business",
    newPv: [{ maxPanelCount: 3000, minPanelCount: 3000, panelPowerWatts: 430 }],
  }
  const { exportKw, importKw, report } = solve({ ...warehouse, tariff: { type: "dynamic", contractedPowerKw: 100 } })
  expect(exportKw).toBeLessThanOrEqual(100 + ROUNDING_KW)
  expect(importKw).toBeLessThanOrEqual(100 + ROUNDING_KW)
  expect(report.electricityGrid.peakGridDemandKwBau).toBeLessThan(100)
  expect(solve({ ...warehouse, tariff: { type: "dynamic" } }).exportKw).toBeGreaterThan(500)
})
