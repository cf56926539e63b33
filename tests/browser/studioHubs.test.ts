import { expect } from "bun:test"
import { meterFile } from "../support/meterFile.ts"
import { until } from "../support/service.ts"
import { accessibilityViolations, browserTest, DESKTOP, fitsPhone } from "./chromium.ts"
import { type OpenedDashboard, onDashboard } from "./onDashboard.ts"

let page: OpenedDashboard["page"]
let client: OpenedDashboard["client"]
let show: OpenedDashboard["show"]
let path: string

onDashboard("/dashboard/studio", {
  opened: dashboard => ({ page, client, show } = dashboard),
})

const hub = async () => (await client.get(`/v1/${path}`)).body
const hubWhen = (isSo: (body: Awaited<ReturnType<typeof hub>>) => boolean) =>
  until(async () => {
    const body = await hub()
    return isSo(body) ? body : undefined
  })
const make = async (kind: string, name: string) => {
  await show("/studio", "details h2")
  if (!(await page.getByLabel("Name").isVisible())) await page.getByRole("heading", { name: "New profile" }).click()
  await page.getByLabel("Name").fill(name)
  await page.getByLabel("Kind").selectOption({ label: kind })
  await page.getByRole("button", { name: "Add" }).click()
  await page.getByRole("heading", { name, level: 1 }).waitFor()
  const [, kindOfPath, id] = new URL(page.url()).pathname.split("/").slice(2)
  path = `${kindOfPath}-profiles/${id}`
}
const answer = async (label: string, value: string) => {
  const field = page.getByLabel(label)
  await field.fill(value)
  await field.press("Tab")
}

browserTest("makes an energy hub of a business, a meter file and panels behind one of their meters", async () => {
  await make("energy hub", "Harbour")
  await page.getByText("then the profile has a picture").waitFor()
  await page.getByLabel("Household or business").selectOption({ label: "Bakery" })
  await page.getByLabel("Name").last().fill("Bread")
  await page.getByLabel("Use of a year").fill("60000")
  await page.getByRole("button", { name: "Add a building" }).click()
  await page.locator("figure canvas").waitFor()
  const [bakery] = (await hubWhen(({ sources }) => sources.length === 1)).sources
  expect([bakery.name, Math.round(bakery.annualKwh)]).toEqual(["Bread", 60_000])
  const file = { name: "shed.csv", mimeType: "text/csv", buffer: Buffer.from(meterFile()) }
  await page.getByLabel("Add the file of a meter").setInputFiles(file)
  await page.getByRole("button", { name: "Read the file" }).click()
  await page.getByRole("heading", { name: "shed.csv" }).waitFor()
  await page.getByRole("button", { name: "+ Solar panels" }).click()
  await page.getByLabel("Behind the meter of").selectOption({ label: "Bread" })
  await hubWhen(({ assets }) => assets[0]?.behindSource === bakery.id)
  await page.getByRole("button", { name: "+ Charging plaza" }).click()
  await page.getByLabel("Cars a day").waitFor()
  await answer("Cars a day", "20")
  const { assets } = await hubWhen(body => body.assets[1]?.config.sessionsPerDay === 20)
  expect(assets[1].annualKwh).toBeWithin(0.85 * 20 * 18 * 365, 20 * 18 * 365)
  const bread = page.locator("article", { hasText: "Bread" }).first()
  await bread.getByLabel("Include").uncheck()
  await hubWhen(({ sources }) => sources[0].enabled === false)
  expect(await accessibilityViolations(page)).toEqual([])
  await fitsPhone(page)
  await page.setViewportSize(DESKTOP)
  page.once("dialog", dialog => dialog.accept())
  await page.getByRole("button", { name: "Delete shed.csv" }).click()
  await hubWhen(({ sources }) => sources.length === 1)
})

browserTest("makes a charging plaza, which has no buildings, and hands it to a scan", async () => {
  await make("charging plaza", "Square")
  expect(await page.getByRole("heading", { name: "Buildings and meters" }).count()).toBe(0)
  await page.getByRole("button", { name: "+ Charging plaza" }).click()
  await page.locator("figure canvas").waitFor()
  await answer("Connection of the plaza", "40")
  await hubWhen(({ assets }) => assets[0].config.limitKw === 40)
  await page.getByLabel("Name").first().fill("Station square")
  await page.getByRole("button", { name: "Rename" }).click()
  await page.getByRole("heading", { name: "Station square", level: 1 }).waitFor()
  await page.getByRole("link", { name: "Scan this profile" }).click()
  await page.getByRole("button", { name: "Start the scan" }).click()
  await page.locator("#proof").waitFor()
})

browserTest("opens hubs and plazas from the list", async () => {
  await show("/studio", "tbody tr")
  await page.getByRole("link", { name: "Harbour" }).click()
  await page.getByRole("heading", { name: "Harbour", level: 1 }).waitFor()
})
