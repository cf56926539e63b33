import { expect, test } from "bun:test"
import { prepareCase } from "../../domain/case/prepare.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { createOptimiser } from "../../wasm/index.ts"
import { solveJob } from "../../worker/job.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"

const house = {
  location: { lat: 51.95, lon: 4.1 },
  inputMethod: "known",
  yearlyKwh: 3500,
  yearlyKwhBasis: "used",
  tariff: { type: "flat", flatEurPerKwh: 0.3 },
}
const existing = { panelCount: 10, panelPowerWatts: 400 }
const roof = { maxPanelCount: 10, panelPowerWatts: 400 }
const caseOf = (request: object) => prepareCase(parseEarlierRequest({ ...house, ...request }, standardProfileKeys))
const peakOf = (hours: Float64Array) => Math.max(...hours)
const sumOf = (hours: Float64Array) => hours.reduce((a, b) => a + b, 0)

test("no hour of existing panels exceeds their inverter, and only hours near it lose", () => {
  const [free] = caseOf({ existingPv: [existing] }).existing
  const [cut] = caseOf({ existingPv: [{ ...existing, inverterKw: 2.5 }] }).existing
  expect(peakOf(free!.productionKwh)).toBeGreaterThan(3)
  expect(peakOf(cut!.productionKwh)).toBe(2.5)
  const year = sumOf(cut!.productionKwh) / sumOf(free!.productionKwh)
  expect(year).toBeLessThan(0.97)
  expect(year).toBeGreaterThan(0.85)
})

test("a plant of fewer panels behind a roof's inverter is never promised more than it makes; a full roof exactly that", () => {
  const panels = (count: number) =>
    caseOf({ existingPv: [{ ...existing, panelCount: count, inverterKw: 2 }] }).existing[0]!.productionKwh
  const { productionKwhPerPanel } = caseOf({ newPv: [{ ...roof, inverterKw: 2 }] }).roofs[0]!
  const full = panels(10)
  full.forEach((kwh, hour) => {
    expect(Math.abs(productionKwhPerPanel[hour]! * 10 - kwh)).toBeLessThan(1e-9)
  })
  for (const count of [4, 6, 8]) expect(sumOf(productionKwhPerPanel) * count).toBeLessThan(sumOf(panels(count)))
})

test("the report names the inverter: as requested, or by the assumption", async () => {
  const optimiser = await createOptimiser()
  const input = parseEarlierRequest(
    {
      ...house,
      existingPv: [existing, { ...existing, inverterKw: 2.5 }],
      newPv: [{ ...roof, minPanelCount: 10, inverterKw: 3 }],
    },
    standardProfileKeys,
  )
  const job = { scanId: "s", runId: "r", attempt: 1, input }
  const result = solveJob(job, { optimiser, sizingTolerance: 1e-3 }, () => true)
  if (result.kind === "failed") throw new Error("not solved")
  const { existingSystems, newSystems, peakOutputKw } = result.report.solar
  expect([...existingSystems, ...newSystems].map(({ inverterKw }) => inverterKw)).toEqual([4 / 1.1, 2.5, 3])
  expect(peakOutputKw).toBeLessThanOrEqual(4 / 1.1 + 2.5 + 3)
})

test("an inverter of no power is refused", () => {
  expect(() => caseOf({ existingPv: [{ ...existing, inverterKw: 0 }] })).toThrow(/inverterKw/)
})
