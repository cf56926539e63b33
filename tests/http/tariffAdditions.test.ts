import { afterAll, beforeAll, expect, test } from "bun:test"
import { Value } from "@sinclair/typebox/value"
import { FullReport } from "../../domain/report/schema.ts"
import { houseRequest } from "../support/requests.ts"
import { completedScan } from "../support/scans.ts"
import { createClient, type ServiceOfOrganization } from "../support/service.ts"
import type { Client } from "../support/sessions.ts"
import { startShared } from "../support/shared.ts"

/**
 * tariff.demandEurPerKwMonth, tariff.fixedEurPerMonth, tariff.netting and includeSavingsSpread, from the request to the
 * charts.
 */
let service: ServiceOfOrganization
let client: Client

beforeAll(async () => {
  service = await startShared()
  client = createClient(service)
})
afterAll(() => service.end())

const flat = { type: "flat", flatEurPerKwh: 0.3, feedInEurPerKwh: 0.05 }
const reportOf = async (id: string): Promise<FullReport> => {
  const { body } = await client.get(`/v1/scans/${id}`)
  expect([...Value.Errors(FullReport, body)].map(({ path, message }) => `${path} ${message}`)).toEqual([])
  return body
}
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)

test("demand and fixed charges are kept in the request, billed, and shown by month", async () => {
  const tariff = { ...flat, demandEurPerKwMonth: 6, fixedEurPerMonth: 12.5 }
  const id = await completedScan(client, { ...houseRequest(), tariff })
  expect((await client.get(`/v1/scans/${id}/request`)).body.tariff).toEqual({
    ...tariff,
    taxesIncluded: true,
    usual: { country: "NL", fields: [] },
  })
  const { body: chart } = await client.get(`/v1/scans/${id}/chart?interval=year&startDate=2026-01-01`)
  expect(chart.monthlyFixedCosts).toEqual(new Array(12).fill(12.5))
  expect(Math.min(...chart.monthlyDemandCosts)).toBeGreaterThan(0)
  const report = await reportOf(id)
  expect(Math.max(...chart.monthlyDemandCosts)).toBeCloseTo(6 * report.electricityGrid.peakGridDemandKw, 3)
  const monthly = [chart.monthlyEnergyCosts, chart.monthlyDemandCosts, chart.monthlyFixedCosts].flat()
  expect(report.financial.yearOne.energyBill).toBeCloseTo(sum(monthly), 2)
})

test("netting counts what is fed in against what is bought", async () => {
  const existingPv = [{ panelCount: 14, panelPowerWatts: 400 }]
  const request = { ...houseRequest(), existingPv, newPv: [], yearlyKwh: 3000, yearlyExportKwh: 2500 }
  const netted = await reportOf(await completedScan(client, { ...request, tariff: { ...flat, netting: true } }))
  const { yearlyGridPurchaseKwh, yearlyFeedInKwh } = netted.overview.energyFlow
  const { nettingCredit, energyBill, feedInRevenue } = netted.financial.yearOne
  expect(netted.financial.parameters.nettingEurPerKwh).toBeCloseTo(0.25, 9)
  expect(nettingCredit).toBeCloseTo(0.25 * Math.min(yearlyGridPurchaseKwh, yearlyFeedInKwh), 3)
  expect(feedInRevenue).toBeCloseTo(0.05 * yearlyFeedInKwh + nettingCredit, 3)
  expect(energyBill).toBeCloseTo(0.3 * yearlyGridPurchaseKwh, 3)
})

test("the savings are spread over price years, and over weather years too on request, of an adjustment likewise", async () => {
  const id = await completedScan(client, houseRequest())
  expect((await reportOf(id)).outlook).toMatchObject({ years: { count: 3 }, weather: "byYield" })
  const adjusted = await reportOf(await completedScan(client, { copiedFromId: id, includeSavingsSpread: true }))
  const { years, weatherYears, priceYears, weather } = adjusted.outlook!
  expect([years.count, weather]).toEqual([weatherYears.length * priceYears.length, "operated"])
  const wrong = await client.post("/v1/scans", { ...houseRequest(), includeSavingsSpread: "yes" })
  expect([wrong.status, JSON.stringify(wrong.body)]).toEqual([
    400,
    expect.stringContaining("includeSavingsSpread must be true or false"),
  ])
})

test("an adjustment may change the charges alone", async () => {
  const id = await completedScan(client, { ...houseRequest(), tariff: flat })
  const adjusted = await completedScan(client, { copiedFromId: id, tariff: { ...flat, fixedEurPerMonth: 10 } })
  const [before, after] = [await reportOf(id), await reportOf(adjusted)]
  expect(after.financial.yearOne.energyBill - before.financial.yearOne.energyBill).toBeCloseTo(120, 1)
})

test.each([
  [{ ...flat, demandEurPerKwMonth: -1 }, "tariff.demandEurPerKwMonth must be at least 0"],
  [{ ...flat, fixedEurPerMonth: "10" }, "tariff.fixedEurPerMonth must be a number"],
  [
    { type: "dynamic", netting: true, feedInEurPerKwh: 0.1 },
    "tariff.netting must be left out of a dynamic tariff with a fixed feedInEurPerKwh",
  ],
])("%j is refused by name", async (tariff, message) => {
  const { status, body } = await client.post("/v1/scans", { ...houseRequest(), tariff })
  expect(status).toBe(400)
  expect(JSON.stringify(body)).toContain(message)
})
