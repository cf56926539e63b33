import { afterAll, beforeAll, expect, test } from "bun:test"
import { legacyToken } from "../support/legacy.ts"
import { grid, textFile } from "../support/meterFiles.ts"
import { studioWithBase } from "../support/profiles.ts"
import { servePvgis } from "../support/pvgisServer.ts"
import { startReceiver } from "../support/receiver.ts"
import { houseRequest, smallestRequest } from "../support/requests.ts"
import { completedScan } from "../support/scans.ts"
import { createClient, LIVE_KEY, OWNER, type RunningService, startFresh, TEST_KEY, until } from "../support/service.ts"
import { bearer, logIn } from "../support/sessions.ts"

/** The same stored data, read in English and in Dutch. */
const DUTCH = { "accept-language": "nl-NL,nl;q=0.9,en;q=0.8" }

let service: RunningService
let pvgis: Awaited<ReturnType<typeof servePvgis>>
let client: ReturnType<typeof createClient>
let scanId: string
/** A sandbox scan that ends after 10 s, while other tests run. */
let sandboxId: string

beforeAll(async () => {
  pvgis = await servePvgis(503)
  service = await startFresh({ PVGIS_URL: pvgis.url, WEBHOOK_ALLOW_PRIVATE: "1" })
  client = createClient(service.address)
  sandboxId = (await createClient(service.address, TEST_KEY).post("/v1/scans", houseRequest())).body.id
  const madrid = { location: { lat: 40.42, lon: -3.7 }, tariff: { type: "flat" } }
  scanId = await completedScan(client, { ...houseRequest(), ...madrid })
})
afterAll(async () => {
  await service.end()
  pvgis.stop()
})

const ENGLISH_NOTES = [
  "Synthetic hours with the monthly sunlight and temperature of the world climatology (NASA SSE, NCEP), sun of 2023. Their yearly yields are within 8 % of those published for 40 places (PVGIS, PVWatts, Global Solar Atlas), mostly within 6 %; at coasts of fog they are further off.",
  'The production provider failed (PVGIS answered 503: {"message":"maintenance"}): the built-in model is used in its place.',
]
const DUTCH_NOTES = [
  "Berekende uren met de maandelijkse zonnestraling en temperatuur van de wereldklimatologie (NASA SSE, NCEP), zon van 2023. De jaaropbrengst ligt binnen 8 % van de gepubliceerde waarden voor 40 plaatsen (PVGIS, PVWatts, Global Solar Atlas), meestal binnen 6 %; aan mistige kusten is het verschil groter.",
  'De bron van de zonneproductie gaf geen uren (PVGIS antwoordde 503: {"message":"maintenance"}): in plaats daarvan is het ingebouwde model gebruikt.',
]

/**
 * A report without its notes, and without names, units and sources of premises, terms, components and assumptions,
 * which depend on the language.
 */
const withoutWords = (report: {
  premises: object[]
  financial: { tariffTerms: object[]; tariffComponents: object[]; assumptionOrigins: object[] }
}) => ({
  ...report,
  notes: [],
  premises: report.premises.map(premise => ({ ...premise, source: "" })),
  financial: {
    ...report.financial,
    assumptionOrigins: report.financial.assumptionOrigins.map(one => ({ ...one, unit: "", source: "" })),
    tariffTerms: report.financial.tariffTerms.map(term => ({ ...term, name: "", source: "" })),
    tariffComponents: report.financial.tariffComponents.map(component => ({ ...component, source: "" })),
  },
})

test("the notes of a report are in the language that is asked for, from the same stored report", async () => {
  const english = await client.get(`/v1/scans/${scanId}/result`)
  expect(english.body.notes).toEqual(expect.arrayContaining(ENGLISH_NOTES))
  const dutch = await client.get(`/v1/scans/${scanId}/result`, DUTCH)
  expect(dutch.body.notes).toEqual(expect.arrayContaining(DUTCH_NOTES))
  expect(dutch.body.notes).toHaveLength(english.body.notes.length)
  expect(withoutWords(dutch.body)).toEqual(withoutWords(english.body))
  expect((await client.get(`/v1/scans/${scanId}`, DUTCH)).body).toEqual(dutch.body)
  expect((await client.get(`/v1/scans/${scanId}`, { "accept-language": "fr" })).body).toEqual(english.body)
})

test("reports and refusals name their language", async () => {
  const { shareToken } = (await client.put(`/v1/scans/${scanId}/share`, { enabled: true })).body
  const shared = `/v1/scans/shared/${shareToken}`
  for (const path of [`/v1/scans/${scanId}`, `/v1/scans/${scanId}/result`, shared, "/v1/scans/none", "/v1/nothing"]) {
    const named = async (headers: Record<string, string>) =>
      (await client.get(path, headers)).headers.get("content-language")
    expect([path, await named({}), await named(DUTCH), await named({ "accept-language": "fr" })]).toEqual([
      path,
      "en",
      "nl",
      "en",
    ])
  }
})

test("each language has its own ETag, and Vary names the language", async () => {
  const result = (headers: Record<string, string>) => client.get(`/v1/scans/${scanId}/result`, headers)
  const [english, dutch] = [result({}), result(DUTCH)]
  const tags = [(await english).headers.get("etag") ?? "", (await dutch).headers.get("etag") ?? ""]
  expect(tags[0]).not.toBe(tags[1])
  expect((await dutch).headers.get("vary")).toContain("accept-language")
  const again = (tag: string) => client.get(`/v1/scans/${scanId}/result`, { ...DUTCH, "if-none-match": tag })
  expect([(await again(tags[0]!)).status, (await again(tags[1]!)).status]).toEqual([200, 304])
})

test("the shared report too", async () => {
  const { shareToken } = (await client.put(`/v1/scans/${scanId}/share`, { enabled: true })).body
  const anyone = createClient(service.address, null)
  const path = `/v1/scans/shared/${shareToken}`
  expect((await anyone.get(path)).body.report.notes).toEqual(expect.arrayContaining(ENGLISH_NOTES))
  expect((await anyone.get(path, DUTCH)).body.report.notes).toEqual(expect.arrayContaining(DUTCH_NOTES))
})

test("a sandbox report too", async () => {
  const sandbox = createClient(service.address, TEST_KEY)
  const path = `/v1/scans/${sandboxId}/result`
  const dutch = await until(async () => {
    const { status, body } = await sandbox.get(path, DUTCH)
    return status === 200 ? body : undefined
  })
  expect(dutch.notes[0]).toStartWith("Gemeten uren van KNMI-station")
  expect((await sandbox.get(path)).body.notes[0]).toStartWith("Measured hours of KNMI station")
})

test("a solar layer and an energyhub's panels say in both languages that the built-in model was used instead", async () => {
  const config = { panelCount: 10, panelPowerWatts: 400 }
  const studio = await studioWithBase(client)
  const added = await client.post(`${studio}/layers`, { presetId: "solar", solarConfig: config }, DUTCH)
  expect(added.body.notes).toEqual([DUTCH_NOTES[1]])
  expect((await client.get(studio)).body.layers[0].notes).toEqual([ENGLISH_NOTES[1]])
  expect((await client.get(studio, DUTCH)).body.layers[0].notes).toEqual([DUTCH_NOTES[1]])
  const hub = `/v1/energyhub-profiles/${(await client.post("/v1/energyhub-profiles", {})).body.id}`
  await client.post(`${hub}/assets`, { assetType: "pv", config })
  expect((await client.get(hub, DUTCH)).body.assets[0].notes).toEqual([DUTCH_NOTES[1]])
})

test("what was done to a meter file is described in both languages", async () => {
  const rows = grid("2023-12-31T23:00:00Z", 40 * 24, 60).map(at => `${at.toISOString()},1`)
  const bytes = textFile(["timestamp,import kWh", ...rows, rows[0]].join("\n"))
  const path = await studioWithBase(client)
  const send = async (headers: Record<string, string>) => {
    const form = new FormData()
    form.append("file", new File([bytes as Uint8Array<ArrayBuffer>], "meter.csv"))
    const request = { method: "POST", headers: { "x-api-key": LIVE_KEY, ...headers }, body: form }
    return (await fetch(`${service.address}${path}/base/upload`, request)).json() as Promise<{ notes: string[] }>
  }
  expect((await send({})).notes).toContain("values left out because a later row has the same register and moment: 1")
  expect((await send(DUTCH)).notes).toContain(
    "waarden weggelaten omdat een latere rij hetzelfde telwerk en moment heeft: 1",
  )
})

const OUT_OF_REACH = {
  english: "the renewable share of 50 % is out of reach: the best allowed system reaches 0 %",
  dutch: "het duurzame aandeel van 50 % is niet haalbaar: de beste toegestane installatie haalt 0 %",
}

test("why a scan failed is described in the language that is asked for, wherever it is read; webhooks are English", async () => {
  const receiver = await startReceiver()
  const owner = await logIn(service.address)
  await owner.post("/v1/webhook-endpoints", { url: receiver.url, events: ["scan.failed"] })
  const request = { ...smallestRequest(), goal: "renewable-minimum", renewableElectricityMinFraction: 0.5 }
  const created = await client.post("/v1/scans", request, { ...DUTCH, prefer: "wait=60" })
  expect(created.body.errorMessage).toBe(OUT_OF_REACH.dutch)
  const path = `/v1/scans/${created.body.id}`

  const sentences = async (headers: Record<string, string>) => {
    const token = bearer(await legacyToken(service.address))
    const anyone = createClient(service.address, null)
    const list = (await client.get("/v1/scans", headers)).body.items
    const events: string = (await client.get(`${path}/events`, headers)).body
    return [
      (await client.get(path, headers)).body.errorMessage,
      list.find(({ id }: { id: string }) => id === created.body.id).errorMessage,
      JSON.parse(events.split("data: ")[1]!.split("\n")[0]!).errorMessage,
      (await owner.get("/v1/operations", headers)).body.failures[0].message,
      (await anyone.get(`/v1/scan/status?run-uuid=${created.body.id}`, { ...token, ...headers })).body.message,
    ]
  }
  expect(await sentences({})).toEqual(new Array(5).fill(OUT_OF_REACH.english))
  expect(await sentences(DUTCH)).toEqual(new Array(5).fill(OUT_OF_REACH.dutch))

  const arrival = await until(() => receiver.arrivals[0])
  expect(JSON.parse(arrival.raw.toString()).data.errorMessage).toBe(OUT_OF_REACH.english)
  await receiver.close()
})

test("what is refused for another reason than a broken rule is described in the language that is asked for", async () => {
  const anyone = createClient(service.address, null)
  const owner = await logIn(service.address)
  const { id } = (
    await client.post(
      "/v1/scans",
      { ...smallestRequest(), goal: "renewable-minimum", renewableElectricityMinFraction: 0.5 },
      { prefer: "wait=60" },
    )
  ).body
  const token = bearer(await legacyToken(service.address))
  const refusals = async (headers: Record<string, string>) => {
    const answers = [
      await client.get("/v1/scans/none", headers),
      await client.get(`/v1/scans/${id}/result`, headers),
      await client.post("/v1/scans", "{", headers),
      await client.get("/v1/members", headers),
      await owner.post("/v1/members", { email: OWNER.email, role: "member" }, headers),
      await anyone.get("/v1/scans/none/status", headers),
      await client.post("/v1/nothing", {}, headers),
      await anyone.get("/v1/scan/status?run-uuid=none", { ...token, ...headers }),
    ]
    return answers.map(({ status, body }) => [status, body.code, body.message])
  }
  const [english, dutch] = [await refusals({}), await refusals(DUTCH)]
  const causes = (answers: unknown[][]) => answers.map(([status, code]) => [status, code])
  expect(causes(dutch)).toEqual(causes(english))
  expect(dutch.map(([, , message]) => message)).toEqual([
    "scan niet gevonden",
    `de scan is mislukt: ${OUT_OF_REACH.dutch}`,
    expect.stringMatching(/^de body is geen geldige JSON: /),
    "dit pad neemt een sessie van het dashboard aan, niet een API-sleutel",
    expect.stringMatching(/heeft al een account$/),
    "Authenticatie vereist: stuur een API-sleutel in de header x-api-key",
    "dit pad bestaat niet; /docs noemt alle paden",
    'scan "none" niet gevonden',
  ])
})
