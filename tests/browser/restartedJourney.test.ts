import { afterAll, beforeAll, expect } from "bun:test"
import type { Page } from "playwright-core"
import { meterFile } from "../support/meterFile.ts"
import { freshDataDir, type RunningService, startProcess } from "../support/service.ts"
import { logIn } from "../support/sessions.ts"
import { type Browser, browserTest, startBrowser, whyNoBrowser } from "./chromium.ts"
import { unfold } from "./onDashboard.ts"
import { pagesOf } from "./pdf.ts"
import { showSliders } from "./sliders.ts"

/** Steps of journey.test.ts that restarts.test.ts does not have: the service is killed and restarted at each step. */
const ANN = { email: "ann@example.org", password: "the password that Ann chose" }
/** Least letters of a page that is not blank: a login has few. */
const LEAST_TEXT = 20
let service: RunningService
let browser: Browser
let page: Page
let firstPassword: string

beforeAll(async () => {
  if (whyNoBrowser()) return
  service = await startProcess(await freshDataDir())
  const owner = await logIn(service.address)
  firstPassword = (await owner.post("/v1/members", { email: ANN.email, role: "member" })).body.password
  browser = await startBrowser(service.address)
  page = await browser.open("/dashboard/scans/new")
})
afterAll(async () => {
  await browser?.close()
  await service?.end()
})

const assertShown = async () => expect((await page.locator("body").innerText()).length).toBeGreaterThan(LEAST_TEXT)

const killed = async (meanwhile: () => Promise<unknown> = async () => undefined) => {
  const { port } = new URL(service.address)
  await service.end("SIGKILL")
  await meanwhile()
  await assertShown()
  service = await startProcess(service.dataDir, { PORT: port })
  await assertShown()
}
const refused = () => page.getByRole("alert").first().waitFor()
const connected = () => page.locator(".banner.bad").waitFor({ state: "detached" })

browserTest("a login and the change of a password keep what is typed", async () => {
  await page.getByLabel("E-mail address").fill(ANN.email)
  await page.getByLabel("Password").fill(firstPassword)
  const enter = page.getByRole("button", { name: "Log in" })
  await killed(async () => {
    await enter.click()
    await refused()
  })
  expect(await page.getByLabel("E-mail address").inputValue()).toBe(ANN.email)
  expect(await page.getByLabel("Password").inputValue()).toBe(firstPassword)
  await enter.click()
  await page.getByLabel("Current password").fill(firstPassword)
  await page.getByLabel("New password").fill(ANN.password)
  const change = page.getByRole("button", { name: "Change the password" })
  await killed(async () => {
    await change.click()
    await refused()
  })
  expect(await page.getByLabel("New password").inputValue()).toBe(ANN.password)
  await change.click()
  await page.getByLabel("Postcode, town").waitFor()
})

browserTest("a place is found and a meter file taken when the service is back", async () => {
  const place = page.getByLabel("Postcode, town")
  await killed(() => place.fill("3511 AB"))
  await connected()
  expect(await place.inputValue()).toBe("3511 AB")
  await place.press("Enter")
  await page.getByText("Found: 3511 Utrecht").waitFor()
  await unfold(page)
  await page.getByLabel("Name of the customer").fill("Family Quist")
  const meter = { name: "meter.csv", mimeType: "text/csv", buffer: Buffer.from(meterFile()) }
  const drop = page.getByRole("region", { name: "Meter file" })
  // Its script is requested again after the restart: at the next restart the page must have it.
  await drop.waitFor()
  await killed(async () => {
    await drop.locator("input[type=file]").setInputFiles(meter)
    await refused()
  })
  await connected()
  expect(await page.getByLabel("Name of the customer").inputValue()).toBe("Family Quist")
  await drop.locator("input[type=file]").setInputFiles(meter)
  await page.getByText("meter.csv is the consumption of this scan").waitFor()
  await killed()
  await connected()
  await page.getByRole("button", { name: "Start the scan" }).click()
  await page.locator("#proof").waitFor()
})

browserTest("sliders go on and paper is whole while the service is away", async () => {
  await showSliders(page)
  const panels = page.getByLabel(/^Panels on/).first()
  await panels.waitFor()
  await panels.fill("2")
  await page.locator("h1", { hasText: /\b2 panels/ }).waitFor()
  await killed(async () => {
    await panels.fill("5")
    await page.locator("h1", { hasText: /\b5 panels/ }).waitFor()
    await page.locator("html[data-paper=ready]").waitFor({ state: "attached" })
    const [cover] = await pagesOf(await page.pdf({ preferCSSPageSize: true, printBackground: true }))
    expect(cover!.text).toContain("Family Quist")
  })
  await connected()
  expect(await panels.inputValue()).toBe("5")
  await page.getByRole("button", { name: "Reset" }).click()
  await page.getByLabel("Anyone with the link may read this report").waitFor()
})
