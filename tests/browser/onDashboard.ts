import { afterAll, beforeAll } from "bun:test"
import type { Page } from "playwright-core"
import { createClient, type RunningService, startFresh } from "../support/service.ts"
import { type Browser, startBrowser, whyNoBrowser } from "./chromium.ts"
import { logInTo } from "./login.ts"

export interface OpenedDashboard {
  service: RunningService
  browser: Browser
  /** Logged in. */
  page: Page
  client: ReturnType<typeof createClient>
  /** Goes to a path below /dashboard, and waits for a selector. */
  show(path: string, ready: string): Promise<void>
}

interface Opening {
  /** Settings of the service. */
  settings?: Readonly<Record<string, string>>
  /** Runs before the browser opens. */
  prepare?: (client: OpenedDashboard["client"]) => Promise<unknown>
  opened: (dashboard: OpenedDashboard) => void
}

/**
 * Gives the tests of a file a service of their own with a page of its dashboard. Both end after the tests. Does nothing
 * without a browser.
 */
export const onDashboard = (path: string, { settings, prepare, opened }: Opening): void => {
  let service: RunningService | undefined
  let browser: Browser | undefined
  beforeAll(async () => {
    if (whyNoBrowser()) return
    service = await startFresh(settings)
    const client = createClient(service.address)
    await prepare?.(client)
    browser = await startBrowser(service.address)
    const page = await logInTo(browser, path)
    const { address } = service
    const show = async (below: string, ready: string) => {
      await page.goto(`${address}/dashboard${below}`)
      await page.locator(ready).first().waitFor()
    }
    opened({ service, browser, client, page, show })
  })
  afterAll(async () => {
    await browser?.close()
    await service?.end()
  })
}

/** Shows every field of a scan's form; the browser remembers this. */
export const unfold = async (page: Page): Promise<void> => {
  const button = page.getByRole("button", { name: "Show every field" })
  await button.or(page.getByRole("button", { name: "Show the six questions alone" })).waitFor()
  if (await button.isVisible()) await button.click()
}
