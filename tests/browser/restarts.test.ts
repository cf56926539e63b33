import { afterAll, beforeAll, expect } from "bun:test"
import type { Page } from "playwright-core"
import { houseRequest } from "../support/requests.ts"
import { createClient, freshDataDir, type RunningService, startProcess, until } from "../support/service.ts"
import { type Browser, browserTest, startBrowser, whyNoBrowser } from "./chromium.ts"
import { logInTo } from "./login.ts"
import { unfold } from "./onDashboard.ts"

/** The service is killed and restarted at every step: no page is blank, and no typed text is lost. */
const PHONE = { width: 390, height: 844 }
/** Least letters of a page that shows more than its frame. */
const LEAST_TEXT = 100
let service: RunningService
let browser: Browser
let page: Page

beforeAll(async () => {
  if (whyNoBrowser()) return
  service = await startProcess(await freshDataDir())
  browser = await startBrowser(service.address)
  page = await logInTo(browser, "/dashboard/scans/new")
})
afterAll(async () => {
  await browser?.close()
  await service?.end()
})

const assertShown = async (shown: Page) =>
  expect((await shown.locator("body").innerText()).length).toBeGreaterThan(LEAST_TEXT)

/** Kills the service, runs `meanwhile`, and restarts the service at the same address; the page stays open. */
const killed = async (shown: Page, meanwhile: () => Promise<unknown> = async () => undefined) => {
  const { port } = new URL(service.address)
  await service.end("SIGKILL")
  await meanwhile()
  await assertShown(shown)
  service = await startProcess(service.dataDir, { PORT: port })
  await assertShown(shown)
}

const refused = (shown: Page) => shown.getByRole("alert").first().waitFor()
const connected = (shown: Page) => shown.locator(".banner.bad").waitFor({ state: "detached" })

browserTest("a form keeps what is typed while the service is away, and is sent when it is back", async () => {
  await unfold(page)
  await page.getByLabel("Name of the customer").fill("Family Quist")
  await page.getByLabel("Latitude").fill("51.44")
  await killed(page, async () => {
    await page.getByLabel("Dossier").fill("typed while away")
    await page.getByRole("button", { name: "Start the scan" }).click()
    await refused(page)
  })
  await connected(page)
  await killed(page)
  await page.reload()
  await page.getByText("This is what you typed before.").waitFor()
  await unfold(page)
  expect(await page.getByLabel("Name of the customer").inputValue()).toBe("Family Quist")
  expect(await page.getByLabel("Latitude").inputValue()).toBe("51.44")
  expect(await page.getByLabel("Dossier").inputValue()).toBe("typed while away")
  await page.getByRole("button", { name: "Start the scan" }).click()
  await page.locator("progress, #proof").first().waitFor()
  await killed(page)
  await page.locator("#proof").waitFor()
})

browserTest("report and list stay on the screen, and go on when the service is back", async () => {
  await killed(page, async () => {
    await page.evaluate(() => scrollTo(0, 2000))
    await page.getByLabel("Anyone with the link may read this report").click()
    await refused(page)
  })
  await connected(page)
  await page.getByLabel("Anyone with the link may read this report").click()
  await page.getByRole("link", { name: "Link to the shared report" }).waitFor()
  await page.getByRole("link", { name: "All scans" }).click()
  await page.locator("tbody tr").first().waitFor()
  await killed(page, async () => {
    await page.getByLabel("Search customer").fill("quist")
    await page.locator(".banner.bad").waitFor()
  })
  await connected(page)
  expect(await page.getByLabel("Search customer").inputValue()).toBe("quist")
  await page.locator("tbody tr", { hasText: "Family Quist" }).waitFor()
})

browserTest("a customer's name survives, and the acceptance is there once", async () => {
  const client = createClient(service.address)
  const { id } = (await client.post("/v1/scans", houseRequest(), { prefer: "wait=60" })).body
  const { shareUrl } = (await client.put(`/v1/scans/${id}/share`, { enabled: true })).body
  const shared = await browser.open(new URL(shareUrl).pathname, PHONE)
  await shared.getByRole("button", { name: "Accept this system" }).click()
  await shared.getByLabel("Your name").fill("Q. Quist")
  await killed(shared, async () => {
    await shared.getByRole("button", { name: "I agree" }).click()
    await refused(shared)
    expect(await shared.getByLabel("Your name").inputValue()).toBe("Q. Quist")
  })
  await connected(shared)
  await shared.getByRole("button", { name: "I agree" }).click()
  await shared.locator(".proposal", { hasText: /Accepted on .* by Q. Quist/ }).waitFor()
  await killed(shared)
  await shared.reload()
  await shared.locator(".proposal", { hasText: /Accepted on .* by Q. Quist/ }).waitFor()
  const events = await until(async () => {
    const { items } = (await client.get("/v1/events?limit=1000")).body
    const accepted = items.filter(({ event }: { event: string }) => event === "report.accepted")
    return accepted.length > 0 ? accepted : undefined
  })
  expect(events).toHaveLength(1)
  await shared.close()
})
