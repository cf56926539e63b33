/**
 * Takes the pictures of docs/screenshots: `bun tests/browser/screenshots.ts`, after `npm run build`. People look at the
 * pictures before they commit them. Arguments select pictures by name.
 */
import { mkdirSync, statSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type { Page } from "playwright-core"
import { startReceiver } from "../support/receiver.ts"
import { createClient, startFresh } from "../support/service.ts"
import { logIn } from "../support/sessions.ts"
import { startBrowser, turnTo } from "./chromium.ts"
import { logInTo } from "./login.ts"
import { makeOrganization, makePlaza, makeProfile } from "./pictured.ts"
import { showSliders } from "./sliders.ts"

const FOLDER = fileURLToPath(new URL("../../docs/screenshots/", import.meta.url))
const SETTLED_MS = 500

const service = await startFresh({ WEBHOOK_ALLOW_PRIVATE: "1" })
const client = createClient(service.address)
const owner = await logIn(service.address)
const receiver = await startReceiver()

interface Picture {
  name: string
  path: string
  ready: string
  size: { width: number; height: number }
  before?(page: Page): Promise<unknown>
}

const scanId = (await makeOrganization(client, owner, receiver.url)).at(-1)
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
    before: page => turnTo(page, "nl"),
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
    ready: "#adjust",
    size: { width: 1280, height: 700 },
    before: async page => {
      await showSliders(page)
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
      await turnTo(page, "nl")
      await searchPlace("Postcode, plaats")(page)
    },
  },
  {
    name: "studio",
    path: `/dashboard/studio/${await makeProfile(client)}`,
    ready: "figure canvas",
    size: { width: 1280, height: 1900 },
  },
  {
    name: "plaza",
    path: `/dashboard/studio/laadplein/${await makePlaza(client)}`,
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
