import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { houseRequest } from "../support/requests.ts"
import { completedScan } from "../support/scans.ts"
import { createClient, type ServiceOfOrganization } from "../support/service.ts"
import type { Client } from "../support/sessions.ts"
import { startShared } from "../support/shared.ts"

/** Price series of an organization: stored, read, used by a custom tariff, and deleted. */
let service: ServiceOfOrganization
let client: Client

beforeAll(async () => {
  service = await startShared()
  client = createClient(service)
})
afterAll(() => service.end())

const hours = (of: (hour: number) => number) => Array.from({ length: 8760 }, (_, hour) => of(hour))
const dayAndNight = hours(hour => (hour % 24 >= 7 && hour % 24 < 23 ? 300 : 100))
const made = async (values: number[], unit = "EUR/MWh") => {
  const { status, body } = await client.post("/v1/price-series", { name: "Supplier", year: 2025, unit, values })
  expect([status, body.message]).toEqual([201, undefined])
  return body
}
const csvOf = (text: string, query: string) =>
  client.post(`/v1/price-series/csv?${query}`, text, { "content-type": "text/csv" })

describe("a series", () => {
  test("is kept in EUR/kWh, read, listed, renamed and deleted", async () => {
    const { id, ...summary } = await made(dayAndNight)
    expect(summary).toMatchObject({ name: "Supplier", year: 2025, lowestEurPerKwh: 0.1, highestEurPerKwh: 0.3 })
    expect(summary.meanEurPerKwh).toBeCloseTo((16 * 0.3 + 8 * 0.1) / 24, 6)
    const { body: detail } = await client.get(`/v1/price-series/${id}`)
    expect([detail.eurPerKwh.length, detail.eurPerKwh[6], detail.eurPerKwh[7]]).toEqual([8760, 0.1, 0.3])
    expect((await client.get("/v1/price-series")).body.items.map((item: { id: string }) => item.id)).toContain(id)
    const renamed = await client.patch(`/v1/price-series/${id}`, { name: "Renamed" })
    expect([renamed.status, renamed.body.name]).toEqual([200, "Renamed"])
    expect((await client.delete(`/v1/price-series/${id}`)).status).toBe(204)
    expect((await client.get(`/v1/price-series/${id}`)).status).toBe(404)
    expect((await client.delete(`/v1/price-series/${id}`)).status).toBe(404)
  })

  test("of quarters has the mean of each hour, from CSV too, with a header or without", async () => {
    const quarters = Array.from({ length: 35_040 }, (_, quarter) => (quarter % 4) / 10)
    const { id } = await made(quarters, "EUR/kWh")
    expect((await client.get(`/v1/price-series/${id}`)).body.eurPerKwh[5]).toBeCloseTo(0.15, 7)
    for (const header of ["price\n", ""]) {
      const answer = await csvOf(`${header}${quarters.join("\r\n")}\r\n`, "name=File&year=2025")
      expect(answer.status).toBe(201)
      const read = await client.get(`/v1/price-series/${answer.body.id}`)
      expect(read.body.eurPerKwh[8759]).toBeCloseTo(0.15, 7)
    }
  })

  test("of another length, in another unit or with words is refused with the place", async () => {
    const refused = async (body: object) =>
      (await client.post("/v1/price-series", { name: "S", year: 2025, ...body })).body
    expect((await refused({ values: dayAndNight.slice(1) })).message).toBe(
      "values must have 8760 hours or 35040 quarters of an hour, found 8759",
    )
    expect((await refused({ values: dayAndNight })).message).toBe(
      "values[0] must be a price in EUR/kWh, within 10 EUR/kWh",
    )
    expect((await refused({ unit: "EUR/MWh", values: hours(hour => 0.08 + (hour % 24) / 1000) })).message).toBe(
      "values in EUR/MWh are below 1 EUR/MWh in the mean: check the unit",
    )
    expect((await refused({ unit: "ct/kWh", values: dayAndNight })).message).toStartWith("unit must be one of")
    const csv = await csvOf("price\n0.1\n0,2\n", "name=File&year=2025")
    expect([csv.status, csv.body.message]).toEqual([400, expect.stringContaining("row 3")])
    expect((await csvOf("0.1", "name=File")).status).toBe(400)
  })

  test("from a table of dates has the hours of its clock; hours that are missing are refused", async () => {
    const rows = hours(hour => hour).map(hour => {
      const utc = new Date(Date.UTC(2025, 0, 1, hour)).toISOString().slice(0, 16)
      return `${utc};${((hour % 24) + 50) / 10}`
    })
    const query = "name=File&year=2025&timeZone=Atlantic/Reykjavik"
    const { status, body } = await csvOf(`Time (UTC);Price (ct/kWh)\n${rows.join("\n")}`, query)
    expect([status, body.lowestEurPerKwh, body.highestEurPerKwh]).toEqual([201, 0.05, 0.073])
    const refused = await csvOf(`Time (UTC);Price (ct/kWh)\n${rows.slice(24).join("\n")}`, query)
    expect([refused.status, refused.body.message]).toEqual([
      400,
      expect.stringContaining("lacks 24 hours of 2025, the first at 2025-01-01 00:00"),
    ])
  })

  test("of nothing is kept, and one with decimal commas in all rows", async () => {
    expect((await made(hours(() => 0))).meanEurPerKwh).toBe(0)
    const rows = hours(hour => 80 + (hour % 24) / 4).map(price => `${price}`.replace(".", ","))
    const { status, body } = await csvOf(`Preis\n${rows.join("\n")}`, "name=File&year=2025&unit=EUR/MWh")
    expect([status, body.meanEurPerKwh]).toEqual([201, 0.082875])
  })

  test("is not another organization's", async () => {
    const { id } = await made(dayAndNight)
    const anyone = createClient(service.address, null)
    expect((await anyone.get(`/v1/price-series/${id}`)).status).toBe(401)
  })
})

describe("a custom tariff that names a series", () => {
  const tariff = (series: string) => ({
    type: "custom",
    buy: { energy: { series }, taxed: false },
    sell: { energy: 0 },
  })

  test("bills its hours", async () => {
    const { id } = await made(hours(() => 250))
    const scan = await completedScan(client, { ...houseRequest(), tariff: tariff(id), electricBattery: undefined })
    const { body: report } = await client.get(`/v1/scans/${scan}`)
    const { yearlyGridPurchaseKwh } = report.overview.energyFlow
    expect(report.financial.yearOne.energyBill).toBeCloseTo(0.25 * yearlyGridPurchaseKwh, 3)
    expect((await client.get(`/v1/scans/${scan}/request`)).body.tariff.buy.energy).toEqual({ series: id })
  })

  test("that is unknown or deleted is refused by its field, in contracts too", async () => {
    const { id } = await made(dayAndNight)
    await client.delete(`/v1/price-series/${id}`)
    for (const series of [id, "none"]) {
      const refused = await client.post("/v1/scans", { ...houseRequest(), tariff: tariff(series) })
      expect([refused.status, refused.body.message]).toEqual([404, expect.stringContaining("tariff.buy.energy.series")])
    }
    for (const [field, part] of [
      ["tariff.grid.buyEurPerKwh.series", { grid: { buyEurPerKwh: { series: id } } }],
      ["tariff.grid.after.buyEurPerKwh.series", { grid: { until: 2027, after: { buyEurPerKwh: { series: id } } } }],
      [
        "tariff.buy.after.energy.series",
        { buy: { energy: 0.3, taxed: false, until: 2027, after: { energy: { series: id } } } },
      ],
    ] as const) {
      const known = { ...tariff(id), buy: { energy: 0.3, taxed: false }, ...part }
      const refused = await client.post("/v1/scans", { ...houseRequest(), tariff: known })
      expect([refused.status, refused.body.message]).toEqual([404, expect.stringContaining(field)])
    }
    const offered = await client.post("/v1/scans", { ...houseRequest(), contracts: [tariff(id)] })
    expect([offered.status, offered.body.message]).toEqual([
      404,
      expect.stringContaining("contracts[0].buy.energy.series"),
    ])
  })
})
