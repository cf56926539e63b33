/** Texts of a report on its figures: futures, and costs that it does not count. */
import { expect, test } from "bun:test"
import { createFormat } from "../../dashboard/src/lib/format.ts"
import { upkeepOf } from "../../dashboard/src/report/Assumptions.tsx"
import { loadText } from "../../dashboard/src/text/text.ts"
import { fixtureResult } from "../../domain/report/sandbox/fixtures.ts"
import { readReport } from "../../domain/texts/report.ts"

const en = { text: await loadText("en"), format: createFormat("en") }
const nl = { text: await loadText("nl"), format: createFormat("nl") }
const report = readReport(fixtureResult("new-pv-battery-cost-savings").report, "en")

test("percentiles of futures are named as a bank counts them: P90 is the cautious one", () => {
  const { percentile10, percentile90 } = en.text.report.outlook.ranges
  expect([percentile10, percentile90]).toEqual(["Cautious (P90)", "Optimistic (P10)"])
  const dutch = nl.text.report.outlook.ranges
  expect(dutch.percentile10).toBe("Voorzichtig (P90)")
  expect(dutch.percentile90).toBe("Optimistisch (P10)")
})

test("maintenance that is not counted is said not to be, and only of what is bought", () => {
  const { financial, battery } = report
  const { investment, parameters } = financial
  const counting = (solarMaintenanceCost: number, batteryMaintenanceCost: number) => ({
    ...report,
    battery: { ...battery, specs: { ...battery.specs, capacityKwh: 5 } },
    financial: {
      ...financial,
      parameters: { ...parameters, pvMaintenanceEurPerKwYear: 18, batteryMaintenanceFraction: 0.025 },
      investment: { ...investment, solarMaintenanceCost, batteryMaintenanceCost },
    },
  })
  const { pvMaintenanceEurPerKwYear: panels, batteryMaintenanceFraction: fraction } = upkeepOf(counting(1500, 800), en)
  expect([panels?.replaceAll("\u2060", ""), fraction]).toEqual(["€18/kWp a year", "2.5\u00a0% of its price a year"])
  expect(Object.values(upkeepOf(counting(0, 0), en))).toEqual(["not counted", "not counted"])
  const nothing = { ...report, solar: { ...report.solar, newSystems: [] } }
  const none = { ...nothing, battery: { ...battery, specs: { ...battery.specs, capacityKwh: 0 } } }
  expect(Object.values(upkeepOf(none, nl))).toEqual([undefined, undefined])
})
