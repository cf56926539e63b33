import { afterAll, beforeAll, expect, test } from "bun:test"
import { Value } from "@sinclair/typebox/value"
import { FullReport } from "../../domain/report/schema.ts"
import { grid, textFile } from "../support/meterFiles.ts"
import { studioWithBase, upload } from "../support/profiles.ts"
import { createClient, type ServiceOfOrganization } from "../support/service.ts"
import { startShared } from "../support/shared.ts"

/** Scans in the quarter-hours of an uploaded meter file. */

const QUARTERS = 35_040
/** Quarter-hours of Belgian standard time of 2025. */
const year = grid("2024-12-31T23:00:00Z", QUARTERS, 15)
const monthOf = (index: number): number => new Date(year[index]!.getTime() + 3_600_000).getUTCMonth()
/** A kettle and an oven in the evening above a low use, in whole watt-hours; higher in winter. */
const whOf = (index: number): number => {
  const [quarter, day] = [index % 96, Math.floor(index / 96)]
  if (quarter === 74) return 900 + ((day * 37) % 400) + 60 * Math.abs(6 - monthOf(index))
  return quarter === 75 || quarter === 31 ? 480 : 45
}
const bytes = textFile(
  ["timestamp,import kWh", ...year.map((at, index) => `${at.toISOString()},${whOf(index) / 1000}`)].join("\n"),
)

const DEMAND = { eurPerKwYear: 52.3679, meanOfMonths: true, floorKw: 2.5 }
const capacityTariff = {
  type: "custom",
  buy: { taxed: false, energy: 0.31 },
  sell: { energy: 0.03 },
  grid: { demand: [DEMAND], fixedEurPerMonth: 1.5 },
}
const flatTariff = { type: "flat", flatEurPerKwh: 0.31, feedInEurPerKwh: 0.03 }

let service: ServiceOfOrganization
let client: ReturnType<typeof createClient>
let path: string

beforeAll(async () => {
  service = await startShared()
  client = createClient(service)
  const { body } = await client.post("/v1/studio-profiles", { name: "Metered", year: 2025, lat: 51.2, lon: 4.4 })
  path = `/v1/studio-profiles/${body.id}`
  expect((await upload(service, `${path}/base/upload`, bytes, "quarters.csv")).status).toBe(201)
})
afterAll(() => service.end())

const idOf = (profile: string): string => profile.split("/").at(-1)!

const requestOf = (changes: object = {}, profile = path) => ({
  location: { lat: 51.2, lon: 4.4 },
  inputMethod: "studio",
  customProfileId: idOf(profile),
  newPv: [{ maxPanelCount: 8, panelPowerWatts: 430 }],
  electricBattery: { capacityKwh: 6, powerRatingKw: 3 },
  tariff: capacityTariff,
  ...changes,
})

const scanned = async (request: object) => {
  const { body: scan } = await client.post("/v1/scans", request, { prefer: "wait=60" })
  expect([scan.status, scan.errorMessage ?? scan.message]).toEqual(["completed", undefined])
  return { id: scan.id, report: (await client.get(`/v1/scans/${scan.id}`)).body }
}

/** Yearly bill of the file by hand: energy, the mean of twelve peaks of quarters, fixed costs. */
const billByHand = (): number => {
  const peaksKw = Array.from({ length: 12 }, () => 0)
  let kwh = 0
  for (let index = 0; index < QUARTERS; index++) {
    kwh += whOf(index) / 1000
    peaksKw[monthOf(index)] = Math.max(peaksKw[monthOf(index)]!, (4 * whOf(index)) / 1000)
  }
  const meanKw = peaksKw.reduce((sum, kw) => sum + Math.max(DEMAND.floorKw, kw), 0) / 12
  return 0.31 * kwh + DEMAND.eurPerKwYear * meanKw + 12 * 1.5
}

test("peaks are billed in the quarters of the file, to the cent", async () => {
  const { report } = await scanned(requestOf())
  expect([...Value.Errors(FullReport, report)].map(error => `${error.path} ${error.message}`)).toEqual([])
  expect(report.resolution).toBe("quarter")
  expect(report.financial.costComparison.firstYearBaseline).toBeCloseTo(billByHand(), 2)
  expect(report.notes.some((text: string) => text.includes("quarter-hours of the meter file"))).toBe(true)
})

test("auto stays in hours without a bill of peaks; hour is always possible", async () => {
  const [flat, hours] = [
    await scanned(requestOf({ tariff: flatTariff })),
    await scanned(requestOf({ resolution: "hour" })),
  ]
  expect(flat.report.resolution).toBeUndefined()
  expect(hours.report.resolution).toBeUndefined()
  expect(hours.report.financial.costComparison.firstYearBaseline).toBeLessThan(billByHand() - 50)
})

test("quarters on request; hours of the report are the sums of the quarters", async () => {
  const { id, report } = await scanned(requestOf({ tariff: flatTariff, resolution: "quarter" }))
  expect(report.resolution).toBe("quarter")
  const { consumption } = (await client.get(`/v1/scans/${id}/series`)).body
  expect(consumption.length).toBe(8760)
  expect(consumption[18]).toBeCloseTo([72, 73, 74, 75].reduce((sum, at) => sum + whOf(at), 0) / 1000, 5)
  const { status, body: quarters } = await client.get(`/v1/scans/${id}/series?resolution=quarter`)
  expect([status, quarters.consumption.length, quarters.batteryLevel.length]).toEqual([200, QUARTERS, QUARTERS])
  for (const at of [31, 74, 75, 20_000]) expect(quarters.consumption[at]).toBeCloseTo(whOf(at) / 1000, 5)
  const csv = await client.get(`/v1/scans/${id}/series?resolution=quarter`, { accept: "text/csv" })
  const [header, ...lines] = csv.body.trimEnd().split("\r\n")
  expect([header.split(",")[0], lines.length]).toEqual(["quarter", QUARTERS])
})

test("quarters of a scan in hours are refused with the field", async () => {
  const { id } = await scanned(requestOf({ tariff: flatTariff, electricBattery: undefined }))
  const { status, body } = await client.get(`/v1/scans/${id}/series?resolution=quarter`)
  expect([status, body.errors?.[0]?.field ?? body.message]).toEqual([400, expect.stringContaining("resolution")])
})

test("an adjustment has the steps of its original, whatever its tariff", async () => {
  const original = await scanned(requestOf())
  const flat = await scanned({ copiedFromId: original.id, tariff: flatTariff })
  expect(flat.report.resolution).toBe("quarter")
  const inHours = await scanned(requestOf({ tariff: flatTariff }))
  const charged = await scanned({ copiedFromId: inHours.id, tariff: capacityTariff })
  expect(charged.report.resolution).toBeUndefined()
  const known = { inputMethod: "known", yearlyKwh: 4000 }
  expect((await scanned({ copiedFromId: original.id, ...known, resolution: "auto" })).report.resolution).toBe("quarter")
  const { status, body } = await client.post("/v1/scans", { copiedFromId: original.id, resolution: "hour" })
  expect([status, body.message]).toEqual([400, "resolution must stay the original scan's in an adjustment"])
})

test("a price series of quarters is billed by its quarters, to the cent", async () => {
  const priceOf = (index: number) => (index % 4 === 2 ? 0.61 : 0.21)
  const values = Array.from({ length: QUARTERS }, (_, index) => priceOf(index))
  const { body: series } = await client.post("/v1/price-series", { name: "Quarters", year: 2025, values })
  const tariff = { type: "custom", buy: { taxed: false, energy: { series: series.id } }, sell: { energy: 0.03 } }
  const { report } = await scanned(requestOf({ tariff, electricBattery: undefined }))
  expect(report.resolution).toBe("quarter")
  const byHand = year.reduce((eur, _, index) => eur + (priceOf(index) * whOf(index)) / 1000, 0)
  expect(report.financial.costComparison.firstYearBaseline).toBeCloseTo(byHand, 2)
  const hours = await scanned(requestOf({ tariff, electricBattery: undefined, resolution: "hour" }))
  const means = year.reduce((eur, _, index) => eur + (0.31 * whOf(index)) / 1000, 0)
  expect(hours.report.financial.costComparison.firstYearBaseline).toBeCloseTo(means, 2)
})

test("quarters that no meter measured are modelled on request, with the value in hours", async () => {
  const profile = await studioWithBase(client)
  await client.post(`${profile}/layers`, { presetId: "warmtepomp" })
  const known = { inputMethod: "known", yearlyKwh: 4000, customProfileId: undefined }
  const usual = { tariff: { type: "flat", demandEurPerKwMonth: 4 }, electricBattery: undefined }
  for (const request of [requestOf(usual, profile), requestOf({ ...usual, ...known })]) {
    const hours = await scanned(request)
    const quarters = await scanned({ ...request, resolution: "quarter" })
    expect([hours.report.resolution, quarters.report.resolution]).toEqual([undefined, "quarter"])
    const peakOf = ({ report }: typeof hours) => report.electricityGrid.peakGridDemandKwBau
    expect(peakOf(quarters)).toBeGreaterThan(1.05 * peakOf(hours))
    expect(quarters.report.electricityGrid.annualEnergySuppliedKwhBau).toBeCloseTo(
      hours.report.electricityGrid.annualEnergySuppliedKwhBau,
      1,
    )
    const premise = quarters.report.premises.find(({ code }: { code: string }) => code === "modelled-quarters")
    expect(premise.effect.reading).toBe("hour")
    expect(premise.effect.netPresentValue).not.toBe(quarters.report.financial.netPresentValue)
  }
})

test("modelled quarters keep the metered purchase and feed-in of a site with panels", async () => {
  const existingPv = [{ panelCount: 10, panelPowerWatts: 400 }]
  const metered = {
    inputMethod: "known",
    yearlyKwh: 2500,
    yearlyExportKwh: 2000,
    customProfileId: undefined,
    existingPv,
  }
  const { report } = await scanned(requestOf({ ...metered, electricBattery: undefined, resolution: "quarter" }))
  expect(report.resolution).toBe("quarter")
  expect(report.electricityGrid.annualEnergySuppliedKwhBau).toBeCloseTo(2500, 1)
})

test("a battery that keeps the connection in every quarter is bought for it", async () => {
  const existingPv = [{ panelCount: 4, panelPowerWatts: 300 }]
  const electricBattery = { capacityKwh: 6, powerRatingKw: 3 }
  const connection = { goal: "maximize-connection", newPv: [], existingPv, electricBattery }
  const tariff = { ...flatTariff, contractedPowerKw: 4 }
  const { report } = await scanned(requestOf({ ...connection, tariff, resolution: "quarter" }))
  expect(report.battery.specs.capacityKwh).toBeGreaterThan(0)
  expect(report.electricityGrid.peakGridDemandKw).toBeLessThanOrEqual(4 + 1e-6)
  expect(report.electricityGrid.peakGridDemandKwBau).toBeGreaterThan(4.5)
})

test("a demand charge of nothing is no reason for quarters", async () => {
  const tariff = { ...capacityTariff, grid: { demand: [{ eurPerKwMonth: 0 }] } }
  expect((await scanned(requestOf({ tariff, electricBattery: undefined }))).report.resolution).toBeUndefined()
})

test("a copy and a merged profile keep quarters, a saved studio state has hours", async () => {
  const { body: copy } = await client.post(`${path}/duplicate`, {})
  const template = await studioWithBase(client)
  const { body: merged } = await client.post("/v1/studio-profiles/merge", { profileIds: [idOf(path), idOf(template)] })
  for (const { id } of [copy, merged]) expect((await scanned(requestOf({}, id))).report.resolution).toBe("quarter")
  const data = new Array(8760).fill(0.3)
  const saved = await client.put(`/v1/studio-profiles/${copy.id}`, {
    studioState: { baseProfile: { type: "upload", name: "hours.csv", annualKwh: 2628, data }, layers: [] },
  })
  expect(saved.status).toBe(200)
  expect((await scanned(requestOf({}, copy.id))).report.resolution).toBeUndefined()
})

test("panels behind the meter are scanned in quarters", async () => {
  const { body: copy } = await client.post(`${path}/duplicate`, {})
  await client.post(`/v1/studio-profiles/${copy.id}/layers`, {
    presetId: "solar",
    solarConfig: { panelCount: 6, panelPowerWatts: 400, tilt: 35, azimuth: 180 },
  })
  const { report } = await scanned(requestOf({}, copy.id))
  expect(report.resolution).toBe("quarter")
  expect(report.electricityGrid.annualEnergySuppliedKwhBau).toBeGreaterThan(0)
})
