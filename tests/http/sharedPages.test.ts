import { afterAll, beforeAll, expect, test } from "bun:test"
import { completedScan } from "../support/scans.ts"
import { createClient, type ServiceOfOrganization } from "../support/service.ts"
import { type Client, logIn } from "../support/sessions.ts"
import { startShared } from "../support/shared.ts"

/** Cached pages of shared reports. */

let service: ServiceOfOrganization
let client: Client
let anyone: Client
let id: string
let token: string
beforeAll(async () => {
  service = await startShared()
  client = createClient(service)
  anyone = createClient(service.address, null)
  id = await completedScan(client)
  token = (await client.put(`/v1/scans/${id}/share`, { enabled: true })).body.shareToken
})
afterAll(() => service.end())

const page = (query = "", headers = {}) => anyone.get(`/v1/scans/shared/${token}${query}`, headers)

test("a page read twice is the same, in each language and chart", async () => {
  const first = await page()
  expect(await page().then(({ body }) => body)).toEqual(first.body)
  expect((await page("", { "accept-language": "nl" })).headers.get("content-language")).toBe("nl")
  const month = (await page("?interval=month&startDate=2026-03-01")).body.chartData
  expect(month.labels).not.toEqual(first.body.chartData.labels)
})

test("all that may change of a page is shown at once", async () => {
  await page()
  await client.put(`/v1/scans/${id}/customer`, { name: "A. Customer" })
  expect((await page()).body.customerName).toBe("A. Customer")
  const accepted = await anyone.post(`/v1/scans/shared/${token}/acceptance`, { name: "B. Customer" })
  expect((await page()).body.acceptance).toEqual(accepted.body.acceptance)
  const owner = await logIn(service)
  await owner.patch(`/v1/organizations/${service.organizationId}`, { brandingDisplayName: "Another name" })
  expect((await page()).body.brandingDisplayName).toBe("Another name")
  const expiresAt = "2126-04-01T00:00:00.000Z"
  await client.put(`/v1/scans/${id}/share`, { enabled: true, expiresAt })
  expect((await page()).body.expiresAt).toBe(expiresAt)
})

test("a share that ended, and one whose scan was deleted, is not served", async () => {
  expect((await page()).status).toBe(200)
  await client.put(`/v1/scans/${id}/share`, { enabled: false })
  expect((await page()).status).toBe(404)
  token = (await client.put(`/v1/scans/${id}/share`, { enabled: true })).body.shareToken
  expect((await page()).status).toBe(200)
  await client.delete(`/v1/scans/${id}`)
  expect((await page()).status).toBe(404)
})
