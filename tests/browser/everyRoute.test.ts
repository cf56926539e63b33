import { expect } from "bun:test"
import { browserTest } from "./chromium.ts"
import { type OpenedDashboard, onDashboard } from "./onDashboard.ts"
import { makePages, type Pages } from "./pages.ts"

/** Behaviour of every page while the service is unavailable. */
let service: OpenedDashboard["service"]
let browser: OpenedDashboard["browser"]
let page: OpenedDashboard["page"]
let pages: Pages

onDashboard("/dashboard/account", {
  opened: dashboard => ({ service, browser, page } = dashboard),
})

const open = async ([path, ready]: Pages[string]) => {
  await page.goto("about:blank")
  await page.goto(service.address + path)
  await page.locator(ready).first().waitFor({ state: "attached" })
}
/** Pages that need no login. */
const isPublic = ([path]: Pages[string]) => path.startsWith("/shared/") || path.startsWith("/dashboard/password")
/** Pages that need no login when the service is back: they ask for a login when a form is sent. */
const ASK_NOTHING = ["account", "failed scan", "missing"]

browserTest(
  "every page says that the service is away, stays whole, and asks for a login over it when the session has ended",
  async () => {
    pages = await makePages(service)
    const cookies = await browser.context.cookies()
    for (const [name, found] of Object.entries(pages)) {
      await open(found)
      await browser.context.setOffline(true)
      const banner = page.locator(".banner.bad")
      await banner.waitFor()
      expect([name, await banner.innerText()]).toEqual([name, expect.stringMatching(/Last updated (now|in 0 s|\d+ s)/)])
      expect([name, await page.locator(found[1]).count()]).not.toEqual([name, 0])
      await browser.context.clearCookies()
      await browser.context.setOffline(false)
      await banner.waitFor({ state: "detached" })
      if (!isPublic(found) && !ASK_NOTHING.includes(name)) await page.locator("dialog.overlay").waitFor()
      expect([name, await page.locator(found[1]).count()]).not.toEqual([name, 0])
      await browser.context.addCookies(cookies)
    }
  },
)

browserTest("every page of the dashboard asks before it shows what a link of the other mode names", async () => {
  for (const [name, found] of Object.entries(pages)) {
    if (isPublic(found)) continue
    const address = new URL(service.address + found[0])
    address.searchParams.set("mode", "sandbox")
    await page.goto(address.href)
    await page.getByRole("alertdialog").waitFor()
    expect([
      name,
      await page
        .locator(found[1])
        .filter({ hasNot: page.locator("#mode-question") })
        .count(),
    ]).toEqual([name, name === "missing" ? 1 : 0])
  }
})
