import { afterAll, beforeAll, expect, test } from "bun:test"
import { smallestRequest } from "../support/requests.ts"
import { completedScan } from "../support/scans.ts"
import { createClient, type RunningService, startFresh } from "../support/service.ts"
import type { Client } from "../support/sessions.ts"

let service: RunningService
let owner: Client

beforeAll(async () => {
  service = await startFresh({ TRUST_PROXY: "1" })
  owner = createClient(service.address)
})
afterAll(() => service.end())

let addresses = 0
/** A caller without a credential, with a new address for each call, so that no limit applies. */
const askAnonymously = (path: string, at = service) =>
  createClient(at.address, null).get(path, { "x-forwarded-for": `203.0.113.${++addresses}` })

const share = (id: string, enabled: boolean, by = owner) => by.put(`/v1/scans/${id}/share`, { enabled })

test("ending a share ends the token and the id for callers without a credential", async () => {
  const id = await completedScan(owner)
  const { shareToken } = (await share(id, true)).body
  const { scanId } = (await askAnonymously(`/v1/scans/shared/${shareToken}`)).body
  expect((await askAnonymously(`/v1/scans/${scanId}`)).status).toBe(200)
  await share(id, false)
  for (const path of [`/v1/scans/shared/${shareToken}`, `/v1/scans/shared/${shareToken}/series`, `/v1/scans/${scanId}`])
    expect([path, (await askAnonymously(path)).status]).toEqual([path, 404])
  expect((await owner.get(`/v1/scans/${id}`)).status).toBe(200)
  expect((await askAnonymously(`/v1/scans/${id}`)).body).toEqual({
    statusCode: 404,
    message: "scan not found",
    code: "NOT_FOUND",
    reason: "not-found",
  })
  await share(id, true)
  expect((await askAnonymously(`/v1/scans/${id}`)).body).toMatchObject({ id, isShared: true })
})

test("what a caller without a credential reads holds no share token but in the address of the link that it came by", async () => {
  const id = await completedScan(owner)
  const { shareToken, shareUrl: link } = (await share(id, true)).body
  const byId = await askAnonymously(`/v1/scans/${id}`)
  expect(byId.body).toMatchObject({ isShared: true, shareToken: null })
  const byToken = await askAnonymously(`/v1/scans/shared/${shareToken}`)
  expect(byToken.body.report).toMatchObject({ isShared: true, shareToken: null })
  const { shareUrl, ...rest } = byToken.body
  expect(shareUrl).toBe(link)
  for (const body of [byId.body, rest]) {
    expect(JSON.stringify(body)).not.toContain(shareToken)
    expect(JSON.stringify(body)).not.toContain("shareUrl")
  }
  expect((await owner.get(`/v1/scans/${id}`)).body).toMatchObject({ isShared: true, shareToken })
})

test("without a credential the place is rounded to two decimals, and kept for the holder of the token", async () => {
  const id = await completedScan(owner, { ...smallestRequest(), location: { lat: 51.44321, lon: 5.47896 } })
  const { shareToken } = (await share(id, true)).body
  const exact = { latitude: 51.44321, longitude: 5.47896 }
  expect((await askAnonymously(`/v1/scans/${id}`)).body).toMatchObject({ latitude: 51.44, longitude: 5.48 })
  expect((await askAnonymously(`/v1/scans/shared/${shareToken}`)).body.report).toMatchObject(exact)
  expect((await owner.get(`/v1/scans/${id}`)).body).toMatchObject(exact)
})

test("a scan that its owner never wanted shared is not read by its id", async () => {
  const id = await completedScan(owner)
  expect((await askAnonymously(`/v1/scans/${id}`)).body).toMatchObject({ id, isShared: false })
  expect((await share(id, false)).body).toMatchObject({ isShared: false, shareToken: null, shareUrl: null })
  expect((await askAnonymously(`/v1/scans/${id}`)).status).toBe(404)
})

test("an installation that keeps unshared scans from callers without a credential answers as if there were none", async () => {
  const closed = await startFresh({ TRUST_PROXY: "1", ANONYMOUS_REPORTS: "0" })
  const keeper = createClient(closed.address)
  const id = await completedScan(keeper)
  const unknown = await askAnonymously("/v1/scans/019a4c1e-7c3a-7e21-9d5b-3f6f0a8d2b14", closed)
  const unshared = await askAnonymously(`/v1/scans/${id}`, closed)
  expect([unshared.status, unshared.body]).toEqual([404, unknown.body])
  const { shareToken } = (await share(id, true, keeper)).body
  expect((await askAnonymously(`/v1/scans/${id}`, closed)).status).toBe(200)
  expect((await askAnonymously(`/v1/scans/shared/${shareToken}`, closed)).status).toBe(200)
  await share(id, false, keeper)
  expect((await askAnonymously(`/v1/scans/${id}`, closed)).status).toBe(404)
  await closed.end()
})
