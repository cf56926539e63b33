import { expect } from "bun:test"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { Page } from "playwright-core"
import { houseRequest, smallestRequest } from "../support/requests.ts"
import { createClient, TEST_KEY } from "../support/service.ts"
import { accessibilityViolations, browserTest, fitsPhone, turnTo } from "./chromium.ts"
import { type OpenedDashboard, onDashboard } from "./onDashboard.ts"
import { pagesOf } from "./pdf.ts"
import { showSliders } from "./sliders.ts"

/** The page of a customer: three screens of a phone before the parts for the adviser. */
const PHONE = { width: 390, height: 844 }
const SCREENS = 3
let browser: OpenedDashboard["browser"]
let client: OpenedDashboard["client"]
let service: OpenedDashboard["service"]

onDashboard("/dashboard/scans", { opened: dashboard => ({ service, browser, client } = dashboard) })

const withBattery = () => ({
  ...houseRequest(),
  electricBattery: { powerRatingKw: 5, capacityKwh: 10, minCapacityKwh: 5 },
  existingPv: [{ panelCount: 8, panelPowerWatts: 300 }],
})
const sharedPage = async (by: OpenedDashboard["client"], request: object): Promise<Page> => {
  const { id } = (await by.post("/v1/scans", request, { prefer: "wait=60" })).body
  const { shareUrl } = (await by.put(`/v1/scans/${id}/share`, { enabled: true })).body
  const shared = await browser.open(new URL(shareUrl).pathname, PHONE)
  await shared.locator("#proof").waitFor()
  if (by === client) await showSliders(shared)
  return shared
}
const topOf = (shared: Page, selector: string): Promise<number> =>
  shared
    .locator(selector)
    .first()
    .evaluate(element => element.getBoundingClientRect().bottom + scrollY)

browserTest(
  "price, savings, payback and Accept are on the first screen, and all for the customer on three",
  async () => {
    const shared = await sharedPage(client, { ...houseRequest(), customerDetails: { name: "Family Jansen" } })
    for (const language of ["en", "nl", "de"] as const) {
      await turnTo(shared, language)
      expect([language, await topOf(shared, ".proposal button")]).toEqual([language, expect.any(Number)])
      expect(await topOf(shared, ".proposal button")).toBeLessThanOrEqual(PHONE.height)
      expect(await topOf(shared, "#adviser")).toBeLessThanOrEqual(SCREENS * PHONE.height)
      await fitsPhone(shared)
      expect(await accessibilityViolations(shared)).toEqual([])
    }
    await turnTo(shared, "en")
    const first = await shared.locator(".first-figures").innerText()
    for (const words of ["Estimated price with VAT", "Saved in the first year", "Likely", "We assumed"])
      expect(first).toContain(words)
    const csv = await topOf(shared, ".for-adviser button")
    expect(csv).toBeGreaterThan(await topOf(shared, "#adviser"))
    expect(await shared.getByRole("button", { name: "Hours (CSV)" }).count()).toBe(0)
    await shared.getByText("Figures as files").click()
    expect(await shared.locator(".for-adviser").getByRole("button", { name: "Hours (CSV)" }).count()).toBe(1)
    await shared.evaluate(() => localStorage.clear())
    await shared.close()
  },
)

const OFFER = {
  lines: [
    { kind: "modules", description: "Panels of 430 W", quantity: 12, unitPrice: 215.5, vatPercent: 0 },
    { kind: "inverter", description: "Inverter of 5 kW", quantity: 1, unitPrice: 890, vatPercent: 0 },
    { kind: "battery", description: "Battery of 10 kWh", quantity: 1, unitPrice: 4200, vatPercent: 21 },
    { kind: "mounting", description: "Mounting", quantity: 1, unitPrice: 640, vatPercent: 0 },
    { kind: "labour", description: "Installation", quantity: 16, unitPrice: 62.5, vatPercent: 0 },
    { kind: "subsidy", description: "Subsidy", quantity: 1, unitPrice: -750, vatPercent: 0 },
  ],
  ...{ validUntil: "2126-04-30", payment: "Half on order.", terms: "Delivery within eight weeks.", status: "sent" },
  loan: { amount: 6000, ratePercent: 4.5, years: 10 },
}
const MAX_PAPER_PAGES = 4

/** Whole euros of a text. */
const eurosIn = (text: string): number => Number(text.replace("−", "-").replace(/[^\d-]/g, ""))

browserTest("with an offer, price and payback are the offer's, on three screens and four pages of paper", async () => {
  const { id } = (await client.post("/v1/scans", withBattery(), { prefer: "wait=60" })).body
  await client.put(`/v1/scans/${id}/offer`, OFFER)
  const { shareUrl } = (await client.put(`/v1/scans/${id}/share`, { enabled: true })).body
  const shared = await browser.open(new URL(shareUrl).pathname, PHONE)
  await shared.locator("#proof").waitFor()
  await showSliders(shared)
  for (const language of ["en", "nl", "de"] as const) {
    await turnTo(shared, language)
    expect(await topOf(shared, "#adviser")).toBeLessThanOrEqual(SCREENS * PHONE.height)
  }
  await turnTo(shared, "en")
  const gross = /€9,448/
  expect(await shared.locator("h1").innerText()).toMatch(gross)
  expect(await shared.locator(".first-figures").innerText()).toMatch(gross)
  expect(await shared.locator(".options tbody tr", { hasText: "Price" }).innerText()).toMatch(gross)
  expect(await shared.locator(".kpi .value").first().innerText()).toMatch(gross)
  const { netPresentValue, investment } = (await client.get(`/v1/scans/${id}/result`)).body.financial
  const atPrice = netPresentValue - (9_448 - investment.solarInvestment - investment.batteryPurchaseCost)
  const asAssumed = await shared
    .locator(".assumed tbody tr", { hasText: "As assumed" })
    .locator("td")
    .last()
    .innerText()
  expect(Math.abs(eurosIn(asAssumed) - atPrice)).toBeLessThan(1)
  expect(await shared.getByText("Half on order.").first().isVisible()).toBe(false)
  await shared.locator("#offer summary").click()
  expect(await shared.getByText("Half on order.").first().isVisible()).toBe(true)
  await shared.locator(".customer-screens figure summary").click()
  expect(await shared.locator(".customer-screens figure thead").innerText()).toContain("With the loan")
  expect(await accessibilityViolations(shared)).toEqual([])
  await shared.locator("html[data-paper=ready]").waitFor()
  const pages = await pagesOf(await shared.pdf({ preferCSSPageSize: true, printBackground: true }))
  const adviser = pages.findIndex(({ text }) => text.includes("The whole calculation behind"))
  expect(adviser).toBeWithin(2, MAX_PAPER_PAGES + 1)
  const paper = pages.slice(0, adviser).map(({ text }) => text)
  expect(paper.join(" ")).toContain("Delivery within eight weeks.")
  await shared.evaluate(() => localStorage.clear())
  await shared.close()
})

browserTest("sliders of prices keep the offer's price; another system is neither accepted nor signed", async () => {
  const { id } = (await client.post("/v1/scans", withBattery(), { prefer: "wait=60" })).body
  await client.put(`/v1/scans/${id}/offer`, OFFER)
  const { shareUrl } = (await client.put(`/v1/scans/${id}/share`, { enabled: true })).body
  const shared = await browser.open(new URL(shareUrl).pathname)
  await shared.locator("#proof").waitFor()
  const accept = shared.getByRole("button", { name: /^Accept offer/ })
  expect(await shared.locator(".options thead").innerText()).toContain("This offer")
  await showSliders(shared)
  await shared.locator("#adjust").getByLabel("Growth of electricity prices").fill("1")
  await shared.locator(".tried-bar").getByText("€9,448").waitFor()
  expect(await shared.locator("h1").innerText()).toContain("€9,448")
  expect(await accept.count()).toBe(1)

  await shared.locator("#adjust").getByLabel("Battery", { exact: false }).first().fill("3")
  await shared.getByText("To accept, set the sliders back.").waitFor()
  expect(await accept.count()).toBe(0)
  expect(await shared.locator("h1").innerText()).not.toContain("€9,448")
  await shared.locator(".options thead").getByText("Your choice").waitFor()
  await shared.locator(".cover-sign").waitFor({ state: "detached" })
  expect(await shared.locator(".cover-accepted").count()).toBe(0)

  await shared.locator(".tried-bar").getByRole("button").first().click()
  await accept.waitFor()
  await shared.locator(".cover-sign").waitFor({ state: "attached" })
  await shared.evaluate(() => localStorage.clear())
  await shared.close()
})

const SITES = join(import.meta.dir, "../../examples/requests")

for (const file of readdirSync(SITES))
  browserTest(`${file} has three screens in each language, without and with an offer`, async () => {
    const request = JSON.parse(readFileSync(join(SITES, file), "utf8"))
    const shared = await sharedPage(client, request)
    const token = new URL(shared.url()).pathname.split("/").at(-1)
    const expectScreens = async () => {
      for (const language of ["en", "nl", "de"] as const) {
        await turnTo(shared, language)
        expect(await topOf(shared, "#adviser")).toBeLessThanOrEqual(SCREENS * PHONE.height)
      }
    }
    await expectScreens()
    const { report } = (await client.get(`/v1/scans/shared/${token}`)).body
    await client.put(`/v1/scans/${report.id}/offer`, OFFER)
    await shared.reload()
    await shared.locator("#offer details").waitFor()
    await showSliders(shared)
    await expectScreens()
    await shared.evaluate(() => localStorage.clear())
    await shared.close()
  })

/** Amounts of a cell `€12.00 → −€3.00` in cents. */
const centsIn = (cell: string): number[] =>
  cell.split("→").map(eur => Math.round(100 * Number(eur.replace("−", "-").replace(/[^\d.-]/g, ""))))

browserTest("the bill by month has each line of the contract, and its months and lines add up", async () => {
  const shared = await sharedPage(client, { ...houseRequest(), tariff: { type: "flat" } })
  await shared.locator(".year-bill summary").click()
  await shared.locator(".year-bill tbody tr").last().waitFor()
  const heads = await shared.locator(".year-bill thead th").allInnerTexts()
  expect(heads.at(-1)).toBe("Total")
  expect(heads).toContainEqual(expect.stringMatching(/^Energy at €0\.\d+/))
  expect(heads).toContain("Feed-in")
  const rows = await shared
    .locator(".year-bill tbody tr")
    .evaluateAll(all => all.map(row => Array.from(row.querySelectorAll("td"), cell => cell.textContent)))
  expect(rows).toHaveLength(13)
  const table = rows.map(cells => cells.map(centsIn))
  for (const side of [0, 1]) {
    for (const lines of table) {
      const amounts = lines.map(line => line[side]!)
      expect(amounts.slice(0, -1).reduce((sum, eur) => sum + eur, 0)).toBe(amounts.at(-1)!)
    }
    for (const column of table[0]!.keys()) {
      const months = table.slice(0, 12).map(lines => lines[column]![side]!)
      expect(months.reduce((sum, eur) => sum + eur, 0)).toBe(table[12]![column]![side]!)
    }
  }
  await shared.close()
})

browserTest("the picture has roofs and batteries, the bill two bars, and options are compared", async () => {
  const shared = await sharedPage(client, withBattery())
  const picture = shared.locator(".system-picture")
  expect(await picture.locator("rect.panel").count()).toBeGreaterThanOrEqual(8)
  expect(await picture.locator(".inverter").count()).toBe(1)
  expect(await picture.innerText()).toContain("already there")
  expect(await picture.innerText()).toContain("Battery of")
  const rows = await shared.locator(".year-bill dd").all()
  const perEuro = await Promise.all(
    rows.map(async row => {
      const width = await row.locator(".bar").evaluate(bar => bar.getBoundingClientRect().width)
      return width / eurosIn(await row.innerText())
    }),
  )
  expect(perEuro).toEqual([perEuro[0]!, expect.closeTo(perEuro[0]!, 2)])
  expect(await shared.locator(".options thead th").count()).toBeGreaterThanOrEqual(3)
  expect(await topOf(shared, "#adviser")).toBeLessThanOrEqual(SCREENS * PHONE.height)
  await shared.close()
})

browserTest("cars that the profile charges are drawn, with their energy of a year", async () => {
  const { id: customProfileId } = (await client.post("/v1/studio-profiles", { name: "Home" })).body
  await client.post(`/v1/studio-profiles/${customProfileId}/base`, { templateId: "groot-gezin" })
  const layer = { presetId: "ev", evConfig: { count: 2, yearlyKm: 10_000, kwhPer100Km: 20 } }
  const layers = `/v1/studio-profiles/${customProfileId}/layers`
  const { layerId } = (await client.post(layers, layer)).body
  const { inputMethod: _, yearlyKwh: __, ...site } = houseRequest()
  const drawn = async () => {
    const shared = await sharedPage(client, { ...site, inputMethod: "studio", customProfileId })
    const picture = shared.locator(".system-picture")
    const cars = { count: await picture.locator(".car").count(), words: await picture.innerText() }
    await shared.close()
    return cars
  }
  expect(await drawn()).toEqual({ count: 1, words: expect.stringMatching(/2 electric cars, 4,000\skWh a year/) })
  expect((await client.patch(`${layers}/${layerId}`, { enabled: false })).status).toBe(200)
  expect(await drawn()).toEqual({ count: 0, words: expect.not.stringContaining("car") })
})

/** Roof of a site of this width and length with its plan. */
const drawnRoof = (name: string, widthM: number, lengthM: number) => {
  const corners = [
    [0, 0],
    [widthM, 0],
    [widthM, lengthM],
    [0, lengthM],
  ].map(([xM, yM]) => ({ xM, yM }))
  return { name, plan: { corners } }
}

browserTest("roofs of a site are drawn with their panels for the customer, in the offer and on paper", async () => {
  const roofs = [
    drawnRoof("South", 8, 5),
    { ...drawnRoof("East", 6, 4), azimuth: 90 },
    { ...drawnRoof("West", 6, 4), azimuth: 270 },
  ]
  const { id: siteId } = (
    await client.post("/v1/sites", { ...{ customer: {}, roofs }, location: houseRequest().location })
  ).body
  const { newPv: _, location: __, ...request } = houseRequest()
  const asked = { ...request, siteId, yearlyKwh: 9000 }
  const { id } = (await client.post("/v1/scans", asked, { prefer: "wait=60" })).body
  await client.put(`/v1/scans/${id}/offer`, OFFER)
  const { newSystems } = (await client.get(`/v1/scans/${id}`)).body.solar
  const counts = newSystems.map(({ panelCount }: { panelCount: number }) => panelCount).filter(Boolean)
  const { shareUrl } = (await client.put(`/v1/scans/${id}/share`, { enabled: true })).body
  const shared = await browser.open(new URL(shareUrl).pathname, PHONE)
  await shared.locator("#proof").waitFor()
  const picture = shared.locator(".system-picture")
  await picture.getByRole("img", { name: new RegExp(`South: ${counts[0]} panels`) }).waitFor()
  const drawn = await picture.locator("svg").evaluateAll(all => all.map(svg => svg.querySelectorAll("rect").length))
  expect(drawn).toEqual(counts)
  expect(await picture.locator("svg .wall").count()).toBe(0)
  expect(await topOf(shared, "#adviser")).toBeLessThanOrEqual(SCREENS * PHONE.height)
  await fitsPhone(shared)
  await shared.locator("#offer summary").click()
  expect(await shared.locator("#offer details svg").count()).toBe(counts.length)
  expect(await accessibilityViolations(shared)).toEqual([])
  await shared.locator("html[data-paper=ready]").waitFor()
  const pages = await pagesOf(await shared.pdf({ preferCSSPageSize: true, printBackground: true }))
  const adviser = pages.findIndex(({ text }) => text.includes("The whole calculation behind"))
  expect(adviser).toBeWithin(2, MAX_PAPER_PAGES + 1)
  await shared.close()
})

browserTest("each panel of a large roof can be seen on a phone", async () => {
  const site = { customer: {}, roofs: [drawnRoof("Hall", 60, 25)], location: houseRequest().location }
  const { id: siteId } = (await client.post("/v1/sites", site)).body
  const { newPv: _, location: __, ...request } = houseRequest()
  const tariff = { type: "flat", flatEurPerKwh: 0.4, feedInEurPerKwh: 0.2 }
  const shared = await sharedPage(client, { ...request, siteId, tariff, yearlyKwh: 300_000 })
  const drawing = shared.locator(".roof-plans svg").first()
  const panels = drawing.locator("rect")
  await panels.first().waitFor()
  expect(await panels.count()).toBeGreaterThan(60)
  const widthOf = async (index: number) => (await panels.nth(index).boundingBox())?.width
  expect(await widthOf(0)).toBeGreaterThanOrEqual(4)
  expect(await drawing.evaluate(svg => svg.getBoundingClientRect().width)).toBeGreaterThan(300)
  // The line between panels is a pixel wide on any scale.
  expect(await panels.first().evaluate(rect => getComputedStyle(rect).vectorEffect)).toBe("non-scaling-stroke")
  await fitsPhone(shared)
  await shared.close()
})

browserTest("a report of the sandbox and a report without a purchase have the page too", async () => {
  const sandbox = createClient(service.address, TEST_KEY)
  for (const [by, request] of [
    [sandbox, { ...houseRequest(), dossierId: "sandbox:instant" }],
    [client, smallestRequest()],
  ] as const) {
    const shared = await sharedPage(by, request)
    await shared.locator("#adviser").waitFor()
    const isPlant = by === sandbox
    expect(await shared.locator(".first-figures dl").count()).toBe(isPlant ? 1 : 0)
    expect(await shared.locator(".year-bill dt").count()).toBe(isPlant ? 2 : 1)
    const sliders = shared.locator("#adjust")
    expect((await sliders.locator("input").count()) > 0).toBe(by === client)
    await sliders.scrollIntoViewIfNeeded()
    if (by === sandbox) await sliders.getByText("reports of live scans have sliders here").waitFor()
    expect(await accessibilityViolations(shared)).toEqual([])
    await fitsPhone(shared)
    await shared.close()
  }
})
