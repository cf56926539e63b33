/** Amounts in the currency of the site: of the request, of the organization, in reports, lists and exports. */
import { afterAll, beforeAll, expect, test } from "bun:test"
import { houseRequest } from "../support/requests.ts"
import { createClient, type ServiceOfOrganization } from "../support/service.ts"
import { logIn } from "../support/sessions.ts"
import { startShared } from "../support/shared.ts"

let service: ServiceOfOrganization

beforeAll(async () => {
  service = await startShared()
})
afterAll(() => service.end())

const FLAT = { type: "flat", flatEurPerKwh: 0.3, feedInEurPerKwh: 0.05 }

const scan = async (changes: object) => {
  const client = createClient(service)
  const { body } = await client.post(
    "/v1/scans",
    { ...houseRequest(), tariff: FLAT, ...changes },
    { prefer: "wait=60" },
  )
  return (await client.get(`/v1/scans/${body.id}/result`)).body
}

test("a scan in another currency has the figures of one in EUR, and says its currency in report, list and export", async () => {
  const client = createClient(service)
  const [inEuro, inPounds] = [await scan({}), await scan({ currency: "GBP" })]
  expect([inEuro.currency, inPounds.currency]).toEqual(["EUR", "GBP"])
  expect(inPounds.financial.netPresentValue).toBe(inEuro.financial.netPresentValue)
  expect(inPounds.notes[0]).toContain("Amounts are in GBP")
  expect(inEuro.notes.join()).not.toContain("Amounts are in")
  const table = await (
    await fetch(`${service.address}/v1/scans/${inPounds.id}/result`, {
      headers: { "x-api-key": service.liveKey, accept: "text/csv" },
    })
  ).text()
  expect(table).toContain("currency,GBP,\r\n")
  expect(table).toMatch(/financial\.netPresentValue,[-\d.']+,GBP\r\n/)
  expect(table).not.toContain(",EUR\r\n")
  const { items } = (await client.get("/v1/scans?limit=2")).body
  expect(items.map(({ currency }: { currency: string }) => currency)).toEqual(["GBP", "EUR"])
  const csv = await (
    await fetch(`${service.address}/v1/scans/export?format=csv`, { headers: { "x-api-key": service.liveKey } })
  ).text()
  const [head, first] = csv.split("\r\n").map(line => line.split(","))
  expect(first![head!.indexOf("currency")]).toBe("GBP")
})

test("a sandbox scan is listed and exported in the currency of its report, EUR", async () => {
  const sandbox = createClient(service, service.testKey)
  const { status } = await sandbox.post("/v1/scans", { ...houseRequest(), tariff: FLAT, currency: "GBP" })
  expect(status).toBe(201)
  expect((await sandbox.get("/v1/scans")).body.items[0].currency).toBe("EUR")
  const headers = { "x-api-key": service.testKey }
  const line = await (await fetch(`${service.address}/v1/scans/export?format=ndjson`, { headers })).json()
  expect(line.currency).toBe("EUR")
})

test("what is known in EUR alone is refused with its field", async () => {
  const client = createClient(service)
  const { status, body } = await client.post("/v1/scans", {
    ...houseRequest(),
    tariff: { type: "dynamic" },
    currency: "GBP",
  })
  expect([status, body.errors[0].path]).toEqual([400, ["tariff", "type"]])
  expect(body.message).toContain("which exist in EUR only")
})

test("scans that name none are in the organization's currency, new ones alone", async () => {
  const before = await scan({})
  const owner = await logIn(service)
  const { organization } = (await owner.get("/v1/auth/session")).body
  const path = `/v1/organizations/${organization.id}`
  expect((await owner.patch(path, { assumptions: { currency: "SEK" } })).status).toBe(200)
  expect((await scan({})).currency).toBe("SEK")
  expect((await scan({ currency: "EUR" })).currency).toBe("EUR")
  const client = createClient(service)
  const adjusted = await client.post("/v1/scans", { copiedFromId: before.id, analysisYears: 20 }, { prefer: "wait=60" })
  expect((await client.get(`/v1/scans/${adjusted.body.id}/result`)).body.currency).toBe("EUR")
  const refused = await client.post("/v1/scans", { ...houseRequest(), tariff: { type: "dynamic" } })
  expect([refused.status, refused.body.errors[0].path]).toEqual([400, ["tariff", "type"]])
  expect((await owner.patch(path, { assumptions: { currency: "JPY" } })).status).toBe(400)
  expect((await owner.patch(path, { assumptions: {} })).status).toBe(200)
})
