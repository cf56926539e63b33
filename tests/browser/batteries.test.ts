import { expect } from "bun:test"
import { accessibilityViolations, browserTest, fitsPhone } from "./chromium.ts"
import { type OpenedDashboard, onDashboard, unfold } from "./onDashboard.ts"

/** The catalogue of batteries on the pages: kept in the organization, chosen in the form of a scan. */
let page: OpenedDashboard["page"]
let client: OpenedDashboard["client"]
let show: OpenedDashboard["show"]

onDashboard("/dashboard", {
  opened: dashboard => ({ page, client, show } = dashboard),
})
const rowOf = (name: string) => page.getByRole("row", { name })

browserTest("the catalogue is filled with known batteries and by hand, changed and emptied", async () => {
  await show("/organization/batteries", "form")
  await page.getByText("No batteries yet.").waitFor()
  await page.getByLabel("Id letters").fill("volta-10")
  await page.getByLabel("Brand").fill("Volta")
  await page.getByLabel("Capacity kWh").fill("10")
  await page.getByRole("button", { name: "Add", exact: true }).click()
  await page.getByRole("alert").waitFor()
  expect(await page.getByRole("alert").innerText()).toContain("Power is required")
  await page.getByLabel("Power kW", { exact: true }).fill("5")
  await page.getByLabel("Price, installed").fill("4500")
  await page.getByRole("button", { name: "Add", exact: true }).click()
  await rowOf("volta-10").waitFor()
  await page.getByRole("button", { name: "Add known batteries" }).click()
  await page.getByText("45 added or replaced; the list has 46.").waitFor()
  await page.getByRole("button", { name: "Change volta-10" }).click()
  await page.getByRole("heading", { name: "Change volta-10" }).waitFor()
  await page.getByLabel("Price, installed").fill("5250.5")
  await page.getByRole("button", { name: "Save", exact: true }).click()
  await page.getByRole("heading", { name: "New battery" }).waitFor()
  expect((await client.get("/v1/batteries/products/volta-10")).body).toMatchObject({ brand: "Volta", eur: 5250.5 })
  expect(await accessibilityViolations(page)).toEqual([])
  await fitsPhone(page)
  page.once("dialog", dialog => dialog.accept())
  const others = page.getByRole("button", { name: "Change ", exact: false })
  await others.first().click()
  await page.getByLabel("Price, installed").fill("4321")
  await client.delete("/v1/batteries/products/volta-10")
  // A product that was deleted elsewhere meanwhile: it also leaves the list.
  await page.getByRole("button", { name: "Delete volta-10" }).click()
  await rowOf("volta-10").waitFor({ state: "detached" })
  expect(await page.getByLabel("Price, installed").inputValue()).toBe("4321")
})

browserTest("a CSV file fills the catalogue, and one with a mistake says where", async () => {
  await show("/organization/batteries", "form")
  const chosen = (text: string) =>
    page.getByLabel("CSV file").setInputFiles({ name: "list.csv", mimeType: "", buffer: Buffer.from(text) })
  await chosen("id,capacityKwh,powerKw\nvolta-5,5,much\n")
  await page.getByRole("button", { name: "Import" }).click()
  await page.getByText("Line 2, powerKw must be a number").waitFor()
  await chosen("id,brand,capacityKwh,powerKw,eur\nvolta-5,Volta,5,2.5,1500\nohm-9,Ohm,9,4,9000\n")
  await page.getByLabel("Delete the batteries that the file does not name").check()
  await page.getByRole("button", { name: "Import" }).click()
  await page.getByText("2 added or replaced; the list has 2.").waitFor()
  const saved = page.waitForEvent("download")
  await page.getByRole("button", { name: "Save as CSV" }).click()
  expect((await saved).suggestedFilename()).toBe("batteries.csv")
})

browserTest("a scan takes the batteries of the list that are ticked, and a copy of it has them again", async () => {
  await client.post(
    "/v1/batteries/products/csv?replaceAll=true",
    "id,brand,capacityKwh,powerKw,eur\n5,Volta,5,2.5,1500\nohm-9,Ohm,9,4,9000\n",
    { "content-type": "text/csv" },
  )
  await show("/scans/new", "form")
  await unfold(page)
  await page.getByLabel("Which battery").selectOption("organization")
  await page.getByLabel("Volta").check()
  await page.getByLabel("Ohm").check()
  await page.getByLabel("Ohm").uncheck()
  expect(await accessibilityViolations(page)).toEqual([])
  const products = [{ id: "5", brand: "Volta", capacityKwh: 5, powerKw: 2.5, eur: 1500 }]
  const requested = async () => {
    await page.getByRole("button", { name: "Start the scan" }).click()
    await page.waitForURL(url => !url.pathname.endsWith("/new"))
    const id = new URL(page.url()).pathname.split("/").at(-1)
    return { id, battery: (await client.get(`/v1/scans/${id}/request`)).body.electricBattery }
  }
  const { id, battery } = await requested()
  expect(battery.products).toEqual(products)
  await show(`/scans/new?copy=${id}`, "form")
  expect(await page.getByLabel("Which battery").locator("option:checked").innerText()).toBe(
    "the products of the copied scan",
  )
  expect((await requested()).battery.products).toEqual(products)
})
