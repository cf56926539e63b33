/**
 * Takes the pictures of docs/screenshots/pages, every page in five looks: `bun tests/browser/everyPage.ts`, after `npm
 * run build`. People look at the pictures before they commit them. Arguments select pages or looks by name.
 */
import { mkdirSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type { Page } from "playwright-core"
import { startReceiver } from "../support/receiver.ts"
import { createClient, startFresh } from "../support/service.ts"
import { logIn } from "../support/sessions.ts"
import { startBrowser } from "./chromium.ts"
import { logInTo } from "./login.ts"
import { makeHub, makeOrganization, makePlaza, makeProfile } from "./pictured.ts"

const FOLDER = fileURLToPath(new URL("../../docs/screenshots/pages/", import.meta.url))
/** WebP quality at which letters stay sharp. */
const QUALITY = 60
const SETTLED_MS = 700

interface Look {
  width: number
  /** Taller pages are cut [CSS pixels]. */
  tallest: number
  settings: Record<string, string>
  isPrint?: boolean
}
const DESKTOP = { width: 1280, tallest: 1400 }
const LOOKS: Record<string, Look> = {
  desktop: { ...DESKTOP, settings: {} },
  phone: { width: 390, tallest: 1400, settings: {} },
  dark: { ...DESKTOP, settings: { theme: "dark" } },
  dutch: { ...DESKTOP, settings: { language: "nl" } },
  // A page of A4.
  print: { width: 794, tallest: 1123, settings: {}, isPrint: true },
}

const service = await startFresh({ WEBHOOK_ALLOW_PRIVATE: "1" })
const client = createClient(service.address)
const owner = await logIn(service.address)
const receiver = await startReceiver()
const ids = await makeOrganization(client, owner, receiver.url)
const [failedId] = ids
const scanId = ids.at(-1)
const { shareToken } = (await client.put(`/v1/scans/${scanId}/share`, { enabled: true })).body
await client.post("/v1/batteries/products", { id: "home-5", capacityKwh: 5.5, powerKw: 2.5 })
await owner.post("/v1/members", { email: "ann@example.org", role: "member" })

const owned = "/dashboard/organization"
/** Pages with the selector that shows that each is ready. */
const PAGES: Record<string, [path: string, ready: string]> = {
  shared: [`/shared/${shareToken}`, "#proof"],
  unshared: [`/shared/${"x".repeat(43)}`, "h1"],
  scan: [`/dashboard/scans/${scanId}`, "#proof"],
  "scan-failed": [`/dashboard/scans/${failedId}`, ".message"],
  scans: ["/dashboard/scans", "tbody tr"],
  compare: [`/dashboard/scans/compare?ids=${ids.slice(1).join(",")}`, "tbody tr"],
  "new-scan": ["/dashboard/scans/new", ".map svg"],
  profiles: ["/dashboard/studio", "h1"],
  profile: [`/dashboard/studio/${await makeProfile(client)}`, "figure canvas"],
  hub: [`/dashboard/studio/energyhub/${await makeHub(client)}`, "figure canvas"],
  plaza: [`/dashboard/studio/laadplein/${await makePlaza(client)}`, "figure canvas"],
  settings: [`${owned}/settings`, "fieldset"],
  batteries: [`${owned}/batteries`, "tbody tr"],
  keys: [`${owned}/keys`, "tbody tr"],
  webhooks: [`${owned}/webhooks`, "article tbody tr"],
  members: [`${owned}/members`, "tbody tr"],
  usage: [`${owned}/usage`, ".pairs"],
  operations: ["/dashboard/operations", ".kpi"],
  account: ["/dashboard/account", "form"],
  "password-link": ["/dashboard/password#secret", "form"],
  // The login needs an ended session, so it comes last.
  login: ["/dashboard", "form"],
}

const browser = await startBrowser(service.address)
mkdirSync(FOLDER, { recursive: true })
await (await logInTo(browser, "/dashboard")).close()

const photograph = async (page: Page, { width, tallest }: Look): Promise<Buffer> => {
  const wanted = await page.evaluate(() => document.documentElement.scrollHeight)
  const height = Math.min(tallest, wanted)
  await page.setViewportSize({ width, height })
  await page.waitForTimeout(SETTLED_MS)
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: QUALITY })
  return Buffer.from(data, "base64")
}

const asked = process.argv.slice(2)
let bytes = 0
for (const [name, [path, ready]] of Object.entries(PAGES)) {
  if (name === "login") await browser.context.clearCookies()
  for (const [look, settings] of Object.entries(LOOKS)) {
    if (asked.length > 0 && !asked.includes(name) && !asked.includes(look)) continue
    const page = await browser.open("/healthz", { width: settings.width, height: 900 })
    await page.evaluate(chosen => {
      localStorage.clear()
      for (const [key, value] of Object.entries(chosen)) localStorage.setItem(key, value)
    }, settings.settings)
    await page.goto(service.address + path)
    await page.locator(ready).first().waitFor({ state: "attached" })
    if (settings.isPrint) {
      await page.waitForTimeout(SETTLED_MS)
      await page.evaluate(() => dispatchEvent(new Event("beforeprint")))
      await page.emulateMedia({ media: "print" })
      await page.evaluate(() => {
        document.body.style.padding = "14mm 13mm"
      })
    }
    const picture = await photograph(page, settings)
    writeFileSync(`${FOLDER}${name}-${look}.webp`, picture)
    bytes += picture.length
    await page.close()
  }
  console.log(`docs/screenshots/pages/${name}: ${Math.round(bytes / 1024)} KiB so far`)
}
await browser.close()
await receiver.close()
await service.end()
