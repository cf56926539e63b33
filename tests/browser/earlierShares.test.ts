import { afterAll, beforeAll, expect } from "bun:test"
import { rmSync } from "node:fs"
import { join } from "node:path"
import { type RunningService, startProcess } from "../support/service.ts"
import { readStoredDatabase } from "../support/storedDatabase.ts"
import { scanColumn, storedDataDir } from "../support/storedDataDir.ts"
import {
  accessibilityViolations,
  type Browser,
  browserTest,
  fitsPhone,
  startBrowser,
  whyNoBrowser,
} from "./chromium.ts"

/** Links that version 0.1.0 made, over its database. */
const PHONE = { width: 390, height: 844 }
const SCREENS = 3
const TIERS_FILE = join(import.meta.dir, "../fixtures/databases/tiers.json")
let service: RunningService
let browser: Browser
let tokens: string[]

beforeAll(async () => {
  if (whyNoBrowser()) return
  const stored = readStoredDatabase("0.1.0")
  tokens = scanColumn(stored, "share_token", row => row.share_token !== null)
  service = await startProcess(await storedDataDir(stored), { TIERS_FILE })
  browser = await startBrowser(service.address)
})
afterAll(async () => {
  await browser?.close()
  if (!service) return
  await service.end()
  rmSync(service.dataDir, { recursive: true, force: true })
})

browserTest("links of an earlier version show the page of the customer, with their stored reports", async () => {
  // One of a live scan, and one of a sandbox scan, which has no hours.
  expect(tokens).toHaveLength(2)
  for (const token of tokens) {
    const shared = await browser.open(`/shared/${token}`, PHONE)
    await shared.locator("html[data-paper=ready]").waitFor({ state: "attached" })
    expect(await shared.locator(".loading").count()).toBe(0)
    const { report } = await (await fetch(`${service.address}/v1/scans/shared/${token}`)).json()
    const { firstYearOptimized } = report.financial.costComparison
    const eur = Math.abs(Math.round(firstYearOptimized)).toLocaleString("en-GB")
    expect(await shared.locator(".year-bill").innerText()).toContain(eur)
    expect(await shared.locator(".first-figures").count()).toBe(1)
    const adviser = await shared
      .locator("#adviser")
      .evaluate(heading => heading.getBoundingClientRect().bottom + scrollY)
    expect(adviser).toBeLessThanOrEqual(SCREENS * PHONE.height)
    expect(await accessibilityViolations(shared)).toEqual([])
    await fitsPhone(shared)
    await shared.close()
  }
  // The browser logs the refused hours of the sandbox scan.
  expect(browser.complaints()).toEqual([expect.stringContaining("409")])
})
