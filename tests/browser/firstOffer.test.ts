import { afterAll, beforeAll, expect } from "bun:test"
import type { Page } from "playwright-core"
import { sample } from "../support/meterFiles.ts"
import { type RunningService, startFresh } from "../support/service.ts"
import { logIn } from "../support/sessions.ts"
import { accessibilityViolations, type Browser, browserTest, startBrowser, whyNoBrowser } from "./chromium.ts"

/**
 * A new user's first offer, from the login to the customer's page: every field is clicked before it is typed, and the
 * page counts the clicks.
 */
const MOST_CLICKS = 25
const ANN = { email: "ann@example.org", password: "the password that Ann chose" }
/** Year of a household with panels; its sums were counted from the file with Python's zipfile (`meters.test.ts`). */
const METER = { name: "meter.xlsx", boughtKwh: 4892.176, fedInKwh: 2224.923 }
let service: RunningService
let browser: Browser
let firstPassword: string

beforeAll(async () => {
  if (whyNoBrowser()) return
  service = await startFresh()
  const owner = await logIn(service.address)
  firstPassword = (await owner.post("/v1/members", { email: ANN.email, role: "member" })).body.password
  browser = await startBrowser(service.address)
  await browser.context.addInitScript(() => {
    const count = () => Number(sessionStorage.getItem("clicks") ?? 0)
    addEventListener("pointerdown", () => sessionStorage.setItem("clicks", String(count() + 1)), true)
  })
})
afterAll(async () => {
  await browser?.close()
  await service?.end()
})

const clicksOf = (page: Page) => page.evaluate(() => Number(sessionStorage.getItem("clicks")))
const press = (page: Page, name: string) => page.getByRole("button", { name }).click()
const type = async (page: Page, label: string, text: string) => {
  const field = page.getByLabel(label)
  await field.click()
  await field.fill(text)
}
const logInAsNew = async (page: Page) => {
  await type(page, "E-mail address", ANN.email)
  await type(page, "Password", firstPassword)
  await press(page, "Log in")
  await type(page, "Current password", firstPassword)
  await type(page, "New password", ANN.password)
  await press(page, "Change the password")
}
const inKwh = (kwh: number) => `${Math.round(kwh).toLocaleString("en-GB")} kWh`
const textOf = (text: string) => text.replace(/\s+/g, " ")

/** Chooses the meter's file, and reads its sums from the page. */
const chooseFile = async (page: Page) => {
  const chosen = page.waitForEvent("filechooser")
  const region = page.getByRole("region", { name: "Meter file" })
  await region.locator("input[type=file]").click()
  await (await chosen).setFiles({
    name: METER.name,
    mimeType: "application/octet-stream",
    buffer: Buffer.from(sample("zonneplan-2024.xlsx")),
  })
  await region.getByText(`${METER.name} is the consumption of this scan`).waitFor()
  const text = textOf(await region.innerText())
  expect(text).toContain(`${inKwh(METER.boughtKwh)} bought in the year`)
  expect(text).toContain(`The file has ${inKwh(METER.fedInKwh)} of feed-in`)
}

browserTest(
  "a new user makes an offer from an address, a meter file with feed-in and 8 panels in at most 25 clicks",
  async () => {
    const page = await browser.open("/dashboard")
    await logInAsNew(page)
    await page.getByRole("link", { name: "New scan" }).first().click()
    await type(page, "Postcode, town", "Oudegracht 12, 3511 AB Utrecht")
    await page.getByText("Found: 3511 Utrecht").waitFor()
    await chooseFile(page)
    await type(page, "Panels today", "8")
    await press(page, "Start the scan")
    await page.locator("#proof").waitFor()
    const rowOf = async (name: string) => textOf(await page.getByRole("row", { name }).first().innerText())
    expect(await rowOf("Bought in a year")).toStartWith(`Bought in a year ${inKwh(METER.boughtKwh)} `)
    expect(await rowOf("Fed into the grid in a year")).toContain(` ${inKwh(METER.fedInKwh)} `)
    // The report recommends nothing in addition to the 8 panels: the page leads to the other systems.
    await press(page, "Make an offer")
    await page.getByRole("link", { name: "To the other systems" }).click()
    const { pathname } = new URL(page.url())
    await page.getByRole("button", { name: /^Adjust to this: Battery of/ }).click()
    await page.waitForURL(url => url.pathname !== pathname)
    await page.getByRole("link", { name: "Back to the original scan" }).waitFor()
    await press(page, "Make an offer")
    await page.locator(".offer-line").first().waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await press(page, "Release to the customer")
    await page.getByText("Released", { exact: true }).waitFor()
    const link = await page.getByRole("link", { name: "Link to the shared report" }).first().getAttribute("href")
    expect(await clicksOf(page)).toBeLessThanOrEqual(MOST_CLICKS)

    const shared = await browser.open(link ?? "")
    await shared.locator("#offer").waitFor()
    expect(await shared.locator("#offer").innerText()).toContain("Oudegracht 12, 3511 AB Utrecht")
    await shared.getByRole("button", { name: "Accept offer 1" }).waitFor()
    expect(browser.foreign()).toEqual([])
  },
)
