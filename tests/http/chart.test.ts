import { afterAll, beforeAll, expect, test } from "bun:test"
import { Value } from "@sinclair/typebox/value"
import type { FullReport } from "../../domain/report/schema.ts"
import { ChartData } from "../../domain/site/chart/schema.ts"
import { houseRequest } from "../support/requests.ts"
import { completedScan } from "../support/scans.ts"
import { createClient, type ServiceOfOrganization } from "../support/service.ts"
import type { Client } from "../support/sessions.ts"
import { startShared } from "../support/shared.ts"

let service: ServiceOfOrganization
let client: Client
let id: string
let report: FullReport

beforeAll(async () => {
  service = await startShared()
  client = createClient(service)
  id = await completedScan(client, houseRequest())
  report = (await client.get(`/v1/scans/${id}`)).body
})
afterAll(() => service.end())

const chart = async (query: string): Promise<ChartData> => {
  const { status, body } = await client.get(`/v1/scans/${id}/chart${query}`)
  expect(status).toBe(200)
  expect([...Value.Errors(ChartData, body)].map(({ path, message }) => `${path} ${message}`)).toEqual([])
  return body
}
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)

// @covers scans: GET /v1/scans/{id}/chart
test("unless asked otherwise a chart is the year from today", async () => {
  const { intervalType, labels, startDate } = await chart("")
  expect([intervalType, labels.length]).toEqual(["year", 12])
  const today = new Date().toLocaleDateString("sv", { timeZone: "Europe/Amsterdam" })
  expect(Date.parse(startDate)).toBe(Date.parse(`${today.slice(0, 7)}-01T00:00:00.000+01:00`))
})

// @covers scans: chartData: intervals
test.each([
  ["day", "2026-02-10", 24],
  ["week", "2026-02-10", 7],
  ["month", "2026-02-10", 28],
  ["month", "2026-03-01", 31],
  ["year", "2026-02-10", 12],
] as const)("a %s from %s has %d points in every series, and 12 months", async (interval, startDate, points) => {
  const { labels, consumption, batteryLevel, consumptionStats, tariffRates, monthlyEnergyCosts, intervalType } =
    await chart(`?interval=${interval}&startDate=${startDate}`)
  expect(intervalType).toBe(interval)
  for (const series of [labels, consumption, batteryLevel, consumptionStats, tariffRates])
    expect(series).toHaveLength(points)
  expect(monthlyEnergyCosts).toHaveLength(12)
})

test("the year's sums are the report's figures", async () => {
  const year = await chart("?interval=year&startDate=2026-01-01")
  expect(sum(year.consumption)).toBeCloseTo(report.overview.kpi.yearlyUsageKwh, 0)
  expect(sum(year.solarProduction)).toBeCloseTo(report.solar.totalYearlyOutputKwh, 0)
  expect(sum(year.gridUsedOnsite) + sum(year.gridStored)).toBeCloseTo(report.electricityGrid.annualEnergySuppliedKwh, 0)
  expect(sum(year.baselineGridConsumption)).toBeCloseTo(report.electricityGrid.annualEnergySuppliedKwhBau, 0)
  expect(sum(year.monthlyCo2SavingsKg)).toBeCloseTo(report.sustainability.co2Emissions.co2SavedTotalKg, 0)
  expect(year.yearlyElectricityCost).toBeCloseTo(report.overview.financialSummary.firstYearElectricityCost, 6)
  expect(year.yearlyCashflows).toHaveLength(report.financial.parameters.evaluationPeriod + 1)
  expect(year.cumulativeCashflows.at(-1)).toBeCloseTo(report.financial.cashflowSummary.endBalance, 6)
})

test("what is no date and no interval is refused by name", async () => {
  const bad = await client.get(`/v1/scans/${id}/chart?interval=hour`)
  expect([bad.status, bad.body.message]).toEqual([400, "interval must be one of day, week, month, year"])
  for (const date of ["2026-13-01", "yesterday", "2026-02-30"]) {
    const { status, body } = await client.get(`/v1/scans/${id}/chart?startDate=${date}`)
    expect(status).toBe(400)
    expect(body.message).toStartWith("startDate must be a date")
  }
  expect((await chart("?interval=day&startDate=2024-02-29")).startDate).toBe("2024-02-27T23:00:00.000Z")
})

test("a report that the client has already is not sent again", async () => {
  for (const path of [`/v1/scans/${id}`, `/v1/scans/${id}/chart?startDate=2026-01-01`, "/v1/scans"]) {
    const { headers } = await client.get(path)
    const again = await client.get(path, { "if-none-match": headers.get("etag") ?? "" })
    expect([path, again.status, again.body]).toEqual([path, 304, ""])
  }
})
