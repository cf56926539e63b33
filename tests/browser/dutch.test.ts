import { afterAll, beforeAll, expect } from "bun:test"
import type { Page } from "playwright-core"
import { meterFile } from "../support/meterFile.ts"
import { houseRequest, smallestRequest } from "../support/requests.ts"
import { createClient, type RunningService, startFresh } from "../support/service.ts"
import { type Browser, browserTest, startBrowser, whyNoBrowser } from "./chromium.ts"
import { english, notDutch, textsOf } from "./english.ts"
import { logInTo } from "./login.ts"
import { showSliders } from "./sliders.ts"

const why = whyNoBrowser()
let service: RunningService
let browser: Browser
let page: Page
const paths: Record<string, [path: string, ready: string]> = {}

beforeAll(async () => {
  if (why) return
  service = await startFresh()
  const client = createClient(service.address)
  const wait = { prefer: "wait=60" }
  const dynamic = { ...houseRequest(), tariff: { type: "dynamic" }, includeSavingsSpread: true }
  const { id } = (await client.post("/v1/scans", dynamic, wait)).body
  const unreachable = { ...smallestRequest(), goal: "renewable-minimum", renewableElectricityMinFraction: 0.5 }
  const failed = (await client.post("/v1/scans", unreachable, wait)).body.id
  const { shareToken } = (await client.put(`/v1/scans/${id}/share`, { enabled: true })).body
  const profile = (await client.post("/v1/studio-profiles", { name: "Gezin" })).body.id
  await client.post(`/v1/studio-profiles/${profile}/base`, { templateId: "groot-gezin" })
  await client.post(`/v1/studio-profiles/${profile}/layers`, { presetId: "warmtepomp" })
  for (const layer of [
    { presetId: "ev", evConfig: { yearlyKm: 12_000 } },
    { presetId: "warmtepomp", heatConfig: { yearlyGasM3: 1200 } },
  ])
    await client.post(`/v1/studio-profiles/${profile}/layers`, layer)
  const hub = (await client.post("/v1/energyhub-profiles", { name: "Haven" })).body.id
  await client.post(`/v1/energyhub-profiles/${hub}/sources`, { profileKey: "stel" })
  await client.post(`/v1/energyhub-profiles/${hub}/assets`, { assetType: "heat-pump", config: { annualKwh: 9000 } })
  await client.post("/v1/batteries/products", { id: "b", capacityKwh: 5.5, powerKw: 2.5 })
  const owner = "/dashboard/organization"
  Object.assign(paths, {
    list: ["/dashboard/scans", "tbody tr"],
    form: ["/dashboard/scans/new", "option >> nth=30"],
    compare: [`/dashboard/scans/compare?ids=${id},${id}`, "tbody tr"],
    scan: [`/dashboard/scans/${id}`, "#adjust"],
    failure: [`/dashboard/scans/${failed}`, ".message"],
    profiles: ["/dashboard/studio", "tbody tr"],
    profile: [`/dashboard/studio/${profile}`, "figure canvas"],
    hub: [`/dashboard/studio/energyhub/${hub}`, "figure canvas"],
    "password link": ["/dashboard/password#secret", "form"],
    keys: [`${owner}/keys`, "tbody tr"],
    webhooks: [`${owner}/webhooks`, "form"],
    settings: [`${owner}/settings`, "fieldset"],
    batteries: [`${owner}/batteries`, "tbody tr"],
    members: [`${owner}/members`, "tbody tr"],
    usage: [`${owner}/usage`, ".pairs"],
    operations: ["/dashboard/operations", "canvas"],
    account: ["/dashboard/account", "form"],
    missing: ["/dashboard/nothing", "h1"],
    shared: [`/shared/${shareToken}`, "#hours canvas"],
    unshared: [`/shared/${"x".repeat(43)}`, "h1"],
  })
  browser = await startBrowser(service.address)
  page = await logInTo(browser, "/dashboard")
  await page.evaluate(() => localStorage.setItem("language", "nl"))
})

afterAll(async () => {
  await browser?.close()
  await service?.end()
})

browserTest("the catalogue has English to look for", () => {
  expect(english.length).toBeGreaterThan(300)
  expect(notDutch(["Start the scan", "3 panels", "Heat pump", "€ 0.28", "must be at most 90"])).toHaveLength(5)
  expect(notDutch(["€ 1.250", "0,28", "Studio", "Alle scans"])).toEqual([])
})

browserTest("no page in Dutch shows a text of the English catalogue, or a decimal point", async () => {
  const found: Record<string, string[]> = {}
  for (const [name, [path, ready]] of Object.entries(paths)) {
    await page.goto(service.address + path)
    await page.locator(ready).first().waitFor({ state: "attached" })
    for (const folded of await page.locator("summary").all()) await folded.click()
    const wrong = notDutch(await textsOf(page))
    if (wrong.length > 0) found[name] = wrong
  }
  expect(found).toEqual({})
})

browserTest("the sliders, and the report of a plant that they hold, are Dutch", async () => {
  await page.goto(service.address + paths.scan![0])
  await showSliders(page)
  await page.getByLabel(/Panelen op .?South/).fill("3")
  await page.getByText(/In deze browser berekend/).waitFor()
  expect(notDutch(await textsOf(page))).toEqual([])
})

browserTest("Dutch tables stay inside of their cards on a desktop", async () => {
  await page.goto(service.address + paths.shared![0])
  await page.locator("#hours canvas").first().waitFor()
  const wide = await page.evaluate(() =>
    [...document.querySelectorAll(".scroll")]
      .filter(element => element.scrollWidth > element.clientWidth)
      .map(element => element.getAttribute("aria-label")),
  )
  expect(wide).toEqual([])
})

browserTest("a meter file that is refused, and one that is read, are described in Dutch", async () => {
  const upload = async (name: string, content: string) => {
    await page.goto(service.address + paths.profile![0])
    await page.locator("input[type=file]").setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(content) })
    await page.getByRole("button", { name: "Bestand inlezen" }).click()
  }
  await upload("leeg.csv", "a,b\n1,2\n")
  await page.getByRole("alert").waitFor()
  expect(notDutch(await textsOf(page))).toEqual([])
  await upload("meter.csv", meterFile())
  await page.getByRole("heading", { name: /Wat is herkend/ }).waitFor()
  expect(notDutch(await textsOf(page))).toEqual([])
})
