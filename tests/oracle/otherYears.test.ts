import { expect, test } from "bun:test"
import type { Operation } from "../../domain/case/case.ts"
import { packJobInputs } from "../../domain/case/jobInputs.ts"
import { prepareCase } from "../../domain/case/prepare.ts"
import { dayAheadYear } from "../../domain/market/tariff/dayAhead.ts"
import type { ReportBody } from "../../domain/report/schema.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { chainKwhPerKwp, litHours } from "../../domain/site/solar/chain.ts"
import { measuredYears, stationWeather } from "../../domain/site/solar/knmi.ts"
import { measuredYearsAt, productionKwhPerKwp } from "../../domain/site/solar/production.ts"
import { readReport } from "../../domain/texts/report.ts"
import { knmiStations } from "../../fixtures/solar/index.ts"
import { solveOtherYears } from "../../search/compare/otherYears.ts"
import { sizingOf } from "../../search/model/sizing.ts"
import { yearOfPlant } from "../../search/model/standby.ts"
import { operatePlant } from "../../search/operate/operate.ts"
import { SolveCancelled } from "../../wasm/index.ts"
import { solveJob } from "../../worker/job.ts"
import { checkedOptimiser } from "../support/checkedCore.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"
import { outlookOf } from "../support/outlook.ts"

/** Savings of the plant in the available weather years and price years. */
const optimiser = await checkedOptimiser()
const solving = { optimiser, sizingTolerance: 1e-3, goOn: () => true }
const UTRECHT = { lat: 52.09, lon: 5.12 }
const BERLIN = { lat: 52.52, lon: 13.4 }
const house = {
  location: UTRECHT,
  inputMethod: "known",
  yearlyKwh: 3500,
  newPv: [{ minPanelCount: 10, maxPanelCount: 10, panelPowerWatts: 400 }],
  electricBattery: { powerRatingKw: 3, capacityKwh: 6, costPerKwh: 300 },
}
const flat = { type: "flat", flatEurPerKwh: 0.3, feedInEurPerKwh: 0.05 }

const solve = (request: object, jobInputs?: Uint8Array, onProgress = () => true): ReportBody => {
  const input = parseEarlierRequest({ includeSavingsSpread: true, ...request }, standardProfileKeys)
  const job = { scanId: "s", runId: "r", attempt: 1, input, ...(jobInputs ? { material: jobInputs } : {}) }
  const result = solveJob(job, { optimiser, sizingTolerance: 1e-3 }, onProgress)
  if (result.kind !== "solved") throw new Error(JSON.stringify(result.error))
  return readReport(result.report, "en")
}
const sum = (hours: Float64Array) => hours.reduce((total, kwh) => total + kwh, 0)

test("in the Netherlands every measured year meets every price year once", () => {
  const report = solve(house)
  const { overview } = report
  const { weatherYears, priceYears, years } = outlookOf(report)
  expect(weatherYears).toEqual(measuredYears())
  expect(priceYears).toEqual([2023, 2024, 2025])
  const { count, lowest, highest } = years
  expect(count).toBe(3 * measuredYears().length)
  expect(lowest).toBeLessThan(highest)
  expect(lowest).toBeGreaterThan(0.5 * overview.kpi.yearlySavings)
  expect(highest).toBeLessThan(2 * overview.kpi.yearlySavings)
})

test("where neither weather nor prices vary, the one year is the report's own", () => {
  for (const tariff of [flat, { ...flat, netting: true }]) {
    const report = solve({ ...house, location: BERLIN, tariff })
    const { years, weatherYears } = outlookOf(report)
    expect([years.count, weatherYears]).toEqual([1, []])
    expect(years.highest).toBe(years.lowest)
    expect(years.lowest).toBeCloseTo(report.overview.kpi.yearlySavings, 1)
  }
})

test("an operator's price years are among them", () => {
  const newer = { zone: "NL" as const, year: 2026, eurPerKwh: dayAheadYear({ country: "NL" }, 2024).eurPerKwh }
  const { priceYears, weatherYears } = outlookOf(solve({ ...house, newPv: [] }, packJobInputs({ prices: [newer] })))
  expect(priceYears).toEqual([2023, 2024, 2025, 2026])
  expect(weatherYears).toEqual([])
})

test("a plant that changes nothing saves nothing in any year, and where nothing can be added there is no outlook", () => {
  const { newPv: _, electricBattery: __, ...nothing } = house
  const existingPv = [{ panelCount: 8, panelPowerWatts: 400 }]
  expect(solve({ ...nothing, existingPv }).outlook).toBeNull()
  const newPv = [{ maxPanelCount: 10, panelPowerWatts: 400, costPerKwp: 90_000 }]
  const { years, weatherYears } = outlookOf(solve({ ...nothing, newPv, existingPv }))
  expect([years.lowest, years.highest]).toEqual([0, 0])
  expect(weatherYears).toEqual(measuredYears())
})

test("a measured year keeps its own sunlight: at the station it is what the station saw", () => {
  const [deBilt] = knmiStations.filter(({ name }) => name === "De Bilt")
  const years = measuredYearsAt(deBilt!.lat, deBilt!.lon)
  const pairs = years.map(({ year, produce }) => {
    const direct = chainKwhPerKwp(litHours(stationWeather(deBilt!, year, 1)), 35, 180)
    return { own: sum(produce(35, 180)), direct: sum(direct) }
  })
  const yields = pairs.map(({ own }) => own)
  const factors = pairs.map(({ own, direct }) => own / direct)
  expect(Math.max(...factors) / Math.min(...factors)).toBeLessThan(1.01)
  const longTerm = sum(productionKwhPerKwp({ ...deBilt!, tiltDeg: 35, azimuthDeg: 180 }).hoursKwhPerKwp)
  const mean = yields.reduce((total, kwh) => total + kwh, 0) / yields.length
  expect(Math.abs(mean / longTerm - 1)).toBeLessThan(0.02)
  expect(Math.max(...yields) / Math.min(...yields)).toBeGreaterThan(1.1)
})

test("it is not worked out unless asked for, and can be cancelled", () => {
  expect(outlookOf(solve({ ...house, includeSavingsSpread: false })).years.count).toBe(1)
  const byDefault = outlookOf(solve({ ...house, includeSavingsSpread: undefined }))
  expect([byDefault.weather, byDefault.years.count, byDefault.priceYears]).toEqual(["byYield", 3, [2023, 2024, 2025]])
  const flat = { type: "flat", flatEurPerKwh: 0.3 }
  expect(outlookOf(solve({ ...house, tariff: flat, includeSavingsSpread: undefined })).years.count).toBe(1)
  let calls = 0
  expect(() => solve(house, undefined, () => ++calls < 40)).toThrow(SolveCancelled)
})

test("in a year that the connection does not carry the rest is bought all the same: nothing added saves nothing", () => {
  const tariff = { ...flat, contractedPowerKw: 0.5 }
  const request = { ...house, location: BERLIN, tariff, goal: "maximize-connection" }
  const scan = prepareCase(parseEarlierRequest(request, standardProfileKeys))
  const nothing = { panels: [0], capacityKwh: 0, powerKw: 0 }
  expect(operatePlant(scan, sizingOf(scan, 1e-3), nothing, solving).unservedKwh).toBeGreaterThan(1)
  const base = { plant: nothing, wearEurPerKwh: 0 }
  const { savingsEur } = solveOtherYears(scan, base, solving)[0]!
  expect(savingsEur).toBeCloseTo(0, 3)
})

test("under demand charges of a custom tariff the scan's own year is operated anew too", () => {
  const tariff = {
    type: "custom",
    buy: { energy: "dayAhead", taxed: true },
    sell: { energy: "dayAhead" },
    grid: { demand: [{ eurPerKwMonth: 5 }] },
  }
  const request = { ...house, location: BERLIN, tariff, includeSavingsSpread: true }
  const scan = prepareCase(parseEarlierRequest(request, standardProfileKeys))
  expect([scan.assumptions.demandChargeEurPerKwMonth, scan.tariffs[0].demand.length]).toEqual([0, 1])
  const none = new Float64Array(8760)
  const still = { importKwh: none, exportKwh: none, curtailedKwh: none, chargeKwh: none, dischargeKwh: none }
  const nothing: Operation = { years: [{ ...still, levelKwh: none }], costEur: 0, unservedKwh: 0 }
  const base = { plant: { panels: [10], capacityKwh: 6, powerKw: 3 }, wearEurPerKwh: 0 }
  const scanYear = { operations: { forecast: nothing, selfConsumption: nothing }, baseline: nothing }
  const years = solveOtherYears(scan, { ...base, scanYear }, solving)
  for (const { savingsEur } of years) expect(savingsEur).toBeGreaterThan(50)
})

test("a year with other market prices under later terms alone is not the scan's own", () => {
  const sell = { energy: 0.05, until: 2030, after: { energy: "dayAhead" } }
  const tariff = { type: "custom", buy: { energy: 0.28, taxed: false }, sell }
  const scan = prepareCase(
    parseEarlierRequest({ ...house, location: BERLIN, tariff, control: "forecast" }, standardProfileKeys),
  )
  const none = new Float64Array(8760)
  const flows = { importKwh: none, exportKwh: none, curtailedKwh: none, chargeKwh: none, dischargeKwh: none }
  const still = { ...flows, levelKwh: none }
  const nothing: Operation = { years: [still, still], costEur: 0, unservedKwh: 0 }
  const base = { plant: { panels: [10], capacityKwh: 6, powerKw: 3 }, wearEurPerKwh: 0 }
  const scanYear = { operations: { forecast: nothing, selfConsumption: nothing }, baseline: nothing }
  const years = solveOtherYears(scan, { ...base, scanYear }, solving)
  const reused = years.filter(({ savingsEur }) => savingsEur === 0).map(({ priceYear }) => priceYear)
  expect([years.length > 1, reused]).toEqual([true, [scan.tariffs[0].priceYear]])
})

test("under demand charges a plant's year is within 0.03 % of the bill from the least, whatever the plant costs", () => {
  for (const netting of [false, true]) {
    const newPv = [{ minPanelCount: 10, maxPanelCount: 10, panelPowerWatts: 400, costPerKwp: 9000 }]
    const tariff = { type: "dynamic", netting, demandEurPerKwMonth: 9 }
    const scan = prepareCase(parseEarlierRequest({ ...house, newPv, tariff }, standardProfileKeys))
    const sizing = sizingOf(scan, 1e-3)
    const plant = { panels: [10], capacityKwh: 6, powerKw: 3 }
    const { costEur } = operatePlant(scan, sizing, plant, solving)
    const least = optimiser.dispatch(yearOfPlant(scan, sizing.year, plant), plant).costEur
    const nothing = optimiser.dispatch(sizing.year, { panels: [0], capacityKwh: 0, powerKw: 0 }).costEur
    expect(costEur - least).toBeLessThanOrEqual(3.1e-4 * Math.abs(nothing))
  }
})
