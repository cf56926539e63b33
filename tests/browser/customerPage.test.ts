import { expect } from "bun:test"
import type { Page } from "playwright-core"
import { houseRequest, smallestRequest } from "../support/requests.ts"
import { createClient, TEST_KEY } from "../support/service.ts"
import { accessibilityViolations, browserTest, fitsPhone, turnTo } from "./chromium.ts"
import { type OpenedDashboard, onDashboard } from "./onDashboard.ts"

/** The page of a customer: three screens of a phone before the parts for the adviser. */
const PHONE = { width: 390, height: 844 }
const SCREENS = 3
let browser: OpenedDashboard["browser"]
let client: OpenedDashboard["client"]
let service: OpenedDashboard["service"]

onDashboard("/dashboard/scans", { opened: dashboard => ({ service, browser, client } = dashboard) })

const withBattery = () => ({
  ...houseRequest(),
  electricBattery: { powerRatingKw: 5, capacityKwh: 10, minCapacityKwh: 5 },
  existingPv: [{ panelCount: 8, panelPowerWatts: 300 }],
})
const sharedPage = async (by: OpenedDashboard["client"], request: object): Promise<Page> => {
  const { id } = (await by.post("/v1/scans", request, { prefer: "wait=60" })).body
  const { shareUrl } = (await by.put(`/v1/scans/${id}/share`, { enabled: true })).body
  const shared = await browser.open(new URL(shareUrl).pathname, PHONE)
  await shared.locator("#proof").waitFor()
  return shared
}
const topOf = (shared: Page, selector: string): Promise<number> =>
  shared
    .locator(selector)
    .first()
    .evaluate(element => element.getBoundingClientRect().bottom + scrollY)

browserTest(
  "price, savings, payback and Accept are on the first screen, and all for the customer on three",
  async () => {
    const shared = await sharedPage(client, { ...houseRequest(), customerDetails: { name: "Family Jansen" } })
    for (const language of ["en", "nl", "de"] as const) {
      await turnTo(shared, language)
      expect([language, await topOf(shared, ".proposal button")]).toEqual([language, expect.any(Number)])
      expect(await topOf(shared, ".proposal button")).toBeLessThanOrEqual(PHONE.height)
      expect(await topOf(shared, "#adviser")).toBeLessThanOrEqual(SCREENS * PHONE.height)
      await fitsPhone(shared)
      expect(await accessibilityViolations(shared)).toEqual([])
    }
    await turnTo(shared, "en")
    const first = await shared.locator(".first-figures").innerText()
    for (const words of ["Estimated price with VAT", "Saved in the first year", "Likely", "We assumed"])
      expect(first).toContain(words)
    const csv = await topOf(shared, ".for-adviser button")
    expect(csv).toBeGreaterThan(await topOf(shared, "#adviser"))
    expect(await shared.locator(".masthead").getByRole("button", { name: "Hours (CSV)" }).count()).toBe(0)
    await shared.evaluate(() => localStorage.clear())
    await shared.close()
  },
)

browserTest("the picture has roofs and batteries, the bill two bars, and options are compared", async () => {
  const shared = await sharedPage(client, withBattery())
  const picture = shared.locator(".system-picture")
  expect(await picture.locator("rect.panel").count()).toBeGreaterThanOrEqual(8)
  expect(await picture.innerText()).toContain("already there")
  expect(await picture.innerText()).toContain("Battery of")
  expect(await shared.locator(".year-bill .bar").count()).toBe(2)
  expect(await shared.locator(".options thead th").count()).toBeGreaterThanOrEqual(3)
  expect(await topOf(shared, "#adviser")).toBeLessThanOrEqual(SCREENS * PHONE.height)
  await shared.close()
})

browserTest("a report of the sandbox and a report without a purchase have the page too", async () => {
  const sandbox = createClient(service.address, TEST_KEY)
  for (const [by, request] of [
    [sandbox, { ...houseRequest(), dossierId: "sandbox:instant" }],
    [client, smallestRequest()],
  ] as const) {
    const shared = await sharedPage(by, request)
    await shared.locator("#adviser").waitFor()
    expect(await accessibilityViolations(shared)).toEqual([])
    await fitsPhone(shared)
    await shared.close()
  }
})
