import { expect } from "bun:test"
import { houseRequest } from "../support/requests.ts"
import { accessibilityViolations, browserTest, fitsPhone } from "./chromium.ts"
import { type OpenedDashboard, onDashboard, unfold } from "./onDashboard.ts"

/** A scan of a site, its variants and its copies. */
let page: OpenedDashboard["page"]
let client: OpenedDashboard["client"]
let show: OpenedDashboard["show"]
let siteId: string
let original: string
let variant: string

onDashboard("/dashboard/scans", {
  prepare: async client => {
    const scanOf = async (body: object) => (await client.post("/v1/scans", body, { prefer: "wait=60" })).body.id
    const { location, newPv } = houseRequest()
    const existingBattery = { capacityKwh: 5, powerRatingKw: 2.5 }
    const roofs = [{ name: "South", maxPanelCount: newPv[0]!.maxPanelCount, panelPowerWatts: 430 }]
    const site = { customer: { name: "Family Site" }, location, roofs, meterProfileIds: [], existingPv: [] }
    siteId = (await client.post("/v1/sites", { ...site, existingBattery })).body.id
    original = await scanOf({ ...houseRequest(), siteId })
    variant = await scanOf({ copiedFromId: original, electricBattery: null })
    await client.put(`/v1/scans/${variant}/offer`, {})
  },
  opened: dashboard => ({ page, client, show } = dashboard),
})

const shownId = () => new URL(page.url()).pathname.split("/").at(-1)!

browserTest("a variant leads to its original and its site, and the original lists it with its offer", async () => {
  await show(`/scans/${variant}`, "#proof")
  await page.getByRole("link", { name: "Back to the original scan" }).click()
  await page.waitForURL(url => url.pathname.endsWith(original))
  const table = page.getByRole("group", { name: "Variants of this scan" })
  await table.getByText("Draft").waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await table.getByRole("link").click()
  await page.waitForURL(url => url.pathname.endsWith(variant))
  await page.getByRole("region", { name: "Related scans" }).getByRole("link", { name: "Site", exact: true }).click()
  await page.getByRole("heading", { name: "Family Site" }).waitFor()
})

browserTest("a copy keeps its site, and leaves out the parts that its form left out", async () => {
  await show(`/scans/${original}`, "#proof")
  await page.getByRole("link", { name: "Copy and change" }).click()
  await unfold(page)
  const capacity = page.getByLabel("Capacity of the existing battery")
  expect(await capacity.inputValue()).toBe("5")
  for (const field of await page.locator("#part-existing input").all()) await field.fill("")
  await page.getByRole("button", { name: "Start the scan" }).click()
  await page.locator("#proof").waitFor()
  const request = (await client.get(`/v1/scans/${shownId()}/request`)).body
  expect(request).toMatchObject({ siteId })
  expect(request).not.toHaveProperty("existingBattery")
  await page.getByRole("region", { name: "Related scans" }).waitFor()
  await fitsPhone(page)
})

browserTest("a copy with another place is no scan of the site", async () => {
  await show(`/scans/${original}`, "#proof")
  await page.getByRole("link", { name: "Copy and change" }).click()
  await page.getByLabel("Latitude").fill("51.2")
  await page.getByRole("button", { name: "Start the scan" }).click()
  await page.locator("#proof").waitFor()
  const { location, siteId: kept } = (await client.get(`/v1/scans/${shownId()}/request`)).body
  expect([location.lat, kept]).toEqual([51.2, undefined])
})

browserTest("links that are shared together keep their ends unless another one is chosen", async () => {
  const expiresAt = "2126-04-30T10:00:00.000Z"
  await client.put(`/v1/scans/${original}/share`, { enabled: true, expiresAt })
  const endsAt = async () => (await client.get(`/v1/scans/${original}/share`)).body.expiresAt
  await show("/scans", "tbody tr")
  const row = page.getByRole("row").filter({ has: page.locator(`#row-${original}`) })
  await row.getByRole("checkbox").check()
  const share = async () => {
    const saved = page.waitForEvent("download")
    await page.getByRole("button", { name: "Share, and save the links" }).click()
    await saved
    return endsAt()
  }
  expect(await share()).toBe(expiresAt)
  await page.getByLabel("The link ends").selectOption({ label: "never" })
  expect(await share()).toBeNull()
})
