import { afterAll, beforeAll, expect } from "bun:test"
import type { Page } from "playwright-core"
import { TRIES_ALL } from "../support/cases.ts"
import { PIXEL } from "../support/pixel.ts"
import { type Receiver, startReceiver } from "../support/receiver.ts"
import { farmRequest, houseRequest, smallestRequest } from "../support/requests.ts"
import { createClient, OWNER, type RunningService, startFresh, until } from "../support/service.ts"
import { logIn } from "../support/sessions.ts"
import {
  accessibilityViolations,
  type Browser,
  browserTest,
  DESKTOP,
  fitsPhone,
  slowBrowserTest,
  startBrowser,
  turnTo,
  whyNoBrowser,
} from "./chromium.ts"
import { logInTo } from "./login.ts"
import { unfold } from "./onDashboard.ts"
import { showSliders } from "./sliders.ts"

const why = whyNoBrowser()
/** Out of reach on a site without any roof. */
const unreachableRequest = () => ({
  ...smallestRequest(),
  goal: "renewable-minimum",
  renewableElectricityMinFraction: 0.5,
})
/** A request with a plant of fixed sizes. */
const fixedRequest = () => ({
  ...houseRequest(),
  newPv: [{ name: "South", minPanelCount: 8, maxPanelCount: 8, panelPowerWatts: 430 }],
  electricBattery: { powerRatingKw: 2.5, capacityKwh: 5, minCapacityKwh: 5 },
})
/** The smallest PNG. */

let service: RunningService
/** Many scans on a busy machine. */
const SOLVED_WITHIN_MS = 100_000

let browser: Browser
let page: Page
let receiver: Receiver
let client: ReturnType<typeof createClient>
let scanId: string

beforeAll(async () => {
  if (why) return
  service = await startFresh({ WEBHOOK_ALLOW_PRIVATE: "1", WORKER_THREADS: "2" })
  client = createClient(service.address)
  receiver = await startReceiver()
  scanId = (await client.post("/v1/scans", houseRequest(), { prefer: "wait=60" })).body.id
  browser = await startBrowser(service.address)
  page = await logInTo(browser, "/dashboard")
})

afterAll(async () => {
  await browser?.close()
  await receiver?.close()
  await service?.end()
})

const show = async (path: string, ready: string) => {
  await page.goto(`${service.address}/dashboard${path}`)
  await page.locator(ready).first().waitFor()
}
const openSliders = async (id: string) => {
  await show(`/scans/${id}`, "#adjust")
  await showSliders(page)
}
/** `npm test` looks at the main pages alone (accessible.test.ts). */
const assertAccessible = async () => {
  if (!TRIES_ALL) return
  expect(await accessibilityViolations(page)).toEqual([])
  await page.emulateMedia({ colorScheme: "dark" })
  await page.locator("html[data-theme=dark]").waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await fitsPhone(page)
  await page.emulateMedia({ colorScheme: "light" })
  await page.setViewportSize(DESKTOP)
}

const listed = (scans: number) =>
  until(async () => ((await page.locator("tbody tr").count()) === scans ? true : undefined))

browserTest("a wrong password is refused with the service's own sentence", async () => {
  const stranger = await startBrowser(service.address)
  const loginPage = await stranger.open("/dashboard/scans")
  await loginPage.getByLabel("E-mail address").fill("owner@example.org")
  await loginPage.getByLabel("Password").fill("not the password")
  await loginPage.getByRole("button", { name: "Log in" }).click()
  expect(await loginPage.getByRole("alert").innerText()).toContain("password")
  expect(await accessibilityViolations(loginPage)).toEqual([])
  await stranger.close()
})

browserTest("lists scans, by state, and leads to the report", async () => {
  await show("/scans", "tbody tr")
  await listed(1)
  await page.getByRole("button", { name: "Failed" }).click()
  await listed(0)
  await page.getByRole("button", { name: "Completed" }).click()
  await listed(1)
  await assertAccessible()
  await page.locator("tbody a").first().press("Enter")
  await page.locator("#proof").waitFor()
  expect(new URL(page.url()).pathname).toBe(`/dashboard/scans/${scanId}`)
  await page.getByRole("link", { name: "All scans" }).press("Enter")
  await page.locator("tbody tr").first().waitFor()
  expect(await page.title()).toBe("Scans – Solar Scan")
})

slowBrowserTest("a list follows running scans to their end, and says why one failed", async () => {
  const farms = Array.from({ length: 24 }, () => ({ ...farmRequest(), dossierId: "farms" }))
  await show("/scans", "tbody tr")
  expect((await client.post("/v1/scans/batch", { scans: [...farms, unreachableRequest()] })).status).toBe(201)
  await page.getByLabel("Dossier").fill("farms")
  await page.locator("tbody progress").first().waitFor()
  const rows = (name: string) => page.locator("tbody tr", { hasText: name })
  await until(async () => ((await rows("completed").count()) === farms.length ? true : undefined), SOLVED_WITHIN_MS)
  await until(async () => ((await page.locator("tbody progress").count()) === 0 ? true : undefined))
  await listed(farms.length)
  await page.getByLabel("Dossier").fill("")
  await page.getByRole("button", { name: "Failed" }).click()
  await rows("is out of reach").waitFor()
  await listed(1)
})

browserTest("a refused scan says what is wrong at the field; a mended one is followed to its report", async () => {
  await show("/scans/new", "form")
  await unfold(page)
  await page.getByLabel("Latitude").fill("99")
  await page.getByLabel("Panels at most").fill("0")
  await page.getByRole("button", { name: "Start the scan" }).click()
  await page.getByRole("alert").waitFor()
  const wrong = page.locator("[aria-invalid=true]")
  expect(await wrong.count()).toBe(2)
  const id = await page.getByLabel("Latitude").getAttribute("aria-describedby")
  expect(await page.locator(`[id="${id?.split(" ").at(-1)}"]`).innerText()).toBe("Latitude must be at most 90")
  expect(await page.getByRole("alert").innerText()).toContain("Latitude must be at most 90")
  expect(await page.getByLabel("Latitude").evaluate(field => field === document.activeElement)).toBe(true)
  await assertAccessible()
  await page.getByLabel("Latitude").fill("51,44")
  await page.getByLabel("Panels at most").fill("10")
  await page.getByRole("button", { name: "Add a roof" }).click()
  await page.getByRole("button", { name: "Remove Roof 1" }).click()
  await page.getByLabel("Fixed costs a month").fill("12.5")
  await page.getByLabel("Show other weather").check()
  await page.getByRole("button", { name: "Start the scan" }).click()
  await page.getByRole("heading", { name: "Possible results" }).waitFor()
  const made = new URL(page.url()).pathname.split("/").at(-1)
  const { body: request } = await client.get(`/v1/scans/${made}/request`)
  expect(request.location.lat).toBe(51.44)
  expect(request.tariff).toMatchObject({ fixedEurPerMonth: 12.5, taxesIncluded: true })
  expect(request.newPv).toHaveLength(1)
  expect(request.newPv[0].name).toBe("Roof 2")
})

browserTest("a Dutch page says in Dutch what is wrong, each sentence at its field", async () => {
  await show("/scans/new", "form")
  await turnTo(page, "nl")
  await page.getByLabel("Breedtegraad").fill("99,5")
  await page.getByLabel("Maximaal aantal panelen").fill("0")
  await page.getByRole("button", { name: "Scan starten" }).click()
  await page.getByRole("alert").waitFor()
  const saidAt = async (label: string) => {
    const ids = await page.getByLabel(label).getAttribute("aria-describedby")
    return page.locator(`[id="${ids?.split(" ").at(-1)}"]`).innerText()
  }
  expect(await saidAt("Breedtegraad")).toBe("Breedtegraad mag hoogstens 90 zijn")
  expect(await saidAt("Maximaal aantal panelen")).toBe("Maximaal aantal panelen moet minstens 1 zijn")
  expect(await page.locator("[aria-invalid=true]").count()).toBe(2)
  expect(await page.getByRole("alert").innerText()).toContain("Breedtegraad mag hoogstens 90 zijn")
  await assertAccessible()
  await turnTo(page, "en")
})

browserTest("a click makes an alternative of the report a scan with exactly its sizes", async () => {
  const { body } = await client.get(`/v1/scans/${scanId}/result`)
  const [, plant] = body.alternatives
  await show(`/scans/${scanId}`, "#alternatives button:not(.drawing button)")
  expect(await page.locator("#alternatives button:not(.drawing button)").count()).toBe(body.alternatives.length - 1)
  await page
    .getByRole("button", { name: /^Adjust to this: / })
    .first()
    .click()
  await page.waitForURL(url => !url.pathname.endsWith(scanId))
  const id = new URL(page.url()).pathname.split("/").at(-1)
  await page.locator("#proof").waitFor()
  const { body: adjusted } = await client.get(`/v1/scans/${id}/result`)
  expect(adjusted.battery.specs.capacityKwh).toBe(plant.batteryCapacityKwh)
  expect(adjusted.solar.newSystems.map(({ panelCount }: { panelCount: number }) => panelCount)).toEqual(plant.panels)
  expect(adjusted.financial.netPresentValue).toBeCloseTo(plant.netPresentValue, 1)
  await client.delete(`/v1/scans/${id}`)
})

slowBrowserTest("another growth of prices changes the money as a scan under that assumption has it", async () => {
  const owner = await logIn(service.address)
  const organization = `/v1/organizations/${(await owner.get("/v1/auth/session")).body.organization.id}`
  const scanAt = async (assumptions: object) => {
    await owner.patch(organization, { assumptions })
    const { body } = await client.post("/v1/scans", fixedRequest(), { prefer: "wait=60" })
    return body.id
  }
  const { body: expected } = await client.get(`/v1/scans/${await scanAt({ electricityPriceGrowth: 0.05 })}/result`)
  await openSliders(await scanAt({}))
  await page.getByLabel("Growth of electricity prices").fill("0.05")
  await page.getByText(/Worked out in this browser/).waitFor()
  const shown = (name: string) => page.locator("#adjust tbody tr", { hasText: name }).locator("td").nth(1).innerText()
  const value = Math.round(expected.financial.netPresentValue).toLocaleString("en-GB")
  expect(await shown("Net present value")).toBe(`€${value}`)
  expect(await shown("Pays for itself in")).toBe(`${expected.overview.kpi.returnPeriod.toFixed(1)}\u00a0years`)
})

browserTest("shares a report and stops sharing it", async () => {
  await show(`/scans/${scanId}`, "#proof")
  await page.getByLabel("Anyone with the link").click()
  const link = page.getByRole("link", { name: "Link to the shared report" })
  const address = await link.getAttribute("href")
  expect((await fetch(`${service.address}/v1/scans/shared/${address?.split("/").at(-1)}`)).status).toBe(200)
  await page.getByLabel("Anyone with the link").click()
  await link.waitFor({ state: "detached" })
  expect((await fetch(`${service.address}/v1/scans/shared/${address?.split("/").at(-1)}`)).status).toBe(404)
  await assertAccessible()
})

browserTest("makes an API key that works, once shown, and deletes it", async () => {
  await show("/organization/keys", "table")
  await page.getByLabel("Name").fill("Web shop")
  await page.getByLabel("Mode").selectOption("production")
  await page.getByRole("button", { name: "Add" }).click()
  const key = await page.locator(".message code").innerText()
  expect((await createClient(service.address, key).get("/v1/scans")).status).toBe(200)
  await assertAccessible()
  page.once("dialog", dialog => dialog.accept())
  await page.getByRole("button", { name: "Delete Web shop" }).click()
  await page.getByRole("row", { name: "Web shop" }).waitFor({ state: "detached" })
  await page.reload()
  await page.locator("table").waitFor()
  expect(await page.content()).not.toContain(key)
})

browserTest("makes a webhook endpoint, sends a test, shows the log and sends again", async () => {
  await show("/organization/webhooks", "form")
  await page.getByLabel("URL").fill(receiver.url)
  await page.getByRole("button", { name: "Add" }).click()
  expect(await page.locator(".message code").innerText()).toStartWith("whsec_")
  page.once("dialog", dialog => dialog.accept())
  const first = await page.locator(".message code").innerText()
  await page.getByRole("button", { name: "New secret" }).click()
  await until(async () => ((await page.locator(".message code").innerText()) === first ? undefined : true))
  expect(await page.locator(".message code").count()).toBe(1)
  expect(await page.locator("article .message code").count()).toBe(1)
  const second = await page.locator(".message code").innerText()
  await page.getByLabel("The old secret stays valid").selectOption("for a day")
  page.once("dialog", dialog => dialog.accept())
  await page.getByRole("button", { name: "New secret" }).click()
  await until(async () => ((await page.locator(".message code").innerText()) === second ? undefined : true))
  await page.getByText("The old secret stays valid until").waitFor()
  await page.getByRole("button", { name: "Send a test" }).click()
  await page.getByText("delivered (200)").waitFor()
  await page.getByRole("button", { name: "Send again" }).click()
  await until(() => (receiver.arrivals.length === 2 ? true : undefined))
  await page.locator("article tbody tr").nth(1).waitFor()
  await page.locator("article summary", { hasText: "Send a range of time again" }).click()
  await page.getByLabel("From").fill("2026-01-01T00:00")
  await page.getByLabel("Delivered events too").check()
  await page.getByRole("button", { name: "Send a range of time again" }).click()
  // Tests and resends are no first deliveries of an event.
  await page.getByText("0 deliveries were made.").waitFor()
  await assertAccessible()
  await page.getByLabel("Active").click()
  await page.getByRole("button", { name: "Failed" }).click()
  await page.getByText("No deliveries in the last 30 days").waitFor()
})

slowBrowserTest("sets name, branding and what adjustments may change; the sliders heed it", async () => {
  await show("/organization/settings", "fieldset")
  await page.getByLabel("Name of the organization", { exact: true }).fill("Sunny Homes")
  await page.getByLabel("Name on shared reports").fill("Sunny Homes")
  await page.getByLabel("Show name and logo").check()
  await page.getByLabel("Battery").uncheck()
  await page.getByRole("button", { name: "Save" }).click()
  await page.getByText("Saved.").waitFor()
  await page.locator(".brand", { hasText: "Sunny Homes" }).waitFor()
  await assertAccessible()
  await openSliders(scanId)
  const battery = page.locator("#adjust").getByLabel("Battery")
  await page.locator("#adjust input:disabled").waitFor()
  expect(await battery.isDisabled()).toBe(true)
  expect(
    await page
      .locator("#adjust")
      .getByLabel(/Panels on .?South/)
      .isDisabled(),
  ).toBe(false)
})

slowBrowserTest("shows its logo on shared reports, until it is removed", async () => {
  const { body: share } = await client.put(`/v1/scans/${scanId}/share`, { enabled: true })
  await show("/organization/settings", "input[type=file]")
  const file = (name: string, buffer: Buffer) =>
    page.locator("input[type=file]").setInputFiles({ name, mimeType: "image/png", buffer })
  await file("logo.svg", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>"))
  await page.getByRole("button", { name: "Upload" }).click()
  await page.getByText("must be a PNG, JPEG or WebP image").waitFor()
  await file("logo.png", PIXEL)
  await page.getByRole("button", { name: "Upload" }).click()
  await page.getByAltText("Present logo").waitFor()
  const shared = await browser.open(`/shared/${share.shareToken}`)
  const logo = shared.locator(".brand img")
  await logo.waitFor()
  expect(await shared.locator(".brand").innerText()).toBe("Sunny Homes")
  await shared.waitForFunction("document.querySelector('.brand img').naturalWidth === 1")
  await page.getByRole("button", { name: "Remove the logo" }).click()
  await page.getByAltText("Present logo").waitFor({ state: "detached" })
  await shared.reload()
  await shared.locator(".brand svg").waitFor()
  await shared.close()
})

slowBrowserTest("shows usage and members; a member sees, but changes nothing", async () => {
  await show("/organization/usage", ".pairs")
  await assertAccessible()
  await show("/organization/members", "table")
  await page.getByLabel("E-mail address").fill("colleague@example.org")
  await page.getByRole("button", { name: "Add" }).click()
  const password = await page.locator(".message code").innerText()
  await assertAccessible()
  const other = await startBrowser(service.address)
  const theirs = await other.open("/dashboard/organization/keys")
  await theirs.getByLabel("E-mail address").fill("colleague@example.org")
  await theirs.getByLabel("Password").fill(password)
  await theirs.getByRole("button", { name: "Log in" }).click()
  await theirs.getByLabel("Current password").fill(password)
  await theirs.getByLabel("New password").fill("one of their own")
  await theirs.getByRole("button", { name: "Change the password" }).click()
  await theirs.getByText("Only an owner of the organization").waitFor()
  expect(await theirs.getByRole("button", { name: "Add" }).count()).toBe(0)
  expect(await theirs.getByRole("link", { name: "Operations" }).count()).toBe(0)
  await other.close()
  const colleague = await logIn(service.address, "colleague@example.org", "one of their own")
  expect((await colleague.get("/v1/members")).body.total).toBe(2)
})

slowBrowserTest("shows how the service is doing: who waits, who solves, how long it took and what failed", async () => {
  await client.post("/v1/scans", unreachableRequest(), { prefer: "wait=60" })
  const sent = { scans: [smallestRequest(), { ...smallestRequest(), yearlyKwh: 0 }] }
  const { batchId } = (await client.post("/v1/scans/batch", sent)).body
  await until(async () => ((await client.get(`/v1/batches/${batchId}`)).body.isOver ? true : undefined))
  await show("/operations", "canvas")
  await page.getByText("Ready", { exact: true }).waitFor()
  const batch = page.getByRole("group", { name: "Batches" }).locator("tbody tr").first()
  expect((await batch.locator("td").allInnerTexts()).map(text => text.trim())).toEqual(["over", "1 of 1", "0", "1"])
  const tile = (name: string) => page.locator(".kpi", { hasText: name }).locator(".value")
  expect(await tile("Scans waiting").innerText()).toBe("0")
  expect(await tile("Computing places").innerText()).toBe("2")
  const fact = (name: string) => page.locator(".pairs div", { hasText: name }).locator("dd")
  expect(Number(await fact("Scans solved").innerText())).toBeGreaterThan(0)
  expect(await fact("Solve, median").innerText()).toMatch(/\d s$/)
  await page.locator(".notes li", { hasText: "is out of reach" }).first().waitFor()
  await assertAccessible()
})

browserTest("changes the password of whoever is logged in", async () => {
  await show("/account", "form")
  await page.getByLabel("Current password").fill(OWNER.password)
  await page.getByLabel("New password").fill("another password for tests")
  await page.getByRole("button", { name: "Change the password" }).click()
  await page.getByText("Saved.").waitFor()
  await assertAccessible()
  expect((await logIn(service.address, OWNER.email, "another password for tests")).get).toBeFunction()
})

browserTest("live and sandbox data stay apart", async () => {
  await show("/scans", "tbody tr")
  await page.getByRole("button", { name: "Sandbox" }).click()
  await page.getByText("No scans yet.").waitFor()
  await page.getByRole("button", { name: "Live" }).click()
  await page.locator("tbody tr").first().waitFor()
})

browserTest("logs out, and asks for a login again", async () => {
  await page.getByRole("button", { name: "Log out" }).click()
  await page.getByLabel("Password").waitFor()
  await page.goto(`${service.address}/dashboard/scans/${scanId}`)
  await page.getByLabel("Password").waitFor()
})

browserTest("asked no other host, broke no policy of its own", () => {
  expect(browser.foreign()).toEqual([])
  expect(browser.complaints().filter(text => !/status of (400|401)/.test(text))).toEqual([])
})
