import type { Page } from "playwright-core"

/** Scrolls to the sliders of a report, whose script is loaded near the screen. */
export const showSliders = async (page: Page): Promise<void> => {
  await page.locator("#adjust").scrollIntoViewIfNeeded()
  await page.locator("#adjust input[type=range]").first().waitFor()
}

const CASE = /\/(dashboard\/scans|shared)\/[^/]+\/live$/

/** A list to which every later request of a page is added, without its scripts. */
export const requestsOf = (page: Page): string[] => {
  const requests: string[] = []
  page.on("request", request => {
    const { pathname } = new URL(request.url())
    if (!pathname.startsWith("/dashboard/assets/")) requests.push(CASE.test(pathname) ? "live case" : pathname)
  })
  return requests
}
