import { afterAll, beforeAll, expect, test } from "bun:test"
import { smallestRequest } from "../support/requests.ts"
import { completedScan } from "../support/scans.ts"
import { createClient, type ServiceOfOrganization } from "../support/service.ts"
import { type Client, logIn } from "../support/sessions.ts"
import { startShared } from "../support/shared.ts"

/** The price list of an organization, and offers that are proposed from it. */
let service: ServiceOfOrganization
let live: Client
let sandbox: Client
let owner: Client

beforeAll(async () => {
  service = await startShared()
  live = createClient(service)
  sandbox = createClient(service, service.testKey)
  owner = await logIn(service)
})
afterAll(() => service.end())

const ITEMS = [
  { kind: "modules", description: "Panel, black", unit: "panel", unitPrice: 99.5 },
  { kind: "labour", description: "Work", unit: "kwp", unitPrice: 180.25, vatPercent: 9 },
  { kind: "mounting", description: "Rails", unit: "roof", unitPrice: 350 },
  { kind: "labour", description: "Battery work", unit: "battery", unitPrice: 400 },
  { kind: "electrical", description: "Group", unit: "offer", unitPrice: 275 },
  { kind: "discount", description: "Season", unit: "offer", unitPrice: -100, vatPercent: 0 },
]
const LIST = { items: ITEMS, payment: "On delivery", terms: "Two\nlines" }
const EMPTY = { items: [], payment: null, terms: null }
/** Twelve panels of 430 W, whatever the goal says. */
const ROOF = {
  ...smallestRequest(),
  newPv: [{ name: "South", maxPanelCount: 12, panelPowerWatts: 430 }],
}

test("a list is stored by mode, and the sandbox reads the live list until it has its own", async () => {
  expect((await live.get("/v1/price-list")).body).toEqual({ ...EMPTY, currency: "EUR", mode: null, updatedAt: null })
  const put = await live.put("/v1/price-list", LIST)
  expect([put.status, put.body]).toEqual([
    200,
    { ...LIST, currency: "EUR", mode: "live", updatedAt: expect.any(String) },
  ])
  expect((await live.get("/v1/price-list")).body).toEqual(put.body)
  expect((await sandbox.get("/v1/price-list")).body).toEqual(put.body)
  await sandbox.put("/v1/price-list", EMPTY)
  expect((await sandbox.get("/v1/price-list")).body).toMatchObject({ ...EMPTY, mode: "sandbox" })
  expect((await live.get("/v1/price-list")).body).toEqual(put.body)
})

test("an offer is proposed from the list, and a stored one stays when the list changes", async () => {
  await live.put("/v1/price-list", LIST)
  const id = await completedScan(live, ROOF)
  const { solar, battery } = (await live.get(`/v1/scans/${id}/result`)).body
  const panels = solar.newSystems[0].panelCount
  expect([panels > 0, battery.specs.capacityKwh]).toEqual([true, 0])
  const read = async () => (await live.get(`/v1/scans/${id}/offer`)).body
  const proposal = await read()
  const kwp = Math.round(panels * 430) / 1000
  expect(proposal.lines).toEqual([
    {
      kind: "modules",
      description: "Panel, black, South",
      quantity: panels,
      unit: "piece",
      unitPrice: 99.5,
      vatPercent: 0,
    },
    { kind: "labour", description: "Work", quantity: kwp, unit: "kwp", unitPrice: 180.25, vatPercent: 9 },
    { kind: "mounting", description: "Rails", quantity: 1, unit: "piece", unitPrice: 350, vatPercent: 0 },
    { kind: "electrical", description: "Group", quantity: 1, unit: "flat", unitPrice: 275, vatPercent: 0 },
    { kind: "discount", description: "Season", quantity: 1, unit: "flat", unitPrice: -100, vatPercent: 0 },
  ])
  expect(proposal).toMatchObject({ payment: "On delivery", terms: "Two\nlines", validUntil: null })
  const stored = (await live.put(`/v1/scans/${id}/offer`, {})).body
  expect(stored).toMatchObject({ lines: proposal.lines, payment: "On delivery", version: 1 })
  await live.put("/v1/price-list", EMPTY)
  expect(await read()).toEqual(stored)
})

test("a list keeps its currency, and a proposal in another one says that it leaves the prices out", async () => {
  await live.put("/v1/price-list", LIST)
  const inEuro = await completedScan(live, ROOF)
  const { organization } = (await owner.get("/v1/auth/session")).body
  const choose = async (assumptions: object) =>
    expect((await owner.patch(`/v1/organizations/${organization.id}`, { assumptions })).status).toBe(200)
  await choose({ currency: "CHF" })
  expect((await live.put("/v1/price-list", LIST)).body.currency).toBe("EUR")
  const offerOf = async (id: string) => (await live.get(`/v1/scans/${id}/offer`)).body
  const kindsOf = ({ lines }: { lines: { kind: string }[] }) => lines.map(({ kind }) => kind)
  const euros = await offerOf(inEuro)
  expect([euros.currency, kindsOf(euros)[1]]).toEqual(["EUR", "labour"])
  expect(euros).not.toHaveProperty("priceListCurrency")

  const tariff = { type: "flat", flatEurPerKwh: 0.35, feedInEurPerKwh: 0.15 }
  const inFrancs = await completedScan(live, { ...ROOF, tariff })
  const left = await offerOf(inFrancs)
  expect(left).toMatchObject({ currency: "CHF", priceListCurrency: "EUR", payment: "On delivery" })
  expect(kindsOf(left)).toEqual(["modules"])
  await live.put("/v1/price-list", { ...LIST, currency: "CHF" })
  const taken = await offerOf(inFrancs)
  expect(kindsOf(taken)).toContain("electrical")
  expect(taken).not.toHaveProperty("priceListCurrency")
  expect((await offerOf(inEuro)).priceListCurrency).toBe("CHF")
  const csv = "kind,description,unit,unitPrice\nlabour,Work,kwp,5\n"
  expect((await live.post("/v1/price-list/csv", csv, { "content-type": "text/csv" })).body.currency).toBe("CHF")
  expect((await live.put("/v1/price-list", { ...LIST, currency: "XXX" })).body.message).toContain("currency")
  await choose({})
  await live.put("/v1/price-list", { ...LIST, currency: "EUR" })
})

test("wrong prices are refused with their fields", async () => {
  const messageOf = async (item: object) => {
    const { status, body } = await live.put("/v1/price-list", { ...EMPTY, items: [{ ...ITEMS[1], ...item }] })
    return [status, body.message]
  }
  expect(await messageOf({ unitPrice: -1 })).toEqual([400, "items[0].unitPrice must be at least 0"])
  expect(await messageOf({ kind: "subsidy" })).toEqual([400, "items[0].unitPrice must be at most 0"])
  expect(await messageOf({ unitPrice: 1.00005 })).toEqual([400, expect.stringContaining("items[0].unitPrice")])
  expect(await messageOf({ kind: "battery" })).toEqual([400, expect.stringContaining("items[0].kind")])
  expect(await messageOf({ unit: "piece" })).toEqual([400, expect.stringContaining("items[0].unit")])
  for (const unit of ["battery", "offer"]) {
    const [status, message] = await messageOf({ kind: "modules", unit })
    expect([status, message]).toEqual([400, expect.stringMatching(/^items\[0\]\.unit .*panel.*kwp.*roof/)])
  }
  expect(await messageOf({ price: 1 })).toEqual([400, expect.stringContaining("items[0].price")])
  const many = { ...EMPTY, items: Array.from({ length: 61 }, () => ITEMS[1]) }
  expect((await live.put("/v1/price-list", many)).status).toBe(400)
})

test("prices are read from a CSV file and written as one, and terms stay", async () => {
  await live.put("/v1/price-list", LIST)
  const post = (text: string) => live.post("/v1/price-list/csv", text, { "content-type": "text/csv" })
  const csv = await (
    await fetch(`${service.address}/v1/price-list`, { headers: { "x-api-key": service.liveKey, accept: "text/csv" } })
  ).text()
  expect(csv.split("\r\n").slice(0, 2)).toEqual([
    "kind,description,unit,unitPrice,vatPercent,product",
    'modules,"Panel, black",panel,99.5,,',
  ])
  await live.put("/v1/price-list", { ...LIST, items: [] })
  expect((await post(csv)).body).toMatchObject(LIST)
  const german = "unit;kind;description;unitPrice;vatPercent\nkwp;labour;Montage;180,25;19\n"
  expect((await post(german)).body).toMatchObject({
    items: [{ kind: "labour", description: "Montage", unit: "kwp", unitPrice: 180.25, vatPercent: 19 }],
    payment: "On delivery",
  })
  const wrong = await post("kind,description,unit,unitPrice\nlabour,Work,kwp,-5\nlabour,,kwp,5\n")
  expect(wrong.body.errors.map(({ path }: { path: unknown[] }) => path.join("."))).toEqual([
    "lines.2.unitPrice",
    "lines.3.description",
  ])
  const units = await post("kind,description,unit,unitPrice\nmodules,Panels,offer,5\n")
  expect(units.body.errors.map(({ path }: { path: unknown[] }) => path.join("."))).toEqual(["lines.2.unit"])
  expect((await post("kind,unit\nlabour,kwp\n")).status).toBe(400)
  const long = Array.from({ length: 60 }, () => `labour,${"€".repeat(200)},kwp,1,,${"€".repeat(200)}`).join("\n")
  expect((await post(`kind,description,unit,unitPrice,vatPercent,product\n${long}\n`)).status).toBe(200)
})
