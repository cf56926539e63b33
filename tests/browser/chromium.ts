import { test } from "bun:test"
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { type BrowserContext, chromium, type Page } from "playwright-core"
import { TRIES_ALL } from "../support/cases.ts"

export const EXECUTABLE = process.env.TEST_CHROMIUM ?? "/usr/bin/chromium"
const AXE = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8")
/** A browser without background requests, so that every request comes from the page. */
const QUIET = [
  "--no-sandbox",
  "--disable-gpu",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
]
/** A long limit for busy machines; a wait ends as soon as its condition holds. */
const WAIT_MS = 60_000

/** Reason why the browser tests cannot run here; undefined if they can. TEST_SERVICES_REQUIRED=1 makes it an error. */
export const whyNoBrowser = (): string | undefined => {
  if (existsSync(EXECUTABLE)) return undefined
  const reason = `${EXECUTABLE} not found here: apt-get install chromium, or set TEST_CHROMIUM`
  if (process.env.TEST_SERVICES_REQUIRED === "1") throw new Error(reason)
  return reason
}

/** A real browser on a profile of its own. */
export interface Browser {
  /** A page with a record of every request and every complaint. */
  open(path: string, size?: { width: number; height: number }): Promise<Page>
  context: BrowserContext
  /** Addresses that pages requested from other hosts. */
  foreign(): string[]
  /** Complaints of pages: errors of scripts, broken policies. */
  complaints(): string[]
  close(): Promise<void>
}

export const DESKTOP = { width: 1280, height: 900 }
const PHONE = { width: 360, height: 800 }

export const startBrowser = async (address: string): Promise<Browser> => {
  const profile = mkdtempSync(join(tmpdir(), "solar-scan-chromium-"))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: EXECUTABLE,
    headless: true,
    args: QUIET,
    locale: "en-GB",
    timezoneId: "Europe/Amsterdam",
  })
  context.setDefaultTimeout(WAIT_MS)
  const foreign: string[] = []
  const complaints: string[] = []
  const isOwn = (url: string) => url.startsWith(`${address}/`) || /^(data|blob|about):/.test(url)
  context.on("request", request => isOwn(request.url()) || foreign.push(request.url()))
  return {
    context,
    async open(path, size = DESKTOP) {
      const page = await context.newPage()
      page.on("pageerror", error => complaints.push(error.message))
      page.on("console", message => message.type() === "error" && complaints.push(message.text()))
      await page.setViewportSize(size)
      await page.goto(address + path)
      return page
    },
    foreign: () => foreign,
    complaints: () => complaints,
    async close() {
      await context.close()
      rmSync(profile, { recursive: true, force: true })
    },
  }
}

interface AxeResult {
  violations: { id: string; help: string; nodes: { target: string[]; failureSummary: string }[] }[]
}

/** Axe-core findings on a page, as one line each: WCAG 2.2 A and AA, and its best practices. */
export const accessibilityViolations = async (page: Page): Promise<string[]> => {
  await page.evaluate(AXE)
  const { violations } = (await page.evaluate("axe.run(document, { resultTypes: ['violations'] })")) as AxeResult
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help} at ${target.join(" ")} (${failureSummary})`),
  )
}

/** Waits until a page is as wide as its window on a phone's screen, so that no part sticks out. */
export const fitsPhone = async (page: Page): Promise<void> => {
  await page.setViewportSize(PHONE)
  await page.waitForFunction(width => document.documentElement.scrollWidth === width, PHONE.width)
}

/** Time limit of a test [ms]: some open each page of the dashboard, which takes seconds on a loaded machine. */
const LIMIT_MS = 300_000

/** A test in a browser; skipped, with the reason in its name, if no browser is installed. */
export const browserTest = (name: string, body: () => void | Promise<void>): void => {
  const why = whyNoBrowser()
  if (why) test.skip(`${name} (${why})`, body)
  else test(name, body, LIMIT_MS)
}

/** A test in a browser that `npm test` leaves to `npm run test:all`. */
export const slowBrowserTest = (name: string, body: () => void | Promise<void>): void => {
  if (TRIES_ALL) browserTest(name, body)
}

/** Presses the language switch and waits until the page is in the chosen language. */
export const turnTo = async (page: Page, language: "en" | "nl" | "de"): Promise<void> => {
  await page.getByRole("button", { name: language.toUpperCase(), exact: true }).click()
  await page.locator(`html[lang=${language}]`).waitFor({ state: "attached" })
}
