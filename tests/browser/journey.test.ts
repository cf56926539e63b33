import { afterAll, beforeAll, expect } from "bun:test"
import type { Page } from "playwright-core"
import { meterFile } from "../support/meterFile.ts"
import { createClient, type RunningService, startFresh, until } from "../support/service.ts"
import { logIn } from "../support/sessions.ts"
import { accessibilityViolations, type Browser, browserTest, startBrowser, whyNoBrowser } from "./chromium.ts"
import { unfold } from "./onDashboard.ts"
import { pagesOf } from "./pdf.ts"
import { showSliders } from "./sliders.ts"

/** From a new user to a proposal that its customer accepted and printed, in one run of a real browser. */
const ANN = { email: "ann@example.org", password: "the password that Ann chose" }
const PHONE = { width: 390, height: 844 }
let service: RunningService
let browser: Browser
let firstPassword: string

beforeAll(async () => {
  if (whyNoBrowser()) return
  service = await startFresh()
  const owner = await logIn(service.address)
  const { organization } = (await owner.get("/v1/auth/session")).body
  const branding = { displayName: "Sunny Homes", brandingEnabled: true, contact: { phone: "+31 30 123 4567" } }
  await owner.patch(`/v1/organizations/${organization.id}`, branding)
  firstPassword = (await owner.post("/v1/members", { email: ANN.email, role: "member" })).body.password
  browser = await startBrowser(service.address)
})
afterAll(async () => {
  await browser?.close()
  await service?.end()
})

const logInAsNew = async (page: Page) => {
  await page.getByLabel("E-mail address").fill(ANN.email)
  await page.getByLabel("Password").fill(firstPassword)
  await page.getByRole("button", { name: "Log in" }).click()
  await page.getByLabel("Current password").fill(firstPassword)
  await page.getByLabel("New password").fill(ANN.password)
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole("button", { name: "Change the password" }).click()
}

/** A scan of a place by its postcode and of a consumption by a meter file. */
const scan = async (page: Page) => {
  await page.getByLabel("Postcode, town").fill("3511 AB")
  await page.getByText("Found: 3511 Utrecht").waitFor()
  await unfold(page)
  await page.getByLabel("Name of the customer").fill("Family Quist")
  const meter = { name: "meter.csv", mimeType: "text/csv", buffer: Buffer.from(meterFile()) }
  await page.getByRole("region", { name: "Meter file" }).locator("input[type=file]").setInputFiles(meter)
  await page.getByText("meter.csv is the consumption of this scan").waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole("button", { name: "Start the scan" }).click()
  await page.locator("#proof").waitFor()
}

/** Makes three plants with the sliders. Returns their headlines. */
const compareThree = async (page: Page): Promise<string[]> => {
  await showSliders(page)
  const panels = page.getByLabel(/^Panels on/).first()
  await panels.waitFor()
  const headlines: string[] = []
  for (const count of ["2", "5", "7"]) {
    await panels.fill(count)
    await until(async () => ((await page.locator("h1").innerText()).includes(`${count} panels`) ? true : undefined))
    headlines.push(await page.locator("h1").innerText())
  }
  return headlines
}

browserTest(
  "a new user makes a scan, compares plants, shares it; its customer accepts on a phone and prints",
  async () => {
    const page = await browser.open("/dashboard/scans/new")
    await logInAsNew(page)
    await scan(page)
    expect(new Set(await compareThree(page)).size).toBe(3)
    await page.getByRole("button", { name: "Reset" }).click()
    await page.getByLabel("The link ends").selectOption({ label: "in 30 days" })
    await page.getByLabel("Anyone with the link may read this report").click()
    const link = page.getByRole("link", { name: "Link to the shared report" })
    await link.waitFor()
    expect(await accessibilityViolations(page)).toEqual([])

    const shared = await browser.open((await link.getAttribute("href")) ?? "", PHONE)
    await shared.getByRole("button", { name: "Accept this system" }).click()
    await shared.getByLabel("Your name").fill("Q. Quist")
    expect(await accessibilityViolations(shared)).toEqual([])
    await shared.getByRole("button", { name: "I agree" }).click()
    await shared.locator(".proposal", { hasText: /Accepted on .* by Q. Quist/ }).waitFor()
    await shared.reload()
    await shared.locator("#days").waitFor({ state: "attached" })
    await shared.locator(".cover").waitFor({ state: "attached" })
    await shared.locator("#explore").scrollIntoViewIfNeeded()
    await shared.locator("#explore canvas").waitFor()
    const pages = await pagesOf(await shared.pdf({ preferCSSPageSize: true, printBackground: true }))
    expect([pages.length >= 7, pages.length <= 14]).toEqual([true, true])
    for (const words of ["Energy proposal", "Sunny Homes", "Family Quist", "+31 30 123 4567", "by Q. Quist"])
      expect(pages[0]!.text).toContain(words)

    await page.reload()
    await page.locator(".share .badge").waitFor()
    expect(await page.locator(".share .badge").innerText()).toContain("by Q. Quist")
    const { items } = (await createClient(service.address).get("/v1/scans?accepted=true")).body
    expect(items).toMatchObject([{ customerDetails: { name: "Family Quist", postalCode: "3511 AB" } }])
    expect(browser.foreign()).toEqual([])
  },
)
