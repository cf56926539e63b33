import { expect } from "bun:test"
import { houseRequest } from "../support/requests.ts"
import { until } from "../support/service.ts"
import { accessibilityViolations, browserTest, fitsPhone } from "./chromium.ts"
import { type OpenedDashboard, onDashboard, unfold } from "./onDashboard.ts"

let page: OpenedDashboard["page"]
let client: OpenedDashboard["client"]
let show: OpenedDashboard["show"]

onDashboard("/dashboard/scans/new", { opened: dashboard => ({ page, client, show } = dashboard) })

browserTest(
  "a site is saved from the form, found by its customer, and starts scans with nothing typed twice",
  async () => {
    await unfold(page)
    await page.getByLabel("Name of the customer").fill("Familie Jansen")
    await page.getByLabel("Postal code").fill("3511 AB")
    await page.getByLabel("Latitude").fill("51.44")
    await page.getByLabel("Longitude").fill("5.47")
    await page.getByRole("button", { name: "Save as a site" }).click()
    await page.getByRole("heading", { name: "Familie Jansen" }).waitFor()
    const siteId = new URL(page.url()).pathname.split("/").at(-1)
    expect(await accessibilityViolations(page)).toEqual([])

    await page.getByRole("link", { name: "Sites", exact: true }).click()
    await page.getByLabel("Search customer").fill("eindhoven")
    await page.getByRole("link", { name: "Familie Jansen" }).waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await page.getByRole("row", { name: "Familie Jansen" }).getByRole("link", { name: "New scan" }).click()
    await page.getByLabel("Consumption of a year").fill("4100")
    expect(await page.getByLabel("Postal code").inputValue()).toBe("3511 AB")
    await page.getByRole("button", { name: "Start the scan" }).click()
    await page.locator("#proof").waitFor()
    expect(await page.locator(".verdict").innerText()).toContain("For Familie Jansen")

    const { items } = (await client.get(`/v1/scans?siteId=${siteId}`)).body
    expect(items).toMatchObject([{ siteId, customerDetails: { name: "Familie Jansen", postalCode: "3511 AB" } }])
    await page.goto(`${new URL(page.url()).origin}/dashboard/sites/${siteId}`)
    await page.locator(`a[href*="/scans/${items[0].id}"]`).waitFor()

    const { id: profileId } = (await client.post("/v1/studio-profiles", { name: "Meter of 2024" })).body
    await client.patch(`/v1/sites/${siteId}`, { meterProfileIds: [profileId] })
    await page.reload()
    const measured = page.getByRole("link", { name: "Meter of 2024" })
    expect(await measured.getAttribute("href")).toContain(`/studio/${profileId}`)
    await client.delete(`/v1/studio-profiles/${profileId}`)
    await page.reload()
    await page.getByText("Measured use").waitFor()
    expect(await measured.count()).toBe(0)

    await page.getByRole("button", { name: "Draw the roof" }).click()
    const picture = page.locator("svg.plan")
    await page.getByText("12 panels fit.").waitFor()
    await page.getByLabel("Corner 3, along the eaves").fill("4")
    await page.getByLabel("Corner 2, along the eaves").fill("4")
    await page.getByText("4 panels fit.").waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    const corner = (await picture.locator("circle").nth(1).boundingBox())!
    await page.mouse.move(corner.x + corner.width / 2, corner.y + corner.height / 2)
    await page.mouse.down()
    await page.mouse.move(corner.x - 20, corner.y + corner.height / 2)
    await page.mouse.up()
    expect(Number(await page.getByLabel("Corner 2, along the eaves").inputValue())).toBeLessThan(4)
    await page.getByLabel("Corner 2, along the eaves").fill("4")
    await page.getByRole("button", { name: "Save", exact: true }).click()
    await page.getByRole("img", { name: "Roof 1 with 4 panels" }).waitFor()
    // The drawing that was edited gives way to the stored one.
    await until(async () => (await picture.locator("rect").count()) === 4 || undefined)
    const [roof] = (await client.get(`/v1/sites/${siteId}`)).body.roofs
    expect(roof.plan.corners[1]).toEqual({ xM: 4, yM: 0 })
    expect(roof.maxPanelCount).toBeUndefined()
  },
)

browserTest("a scan without a site is saved as a site from its page, once for two clicks", async () => {
  const customerDetails = { name: "Familie Bakker", address: "Kerkstraat 5", postalCode: "5611 AB", town: "Eindhoven" }
  const { location, newPv } = houseRequest()
  const request = { ...houseRequest(), newPv: [{ ...newPv[0], orientationAngle: 170, tiltAngle: 20 }] }
  const scanOf = async (body: object) => (await client.post("/v1/scans", body, { prefer: "wait=60" })).body.id
  await show(`/scans/${await scanOf({ ...request, customerDetails })}`, "#proof")
  const save = page.getByRole("button", { name: "Save as a site" })
  expect(await accessibilityViolations(page)).toEqual([])
  await save.dblclick()
  await page.getByRole("heading", { name: "Familie Bakker" }).waitFor()
  await page.getByText("Kerkstraat 5, 5611 AB Eindhoven").waitFor()
  await page.getByRole("heading", { name: "South" }).waitFor()
  await fitsPhone(page)

  const { items } = (await client.get("/v1/sites?search=bakker")).body
  const roofs = [{ name: "South", azimuth: 170, tilt: 20, maxPanelCount: 14, panelPowerWatts: 430 }]
  expect(items).toMatchObject([{ customer: customerDetails, location, roofs, tariff: { type: "dynamic" } }])
  await show(`/scans/${await scanOf({ ...houseRequest(), siteId: items[0].id })}`, "#proof")
  await page.getByRole("region", { name: "Related scans" }).getByRole("link", { name: "Site", exact: true }).waitFor()
  expect(await save.count()).toBe(0)
})

browserTest("a scan whose profile was deleted is saved as a site without the profile", async () => {
  const { id: profileId } = (await client.post("/v1/studio-profiles", { name: "Meter of 2023" })).body
  await client.post(`/v1/studio-profiles/${profileId}/base`, { templateId: "stel", annualKwh: 3000 })
  const { location } = houseRequest()
  const request = { location, inputMethod: "studio", customProfileId: profileId, dossierId: "D-2023" }
  const { id } = (await client.post("/v1/scans", request, { prefer: "wait=60" })).body
  await client.delete(`/v1/studio-profiles/${profileId}`)
  await show(`/scans/${id}`, "#proof")
  await page.getByRole("button", { name: "Save as a site" }).click()
  await page.getByText("Eindhoven · D-2023").waitFor()
  const { items } = (await client.get("/v1/sites?search=D-2023")).body
  expect(items).toMatchObject([{ dossierId: "D-2023", meterProfileIds: [] }])
})
