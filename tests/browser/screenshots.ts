/**
 * Takes the pictures of docs/screenshots: `bun tests/browser/screenshots.ts`, after `npm run build`. They are looked at by
 * people before they are committed. Names of pictures as arguments: only those.
 */
import { mkdirSync, readFileSync, statSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type { Page } from "playwright-core"
import { startReceiver } from "../support/receiver.ts"
import { createClient, startFresh } from "../support/service.ts"
import { logIn } from "../support/sessions.ts"
import { startBrowser } from "./chromium.ts"
import { logInTo } from "./login.ts"

const FOLDER = fileURLToPath(new URL("../../docs/screenshots/", import.meta.url))
const EXAMPLES = ["farm-east-west", "house-with-panels", "terraced-house"]
/** Whom each of them is for; invented. */
const CUSTOMERS = [
  { name: "De Vries Dairy", reference: "K-2038" },
  { name: "Family Jansen", reference: "K-2041" },
  { name: "Street 12 owners", postalCode: "3511 AB" },
]
/** Out of reach on two panels. */
const UNREACHABLE = {
  location: { lat: 52.1, lon: 5.18 },
  inputMethod: "known",
  yearlyKwh: 2800,
  newPv: [{ maxPanelCount: 2, panelPowerWatts: 430 }],
  goal: "renewable-minimum",
  renewableElectricityMinFraction: 0.8,
}
const PANELS = { presetId: "solar", solarConfig: { panelCount: 8, panelPowerWatts: 430, tilt: 35, azimuth: 180 } }
const SETTLED_MS = 500

const service = await startFresh({ WEBHOOK_ALLOW_PRIVATE: "1" })
const client = createClient(service.address)
const owner = await logIn(service.address)
const receiver = await startReceiver()

/** An organization with a name, scans of several kinds and a webhook endpoint; the id of the scan that is shown. */
const makeOrganization = async (): Promise<string> => {
  const { organization } = (await owner.get("/v1/auth/session")).body
  const branding = {
    displayName: "Sunny Homes",
    brandingDisplayName: "Sunny Homes",
    brandingEnabled: true,
    brandingColor: "#1d5c4a",
    contact: { name: "Ann de Wit", email: "ann@example.org", phone: "+31 30 123 4567" },
  }
  await owner.patch(`/v1/organizations/${organization.id}`, branding)
  await owner.post("/v1/webhook-endpoints", { url: receiver.url, events: ["scan.completed", "scan.failed"] })
  await client.post("/v1/scans", UNREACHABLE, { prefer: "wait=60" })
  let shown = ""
  for (const [index, name] of EXAMPLES.entries()) {
    const file = fileURLToPath(new URL(`../../examples/requests/${name}.json`, import.meta.url))
    const request = JSON.parse(readFileSync(file, "utf8"))
    const customerDetails = CUSTOMERS[index]
    shown = (await client.post("/v1/scans", { ...request, customerDetails }, { prefer: "wait=60" })).body.id
  }
  return shown
}

/** A family with a heat pump and panels. */
const makeProfile = async (): Promise<string> => {
  const { body: profile } = await client.post("/v1/studio-profiles", { name: "Family with a heat pump" })
  const path = `/v1/studio-profiles/${profile.id}`
  await client.post(`${path}/base`, { templateId: "groot-gezin" })
  await client.post(`${path}/layers`, { presetId: "warmtepomp" })
  await client.post(`${path}/layers`, PANELS)
  return profile.id
}

/** Charging points of a square behind one connection. */
const makePlaza = async (): Promise<string> => {
  const { body: plaza } = await client.post("/v1/laadplein-profiles", { name: "Station square" })
  const config = {
    chargePoints: 8,
    chargerPowerKw: 11,
    sessionsPerDay: 24,
    kwhPerSession: 18,
    arrivalHour: 7,
    departureHour: 22,
    limitKw: 40,
  }
  await client.post(`/v1/laadplein-profiles/${plaza.id}/assets`, { assetType: "charging-plaza", config })
  return plaza.id
}

interface Picture {
  name: string
  path: string
  ready: string
  size: { width: number; height: number }
  before?(page: Page): Promise<unknown>
}

const scanId = await makeOrganization()
const { shareToken } = (await client.put(`/v1/scans/${scanId}/share`, { enabled: true })).body
const shared = { path: `/shared/${shareToken}`, ready: "#hours canvas" }
const scrollTo = (page: Page, id: string) =>
  page.evaluate(part => document.getElementById(part)?.scrollIntoView({ behavior: "instant" }), id)
/** A page of A4 with the margins that a printer leaves. */
const toPaper = async (page: Page) => {
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")))
  await page.emulateMedia({ media: "print" })
  await page.setViewportSize({ width: 794, height: 1123 })
  await page.evaluate(() => {
    document.body.style.padding = "14mm 13mm"
  })
}
const form = { path: "/dashboard/scans/new", ready: ".map svg" }
const searchPlace = (label: string) => async (page: Page) => {
  await page.getByLabel(label).fill("3511 AB")
  await page.getByText(/: 3511 Utrecht/).waitFor()
  await page.evaluate(() => document.querySelector<HTMLElement>(":focus")?.blur())
}
const PICTURES: Picture[] = [
  { ...shared, name: "report", size: { width: 1280, height: 1330 } },
  { ...shared, name: "report-phone", size: { width: 390, height: 1500 } },
  {
    ...shared,
    name: "report-dark",
    size: { width: 1280, height: 1180 },
    before: async page => {
      await page.getByRole("button", { name: "Dark colours" }).click()
      await scrollTo(page, "hours")
    },
  },
  {
    ...shared,
    name: "report-print",
    size: { width: 1280, height: 1123 },
    before: toPaper,
  },
  {
    ...shared,
    name: "report-dutch",
    size: { width: 1280, height: 1330 },
    before: page => page.getByRole("button", { name: "NL" }).click(),
  },
  {
    ...shared,
    name: "accept-phone",
    ready: "section.proposal",
    size: { width: 390, height: 900 },
    before: page => page.locator("section.proposal").scrollIntoViewIfNeeded(),
  },
  { ...shared, name: "money", size: { width: 1280, height: 1420 }, before: page => scrollTo(page, "money") },
  {
    name: "adjust",
    path: `/dashboard/scans/${scanId}`,
    ready: "#adjust button",
    size: { width: 1280, height: 700 },
    before: async page => {
      await page.locator("#adjust button").click()
      await page.getByLabel(/Panels on .?Street side/).fill("5")
      await page.getByText(/Worked out in this browser/).waitFor()
      await scrollTo(page, "adjust")
    },
  },
  { name: "scans", path: "/dashboard/scans", ready: "tbody tr", size: { width: 1280, height: 740 } },
  { ...form, name: "new-scan", size: { width: 1280, height: 1800 }, before: searchPlace("Postcode, town") },
  {
    ...form,
    name: "new-scan-phone",
    size: { width: 390, height: 1500 },
    before: async page => {
      await page.getByRole("button", { name: "Dark colours" }).click()
      await page.getByRole("button", { name: "NL" }).click()
      await searchPlace("Postcode, plaats")(page)
    },
  },
  {
    name: "studio",
    path: `/dashboard/studio/${await makeProfile()}`,
    ready: "figure canvas",
    size: { width: 1280, height: 1900 },
  },
  {
    name: "plaza",
    path: `/dashboard/studio/laadplein/${await makePlaza()}`,
    ready: "figure canvas",
    size: { width: 1280, height: 1200 },
  },
  { name: "settings", path: "/dashboard/organization/settings", ready: "form", size: { width: 1280, height: 1400 } },
  { name: "batteries", path: "/dashboard/organization/batteries", ready: "form", size: { width: 1280, height: 900 } },
  {
    name: "webhooks",
    path: "/dashboard/organization/webhooks",
    ready: "article tbody tr",
    size: { width: 1280, height: 1000 },
  },
  { name: "operations", path: "/dashboard/operations", ready: "canvas", size: { width: 1280, height: 1260 } },
]

const browser = await startBrowser(service.address)
mkdirSync(FOLDER, { recursive: true })
await (await logInTo(browser, "/dashboard")).close()
const asked = process.argv.slice(2)
for (const { name, path, ready, size, before } of PICTURES.filter(one => !asked.length || asked.includes(one.name))) {
  const page = await browser.open(path, size)
  await page.locator(ready).first().waitFor()
  await before?.(page)
  await page.waitForTimeout(SETTLED_MS)
  const file = `${FOLDER}${name}.png`
  await page.screenshot({ path: file })
  await page.evaluate(() => localStorage.clear())
  await page.close()
  console.log(`docs/screenshots/${name}.png: ${Math.round(statSync(file).size / 1024)} KiB`)
}
await browser.close()
await receiver.close()
await service.end()
