/**
 * Takes the pictures of docs/screenshots: `bun tests/browser/screenshots.ts`, after `npm run build`. They are looked at by
 * people before they are committed.
 */
import { mkdirSync, readFileSync, statSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type { Page } from "playwright-core"
import { createClient, startFresh } from "../support/service.ts"
import { startBrowser } from "./chromium.ts"
import { logInTo } from "./login.ts"

const FOLDER = fileURLToPath(new URL("../../docs/screenshots/", import.meta.url))
const EXAMPLE = fileURLToPath(new URL("../../fixtures/examples/terraced-house.json", import.meta.url))

const service = await startFresh()
const client = createClient(service.address)
const { request } = JSON.parse(readFileSync(EXAMPLE, "utf8"))
const { body: scan } = await client.post("/v1/scans", request, { prefer: "wait=60" })
const { shareToken } = (await client.put(`/v1/scans/${scan.id}/share`, { enabled: true })).body
const browser = await startBrowser(service.address)
mkdirSync(FOLDER, { recursive: true })

interface Picture {
  name: string
  path: string
  ready: string
  size: { width: number; height: number }
  before?(page: Page): Promise<unknown>
}

const shared = { path: `/shared/${shareToken}`, ready: "#hours canvas" }
const PICTURES: Picture[] = [
  { ...shared, name: "report", size: { width: 1280, height: 1330 } },
  { ...shared, name: "report-phone", size: { width: 390, height: 1500 } },
  {
    ...shared,
    name: "report-dark",
    size: { width: 1280, height: 1180 },
    before: async page => {
      await page.getByRole("button", { name: "Dark colours" }).click()
      await page.locator("#hours").scrollIntoViewIfNeeded()
      await page.evaluate(() => document.getElementById("hours")?.scrollIntoView())
    },
  },
  {
    ...shared,
    name: "report-print",
    size: { width: 794, height: 1123 },
    before: page => page.emulateMedia({ media: "print" }),
  },
]

const PANELS = { presetId: "solar", solarConfig: { panelCount: 8, panelPowerWatts: 430, tilt: 35, azimuth: 180 } }

/** A family with a heat pump and panels. */
const makeProfile = async (): Promise<string> => {
  const { body: profile } = await client.post("/v1/studio-profiles", { name: "Family with a heat pump" })
  const path = `/v1/studio-profiles/${profile.id}`
  await client.post(`${path}/base`, { templateId: "groot-gezin" })
  await client.post(`${path}/layers`, { presetId: "warmtepomp" })
  await client.post(`${path}/layers`, PANELS)
  return profile.id
}

PICTURES.push(
  {
    name: "adjust",
    path: `/dashboard/scans/${scan.id}`,
    ready: "#adjust input[type=range]",
    size: { width: 1280, height: 640 },
    before: async page => {
      await page.getByLabel("Panels on Street side").fill("5")
      await page.getByText(/Solved in/).waitFor()
      await page.evaluate(() => document.getElementById("adjust")?.scrollIntoView())
    },
  },
  {
    name: "studio",
    path: `/dashboard/studio/${await makeProfile()}`,
    ready: "figure canvas",
    size: { width: 1280, height: 1900 },
  },
)
await (await logInTo(browser, "/dashboard")).close()

for (const { name, path, ready, size, before } of PICTURES) {
  const page = await browser.open(path, size)
  await page.locator(ready).first().waitFor()
  await before?.(page)
  await page.waitForTimeout(500)
  const file = `${FOLDER}${name}.png`
  await page.screenshot({ path: file })
  await page.evaluate(() => localStorage.clear())
  await page.close()
  console.log(`docs/screenshots/${name}.png: ${Math.round(statSync(file).size / 1024)} KiB`)
}
await browser.close()
await service.end()
