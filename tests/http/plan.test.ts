import { afterAll, beforeAll, expect, test } from "bun:test"
import { Value } from "@sinclair/typebox/value"
import { DayPlan } from "../../domain/report/plan.ts"
import { newId } from "../../infra/ids.ts"
import { houseRequest, smallestRequest } from "../support/requests.ts"
import { completedScan } from "../support/scans.ts"
import { createClient, type ServiceOfOrganization } from "../support/service.ts"
import type { Client } from "../support/sessions.ts"
import { startShared } from "../support/shared.ts"

let service: ServiceOfOrganization
let client: Client
let id: string

beforeAll(async () => {
  service = await startShared()
  client = createClient(service)
  const electricBattery = { powerRatingKw: 5, capacityKwh: 10, costPerKwh: 100 }
  id = await completedScan(client, { ...houseRequest(), electricBattery })
})
afterAll(() => service.end())

const plan = async (date: string, scan = id): Promise<DayPlan> => {
  const { status, body } = await client.get(`/v1/scans/${scan}/plan?date=${date}`)
  expect(status).toBe(200)
  expect([...Value.Errors(DayPlan, body)].map(({ path, message }) => `${path} ${message}`)).toEqual([])
  return body
}
type Energy = Exclude<keyof DayPlan["hours"][number], "instant" | "label">
const sumOf = ({ hours }: DayPlan, ...names: Energy[]) =>
  hours.reduce((total, hour) => total + names.reduce((sum, name) => sum + hour[name], 0), 0)
const sum = (...lists: number[][]) => lists.flat().reduce((total, value) => total + value, 0)

test.each(["2026-01-05", "2026-06-15", "2026-12-31"])(
  "the plan of %s is the chart of the day, hour by hour",
  async date => {
    const day = await plan(date)
    const { body: chart } = await client.get(`/v1/scans/${id}/chart?interval=day&startDate=${date}`)
    const { hours } = day
    expect([day.date, day.timeZone]).toEqual([date, chart.timeZone])
    expect(hours.map(hour => hour.label)).toEqual(chart.labels)
    expect(hours.map(hour => hour.instant)).toEqual(chart.instants)
    expect(hours.map(hour => hour.levelKwh)).toEqual(chart.batteryLevel)
    expect(hours.map(hour => hour.buyEurPerKwh)).toEqual(
      chart.tariffRates.map((rate: { average: number }) => rate.average),
    )
    const sums: [number, number][] = [
      [sumOf(day, "loadKwh"), sum(chart.consumption)],
      [sumOf(day, "productionKwh"), sum(chart.solarProduction)],
      [sumOf(day, "chargeFromSolarKwh"), sum(chart.solarStored)],
      [sumOf(day, "chargeFromGridKwh"), sum(chart.gridStored)],
      [sumOf(day, "dischargeKwh"), sum(chart.batteryUsedOnsite, chart.batteryExported)],
      [sumOf(day, "importKwh"), sum(chart.gridUsedOnsite, chart.gridStored)],
      [sumOf(day, "exportKwh"), sum(chart.solarExported, chart.batteryExported)],
      [sumOf(day, "curtailedKwh"), sum(chart.solarWasted)],
    ]
    // Each of the addends is rounded to the watt-hour.
    for (const [ofPlan, ofChart] of sums) expect(Math.abs(ofPlan - ofChart)).toBeLessThanOrEqual(0.04)
  },
)

// @covers scans: GET /v1/scans/{id}/plan
test("every hour takes as much as it gives, at the prices of the hours behind the report", async () => {
  const { hours } = await plan("2026-06-15")
  const { body: series } = await client.get(`/v1/scans/${id}/series`)
  const first = 165 * 24
  for (const [index, hour] of hours.entries()) {
    const taken = hour.loadKwh + hour.chargeFromSolarKwh + hour.chargeFromGridKwh + hour.exportKwh + hour.curtailedKwh
    expect(Math.abs(taken - hour.productionKwh - hour.dischargeKwh - hour.importKwh)).toBeLessThanOrEqual(0.005)
    expect(hour.sellEurPerKwh).toBeCloseTo(series.sellEurPerKwh[first + index], 4)
  }
  for (const name of ["productionKwh", "chargeFromSolarKwh", "dischargeKwh", "exportKwh"] as const)
    expect([name, hours.some(hour => hour[name] > 0)]).toEqual([name, true])
})

test("it names the controller of the report, or of the request where the report compares none", async () => {
  const { body: report } = await client.get(`/v1/scans/${id}/result`)
  expect(report.control.chosen).toBe("forecast")
  expect((await plan("2026-06-15")).control).toBe("forecast")
  const flat = { ...smallestRequest(), tariff: { type: "flat", flatEurPerKwh: 0.3 }, control: "selfConsumption" }
  expect((await plan("2026-06-15", await completedScan(client, flat))).control).toBe("selfConsumption")
})

test("the report says how far its plant, so operated, is proven from the cheapest", async () => {
  const { control, financial, optimisation } = (await client.get(`/v1/scans/${id}/result`)).body
  const { totalCost } = financial.lifecycle
  expect(control.provenWithin).toBeCloseTo((totalCost - optimisation.lowerBoundTotalCost) / totalCost, 5)
  expect(control.provenWithin).toBeGreaterThan(optimisation.gap)
})

test("labels are those of the site's clocks, and 29 February is the 28th", async () => {
  const summer = (await plan("2026-06-15")).hours
  expect([summer[0]?.label, summer[0]?.instant]).toEqual(["01:00", "2026-06-14T23:00:00.000Z"])
  const leapDay = await plan("2024-02-29")
  expect(leapDay).toEqual(await plan("2024-02-28"))
  expect([leapDay.date, leapDay.hours[0]?.instant]).toEqual(["2024-02-28", "2024-02-27T23:00:00.000Z"])
})

test("what is no date is refused by name", async () => {
  for (const query of ["", "?date=", "?date=2026-13-01", "?date=2026-02-29", "?date=today"]) {
    const { status, body } = await client.get(`/v1/scans/${id}/plan${query}`)
    expect([query, status, body.errors?.map((error: { path: string[] }) => error.path)]).toEqual([
      query,
      400,
      [["date"]],
    ])
  }
})

test("there is no plan of a scan of others, and none before completion", async () => {
  const path = `/v1/scans/${id}/plan?date=2026-06-15`
  expect((await createClient(service.address, null).get(path)).status).toBe(401)
  expect((await createClient(service, service.testKey).get(path)).status).toBe(404)
  expect((await client.get(`/v1/scans/${newId()}/plan?date=2026-06-15`)).status).toBe(404)
  const { body: failed } = await client.post(
    "/v1/scans",
    { ...smallestRequest(), goal: "renewable-minimum", renewableElectricityMinFraction: 0.99 },
    { prefer: "wait=60" },
  )
  expect(failed.status).toBe("error")
  const refused = await client.get(`/v1/scans/${failed.id}/plan?date=2026-06-15`)
  const ofChart = await client.get(`/v1/scans/${failed.id}/chart`)
  expect([refused.status, refused.body]).toEqual([409, ofChart.body])
})
