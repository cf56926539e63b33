/** Emissions of all years of a plant: avoided by a grid that gets cleaner, less the manufacture. */
import { expect, test } from "bun:test"
import { buildReport } from "../../domain/report/build.ts"
import { solved } from "../support/solvedCase.ts"

test("emissions of all years fall with the panels and the grid, less the manufacture", () => {
  const { scan, solution } = solved()
  const { report } = buildReport(scan, solution)
  const { co2Emissions, equivalents } = report.sustainability
  const { avoidedKg, manufactureKg, netKg } = co2Emissions.lifetime!
  const yearly = 0.995 * 0.958
  expect(avoidedKg).toBeCloseTo((co2Emissions.co2SavedTotalKg * (1 - yearly ** 25)) / (1 - yearly), 6)
  const kwp = report.solar.newSystems.reduce((sum, { installedCapacityKwp }) => sum + installedCapacityKwp, 0)
  // A battery of 15 years is bought twice in 25 years.
  expect(manufactureKg).toBeCloseTo(810 * kwp + 2 * 106 * report.battery.specs.capacityKwh, 6)
  expect(netKg).toBeCloseTo(avoidedKg - manufactureKg, 6)
  expect(equivalents.projectedCo2Savings).toBe(netKg)
})
