import { afterAll, beforeAll, expect, test } from "bun:test"
import { Value } from "@sinclair/typebox/value"
import { FullReport } from "../../domain/report/schema.ts"
import { grid, sample, textFile, zipFile } from "../support/meterFiles.ts"
import { csvHours, total, upload } from "../support/profiles.ts"
import { createClient, type ServiceOfOrganization } from "../support/service.ts"
import { startShared } from "../support/shared.ts"

let service: ServiceOfOrganization
let client: ReturnType<typeof createClient>

beforeAll(async () => {
  service = await startShared()
  client = createClient(service)
})
afterAll(() => service.end())

const studio = async (year = 2024): Promise<string> => {
  const { body } = await client.post("/v1/studio-profiles", { name: "Metered", year })
  return `/v1/studio-profiles/${body.id}`
}
const uploaded = async (bytes: Uint8Array, name: string) => {
  const path = await studio()
  return { path, ...(await upload(service, `${path}/base/upload`, bytes, name)) }
}

/** A table of hours in UTC with 1 kWh of import and 0.25 kWh of export each. */
const hourTable = (days: number): string =>
  [
    "timestamp,import kWh,export kWh",
    ...grid("2023-12-31T23:00:00Z", days * 24, 60).map(at => `${at.toISOString()},1,0.25`),
  ].join("\n")

// @covers scans: request: a profile with export needs a solar layer
// @covers profiles: POST /v1/studio-profiles/{id}/base/upload
// @covers profiles: export data is parsed separately
test("a smart-meter file from upload to report: refused without panels, scanned with them", async () => {
  const { path, status, body } = await uploaded(sample("zonneplan-2024.xlsx"), "export.xlsx")
  expect(status).toBe(201)
  expect(body).toMatchObject({
    baseProfileType: "upload",
    baseProfileName: "export.xlsx",
    measuredFraction: 1,
    layerCount: 0,
    notes: expect.any(Array),
  })
  expect(body.totalKwh).toBeWithin(1000, 10_000)
  expect(body.totalExportKwh).toBeWithin(1000, 10_000)
  const { baseline } = (await client.get(path)).body
  expect(baseline).toMatchObject({
    sourceType: "upload",
    name: "export.xlsx",
    annualKwh: body.totalKwh,
    annualExportKwh: body.totalExportKwh,
    measuredFraction: 1,
  })

  const scan = {
    location: { lat: 51.44, lon: 5.48 },
    inputMethod: "studio",
    customProfileId: body.id,
    newPv: [{ maxPanelCount: 10, panelPowerWatts: 430 }],
    electricBattery: { capacityKwh: 10, powerRatingKw: 5 },
    tariff: { type: "flat", flatEurPerKwh: 0.3, feedInEurPerKwh: 0.05 },
  }
  const failed = (await client.post("/v1/scans", scan, { prefer: "wait=60" })).body
  expect(failed.status).toBe("error")
  expect(failed.errorMessage).toContain("add a solar layer with the panels that are there")

  const solarConfig = { panelCount: 12, panelPowerWatts: 400, tilt: 40, azimuth: 170 }
  const withSolar = (await client.post(`${path}/layers`, { presetId: "solar", solarConfig })).body
  await client.post(`${path}/layers`, { presetId: "ev", evConfig: { dailyConsumptionKwh: 6 } })
  const done = (await client.post("/v1/scans", scan, { prefer: "wait=60" })).body
  expect(done.status).toBe("completed")
  const { body: report } = await client.get(`/v1/scans/${done.id}`)
  expect([...Value.Errors(FullReport, report)].map(({ path, message }) => `${path} ${message}`)).toEqual([])
  const profile = (await client.get(path)).body
  expect(report.electricityGrid.annualEnergySuppliedKwhBau).toBeCloseTo(profile.totalKwh, 1)
  expect(report.overview.kpi.yearlyUsageKwh).toBeCloseTo(
    profile.totalKwh + total(profile.productionResult) - profile.totalExportKwh,
    1,
  )
  expect(report.solar.profileOutputKwh).toBeCloseTo(total(profile.productionResult), 1)
  expect(report.studioProfile).toMatchObject({
    id: withSolar.id,
    name: "Metered",
    baseProfileType: "upload",
    totalKwh: profile.totalKwh,
    hasSolarLayer: true,
    layerCount: 2,
  })
  const [solar, ev] = report.studioProfile.layers
  expect([solar.loadHeatmap, ev.productionHeatmap]).toEqual([null, null])
  for (const map of [solar.productionHeatmap, ev.loadHeatmap])
    expect([map.length, ...new Set(map.map((row: number[]) => row.length))]).toEqual([12, 24])
  const daysOf = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  expect(total(ev.loadHeatmap.map((row: number[], month: number) => total(row) * daysOf[month]!))).toBeCloseTo(
    ev.annualKwh,
    1,
  )
})

test("measured hours stay as they are, on their dates", async () => {
  const rows = grid("2023-12-31T23:00:00Z", 366 * 24, 60)
    .filter(at => at.getTime() < Date.parse("2024-12-31T23:00:00Z"))
    .map((at, hour) => `${at.toISOString()},${(hour % 97) / 10},0`)
  const { path, status, body } = await uploaded(
    textFile(["timestamp,import kWh,export kWh", ...rows].join("\n")),
    "hours.csv",
  )
  expect([status, body.measuredFraction, body.totalExportKwh]).toEqual([201, 1, 0])
  const hours = csvHours((await client.get(`${path}/export-csv`)).body)
  expect(hours.slice(0, 3)).toEqual([0, 0.1, 0.2])
  const march = (31 + 28) * 24
  expect(hours[march]).toBeCloseTo(((march + 24) % 97) / 10, 6)
})

test("a part of a year is filled up and says how much was measured", async () => {
  const { status, body } = await uploaded(textFile(hourTable(60)), "winter.csv")
  expect([status, body.measuredFraction]).toEqual([201, expect.closeTo((59 * 24) / 8760, 3)])
  expect(body.totalKwh).toBeWithin(5000, 9000)
})

test("less than 28 days are refused", async () => {
  const { status, body } = await uploaded(textFile(hourTable(20)), "short.csv")
  expect([status, body]).toEqual([
    400,
    {
      statusCode: 400,
      message: "the file holds 20 measured days: send at least 28, better a whole year",
      code: "INVALID_INPUT",
      errors: expect.any(Array),
    },
  ])
})

// @covers profiles: daily-resolution files are rejected
test("daily files are refused with the reason", async () => {
  for (const name of ["greenchoice-day-2023.csv.gz", "vanons-day-2023.csv.gz", "eneco-day-2020.xlsx"]) {
    const { status, body } = await uploaded(sample(name), name)
    expect([status, body.statusCode]).toEqual([400, 400])
    expect(body.message).toContain("one value a day: export quarter-hours or hours instead")
  }
})

test("gas and unknown files are refused with what was recognised", async () => {
  expect((await uploaded(sample("homewizard-gas-2025-03.csv.gz"), "gas.csv")).body.message).toContain(
    "holds gas, not electricity",
  )
  const { status, body } = await uploaded(textFile("name;colour\napple;red\n"), "fruit.csv")
  expect(status).toBe(400)
  expect(body.message).toContain("fruit.csv")
  expect(body.message).toContain("no known format")
  expect(body.message).toContain("name, colour")
})

// @covers profiles: a quarter-hour export is resampled to hours
test("quarter-hours of a distributor's export become hours", async () => {
  const { status, body } = await uploaded(sample("homewizard-2022-09.csv.gz"), "p1.csv")
  expect(status).toBe(201)
  expect(body.measuredFraction).toBeCloseTo(30 / 365, 2)
})

test("a refused file leaves the base as it was; a new file replaces it and keeps the layers", async () => {
  const { path, body } = await uploaded(textFile(hourTable(366)), "first.csv")
  await client.post(`${path}/layers`, { presetId: "custom" })
  await upload(service, `${path}/base/upload`, textFile("nothing"), "bad.csv")
  expect((await client.get(path)).body).toMatchObject({ baseProfileName: "first.csv", layerCount: 1 })
  const second = await upload(service, `${path}/base/upload`, textFile(hourTable(90)), "second.csv")
  expect(second.body).toMatchObject({ id: body.id, baseProfileName: "second.csv", layerCount: 1 })
})

test("a form without the file, a body that is no form, and a file above 32 MiB", async () => {
  const path = `${await studio()}/base/upload`
  const wrong = await upload(service, path, textFile("x"), "x.csv", "data")
  expect([wrong.status, wrong.body.message]).toEqual([400, "file is required, as a file"])
  const json = await client.post(path, {})
  expect([json.status, json.body.message]).toEqual([
    415,
    "send the body as multipart/form-data with the file in the field file",
  ])
  const broken = await fetch(`${service.address}${path}`, {
    method: "POST",
    headers: { "x-api-key": service.liveKey, "content-type": "multipart/form-data; boundary=b" },
    body: "no form",
  })
  expect([broken.status, (await broken.json()).statusCode]).toEqual([400, 400])
  const two = new FormData()
  for (const name of ["a.csv", "b.csv"]) two.append("file", new File([hourTable(90)], name))
  const twice = await fetch(`${service.address}${path}`, {
    method: "POST",
    headers: { "x-api-key": service.liveKey },
    body: two,
  })
  expect([twice.status, (await twice.json()).message]).toEqual([400, "file must be given once"])
  const large = await upload(service, path, new Uint8Array(33 * 1024 * 1024), "large.csv")
  expect([large.status, large.body.statusCode]).toEqual([413, 413])
})

test("a workbook that unpacks to far more than it is is refused early", async () => {
  const bomb = zipFile([{ name: "xl/worksheets/sheet1.xml", content: new Uint8Array(64 * 1024 * 1024) }])
  const { status, body } = await uploaded(bomb, "bomb.xlsx")
  expect([status, body.statusCode]).toEqual([400, 400])
  expect(bomb.length).toBeLessThan(100_000)
})

test("the service answers others while it reads a file", async () => {
  const reading = uploaded(sample("slimmeMeterPortal-2023.xlsx.zst"), "year.xlsx")
  expect((await client.get("/v1/studio-profiles")).status).toBe(200)
  expect((await reading).status).toBe(201)
})

test("a profile of another organization's or none takes no file", async () => {
  const path = "/v1/studio-profiles/00000000-0000-7000-8000-000000000000/base/upload"
  expect((await upload(service, path, textFile(hourTable(30)), "x.csv")).status).toBe(404)
})
