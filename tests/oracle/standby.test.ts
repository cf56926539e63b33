import { expect, test } from "bun:test"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"
import { solvedInput } from "../support/solvedScan.ts"

/** Standby use of a battery: in plant, operation, bill and flows. */

const HOURS = 8760
const battery = { powerRatingKw: 5, capacityKwh: 10, minCapacityKwh: 5, costPerKwh: 100 }
const home = {
  location: { lat: 52.09, lon: 5.12 },
  inputMethod: "known",
  yearlyKwh: 3500,
  yearlyKwhBasis: "used",
  newPv: [{ maxPanelCount: 10, minPanelCount: 10, panelPowerWatts: 400 }],
  tariff: { type: "dynamic" },
}
const solve = (electricBattery: object, other: object = {}) => {
  const input = parseEarlierRequest({ ...home, electricBattery, ...other }, standardProfileKeys)
  return solvedInput(input, 1e-4)
}
const sum = (values: Float32Array) => values.reduce((total, kwh) => total + kwh, 0)

for (const control of ["ideal", "forecast", "selfConsumption"] as const)
  test(`under ${control} the energy of every hour adds up, and what goes into the battery less what comes out holds its standby`, () => {
    const { hours, report } = solve({ ...battery, standbyWatts: 60 }, { control })
    let lostKwh = 0
    for (let hour = 0; hour < HOURS; hour++) {
      const at = (series: Float32Array) => series[hour]!
      const used = at(hours.solarUsedOnsite) + at(hours.batteryUsedOnsite) + at(hours.gridUsedOnsite)
      expect(used).toBeCloseTo(at(hours.consumption), 4)
      const made = at(hours.solarUsedOnsite) + at(hours.solarStored) + at(hours.solarExported) + at(hours.solarWasted)
      expect(made).toBeCloseTo(at(hours.solarProduction), 4)
      lostKwh += at(hours.solarStored) + at(hours.gridStored) - at(hours.batteryUsedOnsite) - at(hours.batteryExported)
    }
    const { standbyKwhPerYear, cyclesPerYear } = report.battery.performance
    expect(standbyKwhPerYear).toBeCloseTo(0.06 * HOURS, 9)
    // Usable 90 % of the capacity, a round trip of 90 %.
    const { capacityKwh, minChargeLevel, roundtripEfficiency } = report.battery.specs
    const givenKwh = cyclesPerYear * capacityKwh * (1 - minChargeLevel / 100)
    const oneWay = Math.sqrt(roundtripEfficiency / 100)
    const stored = hours.batteryLevel.at(-1)! - (minChargeLevel / 100) * capacityKwh
    expect(lostKwh).toBeCloseTo(standbyKwhPerYear! + givenKwh * (1 / oneWay ** 2 - 1) + stored / oneWay, 0)
    expect(report.overview.kpi.yearlyUsageKwh).toBeCloseTo(3500, 0)
    expect(report.electricityGrid.annualEnergySuppliedKwh).toBeCloseTo(
      sum(hours.gridUsedOnsite) + sum(hours.gridStored),
      2,
    )
  })

test("a battery saves less by what its standby costs, and none is placed where that is more than it brings", () => {
  const held = { ...battery, minCapacityKwh: 10, minPowerRatingKw: 5 }
  const savings = [0, 25, 100].map(
    standbyWatts => solve({ ...held, standbyWatts }, { control: "ideal" }).report.battery.performance.annualSavings,
  )
  const [none, few, many] = savings as [number, number, number]
  expect(none - few).toBeGreaterThan(30)
  expect(none - few).toBeLessThan(70)
  expect((none - many) / (none - few)).toBeCloseTo(4, 0)
  const free = { ...battery, minCapacityKwh: 0 }
  expect(solve({ ...free, standbyWatts: 25 }).report.battery.specs.capacityKwh).toBeGreaterThan(0)
  const { report, hours } = solve({ ...free, standbyWatts: 500 })
  expect(report.battery.specs.capacityKwh).toBe(0)
  expect([report.battery.performance.standbyKwhPerYear, sum(hours.batteryUsedOnsite)]).toEqual([0, 0])
})

test("a battery that the request says nothing of takes what the assumption says", () => {
  const { report } = solve(battery)
  expect(report.battery.performance.standbyKwhPerYear).toBeCloseTo(0.025 * HOURS, 9)
  const own = solve({ ...battery, standbyWatts: 40 }).report.financial
  expect(own.parameters.batteryStandbyWatts).toBe(40)
  expect(own.assumptionOrigins!.find(({ name }) => name === "batteryStandbyWatts")!.origin).toBe("request")
})

test("of products that are alike the one with less standby is best, and several have that of each", () => {
  const product = { capacityKwh: 5, powerKw: 2.5, eur: 500 }
  const products = [
    { id: "thirsty", ...product, standbyWatts: 60 },
    { id: "sober", ...product, standbyWatts: 5, maxCount: 3 },
  ]
  const { report } = solve({ powerRatingKw: 20, capacityKwh: 20, products })
  const [first, second] = report.products!.ranked
  expect([first!.id, second!.id]).toEqual(["sober", "thirsty"])
  expect(report.battery.performance.standbyKwhPerYear).toBeCloseTo(0.005 * first!.count * HOURS, 9)
  expect(first!.count).toBeGreaterThan(1)
})
