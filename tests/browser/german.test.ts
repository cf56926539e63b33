/** German pages: no English text, no decimal point, no axe finding, and nothing wider than a phone. */
import { afterAll, beforeAll, expect } from "bun:test"
import type { Page } from "playwright-core"
import { CODE_WORDS } from "../support/codeWords.ts"
import { type RunningService, startFresh } from "../support/service.ts"
import { accessibilityViolations, type Browser, browserTest, DESKTOP, startBrowser, whyNoBrowser } from "./chromium.ts"
import { notGerman, textsOf } from "./english.ts"
import { logInTo } from "./login.ts"
import { makePages, type Pages } from "./pages.ts"

const PHONE = { width: 390, height: 844 }

let service: RunningService
let browser: Browser
let page: Page
let paths: Pages

beforeAll(async () => {
  if (whyNoBrowser()) return
  service = await startFresh()
  paths = await makePages(service)
  browser = await startBrowser(service.address)
  page = await logInTo(browser, "/dashboard")
  await page.evaluate(() => localStorage.setItem("language", "de"))
})
afterAll(async () => {
  await browser?.close()
  await service?.end()
})

const show = async (name: string) => {
  const [path, ready] = paths[name]!
  await page.goto("about:blank")
  await page.goto(service.address + path)
  await page.locator(ready).first().waitFor({ state: "attached" })
  for (const folded of await page.locator("summary").all()) await folded.click()
}

browserTest("the catalogue of German pages finds English", () => {
  expect(notGerman(["Start the scan", "3 panels", "Heat pump", "0.28 €", "must be at most 90"])).toHaveLength(5)
  expect(notGerman(["1.250 €", "0,28", "Studio", "Alle Scans", "24.12.2026"])).toEqual([])
})

browserTest(
  "no page in German shows a text of the English catalogue, a decimal point or a word of programs",
  async () => {
    const found: Record<string, string[]> = {}
    for (const name of Object.keys(paths)) {
      await show(name)
      const texts = await textsOf(page)
      const wrong = [...notGerman(texts), ...texts.filter(text => CODE_WORDS.test(text))]
      if (wrong.length > 0) found[name] = wrong
    }
    expect(found).toEqual({})
  },
)

browserTest("German pages have no axe finding, and none is wider than a phone", async () => {
  const found: Record<string, unknown> = {}
  await page.setViewportSize(PHONE)
  for (const name of ["list", "form", "scan", "shared", "profile", "settings"]) {
    await show(name)
    const violations = await accessibilityViolations(page)
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    if (violations.length > 0 || width > PHONE.width) found[name] = { violations, width }
  }
  await page.setViewportSize(DESKTOP)
  expect(found).toEqual({})
})
