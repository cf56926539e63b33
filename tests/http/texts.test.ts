import { afterAll, beforeAll, expect, test } from "bun:test"
import { smallestRequest } from "../support/requests.ts"
import { createClient, type ServiceOfOrganization } from "../support/service.ts"
import { bearer, type Client, logIn } from "../support/sessions.ts"
import { startShared } from "../support/shared.ts"

let service: ServiceOfOrganization
let client: Client
let owner: Client

beforeAll(async () => {
  service = await startShared()
  client = createClient(service)
  owner = await logIn(service)
})
afterAll(() => service.end())

/** Characters that no text of the database can contain: U+0000, and half of a surrogate pair. */
const UNSTORABLE = ["a\u0000b", "a\ud800b"]
const says = (field: string) => ({
  statusCode: 400,
  message: `${field} must be Unicode text without U+0000`,
  code: "INVALID_INPUT",
  errors: expect.any(Array),
})

test("a text that cannot be stored is refused by its field, wherever it is", async () => {
  const studio = (await client.post("/v1/studio-profiles", {})).body
  await client.post(`/v1/studio-profiles/${studio.id}/base`, { templateId: "stel" })
  const hub = (await client.post("/v1/energyhub-profiles", {})).body
  const layers = `/v1/studio-profiles/${studio.id}/layers`
  const surface = { panelCount: 5, panelPowerWatts: 400, tilt: 30, azimuth: 90 }
  for (const text of UNSTORABLE) {
    const refusals: [Client, string, object, string][] = [
      [client, "/v1/studio-profiles", { name: text }, "name"],
      [client, `/v1/studio-profiles/${studio.id}/duplicate`, { name: text }, "name"],
      [client, layers, { presetId: "custom", name: text }, "name"],
      [
        client,
        layers,
        { presetId: "solar", solarConfig: { roofSurfaces: [{ ...surface, id: text }] } },
        "solarConfig.roofSurfaces[0].id",
      ],
      [client, `/v1/energyhub-profiles/${hub.id}/sources`, { templateId: "stel", name: text }, "name"],
      [client, "/v1/scans", { ...smallestRequest(), dossierId: `x${text}` }, "dossierId"],
      [
        client,
        "/v1/scans",
        { ...smallestRequest(), newPv: [{ name: text, maxPanelCount: 3, panelPowerWatts: 400 }] },
        "newPv[0].name",
      ],
      [owner, "/v1/api-keys", { name: text, mode: "sandbox" }, "name"],
      [owner, "/v1/webhook-endpoints", { url: `https://example.org/${text}`, events: ["scan.failed"] }, "url"],
    ]
    for (const [caller, path, body, field] of refusals) {
      const answer = await caller.post(path, body)
      expect([path, answer.status]).toEqual([path, 400])
      if (field !== "dossierId") expect([path, answer.body]).toEqual([path, says(field)])
    }
    const organization = `/v1/organizations/${studio.organizationId}`
    expect((await owner.patch(organization, { displayName: text })).body).toEqual(says("displayName"))
    const login = await createClient(service.address, null).post("/v1/auth/login", { email: text, password: "x" })
    expect(login.body).toEqual(says("email"))
  }
})

/** A character of two units in UTF-16. */
const WIDE = "\u{1f31e}"

test("lengths are of characters, as the interface document counts them, not of units of UTF-16", async () => {
  const roof = { maxPanelCount: 3, panelPowerWatts: 400 }
  const request = (names: number, dossier: number) => ({
    ...smallestRequest(),
    newPv: [{ ...roof, name: WIDE.repeat(names) }],
    dossierId: WIDE.repeat(dossier),
  })
  const { status, body } = await client.post("/v1/scans", request(200, 64))
  expect(status).toBe(201)
  const kept = (await client.get(`/v1/scans/${body.id}/request`)).body
  expect([kept.newPv[0].name, kept.dossierId]).toEqual([WIDE.repeat(200), WIDE.repeat(64)])
  const refused = await client.post("/v1/scans", request(201, 65))
  expect([refused.status, refused.body.message]).toEqual([
    400,
    "newPv[0].name must have at most 200 characters; dossierId must have at most 64 characters",
  ])
  const passwords = { currentPassword: "x", newPassword: WIDE.repeat(9) }
  expect((await owner.post("/v1/auth/password", passwords)).body.message).toBe(
    "newPassword must have at least 10 characters",
  )
})

test("a name that is put together is cut between characters", async () => {
  const profile = async (name: string) => {
    const { id } = (await client.post("/v1/studio-profiles", { name })).body
    await client.post(`/v1/studio-profiles/${id}/base`, { templateId: "stel" })
    return id as string
  }
  const profileIds = [await profile(`a${WIDE.repeat(199)}`), await profile("b")]
  const merged = await client.post("/v1/studio-profiles/merge", { profileIds })
  expect([merged.status, merged.body.name]).toEqual([201, `a${WIDE.repeat(198)}…`])
})

test("such a text in the config of a studio state is refused as well, as a value and as a name", async () => {
  const { id } = (await client.post("/v1/studio-profiles", {})).body
  const hours = new Array(8760).fill(0.1)
  const put = (config: object) =>
    client.put(`/v1/studio-profiles/${id}`, {
      studioState: {
        baseProfile: { type: "template", name: "Mine", data: hours },
        layers: [{ type: "custom", name: "One", enabled: true, config, data: hours }],
      },
    })
  expect((await put({ note: "fine" })).status).toBe(200)
  expect((await put({ note: ["a\u0000b"] })).body).toEqual(says("studioState.layers[0].config.note[0]"))
  expect((await put({ "a\u0000b": 1 })).status).toBe(400)
})

test("such a text in the names of a studio state is refused by its field", async () => {
  const { id } = (await client.post("/v1/studio-profiles", {})).body
  const hours = new Array(8760).fill(0.1)
  const put = async (base: object, layer: object) => {
    const { status, body } = await client.put(`/v1/studio-profiles/${id}`, {
      studioState: {
        baseProfile: { type: "template", name: "Mine", data: hours, ...base },
        layers: [{ type: "custom", name: "One", enabled: true, data: hours, ...layer }],
      },
    })
    return status === 200 ? status : body
  }
  expect(await put({}, {})).toBe(200)
  for (const text of UNSTORABLE) {
    for (const field of ["name", "category", "description", "templateId", "profileKey"])
      expect(await put({ [field]: text }, {})).toEqual(says(`studioState.baseProfile.${field}`))
    for (const field of ["name", "type"])
      expect(await put({}, { [field]: text })).toEqual(says(`studioState.layers[0].${field}`))
  }
})

test("such a text in a path or a query is no fault of the service", async () => {
  const { id } = (await client.post("/v1/studio-profiles", {})).body
  const text = "a%00b"
  const paths = [
    `/v1/scans/${text}`,
    `/v1/scans/${text}/chart`,
    `/v1/scans/shared/${text}`,
    `/v1/scans/shared/${text}/hourly`,
    `/v1/studio-profiles/${text}`,
    `/v1/studio-profiles/${id}/layers/${text}`,
    `/v1/standard-profiles/${text}`,
    `/v1/organizations/${text}/logo`,
    `/v1/webhook-endpoints/${text}/deliveries`,
    `/v1/scans?dossierId=${text}`,
    `/v1/scans?status=${text}`,
    `/v1/scan?run-uuid=${text}`,
    `/v1/tariffs/dynamic/breakdown?fields=${text}`,
    `/v1/${text}`,
  ]
  for (const caller of [client, owner])
    for (const path of paths) expect([path, (await caller.get(path)).status >= 500]).toEqual([path, false])
})

test("one such scan of a batch is refused, the others are accepted; the legacy interface says it in its own words", async () => {
  const roof = { name: "a\u0000b", maxPanelCount: 3, panelPowerWatts: 400 }
  const { status, body } = await client.post("/v1/scans/batch", {
    scans: [{ ...smallestRequest(), newPv: [roof] }, smallestRequest()],
  })
  expect([status, body.items[0], body.items[1].status]).toEqual([201, says("newPv[0].name"), "pending"])
  const { access_token } = (await client.post("/v1/auth/token", undefined)).body
  const earlier = await createClient(service.address, null).post(
    "/v1/scan",
    {
      goal: "payback-time",
      yearly_kwh: 3500,
      new_pv: [{ name: "a\u0000b", max_panel_count: 3, panel_power_watts: 400 }],
    },
    bearer(access_token),
  )
  expect([earlier.status, earlier.body]).toEqual([
    400,
    { error: "failed to create scan", message: says("new_pv[0].name").message },
  ])
})

test("other texts are kept as they are", async () => {
  const name = "Dak zuid ☀️ 屋根 \u200f e\u0301"
  expect((await client.post("/v1/studio-profiles", { name })).body.name).toBe(name)
})
