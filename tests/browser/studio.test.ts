import { expect } from "bun:test"
import { meterFile } from "../support/meterFile.ts"
import { until } from "../support/service.ts"
import { accessibilityViolations, browserTest, DESKTOP, fitsPhone } from "./chromium.ts"
import { type OpenedDashboard, onDashboard } from "./onDashboard.ts"

let service: OpenedDashboard["service"]
let browser: OpenedDashboard["browser"]
let page: OpenedDashboard["page"]
let client: OpenedDashboard["client"]
let id: string

onDashboard("/dashboard/studio", {
  opened: dashboard => ({ service, browser, page, client } = dashboard),
})

const detail = async () => (await client.get(`/v1/studio-profiles/${id}`)).body

browserTest("makes a profile at a town, once it is known which, and sets its base", async () => {
  await page.getByLabel("Name").fill("A family")
  const search = page.getByLabel("Postcode, town")
  await search.fill("3511")
  await page.getByRole("button", { name: "Add" }).click()
  await page.getByText("Choose a place first.").waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await fitsPhone(page)
  await page.setViewportSize(DESKTOP)
  await page.getByLabel("Latitude").fill("99")
  await page.getByRole("button", { name: "Add" }).click()
  await page.locator("[aria-invalid=true]").waitFor()
  expect(await page.getByLabel("Latitude").getAttribute("aria-invalid")).toBe("true")
  await search.press("Enter")
  await page.getByRole("button", { name: "3511 Hasselt" }).click()
  await page.getByRole("button", { name: "Add" }).click()
  await page.getByText("Set a base first").waitFor()
  id = new URL(page.url()).pathname.split("/").at(-1) ?? ""
  await page.getByLabel("Household or business").selectOption({ index: 1 })
  await page.getByLabel("Use a year").fill("4000")
  await page.getByRole("button", { name: "Set the base" }).click()
  await page.locator("figure canvas").waitFor()
  expect((await detail()).baseline.annualKwh).toBeCloseTo(4000, 0)
  expect(await detail()).toMatchObject({ name: "A family", lat: 50.95, lon: 5.283 })
})

browserTest("adds layers, edits the shape and the days of one, and switches one off", async () => {
  for (const name of ["Heat pump", "Solar panels"]) {
    await page.getByRole("button", { name: `+ ${name}` }).click()
    await page.getByRole("heading", { name }).waitFor()
  }
  const before = (await detail()).layers[0]
  const pump = page.locator("article", { hasText: "Heat pump" })
  await pump.getByText("Advanced: hours and days").click()
  await pump.getByLabel("kW at 12:00").fill("5")
  await pump.getByLabel("kW at 12:00").press("Tab")
  await until(async () => ((await detail()).layers[0].hourlyKw[12] > before.hourlyKw[12] ? true : undefined))
  await pump.getByLabel("Mon in July").click()
  await until(async () => ((await detail()).layers[0].schedule[0][6] === false ? true : undefined))
  await page.locator("article", { hasText: "Solar panels" }).getByLabel("Include").click()
  await until(async () => ((await detail()).layers[1].enabled === false ? true : undefined))
  const solar = page.locator("article", { hasText: "Solar panels" })
  await solar.getByLabel("Panels", { exact: true }).fill("12")
  await solar.getByLabel("Panels", { exact: true }).press("Enter")
  await until(async () => ((await detail()).layers[1].solarConfig.panelCount === 12 ? true : undefined))
})

browserTest("shows weeks, months and the year, each with its table", async () => {
  const chart = page.locator("figure")
  await chart.getByText("Show as a table").click()
  const rows = (count: number) =>
    until(async () => ((await chart.locator("tbody tr").count()) === count ? true : undefined))
  await rows(168)
  await chart.getByRole("button", { name: "Month" }).click()
  await rows(31)
  await chart.getByRole("button", { name: "Year" }).click()
  await rows(12)
  expect(await accessibilityViolations(page)).toEqual([])
  await fitsPhone(page)
  await page.setViewportSize(DESKTOP)
})

browserTest("says what it recognised in a meter file, and why it refuses one", async () => {
  const upload = page.getByLabel("Or read a meter file")
  await upload.setInputFiles({ name: "notes.csv", mimeType: "text/csv", buffer: Buffer.from("hello\nworld\n") })
  await page.getByRole("button", { name: "Read the file" }).click()
  await page.getByRole("alert").waitFor()
  await upload.setInputFiles({ name: "meter.csv", mimeType: "text/csv", buffer: Buffer.from(meterFile()) })
  await page.getByRole("button", { name: "Read the file" }).click()
  await page.getByText("Recognised: meter.csv").waitFor()
  await page.getByText("100.0\u00a0% of the hours were measured").waitFor()
  expect((await detail()).baseline.name).not.toBe("meter.csv")
  expect((await client.get("/v1/studio-profiles/all")).body.total).toBe(1)
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole("button", { name: "Use it as the base" }).click()
  await until(async () => ((await detail()).baseline.name === "meter.csv" ? true : undefined))
  expect((await detail()).layers).toHaveLength(2)
})

browserTest("hands a profile to a new scan", async () => {
  await page.getByRole("link", { name: "Scan this profile" }).click()
  await page.getByRole("button", { name: "Start the scan" }).click()
  await page.locator("#proof").waitFor()
  const scan = new URL(page.url()).pathname.split("/").at(-1)
  const { body } = await client.get(`/v1/scans/${scan}/request`)
  expect([body.inputMethod, body.customProfileId]).toEqual(["studio", id])
})

browserTest("lists profiles, and deletes one", async () => {
  await page.goto(`${service.address}/dashboard/studio`)
  await page.getByRole("link", { name: "A family" }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  page.once("dialog", dialog => dialog.accept())
  await page.getByRole("button", { name: "Delete A family" }).click()
  await page.getByText("No profiles yet.").waitFor()
  expect(browser.foreign()).toEqual([])
})
