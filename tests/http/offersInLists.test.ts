import { afterAll, beforeAll, expect, test } from "bun:test"
import { houseRequest, smallestRequest } from "../support/requests.ts"
import { completedScan } from "../support/scans.ts"
import { createClient, type ServiceOfOrganization } from "../support/service.ts"
import { type Client, logIn } from "../support/sessions.ts"
import { startShared } from "../support/shared.ts"

/** Offers in lists and exports of scans, and the language of their lines. */
let service: ServiceOfOrganization
let live: Client
let owner: Client

beforeAll(async () => {
  service = await startShared()
  live = createClient(service)
  owner = await logIn(service)
})
afterAll(() => service.end())

const LINES = [
  { kind: "modules", description: "12 panels", quantity: 12, unitPrice: 215.5, vatPercent: 0 },
  { kind: "battery", description: "Battery of 10 kWh", quantity: 1, unitPrice: 5200, vatPercent: 21 },
]
const GROSS = 8878

const put = (id: string, body: object) => live.put(`/v1/scans/${id}/offer`, body)

test("lists and exports have the state and the price of each offer, and are filtered by it", async () => {
  const dossierId = "offers in lists"
  const [draft, sending, other, none] = await Promise.all(
    Array.from({ length: 4 }, () => completedScan(live, { ...smallestRequest(), dossierId })),
  )
  await put(draft!, { lines: LINES })
  await put(sending!, { lines: LINES, status: "sent" })
  await put(other!, { lines: LINES.slice(0, 1), status: "sent" })
  await put(other!, { status: "withdrawn" })
  const listed = async (filter = "") => {
    const path = `?dossierId=${encodeURIComponent(dossierId)}${filter}`
    const { items } = (await live.get(`/v1/scans${path}`)).body
    const lines = (await live.get(`/v1/scans/export${path}&format=ndjson`)).body.trim().split("\n")
    const rows = lines[0] === "" ? [] : lines.map((line: string) => JSON.parse(line))
    expect(rows).toEqual(items)
    return Object.fromEntries(
      rows.map(({ id, offerStatus, offerGross }: Record<string, string>) => [id, [offerStatus, offerGross]]),
    )
  }
  const [ofDraft, ofSent, ofOther] = [
    ["draft", GROSS],
    ["sent", GROSS],
    ["withdrawn", 2586],
  ]
  const ofNone = ["none", null]
  expect(await listed()).toEqual({ [draft!]: ofDraft, [sending!]: ofSent, [other!]: ofOther, [none!]: ofNone })
  expect(await listed("&offerStatus=draft")).toEqual({ [draft!]: ofDraft })
  expect(await listed("&offerStatus=sent")).toEqual({ [sending!]: ofSent })
  expect(await listed("&offerStatus=withdrawn")).toEqual({ [other!]: ofOther })
  expect(await listed("&offerStatus=none")).toEqual({ [none!]: ofNone })
  expect(await listed("&offerStatus=expired")).toEqual({})
  const { body } = await live.get("/v1/scans?offerStatus=lost")
  expect(body.message).toContain("offerStatus must be one of none, draft, sent, accepted, expired, withdrawn")
})

test("lists have the payback at the price of the offer, and the place of the site", async () => {
  const id = await completedScan(live, houseRequest())
  const listed = async () => {
    const { items } = (await live.get("/v1/scans?search=eindhoven")).body
    return items.find((scan: { id: string }) => scan.id === id)
  }
  const { returnPeriod, place } = await listed()
  expect(place).toBe("Eindhoven")
  const { kpi } = (await live.get(`/v1/scans/${id}`)).body.overview
  expect(returnPeriod).toBe(kpi.returnPeriod)
  const { body: proposal } = await live.get(`/v1/scans/${id}/offer`)
  const offered = async (factor: number) => {
    const lines = proposal.lines.map((line: { unitPrice: number }) => ({
      ...line,
      unitPrice: Math.round(line.unitPrice * factor * 100) / 100,
      vatPercent: 0,
    }))
    await put(id, { lines, status: "sent" })
    return (await listed()).offerReturnPeriod
  }
  const [half, whole] = [await offered(0.5), await offered(1)]
  expect(half).toBeLessThan(whole)
  expect(whole).toBeLessThan(returnPeriod * 1.3)
  expect(await offered(20)).toBeNull()
})

test("proposed lines are in the organization's language for customers, by default in the caller's", async () => {
  const id = await completedScan(live, houseRequest())
  const lineOf = async () => {
    const { body, headers } = await live.get(`/v1/scans/${id}/offer`, { "accept-language": "de" })
    return [headers.get("content-language"), body.lines[0].description]
  }
  const { organization } = (await owner.get("/v1/auth/session")).body
  const choose = (assumptions: object) => owner.patch(`/v1/organizations/${organization.id}`, { assumptions })
  expect(await lineOf()).toEqual(["de", expect.stringContaining("Solarmodule")])
  expect((await choose({ language: "nl" })).status).toBe(200)
  expect(await lineOf()).toEqual(["nl", expect.stringContaining("Zonnepanelen")])
  expect((await choose({ language: "fr" })).status).toBe(400)
  expect((await choose({})).status).toBe(200)
})
