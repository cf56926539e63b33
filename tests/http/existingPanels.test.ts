import { afterAll, beforeAll, expect, test } from "bun:test"
import { sample } from "../support/meterFiles.ts"
import { studioWithBase, upload } from "../support/profiles.ts"
import { completedScan } from "../support/scans.ts"
import { createClient, type RunningService, startFresh } from "../support/service.ts"
import type { Client } from "../support/sessions.ts"

/** Scans with existing panels and a profile that may have them too. */

let service: RunningService
let client: Client
/** Path of a profile with 8 panels of 430 W. */
let path: string
let scan: object

const SOLAR = { panelCount: 8, panelPowerWatts: 430, tilt: 35, azimuth: 180 }
const SAME = { panelCount: 8, panelPowerWatts: 430 }
const OTHER = { panelCount: 6, panelPowerWatts: 430, orientationAngle: 90 }

const scanOf = (customProfileId: string | undefined) => ({
  location: { lat: 52.09, lon: 5.12 },
  inputMethod: "studio",
  customProfileId,
  tariff: { type: "flat", flatEurPerKwh: 0.3, feedInEurPerKwh: 0.05 },
  analysisYears: 10,
})
const idOf = (profilePath: string) => profilePath.split("/").at(-1)
const rulesOf = ({ errors }: { errors: { path: unknown[]; rule: string }[] }) =>
  errors.map(one => [one.path.join("."), one.rule])
const IN_PROFILE = [["existingPv.0", "panels-in-profile"]]

beforeAll(async () => {
  service = await startFresh()
  client = createClient(service.address)
  path = await studioWithBase(client)
  expect((await client.post(`${path}/layers`, { presetId: "solar", solarConfig: SOLAR })).status).toBe(201)
  scan = scanOf(idOf(path))
})
afterAll(() => service.end())

test("existing panels that the profile has are refused, and both places are named in the caller's language", async () => {
  const refused = await client.post("/v1/scans", { ...scan, existingPv: [SAME] })
  expect([refused.status, rulesOf(refused.body)]).toEqual([400, IN_PROFILE])
  expect(refused.body.message).toBe(
    'existingPv[0] would count twice: the profile "House" of customProfileId has the same panels in its solar layer "Solar panels". Leave existingPv[0] out, or take them out of the profile',
  )
  const dutch = await client.post("/v1/scans", { ...scan, existingPv: [SAME] }, { "accept-language": "nl" })
  expect(dutch.body.message).toContain("existingPv[0] zou dubbel tellen")
  const halves = [OTHER, { ...SAME, panelCount: 4 }, { ...SAME, panelCount: 4 }]
  expect(rulesOf((await client.post("/v1/scans", { ...scan, existingPv: halves })).body)).toEqual([
    ["existingPv.1", "panels-in-profile"],
    ["existingPv.2", "panels-in-profile"],
  ])
})

test("a scan of a batch, a line of a bulk request and an adjustment are refused alike", async () => {
  const twice = { ...scan, existingPv: [SAME] }
  const scans = [twice, { ...scan, existingPv: [OTHER] }]
  const { items } = (await client.post("/v1/scans/batch", { scans })).body
  expect([rulesOf(items[0]), items[1].status]).toEqual([IN_PROFILE, "pending"])
  const lines = scans.map(one => JSON.stringify(one)).join("\n")
  const bulk = await client.post("/v1/scans/bulk", lines, { "content-type": "application/x-ndjson" })
  expect([bulk.status, bulk.body.accepted, bulk.body.errors.map(rulesOf)]).toEqual([201, 1, [IN_PROFILE]])
  const parentId = await completedScan(client, scan)
  const adjusted = await client.post("/v1/scans", { copiedFromId: parentId, existingPv: [SAME] })
  expect([adjusted.status, rulesOf(adjusted.body)]).toEqual([400, IN_PROFILE])
})

test("other panels are added to those of the profile, and a note says so", async () => {
  const alone = (await client.get(`/v1/scans/${await completedScan(client, scan)}`)).body
  expect(alone.notes.join()).not.toContain("in addition")
  const id = await completedScan(client, { ...scan, existingPv: [OTHER] })
  const report = (await client.get(`/v1/scans/${id}`)).body
  const note = report.notes.find((text: string) => text.startsWith("Existing panels of 2.58 kWp"))
  expect(note).toMatch(/ are counted in addition to the panels of the profile "House" \(\d,\d{3} kWh a year\)/)
  const producedKwh = ({ solar }: typeof report) => solar.totalYearlyOutputKwh
  const added = report.solar.existingSystems[0].yearlyOutputKwh
  expect(producedKwh(report)).toBeCloseTo(producedKwh(alone) + added, 0)
  const { notes } = (await client.get(`/v1/scans/${id}`, { "accept-language": "nl" })).body
  expect(notes.join()).toContain('tellen mee naast die van het profiel "House"')
})

test("a layer that does not count, and a profile without panels, leave existing panels as they are", async () => {
  const still = await studioWithBase(client)
  await client.post(`${still}/layers`, { presetId: "solar", solarConfig: SOLAR, enabled: false })
  const id = await completedScan(client, { ...scanOf(idOf(still)), existingPv: [SAME] })
  const { notes } = (await client.get(`/v1/scans/${id}`)).body
  expect(notes.join()).toContain('in addition to the profile "House", which has no panels')
})

test("panels behind a meter that measured feed-in are refused, with the solar layer and without", async () => {
  const { body } = await client.post("/v1/studio-profiles", { name: "Metered", year: 2024 })
  const metered = `/v1/studio-profiles/${body.id}`
  await upload(service.address, `${metered}/base/upload`, sample("zonneplan-2024.xlsx"), "export.xlsx")
  const request = { ...scanOf(body.id), existingPv: [OTHER] }
  const expected = [["existingPv.0", "panels-behind-meter"]]
  const withBattery = { ...scanOf(body.id), existingBattery: { capacityKwh: 5, powerRatingKw: 2.5 } }
  const ofBattery = [["existingBattery", "battery-behind-meter"]]
  expect(rulesOf((await client.post("/v1/scans", withBattery)).body)).toEqual(ofBattery)
  expect(rulesOf((await client.post("/v1/scans", request)).body)).toEqual(expected)
  await client.post(`${metered}/layers`, { presetId: "solar", solarConfig: SOLAR })
  const refused = (await client.post("/v1/scans", request)).body
  expect(rulesOf(refused)).toEqual(expected)
  expect(refused.message).toContain('behind the meter of "export.xlsx"')
  const merged = await client.post("/v1/studio-profiles/merge", { profileIds: [body.id, idOf(path)] })
  const ofMerged = await client.post("/v1/scans", { ...scanOf(merged.body.id), existingPv: [OTHER] })
  expect(rulesOf(ofMerged.body)).toEqual(expected)
  expect((await client.get(`/v1/studio-profiles/${merged.body.id}`)).body.baseline).not.toHaveProperty("panels")
})

test("panels of an energyhub, a charging plaza and merged profiles are compared too", async () => {
  const { body: hub } = await client.post("/v1/energyhub-profiles", { name: "Hub", year: 2025 })
  await client.post(`/v1/energyhub-profiles/${hub.id}/sources`, { templateId: "stel" })
  await client.post(`/v1/energyhub-profiles/${hub.id}/assets`, { assetType: "pv", config: SOLAR })
  const { body: plaza } = await client.post("/v1/laadplein-profiles", { name: "Plaza" })
  await client.post(`/v1/laadplein-profiles/${plaza.id}/assets`, {
    assetType: "pv",
    config: { roofSurfaces: [{ id: "south", ...SOLAR }] },
  })
  const { body: other } = await client.get(await studioWithBase(client))
  const { body: merged } = await client.post("/v1/studio-profiles/merge", { profileIds: [idOf(path), other.id] })
  const { body: copy } = await client.post(`${path}/duplicate`, {})
  for (const { id } of [hub, plaza, merged, copy])
    expect(rulesOf((await client.post("/v1/scans", { ...scanOf(id), existingPv: [SAME] })).body)).toEqual(IN_PROFILE)
})

test("the report of a metered connection has its purchase and feed-in, in a studio and in an energyhub", async () => {
  const { body: studio } = await client.post("/v1/studio-profiles", { name: "Metered", year: 2024 })
  const at = `/v1/studio-profiles/${studio.id}`
  await upload(service.address, `${at}/base/upload`, sample("zonneplan-2024.xlsx"), "export.xlsx")
  await client.post(`${at}/layers`, { presetId: "solar", solarConfig: SOLAR })
  const { body: hub } = await client.post("/v1/energyhub-profiles", { name: "Hub", year: 2024 })
  const sources = `/v1/energyhub-profiles/${hub.id}/sources`
  const { body: source } = await upload(
    service.address,
    `${sources}/upload`,
    sample("zonneplan-2024.xlsx"),
    "export.xlsx",
  )
  const behindSource = source.sourceId
  await client.post(`/v1/energyhub-profiles/${hub.id}/assets`, { assetType: "pv", config: SOLAR, behindSource })
  const { baseline } = (await client.get(at)).body
  expect(baseline).not.toHaveProperty("keepsOverlap")
  expect((await client.get(`/v1/energyhub-profiles/${hub.id}`)).body.sources[0]).not.toHaveProperty("keepsOverlap")
  for (const { id } of [studio, hub]) {
    const electricBattery = { powerRatingKw: 5, capacityKwh: 10 }
    const report = (await client.get(`/v1/scans/${await completedScan(client, { ...scanOf(id), electricBattery })}`))
      .body
    const boughtKwh = report.electricityGrid.annualEnergySuppliedKwhBau
    const fedInKwh = boughtKwh + report.solar.profileOutputKwh - report.overview.energyFlow.yearlyUsageKwh
    expect(Math.abs(boughtKwh - baseline.annualKwh)).toBeLessThan(1)
    expect(Math.abs(fedInKwh - baseline.annualExportKwh)).toBeLessThan(1)
    expect(report.notes.join()).toContain("the meter counted purchase and feed-in: 246 kWh of each a year")
  }
})

test("a site with panels and a battery gets a report, and an adjustment takes the battery away", async () => {
  const site = {
    location: { lat: 52.09, lon: 5.12 },
    inputMethod: "known",
    yearlyKwh: 2600,
    existingPv: [{ panelCount: 10, panelPowerWatts: 400 }],
    existingBattery: { capacityKwh: 5, powerRatingKw: 2.5, ageYears: 6 },
    electricBattery: { capacityKwh: 10, powerRatingKw: 5 },
    tariff: { type: "flat", flatEurPerKwh: 0.3, feedInEurPerKwh: 0.05 },
  }
  const id = await completedScan(client, site)
  const { body: report } = await client.get(`/v1/scans/${id}`)
  expect(report.existingBattery).toMatchObject({ capacityKwh: 5, powerKw: 2.5, roundtripEfficiency: 92 })
  expect(report.existingBattery.replacementYears[0]).toBe(9)
  expect((await client.get(`/v1/scans/${id}/request`)).body.existingBattery.minimumChargeLevel).toBe(10)
  const without = await completedScan(client, { copiedFromId: id, existingBattery: null })
  expect((await client.get(`/v1/scans/${without}`)).body).not.toHaveProperty("existingBattery")
})
