import { afterAll, beforeAll, expect } from "bun:test"
import type { Page } from "playwright-core"
import { TRIES_ALL } from "../support/cases.ts"
import { type RunningService, startFresh } from "../support/service.ts"
import { logIn } from "../support/sessions.ts"
import {
  accessibilityViolations,
  type Browser,
  browserTest,
  DESKTOP,
  slowBrowserTest,
  startBrowser,
  whyNoBrowser,
} from "./chromium.ts"
import { weakControls } from "./controls.ts"
import { logInTo } from "./login.ts"
import { makePages, type Pages } from "./pages.ts"

/** Pages that `npm test` looks at; `npm run test:all` has all. */
const MAIN_PAGES = ["list", "form", "scan", "shared", "profile", "settings", "account"]
const PHONE = { width: 390, height: 844 }
const NEWCOMER = "newcomer@example.org"

let service: RunningService
let browser: Browser
let page: Page
let made: string
let paths: Pages

beforeAll(async () => {
  if (whyNoBrowser()) return
  service = await startFresh()
  const owner = await logIn(service.address)
  made = (await owner.post("/v1/members", { email: NEWCOMER, role: "member" })).body.password
  paths = await makePages(service)
  browser = await startBrowser(service.address)
  page = await logInTo(browser, "/dashboard")
})
afterAll(async () => {
  await browser?.close()
  await service?.end()
})

/** Axe findings of each page, and controls that are too small or too faint, with all folded parts open. */
const violationsOf = async (names: readonly string[]): Promise<Record<string, string[]>> => {
  const found: Record<string, string[]> = {}
  for (const name of names) {
    const [path, ready] = paths[name]!
    await page.goto("about:blank")
    await page.goto(service.address + path)
    await page.locator(ready).first().waitFor({ state: "attached" })
    for (const folded of await page.locator("summary").all()) await folded.click()
    const violations = [...(await accessibilityViolations(page)), ...(await weakControls(page))]
    if (violations.length > 0) found[name] = violations
  }
  return found
}

/** Halves of the pages, so that a busy machine has time for each. */
for (const half of [0, 1]) {
  const halfOf = (names: readonly string[]) => names.filter((_, index) => index % 2 === half)

  browserTest(`no page has an axe finding or a weak control on a desktop, half ${half + 1}`, async () => {
    expect(await violationsOf(halfOf(TRIES_ALL ? Object.keys(paths) : MAIN_PAGES))).toEqual({})
  })

  slowBrowserTest(`no page has either on a phone, in the dark and in Dutch, half ${half + 1}`, async () => {
    await page.setViewportSize(PHONE)
    await page.evaluate(() => {
      localStorage.setItem("language", "nl")
      localStorage.setItem("theme", "dark")
    })
    const found = await violationsOf(halfOf(Object.keys(paths)))
    // The mode stays set: a page asks about the other mode only if a mode was set before.
    await page.evaluate(() => {
      localStorage.removeItem("language")
      localStorage.removeItem("theme")
    })
    await page.setViewportSize(DESKTOP)
    expect(found).toEqual({})
  })
}

const inTheDark = () => page.evaluate(() => localStorage.setItem("theme", "dark"))

browserTest(
  "the login over a page, the question of the other mode and the banner of a service that is away have none",
  async () => {
    for (const prepare of [async () => undefined, inTheDark]) {
      await prepare()
      await page.goto(`${service.address}/dashboard/scans?mode=sandbox`)
      await page.getByRole("alertdialog").waitFor()
      expect(await accessibilityViolations(page)).toEqual([])
      await page.goto(service.address + paths.list![0])
      await page.locator("tbody tr").first().waitFor()
      await browser.context.setOffline(true)
      await page.locator(".banner.bad").waitFor()
      expect(await accessibilityViolations(page)).toEqual([])
      await browser.context.setOffline(false)
      await page.locator(".banner.bad").waitFor({ state: "detached" })
      const cookies = await browser.context.cookies()
      await browser.context.clearCookies()
      await page.getByLabel("Search customer").fill("x")
      await page.locator("dialog.overlay").waitFor()
      expect(await accessibilityViolations(page)).toEqual([])
      await browser.context.addCookies(cookies)
    }
    await page.evaluate(() => localStorage.clear())
  },
)

browserTest("a scan that runs has none", async () => {
  const path = paths.scan![0].replace("/dashboard", "/v1")
  const running = { id: path.split("/").at(-1), status: "processing", createdAt: new Date().toISOString() }
  await page.route(`**${path}?*`, route =>
    route.fulfill({ json: { ...running, goal: "cost-savings", hasError: false } }),
  )
  await page.route(`**${path}/events*`, route => route.abort())
  await page.goto(service.address + paths.scan![0])
  await page.getByRole("progressbar").waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.unrouteAll()
})

browserTest("the login, a refused one, and the change of a made password have none", async () => {
  await page.goto(`${service.address}/dashboard`)
  await page.getByRole("button", { name: "Log out" }).click()
  await page.getByLabel("E-mail address").fill(NEWCOMER)
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByLabel("Password").fill("a wrong password")
  await page.getByRole("button", { name: "Log in" }).click()
  await page.getByRole("alert").waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByLabel("Password").fill(made)
  await page.getByRole("button", { name: "Log in" }).click()
  await page.getByRole("heading", { name: "Choose a password of your own" }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
})
