import { afterAll, beforeAll, expect, test } from "bun:test"
import { Value } from "@sinclair/typebox/value"
import { FullReport } from "../../domain/report/schema.ts"
import { ADJUSTABLE_STEPS } from "../../domain/request/adjustableSteps.ts"
import { ChartData } from "../../domain/site/chart/schema.ts"
import { PIXEL } from "../support/pixel.ts"
import { houseRequest, smallestRequest } from "../support/requests.ts"
import { completedScan, itemOf } from "../support/scans.ts"
import { createClient, type RunningService, startFresh } from "../support/service.ts"
import { type Client, logIn } from "../support/sessions.ts"

const PUBLIC_URL = "https://scans.example.org"
let service: RunningService
let client: Client
let anyone: Client
let session: Client
let id: string

beforeAll(async () => {
  service = await startFresh({ PUBLIC_URL })
  client = createClient(service.address)
  anyone = createClient(service.address, null)
  session = await logIn(service.address)
  id = await completedScan(client, houseRequest())
})
afterAll(() => service.end())

const share = (enabled: boolean, scanId = id) => client.put(`/v1/scans/${scanId}/share`, { enabled })

// @covers scans: GET /v1/scans/shared/{token}
test("a shared scan is read by its token alone, with its chart and branding", async () => {
  const { status, body } = await share(true)
  expect(status).toBe(200)
  expect(body).toEqual({
    isShared: true,
    shareToken: expect.stringMatching(/^[\w-]{43}$/),
    shareUrl: `${PUBLIC_URL}/shared/${body.shareToken}`,
    expiresAt: null,
    acceptance: null,
  })
  const shared = await anyone.get(`/v1/scans/shared/${body.shareToken}`)
  expect(shared.status).toBe(200)
  expect(Object.keys(shared.body).sort()).toEqual(
    [
      "scanId",
      "mode",
      "customerName",
      "customerAddress",
      "shareUrl",
      "expiresAt",
      "acceptance",
      "offer",
      "report",
      "chartData",
      "brandingLogo",
      "brandingDisplayName",
      "brandingEnabled",
      "brandingColor",
      "contact",
      "company",
      "adjustableSteps",
    ].sort(),
  )
  expect(shared.body.scanId).toBe(id)
  expect(Value.Check(FullReport, shared.body.report)).toBe(true)
  expect(Value.Check(ChartData, shared.body.chartData)).toBe(true)
  expect(shared.body.report).toMatchObject({ id, isShared: true, shareToken: null })
  expect(shared.body.chartData).toMatchObject({ intervalType: "year" })
})

test("a text that can be no token names no scan, for any path of shared scans", async () => {
  for (const token of ["%00", `${"a".repeat(42)}%00`, "x"])
    for (const path of ["", "/series"])
      expect([token, path, (await anyone.get(`/v1/scans/shared/${token}${path}`)).status]).toEqual([token, path, 404])
})

test("the shared answer takes the query of a chart", async () => {
  const { shareToken } = (await share(true)).body
  const { body } = await anyone.get(`/v1/scans/shared/${shareToken}?interval=day&startDate=2026-06-21`)
  expect(body.chartData).toMatchObject({ intervalType: "day", startDate: "2026-06-20T23:00:00.000Z" })
  expect(body.chartData.labels).toHaveLength(24)
  expect((await anyone.get(`/v1/scans/shared/${shareToken}?interval=hour`)).status).toBe(400)
})

// @covers scans: PUT /v1/scans/{id}/share
test("sharing that is on already keeps its token; ended and enabled again it has a new one", async () => {
  const first = (await share(true)).body.shareToken
  expect((await share(true)).body.shareToken).toBe(first)
  expect((await share(false)).body).toMatchObject({ isShared: false, shareToken: null, shareUrl: null })
  expect((await anyone.get(`/v1/scans/shared/${first}`)).status).toBe(404)
  expect((await client.get(`/v1/scans/${id}`)).body).toMatchObject({ isShared: false, shareToken: null })
  const second = (await share(true)).body.shareToken
  expect(second).not.toBe(first)
  expect((await anyone.get(`/v1/scans/shared/${first}`)).status).toBe(404)
  expect((await anyone.get(`/v1/scans/shared/${second}`)).status).toBe(200)
})

test("a session shares as a key does", async () => {
  expect((await session.put(`/v1/scans/${id}/share`, { enabled: true })).body.isShared).toBe(true)
})

test("what cannot be shared is refused", async () => {
  const { body } = await client.post(
    "/v1/scans",
    {
      ...smallestRequest(),
      goal: "renewable-minimum",
      renewableElectricityMinFraction: 0.9,
    },
    { prefer: "wait=60" },
  )
  expect((await share(true, body.id)).status).toBe(409)
  expect((await client.put(`/v1/scans/${id}/share`, { enabled: "yes" })).body.message).toBe(
    "enabled must be true or false",
  )
  expect((await anyone.put(`/v1/scans/${id}/share`, { enabled: true })).status).toBe(401)
  expect((await anyone.get("/v1/scans/shared/none")).body).toEqual({
    statusCode: 404,
    message: "shared scan not found",
    code: "NOT_FOUND",
    reason: "not-found",
  })
  expect((await anyone.get(`/v1/scans/shared/${"x".repeat(43)}`)).status).toBe(404)
})

// @covers scans: GET /v1/scans/{id}/branding
test("the branding of a scan is its organization's, its logo an absolute address", async () => {
  expect((await client.get(`/v1/scans/${id}/branding`)).body).toEqual({
    brandingLogo: null,
    brandingDisplayName: "My organization",
    brandingEnabled: false,
    brandingColor: null,
    contact: null,
    company: null,
    adjustableSteps: [...ADJUSTABLE_STEPS],
  })
  const path = `/v1/organizations/${(await session.get("/v1/auth/session")).body.organization.id}`
  await session.patch(path, { brandingDisplayName: "Sun & Co", brandingEnabled: true })
  const form = new FormData()
  form.set("file", new File([PIXEL], "logo.png"))
  const login = await anyone.post("/v1/auth/login", { email: "owner@example.org", password: "a password for tests" })
  const uploaded = await fetch(`${service.address}${path}/logo`, {
    method: "PUT",
    headers: { authorization: `Bearer ${login.body.accessToken}` },
    body: form,
  })
  expect(uploaded.status).toBe(200)
  const branding = (await client.get(`/v1/scans/${id}/branding`)).body
  expect(branding).toMatchObject({ brandingDisplayName: "Sun & Co", brandingEnabled: true })
  expect(branding.brandingLogo).toStartWith(`${PUBLIC_URL}${path}/logo?v=`)
  const { shareToken } = (await share(true)).body
  expect((await anyone.get(`/v1/scans/shared/${shareToken}`)).body).toMatchObject(branding)
  const logo = await fetch(branding.brandingLogo.replace(PUBLIC_URL, service.address))
  expect([logo.status, logo.headers.get("content-type")]).toEqual([200, "image/png"])
})

// @covers scans: list item: hasSeenReport
test("only a session marks a report as seen", async () => {
  const seen = await completedScan(client)
  const { shareToken } = (await share(true, seen)).body
  await anyone.get(`/v1/scans/shared/${shareToken}`)
  await anyone.get(`/v1/scans/${seen}`)
  await client.get(`/v1/scans/${seen}/status`)
  await client.get(`/v1/scans/${seen}/result`)
  expect((await itemOf(client, seen)).hasSeenReport).toBe(false)
  await session.get(`/v1/scans/${seen}/result`)
  expect((await itemOf(client, seen)).hasSeenReport).toBe(true)
})

// @covers scans: GET /v1/scans/{id}, anonymous
// @covers scans: limits: anonymous reads
test("without a credential a scan is read by its id, 3 times a minute per address", async () => {
  const other = await startFresh()
  const [owner, nobody] = [createClient(other.address), createClient(other.address, null)]
  const scanId = await completedScan(owner)
  for (let call = 0; call < 3; call++)
    expect((await nobody.get(`/v1/scans/${scanId}`)).body).toMatchObject({ id: scanId, status: "optimal" })
  const fourth = await nobody.get(`/v1/scans/${scanId}`)
  expect([fourth.status, fourth.body.statusCode]).toEqual([429, 429])
  expect(Number(fourth.headers.get("retry-after"))).toBeGreaterThan(0)
  expect((await owner.get(`/v1/scans/${scanId}`)).status).toBe(200)
  expect((await nobody.get(`/v1/scans/${scanId}/status`)).status).toBe(401)
  await other.end()
})
